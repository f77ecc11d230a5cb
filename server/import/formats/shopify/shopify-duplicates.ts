import { readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

/**
 * Rows under a handle that belong to another product: one with a different title begins there, and the rows without
 * a title below it are its own. They are rejected here.
 */
export function findForeignRows(sheet: ShopifySheet, rows: readonly [CsvRow, ...CsvRow[]]): ReadonlySet<CsvRow> {
  const [first, ...others] = rows
  const title = readTitle(sheet, first)
  const foreign = new Set<CsvRow>()
  let intruder: CsvRow | undefined
  for (const row of others) {
    const ownTitle = row.cells.length === sheet.file.header.length ? readTitle(sheet, row) : ''
    if (ownTitle === title) intruder = undefined
    else if (ownTitle !== '') intruder = row
    if (!intruder) continue
    foreign.add(row)
    const reason =
      row === intruder
        ? `the handle stands on line ${first.line} already, with the title "${title}"`
        : `the row belongs to the second product with this handle, on line ${intruder.line}`
    sheet.reject(row, 'handle', reason)
  }
  return foreign
}

function readTitle(sheet: ShopifySheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'title') ?? '')
}
