import { isSlug } from '../../../../shared/slug.ts'
import { readPlainText } from '../../cells.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import type { ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isVitrineHeader, VitrineSheet } from './vitrine-columns.ts'
import { buildVitrineDraft } from './vitrine-product.ts'

/** Vitrine's own spreadsheet: one row per variant, with the slug of its product. */
export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  expectedColumns: '"Slug" and "Name"',
  recognises: isVitrineHeader,

  async scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
    const sheet = new VitrineSheet(file, notes)
    const ends = new LastRowIndexes()
    const rowCount = await scanCsvRows(file, (row, index) => {
      const slug = readSlug(sheet, row)
      if (slug !== '') ends.note(slug, index)
    })
    return {
      rowCount,
      holdsSlug: (slug) => ends.has(slug),
      async *readDrafts({ currency, locale, onRows }) {
        const groups = groupRows(file.readRows(), ends, (row) => readKey(sheet, row, locale), onRows)
        for await (const { key, rows } of groups) yield buildVitrineDraft(sheet, { slug: key, rows }, currency)
      },
    }
  },
}

/** Returns the slug that groups the rows of a product; rejects a row without a valid slug. */
function readKey(sheet: VitrineSheet, row: CsvRow, locale: string): string | undefined {
  if (isBlankRow(row)) return undefined
  const slug = readSlug(sheet, row)
  if (isSlug(slug)) return slug
  const fault =
    slug === ''
      ? "the slug is missing, from which the page's address is built"
      : 'the slug may contain only lowercase letters, digits, dashes and underscores'
  sheet.reject(row, 'slug', fault + suggestSlug([sheet.read(row, 'name'), slug], locale))
  return undefined
}

function readSlug(sheet: VitrineSheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'slug') ?? '').toLowerCase()
}
