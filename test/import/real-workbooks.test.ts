import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCsvFile } from '../../server/import/files/csv-file.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { buildSimpleXlsx, type XlsxCell } from '../support/workbooks.ts'

const FILES = ['fasteners.csv', 'shopify-apparel.csv', 'woocommerce-sample.csv'].map((name) =>
  join(SHARED_DATA_DIR, name),
)

/** Plain numbers become numbers, as in a spreadsheet program that opens a CSV file; amounts show two decimals. */
function toXlsxCell(text: string): XlsxCell {
  if (text === String(Number(text))) return Number(text)
  return /^[1-9]\d*\.\d\d$/.test(text) ? { xml: `<c s="1"><v>${Number(text)}</v></c>` } : text
}

function summarise({ products, categories, rejected, warnings, rows, format }: ImportReport) {
  return { products, categories, rejected: rejected.count, warnings: warnings.count, rows, format }
}

describe.skipIf(!FILES.every((path) => existsSync(path)))('workbooks made from real files', () => {
  test.each(FILES)('%s is imported from .xlsx as from CSV', async (path) => {
    const file = await openCsvFile({ path, folder: null })
    const rows: (readonly string[])[] = [file.header]
    for await (const batch of file.readRows()) rows.push(...batch.map(({ cells }) => cells))
    await using fromCsv = await openTempCatalog()
    const report = await importFile(fromCsv.store, path)
    const expected = await readCatalog(fromCsv.store)
    expect(expected.products.length).toBeGreaterThan(10)
    const workbook = buildSimpleXlsx([rows[0]!, ...rows.slice(1).map((cells) => cells.map(toXlsxCell))], {
      formats: ['0.00'],
    })
    await using catalog = await openTempCatalog()
    const again = await importFile(catalog.store, await catalog.write('products.xlsx', workbook))
    expect(summarise(again)).toEqual(summarise(report))
    expect(await readCatalog(catalog.store)).toEqual(expected)
  })
})
