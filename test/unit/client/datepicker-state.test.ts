import { expect, test } from 'vitest'
import {
  parseEntry,
  entryFromNativeFields,
  formatEntry,
  type DatepickerEntry,
} from '../../../client/widgets/datepicker/datepicker-state.ts'

const RULES = { locale: 'de', timeZone: 'Europe/Berlin', today: '2026-12-10', openDays: [] }

function read(date: string, time = '12:00') {
  return parseEntry({ date, time }, RULES)
}

test('an empty date picker has no value and no error', () => {
  expect(read('')).toEqual({ date: null, time: '12:00', problem: null, isTimeAdjusted: false, value: '' })
})

test('a date without a time gets the default time', () => {
  expect(read('24.12.2026', '').value).toBe('2026-12-24T12:00')
})

test.each([
  ['gestern', '12:00', 'invalid'],
  ['9.12.2026', '12:00', 'past'],
  ['1.1.2471', '12:00', 'too-late'],
  ['10.12.2026', 'mittags', 'time'],
  ['', 'mittags', 'time'],
  ['gestern', 'mittags', 'invalid'],
])('the date %j with the time %j is rejected: %s', (date, time, problem) => {
  expect(read(date, time)).toMatchObject({ problem, value: '' })
})

test('a time skipped by daylight saving time is moved forward', () => {
  const moved = read('28.3.2027', '02:30')
  expect(moved).toMatchObject({ value: '2027-03-28T03:30', time: '03:30', isTimeAdjusted: true })
  expect(formatEntry({ date: '28.3.2027', time: '2:30' }, moved, 'de')).toEqual({ date: '28.03.2027', time: '03:30' })
})

test('invalid text in a date picker is not reformatted', () => {
  const entry: DatepickerEntry = { date: 'bald', time: 'früh' }
  expect(formatEntry(entry, parseEntry(entry, RULES), 'de')).toEqual(entry)
})

test('the values of native fields are formatted for the typed fields', () => {
  expect(entryFromNativeFields('2026-12-24', '', 'de')).toEqual({ date: '24.12.2026', time: '' })
})
