import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { openCsvFile } from '../../server/import/files/csv-file.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { buildSimpleXlsx, type XlsxCell } from '../support/workbooks.ts'

const pathOf = (name: string) => join(SHARED_DATA_DIR, name)

/** Plain numbers become numbers, as in a spreadsheet program that opens a CSV file; amounts show two decimals. */
function toXlsxCell(text: string): XlsxCell {
  if (text === String(Number(text))) return Number(text)
  return /^[1-9]\d*\.\d\d$/.test(text) ? { xml: `<c s="1"><v>${Number(text)}</v></c>` } : text
}

describe.skipIf(!existsSync(SHARED_DATA_DIR))('files of real shops', () => {
  test.each([
    [
      'shopify-apparel.csv',
      {
        rows: 104,
        products: { created: 25 },
        categories: { created: 6 },
        pictures: { stored: 48, remote: { count: 7 } },
      },
      { slug: 'derby-tier-backpack', variants: [{ sku: '4160', compareAtMinor: 16_500 }] },
    ],
    [
      'woocommerce-sample.csv',
      { rows: 25, products: { created: 18 }, categories: { created: 6 }, pictures: { stored: 0 } },
      {
        slug: 'hoodie',
        options: [
          { name: 'Color', values: ['Blue', 'Green', 'Red'] },
          { name: 'Logo', values: ['Yes', 'No'] },
        ],
        variants: [
          { imageIndex: 3 },
          { imageIndex: 1 },
          { imageIndex: 2 },
          { priceMinor: 4_200, compareAtMinor: 4_500 },
        ],
      },
    ],
  ])('%s is imported without a warning, and its export gives an equal catalogue', async (name, report, product) => {
    await using catalog = await openTempCatalog()
    const options = { imagesDir: pathOf('images') }
    const counts = { ...report, warnings: { count: 0 }, rejected: { count: 0 } }
    expect(await importFile(catalog.store, pathOf(name), options)).toMatchObject(counts)
    expect(await catalog.readProduct(product.slug)).toMatchObject(product)
    const { revision } = catalog.store
    await importFile(catalog.store, pathOf(name), options)
    expect(catalog.store.revision).toBe(revision)
    await exportFolder(catalog.store, join(catalog.dir, 'exported'))
    await using empty = await openTempCatalog()
    await importFolder(empty.store, join(catalog.dir, 'exported'))
    expect((await readCatalog(empty.store)).products).toEqual((await readCatalog(catalog.store)).products)
  })

  test('a workbook gives the same catalogue as its CSV file', async () => {
    const path = pathOf('fasteners.csv')
    const file = await openCsvFile({ path, folder: null })
    const rows: (readonly string[])[] = []
    for await (const batch of file.readRows()) rows.push(...batch.map(({ cells }) => cells))
    await using fromCsv = await openTempCatalog()
    await importFile(fromCsv.store, path)
    const workbook = buildSimpleXlsx([file.header, ...rows.map((cells) => cells.map(toXlsxCell))], {
      formats: ['0.00'],
    })
    await using catalog = await openTempCatalog()
    await importFile(catalog.store, await catalog.write('products.xlsx', workbook))
    expect(await readCatalog(catalog.store)).toEqual(await readCatalog(fromCsv.store))
  })
})
