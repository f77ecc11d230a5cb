import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  clampDate,
  describeDate,
  describeMonth,
  formatDate,
  formatTime,
  listMonthWeeks,
  listWeekdays,
  moveByKey,
  parseDate,
  parseTime,
  readFirstDayOfWeek,
} from '../../../client/widgets/datepicker/datepicker-dates.ts'

const TODAY = '2026-12-10'

test.each([
  ['en-US', '12/24/2026', '2026-12-24'],
  ['en-US', '1/2/2027', '2027-01-02'],
  ['en-GB', '1/2/2027', '2027-02-01'],
  ['de', '24.12.2026', '2026-12-24'],
  ['de', ' 24. 12. 26 ', '2026-12-24'],
  ['ja', '2027/1/2', '2027-01-02'],
  ['hu', '2027. 01. 02.', '2027-01-02'],
  // A year at the start is unambiguous.
  ['en-US', '2026-12-24', '2026-12-24'],
  ['de', '2026-12-24', '2026-12-24'],
  ['de', '2026/12/24', '2026-12-24'],
  // Without a year, the next such date is meant.
  ['en-US', '12/24', '2026-12-24'],
  ['de', '10.12.', '2026-12-10'],
  ['de', '9.12.', '2027-12-09'],
  ['de', '29.2.', '2028-02-29'],
  ['ar-EG', '٢٤/١٢/٢٠٢٦', '2026-12-24'],
  ['fa', '2026/12/24', '2026-12-24'],
  ['th', '24/12/2026', '2026-12-24'],
  ['en-US', '24/12/2026', null],
  ['de', '31.2.2027', null],
  ['de', '29.2.2027', null],
  ['de', '30.2.', null],
  ['en-US', 'tomorrow', null],
  ['en-US', '12/24/2026 or so', null],
  ['en-US', '12/24/026', null],
  ['en-US', '12/24/20266', null],
  ['en-US', '5', null],
  ['en-US', '', null],
])('in locale %s, parses the date %j as %s', (locale, text, date) => {
  expect(parseDate(text, locale, TODAY)).toBe(date)
})

test.each([
  'en',
  'en-US',
  'en-GB',
  'de',
  'fr',
  'fr-CA',
  'sv',
  'hu',
  'ja',
  'ko',
  'zh',
  'bg',
  'lt',
  'lv',
  'ar',
  'ar-EG',
  'he',
  'fa',
  'th',
  'hi',
  'es',
  'pt-BR',
  'tr',
  'fi',
  'cs',
  'hr',
])('in locale %s, parses formatted dates and times', (locale) => {
  for (const date of ['2026-12-10', '2027-02-03', '2470-12-31'])
    expect(parseDate(formatDate(date, locale), locale, TODAY)).toBe(date)
  for (const time of ['00:00', '00:30', '09:05', '12:00', '13:00', '23:59'])
    expect(parseTime(formatTime(time, locale), locale)).toBe(time)
})

test.each([
  ['en', '12:00 PM', '12:00'],
  ['en', '12 am', '00:00'],
  ['en', '2:30pm', '14:30'],
  ['en', '2:30 p.m.', '14:30'],
  ['en', '14:30', '14:30'],
  ['en', '9', '09:00'],
  ['en', '930', '09:30'],
  ['en', '1430', '14:30'],
  ['de', '14 Uhr', '14:00'],
  ['de', '14.30 Uhr', '14:30'],
  ['fr', '14 h 30', '14:30'],
  ['fr', '14h30', '14:30'],
  ['en', '25:00', null],
  ['en', '24:00', null],
  ['en', '13 pm', null],
  ['en', '0 am', null],
  ['en', '12:60', null],
  ['en', 'noonish', null],
  ['en', '', null],
])('in locale %s, parses the time %j as %s', (locale, text, time) => {
  expect(parseTime(text, locale)).toBe(time)
})

test('formats times, dates and month names by locale', () => {
  expect(formatTime('12:00', 'en')).toBe('12:00 PM')
  expect(formatTime('12:00', 'de')).toBe('12:00')
  expect(formatDate('2026-12-10', 'en')).toBe('12/10/2026')
  expect(formatDate('2026-12-10', 'de')).toBe('10.12.2026')
  expect(describeDate('2026-12-10', 'en')).toBe('Thursday, December 10, 2026')
  expect(describeMonth('2026-12-10', 'de')).toBe('Dezember 2026')
})

test.each([
  ['en-US', 7],
  ['de', 1],
  ['ar-EG', 6],
])('in locale %s, the week begins on day %i', (locale, firstDay) => {
  expect(readFirstDayOfWeek(locale)).toBe(firstDay)
})

test('lists a month as six weeks of seven days, starting on the given weekday', () => {
  const weeks = listMonthWeeks('2026-12-10', 1)
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks[0]![0]).toBe('2026-11-30')
  expect(listMonthWeeks('2026-12-10', 7)[0]![0]).toBe('2026-11-29')
  // A month that begins with the week has no days of the previous one.
  expect(listMonthWeeks('2027-02-15', 1)[0]![0]).toBe('2027-02-01')
  expect(
    listWeekdays('en', 7)
      .map(({ short }) => short)
      .join(' '),
  ).toBe('Sun Mon Tue Wed Thu Fri Sat')
  expect(listWeekdays('de', 1)[0]!.long).toBe('Montag')
})

test('adds days and months across month and year ends, and clamps dates', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2027-03-28', 1)).toBe('2027-03-29')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-01-31', -1)).toBe('2026-12-31')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(clampDate('2026-01-01', '2026-12-10', '2470-12-31')).toBe('2026-12-10')
  expect(clampDate('2500-01-01', '2026-12-10', '2470-12-31')).toBe('2470-12-31')
})

test.each([
  ['ArrowLeft', false, '2026-12-09'],
  ['ArrowRight', false, '2026-12-11'],
  ['ArrowUp', false, '2026-12-03'],
  ['ArrowDown', false, '2026-12-17'],
  ['Home', false, '2026-12-07'],
  ['End', false, '2026-12-13'],
  ['PageUp', false, '2026-11-10'],
  ['PageDown', false, '2027-01-10'],
  ['PageUp', true, '2025-12-10'],
  ['PageDown', true, '2027-12-10'],
  ['a', false, null],
])('%s (shift: %s) moves from 2026-12-10 to %s', (key, hasShift, date) => {
  expect(moveByKey('2026-12-10', key, hasShift, 1)).toBe(date)
})
