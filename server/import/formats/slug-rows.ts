import { isSlug } from '../../../shared/slug.ts'
import { suggestSlug } from '../assign-slugs.ts'
import { NAME_MAX_LENGTH, type DraftResult } from '../draft-product.ts'
import type { CsvSheet } from '../files/csv-sheet.ts'
import type { ScannedProducts } from '../product-format.ts'
import { stageProducts, type ProductGroup } from './staged-products.ts'

interface SlugRows<Field extends string> {
  readonly slugField: Field
  readonly nameField: Field
  readonly priceField: Field
  readonly foldSlug: (text: string) => string
  readonly slugRule: string
  readonly build: (group: ProductGroup, currency: string) => DraftResult['draft']
}

/**
 * Stages a table in which each row names its product by a slug. Rows without a valid slug are rejected one by one; a
 * product whose first row is incomplete or has no name is rejected as a whole.
 * @throws ImportError if the file cannot be read to its end
 */
export function stageSlugRows<Field extends string>(
  sheet: CsvSheet<Field>,
  { slugField, nameField, priceField, foldSlug, slugRule, build }: SlugRows<Field>,
): Promise<ScannedProducts> {
  return stageProducts(sheet.file, {
    areKeysSlugs: true,
    reader: sheet,
    readPrices: (row) => sheet.read(row, priceField) ?? '',
    place(row) {
      const slug = foldSlug(sheet.readPlain(row, slugField))
      if (!isSlug(slug)) return { key: null }
      return { key: slug, product: { key: slug, name: '', givenSlug: slug, sourceId: null, sku: null } }
    },
    reject(row, _stage, { locale }) {
      const slug = foldSlug(sheet.readPlain(row, slugField))
      const fault =
        slug === '' ? 'is missing, and the address of the page is built from it' : `may contain only ${slugRule}`
      const proposal = suggestSlug([sheet.read(row, nameField), slug], locale)
      sheet.reject(row, slugField, `the ${slugField} ${fault}${proposal}`)
    },
    build(group, { currency }) {
      const [first] = group.rows
      if (!sheet.checkCellCount(first)) return null
      const name = sheet.readText(first, nameField, NAME_MAX_LENGTH)
      if (name) return build({ ...group, name }, currency)
      sheet.reject(first, nameField, `the ${nameField} is missing on the product's first row; the product was left out`)
      return null
    },
  })
}
