import type { CsvFile } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { ShopifyColumns, ShopifyField } from './shopify-columns.ts'

/** An export with its columns known. */
export class ShopifySheet extends CsvSheet<ShopifyField> {
  readonly columns: ShopifyColumns

  constructor(file: CsvFile, columns: ShopifyColumns, notes: ImportNotes) {
    super(file, columns.indexes, notes, ['title', 'handle'])
    this.columns = columns
  }
}
