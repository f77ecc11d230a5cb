import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const CUP = { Slug: 'cup', Name: 'Cup', Price: '24.00', 'Compare-at price': '30.00' }
const POT = { Slug: 'pot', Name: 'Pot', Price: '12.50', 'Compare-at price': '' }
const BARE = { Slug: 'bare', Name: 'Bare', Price: '', 'Compare-at price': '' }

let count = 0
beforeEach(() => {
  count = 0
})

async function openPricedCatalog(): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importText(writeCsv([CUP, POT, BARE]), { basics: { currency: 'USD' } })
  return catalog
}

async function importSite(
  catalog: TempCatalog,
  currency: string,
  rows: readonly CsvCells[] = [],
  options: ImportOptions = {},
) {
  const folder = `site-${count++}`
  await catalog.write(`${folder}/site.json`, JSON.stringify({ currency }))
  if (rows.length > 0) await catalog.write(`${folder}/products.csv`, writeCsv(rows))
  return importFolder(catalog.store, join(catalog.dir, folder), options)
}

const readPrices = async (catalog: TempCatalog) =>
  Promise.all(
    ['cup', 'pot'].map(async (slug) => {
      const product = await catalog.readProduct(slug)
      return [product?.variants[0].priceMinor, product?.currency]
    }),
  )

test.each([
  ['without prices', []],
  ['with the prices of some products', [CUP]],
  [
    'with products without prices',
    [
      { Slug: 'cup', Name: 'Cup' },
      { Slug: 'pot', Name: 'Pot' },
    ],
  ],
  ['with a rejected row', [CUP, { ...POT, Price: '12.50 USD' }]],
])('rejects a new currency %s and reports the two possible solutions', async (_, rows) => {
  await using catalog = await openPricedCatalog()
  const { revision } = catalog.store
  for (const dryRun of [true, false]) {
    await expect(importSite(catalog, 'EUR', rows, { dryRun })).rejects.toMatchObject({
      name: 'ImportError',
      place: { column: 'currency', file: expect.stringContaining('site.json') },
      reason: expect.stringMatching(
        /prices? in USD.*new currency is EUR.*Import prices in EUR with the same folder, or add --keep-amounts to turn 10 USD into 10 EUR/,
      ),
    })
  }
  expect(catalog.store.revision).toBe(revision)
  expect((await catalog.store.readSite()).currency).toBe('USD')
})

test('accepts a new currency with prices for all products', async () => {
  await using catalog = await openPricedCatalog()
  const rows = [
    { ...CUP, Price: '22' },
    { ...POT, Slug: 'jug', 'Former slugs': 'pot', Price: '11' },
  ]
  expect((await importSite(catalog, 'EUR', rows, { dryRun: true })).products.changed).toBe(2)
  await importSite(catalog, 'EUR', rows)
  expect(await catalog.readProduct('cup')).toMatchObject({
    currency: 'EUR',
    variants: [{ priceMinor: 2_200, compareAtMinor: 3_000 }],
  })
  expect(await catalog.readProduct('jug')).toMatchObject({ currency: 'EUR', variants: [{ priceMinor: 1_100 }] })
})

test('--keep-amounts keeps amounts, also in a currency with more decimals; the export can be imported', async () => {
  await using catalog = await openPricedCatalog()
  expect((await importSite(catalog, 'EUR', [], { keepAmounts: true, dryRun: true })).keptAmounts).toBe(2)
  expect(await readPrices(catalog)).toEqual([
    [2_400, 'USD'],
    [1_250, 'USD'],
  ])
  const report = await importSite(catalog, 'EUR', [], { keepAmounts: true })
  expect(formatReport(report, { verbose: false })).toMatch(/Prices +2 products keep their amounts in the new currency/)
  expect(await readPrices(catalog)).toEqual([
    [2_400, 'EUR'],
    [1_250, 'EUR'],
  ])
  await importSite(catalog, 'KWD', [], { keepAmounts: true })
  expect(await readPrices(catalog)).toEqual([
    [24_000, 'KWD'],
    [12_500, 'KWD'],
  ])
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await importFolder(catalog.store, folder)).toMatchObject({
    rejected: { count: 0 },
    products: { unchanged: 3 },
    siteFields: [],
  })
})

test('--keep-amounts is refused if the currency has fewer decimals than an amount', async () => {
  await using catalog = await openPricedCatalog()
  await expect(importSite(catalog, 'JPY', [], { keepAmounts: true })).rejects.toThrow(
    /product "pot": the amount of 12.50 USD cannot be kept, because JPY has fewer decimals/,
  )
  expect(await readPrices(catalog)).toEqual([
    [2_400, 'USD'],
    [1_250, 'USD'],
  ])
})
