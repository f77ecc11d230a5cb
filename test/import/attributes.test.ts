import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = [
  'Slug,Name,Attribute: Length,Attribute: Weight,Attribute: Colour',
  'a,A,5 mm,10,Red',
  'b,B,1/4 in,20,Blue',
  'c,C,6.35 mm,30,Green',
  '',
].join('\n')

function importAttributes(catalog: TempCatalog, sheet: string, options?: ImportOptions): Promise<ImportReport> {
  return catalog.importContent({ 'attributes.csv': sheet }, options)
}

const format = (report: ImportReport) => formatReport(report, { verbose: false })
const readEntries = ({ store }: TempCatalog) => store.read((reader) => reader.readList('attributes'))

test('an import reports the numeric attributes, with their units and the share of values that are numbers', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(PRODUCTS)
  expect(report.numericAttributes.entries).toEqual([
    { name: 'Length', kind: 'length', unit: 'mm', share: 1 },
    { name: 'Weight', kind: 'number', unit: '', share: 1 },
  ])
  expect(format(report)).toContain(
    'Attributes that are filtered by a range of numbers:\n  Length: length in mm, 100 % of values\n  Weight: number without a unit, 100 % of values',
  )
})

test('an import reports the attributes that have no filter, and why', async () => {
  await using catalog = await openTempCatalog()
  const rows = Array.from({ length: 501 }, (_, index) => `p-${index},Product ${index},Serial ${index} x`)
  const report = await catalog.importText(['Slug,Name,Attribute: Serial', ...rows, ''].join('\n'))
  expect(report.unfilteredAttributes.entries).toEqual([{ name: 'Serial', reason: 'unshared' }])
  expect(format(report)).toContain(
    'Attributes that have no filter:\n  Serial: more than 500 different texts, which hardly any products share',
  )
})

test('attributes.csv decides which attributes are numbers; a second import changes nothing, and a rollback removes its rows', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const sheet = 'Name,Type,Unit\nweight,Number,g\nLength,text,\n'
  const report = await importAttributes(catalog, sheet)
  expect(report).toMatchObject({
    attributes: { count: 2, isChanged: true },
    rejected: { count: 0 },
    warnings: { count: 0 },
    numericAttributes: { entries: [{ name: 'Weight', kind: 'mass', unit: 'g', share: 1 }] },
  })
  expect(format(report)).toContain('Attributes  2 rows, changed')
  const { revision } = catalog.store
  expect((await importAttributes(catalog, sheet)).attributes).toEqual({ count: 2, isChanged: false })
  expect(catalog.store.revision).toBe(revision)
  expect(await catalog.store.rollback()).toBe(true)
  expect(await readEntries(catalog)).toEqual([])
})

test('rejects invalid rows of attributes.csv, imports the others, and warns about numbers that no product has', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const report = await importAttributes(
    catalog,
    [
      'Name,Type,Unit',
      ',number,mm',
      'Weight,date,',
      'Weight,number,furlongs',
      'Weight,text,kg',
      'Weight,number',
      'Weight,,kg',
      'WEIGHT,text,',
      'Colour,number,',
      'Depth,number,mm',
      '',
    ].join('\n'),
  )
  expect(report.rejected.entries.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'Name', 'the name is missing'],
    [3, 'Type', 'is not a type; write "number" or "text"'],
    [4, 'Unit', 'is not a known unit; write a symbol such as "mm" or "kg"'],
    [5, 'Unit', 'a text has no unit; remove it'],
    [6, null, 'the row has 2 cells, but the header has 3'],
    [8, 'Name', 'is in an earlier row; remove one of the two'],
  ])
  expect(report.warnings.entries.map(({ line, value }) => [line, value])).toEqual([
    [9, 'Colour'],
    [10, 'Depth'],
  ])
  expect(await readEntries(catalog)).toEqual([
    { name: 'Weight', type: 'number', unit: 'kg' },
    { name: 'Colour', type: 'number', unit: null },
    { name: 'Depth', type: 'number', unit: 'mm' },
  ])
})

test('a dry run changes nothing; a file with only a header removes all stored rows', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await importAttributes(catalog, 'Name,Type\nLength,text\n')
  const report = await importAttributes(catalog, 'Name,Type\n', { dryRun: true })
  expect(report.attributes).toEqual({ count: 0, isChanged: true })
  expect(format(report)).toContain('Attributes that are filtered by a range of numbers:')
  expect(await readEntries(catalog)).toHaveLength(1)
  await importAttributes(catalog, 'Name,Type\n')
  expect(await readEntries(catalog)).toEqual([])
})

test('an export writes attributes.csv, and importing it gives an equal catalogue', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await importAttributes(catalog, 'Name,Type,Unit\nWeight,number,g\nLength,text,\n')
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'attributes.csv'), 'utf8')).toBe(
    '\uFEFFName,Type,Unit\nWeight,number,g\nLength,text,\n',
  )
  const { revision } = catalog.store
  await importFolder(catalog.store, folder)
  expect(catalog.store.revision).toBe(revision)
  await using other = await openTempCatalog()
  await importFolder(other.store, folder)
  expect(await readCatalog(other.store)).toEqual(await readCatalog(catalog.store))
})
