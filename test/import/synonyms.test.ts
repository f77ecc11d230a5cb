import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = 'Slug,Name\nsofa,Corner sofa\ntv,Samsung TV\n'

function importSynonyms(catalog: TempCatalog, sheet: string, options?: ImportOptions): Promise<ImportReport> {
  return catalog.importContent({ 'synonyms.csv': sheet }, options)
}

async function search({ store }: TempCatalog, text: string): Promise<readonly string[]> {
  const { items } = await store.listProducts({ ...EMPTY_LISTING_QUERY, search: text, sort: 'relevance' })
  return items.map(({ slug }) => slug)
}

const readSynonyms = ({ store }: TempCatalog) => store.read((reader) => reader.readList('synonyms'))

function numberWords(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${word}${index}`)
}

/** Writes a sheet of one-way rows. */
function writeRows(count: number): string {
  return `Word,Synonyms,Direction\n${numberWords('word', count)
    .map((word) => `${word},sofa ${word},one-way\n`)
    .join('')}`
}

const format = (report: ImportReport) => formatReport(report, { verbose: false })

test('imports synonyms.csv; a second import changes nothing, and a rollback removes the synonyms', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const sheet = 'Word,Synonyms,Direction\nsofa,"divan, lounger, Sofá",\nflat screen,TV,Both\nfurniture,sofa,One-way\n'
  const report = await importSynonyms(catalog, sheet)
  expect(report).toMatchObject({
    synonyms: { count: 3, isChanged: true },
    unmatchedSynonyms: { count: 0 },
    rejected: { count: 0 },
    warnings: { count: 0 },
  })
  expect(format(report)).toContain('Synonyms    3 rows, changed')
  expect(await readSynonyms(catalog)).toEqual([
    { word: 'sofa', synonyms: ['divan', 'lounger'], isOneWay: false },
    { word: 'flat screen', synonyms: ['TV'], isOneWay: false },
    { word: 'furniture', synonyms: ['sofa'], isOneWay: true },
  ])
  expect([await search(catalog, 'divanes'), await search(catalog, 'flat screen')]).toEqual([['sofa'], ['tv']])

  const { revision } = catalog.store
  const again = await importSynonyms(catalog, sheet)
  expect(again.synonyms).toEqual({ count: 3, isChanged: false })
  expect(catalog.store.revision).toBe(revision)

  expect(await catalog.store.rollback()).toBe(true)
  expect(await readSynonyms(catalog)).toEqual([])
  expect(await search(catalog, 'divan')).toEqual([])
})

test('the rows of a file replace all stored synonyms; a file with only a header removes them', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await importSynonyms(catalog, 'Word,Synonyms\nsofa,divan\n')
  await importSynonyms(catalog, 'Word;Synonyms\r\nsofa;lounger\r\n')
  expect(await readSynonyms(catalog)).toEqual([{ word: 'sofa', synonyms: ['lounger'], isOneWay: false }])
  const report = await importSynonyms(catalog, 'Word,Synonyms\n')
  expect(report.synonyms).toEqual({ count: 0, isChanged: true })
  expect(await readSynonyms(catalog)).toEqual([])
})

test('an import of a folder without synonyms.csv keeps the stored synonyms', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await importSynonyms(catalog, 'Word,Synonyms\nsofa,divan\n')
  await rm(join(catalog.dir, 'content', 'synonyms.csv'))
  const report = await catalog.importContent({ 'products.csv': 'Slug,Name\nsofa,Leather sofa\n' })
  expect(report.synonyms).toBeNull()
  expect(await search(catalog, 'leather divan')).toEqual(['sofa'])
})

test('a dry run reports the synonyms, and changes nothing', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const { revision } = catalog.store
  const report = await importSynonyms(catalog, 'Word,Synonyms\nsofa,divan\nspoon,ladle\n', { dryRun: true })
  expect(report.synonyms).toEqual({ count: 2, isChanged: true })
  expect(format(report)).toContain('Synonyms that find no product:')
  expect(report.unmatchedSynonyms.count).toBe(1)
  expect(await readSynonyms(catalog)).toEqual([])
  expect(catalog.store.revision).toBe(revision)
})

test('reports rows without any word that is in a product, and one-way synonyms that are in no product', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('content/products.csv', PRODUCTS)
  const report = await importSynonyms(
    catalog,
    'Word,Synonyms,Direction\nsofa,"divan, lounger",\nspoon,"ladle, big scoop",\nsofa,"TV, ladle",one-way\nladle,sofa,one-way\n',
  )
  expect(
    report.unmatchedSynonyms.entries.map(({ line, column, value, reason }) => [line, column, value, reason]),
  ).toEqual([
    [3, 'Synonyms', 'spoon, ladle, big scoop', 'is in no product'],
    [4, 'Synonyms', 'ladle', 'is in no product'],
  ])
  expect(format(report)).toMatch(
    /Synonyms that find no product:\n {2}2 × "…" is in no product\n {4}\S+synonyms\.csv, line 3 \(row 3\), column "Synonyms": "spoon, ladle, big scoop"\n/,
  )
})

test('rejects invalid rows of synonyms.csv and imports the others', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const report = await importSynonyms(
    catalog,
    [
      'Word,Synonyms,Direction',
      ',divan,',
      'sofa,,',
      'sofa,"Sofá, SOFA",',
      '—,divan,',
      `sofa,${'x'.repeat(61)},`,
      'sofa,one two three four five six,',
      'sofa,divan,reverse',
      'sofa,divan',
      `sofa,"${numberWords('a', 21).join(', ')}",`,
      `table,"${numberWords('b', 15).join(', ')}",one-way`,
      `table,"${numberWords('c', 15).join(', ')}",one-way`,
      'sofa,"divan, lounger\\, small",',
      '',
    ].join('\n'),
  )
  expect(report.rejected.entries.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'the word is missing'],
    [3, 'the synonyms are missing'],
    [4, 'the row has no other word than "sofa"; case and accents make no difference'],
    [5, 'has no letter or digit'],
    [6, 'is longer than 60 characters'],
    [7, 'has more than 5 words'],
    [8, 'is not a direction; write "both" or "one-way"'],
    [9, 'the row has 2 cells, but the header has 3'],
    [10, 'the row has more than 20 synonyms; remove some'],
    [12, 'has more than 20 synonyms, with those of earlier rows; remove some'],
  ])
  expect(format(report)).toContain('column "Direction": "reverse" is not a direction; write "both" or "one-way"')
  expect(format(report)).toContain('"table" has more than 20 synonyms, with those of earlier rows')
  expect((await readSynonyms(catalog)).map(({ synonyms }) => synonyms.at(-1))).toEqual(['b14', 'lounger, small'])
})

test('a strict import with an invalid row keeps the stored synonyms', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const report = await importSynonyms(catalog, 'Word,Synonyms\nsofa,divan\n,lounger\n', { strict: true })
  expect(report.applied).toBe(false)
  expect(await readSynonyms(catalog)).toEqual([])
})

test('rejects a file without its columns or with more than 2,000 rows', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await expect(importSynonyms(catalog, 'Word,Other\nsofa,divan\n')).rejects.toThrow('the column "Synonyms" is missing')
  expect((await importSynonyms(catalog, writeRows(2_000))).synonyms?.count).toBe(2_000)
  await expect(importSynonyms(catalog, writeRows(2_001))).rejects.toThrow(
    'line 2002: the file has more than 2000 rows; remove some',
  )
})

test('an export writes the synonyms, and importing them changes nothing', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  await importSynonyms(
    catalog,
    'Word,Synonyms,Direction\n"=sofa, small","divan, a\\, b, =c",\nfurniture,sofa,one-way\n',
  )
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'synonyms.csv'), 'utf8')).toBe(
    '\uFEFFWord,Synonyms,Direction\n"\'=sofa, small","divan, a\\, b, =c",both\nfurniture,sofa,one-way\n',
  )
  const before = await readSynonyms(catalog)
  const { revision } = catalog.store
  expect((await importFolder(catalog.store, folder)).synonyms).toEqual({ count: 2, isChanged: false })
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readSynonyms(empty)).toEqual(before)

  await catalog.store.write((writer) => writer.putList('synonyms', []))
  await exportFolder(catalog.store, folder, { force: true })
  await expect(readFile(join(folder, 'synonyms.csv'))).rejects.toThrow('ENOENT')
})
