import { isSlug } from '../../../../shared/slug.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import { LIMITS } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductFormat } from '../../product-format.ts'
import { stageProducts } from '../../stage.ts'
import { isVitrineHeader, VitrineSheet } from './vitrine-columns.ts'
import { buildVitrineDraft } from './vitrine-product.ts'
import { readTranslations } from './vitrine-cells.ts'

/** Rows without a valid slug are rejected one by one. A product without a name is rejected as a whole. */
export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  expectedColumns: '"Slug" and "Name", or a translation such as "Name[de]"',
  recognises: isVitrineHeader,

  async scan(file, notes, languages) {
    const sheet = new VitrineSheet(file, notes, languages)
    const nameField = sheet.onlyTranslates ? 'slug' : 'name'
    const readSlug = (row: CsvRow) => sheet.readLower(row, 'slug')
    return stageProducts(file, notes, {
      areKeysSlugs: true,
      readPrices: (row) => sheet.read(row, 'price') ?? '',
      place(row) {
        const slug = readSlug(row)
        if (!isSlug(slug)) return { key: null }
        return { key: slug, product: { givenSlug: slug }, reference: file.readOwnSlug?.(row) }
      },
      reject(row, { locale }) {
        const slug = readSlug(row)
        const fault =
          slug === ''
            ? 'is missing, and the address of the page is built from it'
            : 'may contain only lowercase letters, digits, dashes and underscores'
        sheet.reject(row, 'slug', `the slug ${fault}${suggestSlug([sheet.read(row, nameField), slug], locale)}`)
      },
      build(group, { currency }) {
        const [first] = group.rows
        if (!sheet.checkCellCount(first)) return null
        if (sheet.onlyTranslates) {
          const { slug, rows } = group
          if (!rows.slice(1).every((row) => sheet.checkCellCount(row))) return null
          const translations = readTranslations(sheet, rows, sheet.options)
          return { slug, line: first.line, name: slug, onlyTranslates: true, translations }
        }
        const name = sheet.readText(first, 'name', LIMITS.name)
        if (name) return buildVitrineDraft(sheet, { ...group, name }, currency)
        sheet.reject(first, 'name', `the name is missing on the product's first row; the product was left out`)
        return null
      },
    })
  },
}
