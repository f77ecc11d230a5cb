import type { ProductFormat } from '../../product-format.ts'
import { scanSlugRows } from '../slug-rows.ts'
import { isVitrineHeader, VitrineSheet } from './vitrine-columns.ts'
import { buildVitrineDraft } from './vitrine-product.ts'

/** Each row of a Vitrine sheet is a variant and has the slug of its product. */
export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  expectedColumns: '"Slug" and "Name"',
  recognises: isVitrineHeader,

  async scan(file, notes) {
    const sheet = new VitrineSheet(file, notes)
    return scanSlugRows(sheet, {
      slugField: 'slug',
      nameField: 'name',
      foldSlug: (slug) => slug.toLowerCase(),
      slugRule: 'lowercase letters, digits, dashes and underscores',
      buildDraft: (group, currency) => buildVitrineDraft(sheet, group, currency),
    })
  },
}
