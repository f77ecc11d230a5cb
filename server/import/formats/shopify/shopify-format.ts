import { isSlug } from '../../../../shared/slug.ts'
import { readPlainText } from '../../cells.ts'
import { type CsvFile, type CsvRow, isBlankRow, scanCsvRows } from '../../files/csv-file.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import type { ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isShopifyHeader, readShopifyColumns } from './shopify-columns.ts'
import { buildShopifyDraft } from './shopify-draft.ts'
import { ShopifySheet } from './shopify-sheet.ts'

/** Shopify's product export, with its old and its new column names. */
export const SHOPIFY_FORMAT: ProductFormat = {
  id: 'shopify',
  name: 'Shopify product export',
  signs: '"Handle" or "URL handle"',
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

/** The handle of the product that a row belongs to; a row without one is rejected here. */
function readKey(sheet: ShopifySheet, row: CsvRow, locale: string): string | undefined {
  if (isBlankRow(row)) return undefined
  const handle = readHandle(sheet, row)
  if (isSlug(handle)) return handle
  const fault =
    handle === ''
      ? 'the handle is missing'
      : 'the handle cannot be an address: only letters, digits, dashes and underscores, at most 200'
  sheet.reject(row, 'handle', fault + suggestSlug([sheet.read(row, 'title'), handle], locale))
  return undefined
}

/** Shopify's handles are small letters; some tools capitalise them. */
function readHandle(sheet: ShopifySheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'handle') ?? '')
    .normalize('NFC')
    .toLowerCase()
}
