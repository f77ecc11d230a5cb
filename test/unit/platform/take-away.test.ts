import { expect, test } from 'vitest'
import { chooseSeparator, writeCsvRows, writeTabRows } from '../../../shared/csv-rows.ts'
import { LANGUAGES } from '../../../shared/messages/messages.ts'
import { serverTextsFor } from '../../../server/platform/language.ts'

test.each([
  ['en', ','],
  ['en-GB', ','],
  ['de', ';'],
  ['de-CH', ','],
  ['es', ';'],
  ['es-MX', ','],
  ['fr', ';'],
])('cells of a file in %s are separated by %s', (locale, separator) => {
  expect(chooseSeparator(locale)).toBe(separator)
})

test('a file separated by semicolons quotes them, and guards formulas', () => {
  expect(writeCsvRows([['a;b', '=1+1', 'x,y']], '\r\n', ';')).toBe(`"a;b";"'=1+1";"x,y"\r\n`)
})

test('copied cells stay in one line each, and formulas are guarded', () => {
  expect(
    writeTabRows([
      ['a\tb', 'c\nd', ' e '],
      ['=1', '@x', '-2'],
    ]),
  ).toBe(`a; b\tc; d\te\n'=1\t'@x\t'-2`)
})

test.each(LANGUAGES)('the names of files in %s are accepted by every system', (language) => {
  const { list, comparison } = serverTextsFor({ locale: language }).takeAway
  expect(list + comparison).toMatch(/^[a-z-]+$/)
})
