import { isSlug } from '../../../../shared/slug.ts'
import { readPlainText } from '../../cells.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import type { ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isShopifyHeader, readShopifyColumns, ShopifySheet } from './shopify-columns.ts'
import { buildShopifyDraft } from './shopify-product.ts'

/** Shopify's product export, with its current and its former column names. */
export const SHOPIFY_FORMAT: ProductFormat = {
  id: 'shopify',
  name: 'Shopify product export',
  expectedColumns: '"Handle" or "URL handle"',
  recognises: isShopifyHeader,

  async scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
    const sheet = new ShopifySheet(file, readShopifyColumns(file, notes), notes)
    const ends = new LastRowIndexes()
    const rowCount = await scanCsvRows(file, (row, index) => {
      const handle = readHandle(sheet, row)
      if (isSlug(handle)) ends.note(handle, index)
    })
    return {
      rowCount,
      holdsSlug: (slug) => ends.has(slug),
      async *readDrafts({ currency, locale, onRows }) {
        const groups = groupRows(file.readRows(), ends, (row) => readKey(sheet, row, locale), onRows)
        for await (const { key, rows } of groups) yield buildShopifyDraft(sheet, { slug: key, rows }, currency)
      },
    }
  },
}

/** Returns the handle that groups the rows of a product; rejects a row without a usable handle. */
function readKey(sheet: ShopifySheet, row: CsvRow, locale: string): string | undefined {
  if (isBlankRow(row)) return undefined
  const handle = readHandle(sheet, row)
  if (isSlug(handle)) return handle
  const fault =
    handle === ''
      ? 'the handle is missing'
      : 'the handle may contain only letters, digits, dashes and underscores, at most 200 characters'
  sheet.reject(row, 'handle', fault + suggestSlug([sheet.read(row, 'title'), handle], locale))
  return undefined
}

/** Shopify's handles are lowercase, but some tools capitalise them. */
function readHandle(sheet: ShopifySheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'handle') ?? '')
    .normalize('NFC')
    .toLowerCase()
}
