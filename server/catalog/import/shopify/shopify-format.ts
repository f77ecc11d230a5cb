import type { CsvFile } from '../csv/csv-file.ts'
import type { ImportNotes } from '../import-report.ts'
import type { ProductFormat, SurveyedProducts } from '../product-format.ts'
import { isShopifyHeader, readShopifyColumns } from './shopify-columns.ts'
import { buildShopifyDraft } from './shopify-draft.ts'
import { groupShopifyRows, surveyShopifyRows } from './shopify-groups.ts'
import { ShopifySheet } from './shopify-sheet.ts'

/** Shopify's product export, with its old and its new column names. */
export const SHOPIFY_FORMAT: ProductFormat = {
  id: 'shopify',
  name: 'Shopify product export',
  signs: '"Handle" or "URL handle"',
  recognises: isShopifyHeader,

  async survey(file: CsvFile, notes: ImportNotes): Promise<SurveyedProducts> {
    const sheet = new ShopifySheet(file, readShopifyColumns(file, notes), notes)
    const survey = await surveyShopifyRows(sheet)
    return {
      rowCount: survey.rowCount,
      holdsSlug: (slug) => survey.slugs.has(slug),
      async *readDrafts({ currency, onRows }) {
        for await (const group of groupShopifyRows(sheet, survey, onRows)) yield buildShopifyDraft(sheet, group, currency)
      },
    }
  },
}
