import { expect, test } from 'vitest'
import { DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { checkDate, checkLocalDateTime, joinDateAndTime, todayIn } from '../../../shared/local-date-time.ts'

test.each([
  // In California it is evening, when the next day has already begun in UTC.
  ['America/Los_Angeles', '2026-12-11T04:30:00Z', '2026-12-10'],
  ['UTC', '2026-12-11T04:30:00Z', '2026-12-11'],
  // This time zone is the first to begin a new day.
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Pacific/Kiritimati', '2026-12-31T09:59:00Z', '2026-12-31'],
  ['Europe/Berlin', '2026-06-30T22:00:00Z', '2026-07-01'],
  ['Europe/Berlin', '2026-06-30T21:59:59Z', '2026-06-30'],
])('in %s, the date at %s is %s', (timeZone, now, today) => {
  expect(todayIn(timeZone, Date.parse(now))).toBe(today)
})

test('checkLocalDateTime rejects past, too late and invalid values', () => {
  const now = Date.parse('2026-12-11T04:30:00Z')
  const check = (text: string) => checkLocalDateTime(text, 'America/Los_Angeles', [], now)
  expect(check('2026-12-10T12:00')).toBeNull()
  expect(check('2026-12-09T12:00')).toBe('past')
  expect(check(`${DATEPICKER_LATEST_DATE}T23:59`)).toBeNull()
  expect(check('2471-01-01T00:00')).toBe('too-late')
  for (const text of [
    '',
    'soon',
    '2026-12-10',
    '2026-12-10T24:00',
    '2026-12-10T12:60',
    '2027-02-29T12:00',
    '2026-12-10T12:00Z',
  ]) {
    expect(check(text), text).toBe('invalid')
  }
  expect(checkDate('2026-12-32', '2026-12-10')).toBe('invalid')
})

test('checkDate returns "closed" for a day on which the shop is closed', () => {
  // The shop is open from Monday to Wednesday.
  const dates = ['2026-12-14', '2026-12-15', '2026-12-16']
  expect(dates.map((date) => checkDate(date, '2026-12-10', [2, 3]))).toEqual(['closed', null, null])
  expect(checkDate('2026-12-13', '2026-12-10', [7])).toBeNull()
  expect(checkDate('2026-12-14', '2026-12-10', [])).toBeNull()
  expect(checkDate('2026-12-07', '2026-12-10', [2])).toBe('past')
})

test('joins the native date and time fields into one value', () => {
  expect(joinDateAndTime('2026-12-10', '09:15')).toBe('2026-12-10T09:15')
  expect(joinDateAndTime('2026-12-10', '')).toBe('2026-12-10T12:00')
  expect(joinDateAndTime('', '09:15')).toBe('')
})
