import { expect, test } from 'vitest'
import { formatReport } from '../../../server/import/format-report.ts'
import { type ImportNotice, ReportBuilder } from '../../../server/import/import-report.ts'

const NO_GTIN = 'is not a GTIN (8, 12, 13 or 14 digits); correct it'

function buildNotice(line: number, given: Partial<ImportNotice> = {}): ImportNotice {
  return { file: 'products.csv', line, column: 'Barcode', value: `A-${line}`, reason: NO_GTIN, ...given }
}

const format = (report: ReportBuilder, verbose = false) => formatReport(report, { verbose })

/** Returns the lines of a report from a title to the next blank line. */
function findSection(text: string, title: string): readonly string[] {
  return (
    text
      .split('\n\n')
      .find((section) => section.startsWith(`${title}:`))
      ?.split('\n')
      .slice(1) ?? []
  )
}

test('shows each kind of warning once with its number and three places, however often another kind occurs', () => {
  const report = new ReportBuilder('products.csv')
  for (let line = 2; line < 3678; line += 1) report.warn(buildNotice(line))
  report.warn(buildNotice(4000, { column: 'Weight', value: 'heavy', reason: 'is not a weight' }))
  expect(format(report)).toMatch(/^ {2}Warnings +3677$/m)
  expect(findSection(format(report), 'Warnings')).toEqual([
    `  3676 × "…" ${NO_GTIN}`,
    '    products.csv, line 2, column "Barcode": "A-2"',
    '    products.csv, line 3, column "Barcode": "A-3"',
    '    products.csv, line 4, column "Barcode": "A-4"',
    '    ... and 3673 more',
    '  products.csv, line 4000, column "Weight": "heavy" is not a weight',
  ])
  expect(findSection(format(report, true), 'Warnings')).toHaveLength(3_678)
})

test('counts reasons that differ only in numbers and names as one kind, and shows each in full', () => {
  const report = new ReportBuilder('products.csv')
  const reasons = ['"a" was cut to 9 characters', '"b", "c" was cut to 12 characters']
  for (const [index, reason] of reasons.entries()) report.warn(buildNotice(index + 2, { value: null, reason }))
  expect(findSection(format(report), 'Warnings')).toEqual([
    '  2 × … was cut to … characters',
    '    products.csv, line 2, column "Barcode": "a" was cut to 9 characters',
    '    products.csv, line 3, column "Barcode": "b", "c" was cut to 12 characters',
  ])
})

test('stores a bounded number of notices and kinds, and counts all', () => {
  const { warnings, ...report } = new ReportBuilder('products.csv')
  for (let index = 0; index < 50_000; index += 1) warnings.add(buildNotice(1, { column: `Column ${index}` }))
  expect(report.rejected.count).toBe(0)
  expect(warnings.kinds).toHaveLength(201)
  expect(warnings.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(50_000)
  expect(warnings.kinds.flatMap(({ entries }) => entries).length).toBeLessThan(10_300)
  expect(warnings.kinds.at(-1)).toMatchObject({ reason: 'other reasons', count: 49_800 })
})

test('lists all rejected rows by reason, and counts those that are not stored', () => {
  const report = new ReportBuilder('products.csv')
  for (let line = 2; line < 10_004; line += 1) report.reject(buildNotice(line, { reason: 'is negative' }))
  report.reject(buildNotice(10_004, { column: 'Price', reason: 'is too large' }))
  const section = findSection(format(report), 'Rejected rows')
  expect(section.slice(0, 2)).toEqual([
    '  10002 × "…" is negative',
    '    products.csv, line 2, column "Barcode": "A-2"',
  ])
  expect(section.slice(10_001)).toEqual([
    '    ... and 2 more',
    '  products.csv, line 10004, column "Price": "A-10004" is too large',
  ])
})

test('names the attributes that are filtered by numbers, and those that have no filter', () => {
  const report = new ReportBuilder('products.csv')
  report.numericAttributes = [{ name: 'Depth', kind: 'length', unit: 'mm', share: 0.999 }]
  report.unfilteredAttributes = ['Serial']
  const text = format(report)
  expect(findSection(text, 'Attributes that are filtered by ranges of numbers')).toEqual([
    '  Depth: length in mm, 99 % of values',
  ])
  expect(findSection(text, 'Attributes that have no filter, because of too many or too long different texts')).toEqual([
    '  Serial',
  ])
})
