import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

async function drawPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer()
}

const [RED, BLUE] = await Promise.all(['red', 'blue'].map(drawPicture))

/** Files beside the products of the second import. Families, numbers and synonyms depend on its products. */
const SETTINGS: Files = {
  'site.json': JSON.stringify({ name: 'Shop', navigation: [{ label: 'New', href: '/products/new' }] }),
  'categories.csv': 'Path,Description\nTable,For the table\n',
  'synonyms.csv': 'Word,Synonyms\nspoon,ladle\nbowl,basin\n',
  'attributes.csv': 'Name,Type\nDepth,number\nSize,text\n',
}

const WASHERS = ['M3', 'M4', 'M6'].map((size) => ({
  Slug: `washer-${size}`.toLowerCase(),
  Name: `Washer ${size}`,
  Attributes: `Size: ${size}\nDepth: ${size.slice(1)} mm`,
}))

const sheet = (...rows: readonly CsvCells[]): Files => ({ 'products.csv': writeCsv(rows) })

const BEFORE = sheet(
  { Slug: 'bowl', Name: 'Bowl', SKU: 'B-1', Price: '4', Images: 'red.png', 'Replaced by': '', Category: 'Table' },
  { Slug: 'cup', Name: 'Cup', SKU: 'C-1', Price: '5', Images: '', 'Replaced by': '', Category: '' },
  { Slug: 'set', Name: 'Set', SKU: '', Price: '', Images: '', 'Replaced by': '', Category: '' },
  { Slug: 'jug', Name: 'Jug', SKU: 'J-1', Price: '5', Images: '', 'Replaced by': '', Category: '' },
)

/** Creates, changes, renames, keeps and rejects products. */
const AFTER = sheet(
  { Slug: 'deep-bowl', Name: 'Bowl', SKU: 'B-1', Price: '4', Images: 'blue.png', Category: 'Table > Bowls' },
  { Slug: 'cup', Name: 'Better cup', SKU: 'C-1', Price: '5', Images: 'https://a.example/b.png', Category: '' },
  { Slug: 'set', Name: 'Set', Includes: 'deep-bowl,cup', 'Replaced by': 'new', Discontinued: 'yes' },
  { Slug: 'jug', Name: 'Jug', SKU: 'J-1', Price: '-5', Category: '' },
  { Slug: 'new', Name: 'New', SKU: 'C-1', Price: '1', Images: 'gone.png', Category: '' },
  ...WASHERS,
)

/** Reads what a dry run must not change; the statistics say what a rollback would restore. */
async function readState(store: CatalogStore) {
  return { catalog: await readCatalog(store), statistics: await store.readStatistics() }
}

/** Runs a dry run and then the import. @returns the report of the import */
async function expectSameReports(
  opened: TempCatalog,
  files: Files,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const before = await readState(opened.store)
  const preview = await opened.importContent(files, { ...options, dryRun: true })
  expect(await readState(opened.store)).toEqual(before)
  const report = await opened.importContent(files, options)
  expect({ ...preview, options: {}, dryRun: false }).toEqual({ ...report, options: {} })
  return report
}

test('a dry run gives the same report as the import, and the import before it can be rolled back', async () => {
  await using opened = await openTempCatalog()
  await opened.importContent({ ...BEFORE, 'images/red.png': RED! })
  const { products } = await readCatalog(opened.store)
  const report = await expectSameReports(opened, { ...AFTER, ...SETTINGS, 'images/blue.png': BLUE! })
  expect(report.products).toMatchObject({ created: 4, changed: 3 })
  expect(report.rejected.count).toBe(1)
  await opened.importContent(sheet({ Slug: 'jug', Name: 'Jug' }), { dryRun: true })
  expect(await opened.store.rollback()).toBe(true)
  expect((await readCatalog(opened.store)).products).toEqual(products)
})

test('a dry run with --strict, --prune or a first currency gives the same report as the import', async () => {
  await using opened = await openTempCatalog()
  const rows = Array.from({ length: 12 }, (_, index) => ({ Slug: `p-${index}`, Name: `Piece ${index}`, Price: '3' }))
  await opened.importContent(sheet(...rows))
  const bad = { Slug: 'bad', Name: 'Bad', Price: '-3' }
  expect((await expectSameReports(opened, sheet(...rows, bad), { strict: true })).applied).toBe(false)
  const pruned = await expectSameReports(opened, sheet(...rows.slice(1), { ...bad, Price: '3' }), { prune: true })
  expect(pruned.prunedProducts.entries).toEqual(['p-0'])
  const euro = { ...sheet(...rows.slice(2)), 'site.json': '{ "currency": "EUR" }' }
  expect((await expectSameReports(opened, euro)).siteFields).toContain('currency')
})

test('a dry run over the demo gives the same report as the import, and keeps the demo', async () => {
  await using opened = await openTempCatalog()
  const demo = { ...sheet({ Slug: 'demo', Name: 'Demo', Images: 'red.png' }), 'images/red.png': RED! }
  await opened.importContent(demo, { isDemo: true })
  const report = await expectSameReports(opened, { ...sheet(...WASHERS), ...SETTINGS })
  expect(report).toMatchObject({ demoProductsRemoved: 1, families: { families: 1, products: 3 } })
  expect(report.numericAttributes).toMatchObject([{ name: 'Depth' }])
})

test('a dry run of a large file leaves no large log behind', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent(sheet({ Slug: 'bowl', Name: 'Bowl' }))
  const size = async () => (await stat(`${catalog.databasePath}-wal`)).size
  const before = await size()
  const Description = 'x'.repeat(80_000)
  const rows = Array.from({ length: 50 }, (_, index) => ({ Slug: `bowl-${index}`, Name: 'Bowl', Description }))
  expect((await catalog.importContent(sheet(...rows), { dryRun: true })).products.created).toBe(50)
  expect(await size()).toBeLessThanOrEqual(before)
  expect((await catalog.readProduct('bowl'))?.name).toBe('Bowl')
})
