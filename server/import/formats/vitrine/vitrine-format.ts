import { isSlug } from '../../../../shared/slug.ts'
import { readPlainText } from '../../cells.ts'
import { type CsvFile, type CsvRow, isBlankRow, scanCsvRows } from '../../files/csv-file.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import type { ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isVitrineHeader } from './vitrine-columns.ts'
import { buildVitrineDraft } from './vitrine-draft.ts'
import { VitrineSheet } from './vitrine-sheet.ts'

/** Vitrine's own spreadsheet: a row for each variant, those of a product with its slug. */
export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  signs: '"Slug" and "Name"',
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

/** The slug of the product that a row belongs to; a row without one is rejected here. */
function readKey(sheet: VitrineSheet, row: CsvRow, locale: string): string | undefined {
  if (isBlankRow(row)) return undefined
  const slug = readSlug(sheet, row)
  if (isSlug(slug)) return slug
  const fault =
    slug === ''
      ? 'the slug is missing, which makes the address of the page'
      : 'the slug cannot be an address: only small letters, digits, dashes and underscores'
  sheet.reject(row, 'slug', fault + suggestSlug([sheet.read(row, 'name'), slug], locale))
  return undefined
}

function readSlug(sheet: VitrineSheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'slug') ?? '').toLowerCase()
}
