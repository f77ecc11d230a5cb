import { isSlug } from '../../../shared/slug.ts'
import { suggestSlug } from '../assign-slugs.ts'
import { copyText } from '../cells.ts'
import { NAME_MAX_LENGTH, type DraftResult } from '../draft-product.ts'
import { isBlankRow, scanCsvRows, type CsvRow } from '../files/csv-file.ts'
import type { CsvSheet } from '../files/csv-sheet.ts'
import { groupRows, LastRowIndexes } from '../group-rows.ts'
import { NamedCurrencies } from '../prices.ts'
import type { ScannedProducts } from '../product-format.ts'

/** The rows of a product, of which the first has the product's fields. */
export interface SlugGroup {
  readonly slug: string
  readonly name: string
  readonly rows: readonly [CsvRow, ...CsvRow[]]
}

interface SlugRows<Field extends string> {
  readonly slugField: Field
  readonly nameField: Field
  readonly priceField: Field
  readonly foldSlug: (text: string) => string
  readonly slugRule: string
  readonly buildDraft: (group: SlugGroup, currency: string) => DraftResult['draft']
}

/**
 * Scans a table in which each row names its product by a slug. Rows without a valid slug are rejected one by one; a
 * product whose first row is incomplete or has no name is rejected as a whole.
 * @throws ImportError if the file cannot be read to its end
 */
export async function scanSlugRows<Field extends string>(
  sheet: CsvSheet<Field>,
  { slugField, nameField, priceField, foldSlug, slugRule, buildDraft }: SlugRows<Field>,
): Promise<ScannedProducts> {
  const readSlug = (row: CsvRow) => foldSlug(sheet.readPlain(row, slugField))
  const ends = new LastRowIndexes()
  const currencies = new NamedCurrencies()
  const rowCount = await scanCsvRows(sheet.file, (row, index) => {
    const slug = readSlug(row)
    if (isSlug(slug)) ends.note(slug, index)
    currencies.note(sheet.read(row, priceField) ?? '')
  })

  const readKey = (row: CsvRow, locale: string): string | undefined => {
    if (isBlankRow(row)) return undefined
    const slug = readSlug(row)
    if (isSlug(slug)) return slug
    const fault =
      slug === '' ? 'is missing, and the address of the page is built from it' : `may contain only ${slugRule}`
    sheet.reject(row, slugField, `the ${slugField} ${fault}${suggestSlug([sheet.read(row, nameField), slug], locale)}`)
    return undefined
  }

  const readDraft = (slug: string, rows: SlugGroup['rows'], currency: string): DraftResult['draft'] => {
    const [first] = rows
    if (!sheet.checkCellCount(first)) return null
    const name = sheet.readText(first, nameField, NAME_MAX_LENGTH)
    if (name) return buildDraft({ slug, name, rows }, currency)
    sheet.reject(first, nameField, `the ${nameField} is missing on the product's first row; the product was left out`)
    return null
  }

  return {
    rowCount,
    basics: { currency: currencies.single },
    holdsSlug: (slug) => ends.has(slug),
    async *readDrafts({ currency, locale, onRows }) {
      const groups = groupRows(sheet.file.readRows(), ends, (row) => readKey(row, locale), onRows)
      for await (const { key, rows } of groups) {
        const slug = copyText(key)
        yield { ...sheet.buildResult(slug, () => readDraft(slug, rows, currency), rows), hasGivenSlug: true }
      }
    },
  }
}
