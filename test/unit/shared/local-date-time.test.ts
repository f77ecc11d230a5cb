import { expect, test } from 'vitest'
import { DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import {
  checkDate,
  checkLocalDateTime,
  joinDateAndTime,
  localDateTimeIn,
  settleLocalDateTime,
  todayIn,
  toInstant,
} from '../../../shared/local-date-time.ts'

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

test.each([
  ['Europe/Berlin', '2027-01-10T12:00', '2027-01-10T11:00Z'],
  ['Europe/Berlin', '2027-07-10T12:00', '2027-07-10T10:00Z'],
  // When clocks are put back, 2:30 occurs twice and the first one counts.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z'],
  ['America/Los_Angeles', '2026-12-10T20:00', '2026-12-11T04:00Z'],
  ['Pacific/Kiritimati', '2027-01-01T00:00', '2026-12-31T10:00Z'],
  ['Asia/Kathmandu', '2027-01-01T12:00', '2027-01-01T06:15Z'],
])('in %s, the local time %s is the instant %s', (timeZone, dateTime, instant) => {
  expect(toInstant(dateTime, timeZone)).toBe(Date.parse(instant))
  expect(localDateTimeIn(timeZone, Date.parse(instant))).toBe(dateTime)
})

test.each([
  ['Europe/Berlin', '2027-03-28T02:00', '2027-03-28T03:00'],
  ['Europe/Berlin', '2027-03-28T02:59', '2027-03-28T03:59'],
  ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T03:00'],
  ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T01:59'],
  ['America/Los_Angeles', '2027-03-14T02:30', '2027-03-14T03:30'],
  // Here the clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45'],
  ['Pacific/Kiritimati', '2027-03-28T02:30', '2027-03-28T02:30'],
])('in %s, settleLocalDateTime(%s) returns %s', (timeZone, dateTime, settled) => {
  expect(settleLocalDateTime(dateTime, timeZone)).toBe(settled)
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
    '2027-03-14T02:30',
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
