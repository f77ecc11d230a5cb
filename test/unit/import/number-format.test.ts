import { expect, test } from 'vitest'
import { compileNumberFormat, formatGeneral, formatIsoDate } from '../../../server/import/workbook/number-format.ts'

test.each([
  [0.1 + 0.2, '0.3'],
  [19.990000000000002, '19.99'],
  [4006381333931, '4006381333931'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [0.0000001, '0.0000001'],
])('shows %d without rounding errors or exponent as %s', (value, text) => {
  expect(formatGeneral(value)).toBe(text)
})

test.each([
  ['0.00', 12.499999999, '12.50'],
  ['0.00', 1.005, '1.01'],
  ['#,##0.00 "€"', 1234.5, '1234.50 €'],
  ['#,##0.00\\ [$€-407]', 1234.5, '1234.50 €'],
  ['[$$-409]#,##0.00', 1234.5, '$1234.50'],
  ['[$CHF-807] 0.00', 5, 'CHF 5.00'],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 9.9, '9.90 €'],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 0, '0.00 €'],
  ['#,##0.00;[Red]-#,##0.00', -3, '-3.00'],
  ['#,##0.00_);(#,##0.00)', -3, '-3.00'],
  ['00000', 123, '00123'],
  ['0 000000 000000', 4006381333931, '4006381333931'],
  ['000-000', 1234, '001234'],
  ['0%', 0.19, '19%'],
  ['0.00E+00', 4006381333931, '4006381333931'],
  ['# ?/?', 0.25, '0.25'],
  ['General" Stk."', 25, '25 Stk.'],
  ['0.##', 2.5, '2.5'],
  ['#', 0, '0'],
  ['General', 42, '42'],
  [';;;', 42, '42'],
  ['"yes";"no";"-"', 1, '1'],
])('the format %s shows %d as %s', (code, value, text) => {
  expect(compileNumberFormat(code, false)(value)).toBe(text)
})

test.each([
  ['dd/mm/yyyy', 46027, false, '2026-01-05'],
  ['dd/mm/yyyy', 44565, true, '2026-01-05'],
  ['[$-407]d. mmmm yyyy', 46027.75, false, '2026-01-05'],
  ['yyyy-mm-dd hh:mm', 46027.75, false, '2026-01-05 18:00:00'],
  ['h:mm AM/PM', 0.75, false, '18:00:00'],
  ['hh:mm:ss', 0.5 + 1 / 86_400, false, '12:00:01'],
  ['[h]:mm', 1.5, false, '1.5'],
  ['yyyy', 1, false, '1900-01-01'],
  ['yyyy', 59, false, '1900-02-28'],
  ['yyyy', 61, false, '1900-03-01'],
  ['yyyy', 0, true, '1904-01-01'],
  ['yyyy', -1, false, '-1'],
  ['yyyy', 1e9, false, '1000000000'],
])('the format of dates %s shows day %d (counted from 1904: %s) as %s', (code, value, is1904, text) => {
  expect(compileNumberFormat(code, is1904)(value)).toBe(text)
})

test.each([
  ['2026-01-05T00:00:00', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['2026-01-05T18:30:00.000', '2026-01-05 18:30:00'],
  ['soon', 'soon'],
])('the ISO date %s is written as %s', (date, text) => {
  expect(formatIsoDate(date)).toBe(text)
})
