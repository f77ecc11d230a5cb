import type { ProductFormat } from '../../product-format.ts'
import { stageSlugRows } from '../slug-rows.ts'
import { isVitrineHeader, VitrineSheet } from './vitrine-columns.ts'
import { buildVitrineDraft } from './vitrine-product.ts'
import { buildVitrineTexts } from './vitrine-translations.ts'

export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  expectedColumns: '"Slug" and "Name", or a translation such as "Name[de]"',
  recognises: isVitrineHeader,

  async scan(file, notes, languages) {
    const sheet = new VitrineSheet(file, notes, languages)
    return stageSlugRows(sheet, {
      slugField: 'slug',
      nameField: sheet.onlyTranslates ? 'slug' : 'name',
      priceField: 'price',
      foldSlug: (slug) => slug.toLowerCase(),
      slugRule: 'lowercase letters, digits, dashes and underscores',
      build: (group, currency) =>
        sheet.onlyTranslates ? buildVitrineTexts(sheet, group) : buildVitrineDraft(sheet, group, currency),
    })
  },
}
