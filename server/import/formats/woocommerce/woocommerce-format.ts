import { assignSlugs } from '../../assign-slugs.ts'
import { type CsvFile, type CsvRow, isBlankRow } from '../../files/csv-file.ts'
import { groupRows } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isWooCommerceHeader, readWooCommerceColumns } from './woocommerce-columns.ts'
import { buildWooCommerceDraft } from './woocommerce-draft.ts'
import { readIncludes } from './woocommerce-includes.ts'
import { WooCommerceSheet } from './woocommerce-sheet.ts'
import { readKey, readParent, surveyWooCommerceRows, type WooCommerceSurvey } from './woocommerce-survey.ts'

/** WooCommerce's product export, with column names in English, German or Spanish. */
export const WOOCOMMERCE_FORMAT: ProductFormat = {
  id: 'woocommerce',
  name: 'WooCommerce product export',
  signs: '"Type", "Name" and "SKU" or "Regular price"',
  recognises: isWooCommerceHeader,

  async scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
    const sheet = new WooCommerceSheet(file, readWooCommerceColumns(file, notes), notes)
    const survey = await surveyWooCommerceRows(sheet)
    return { rowCount: survey.rowCount, readDrafts: (context) => readDrafts(sheet, survey, context) }
  },
}

async function* readDrafts(sheet: WooCommerceSheet, survey: WooCommerceSurvey, context: DraftContext) {
  using products = survey.products
  await assignSlugs(products, context)
  const keyOf = (row: CsvRow, index: number) => findProductKey(sheet, survey, row, index)
  for await (const { key, rows } of groupRows(sheet.file.readRows(), survey.ends, keyOf, context.onRows)) {
    const product = products.find(key)!
    const row = rows.find((candidate) => candidate.line === product.details.line)!
    const variations = rows.filter((candidate) => candidate !== row)
    const includes = await readIncludes(sheet, row, { product, survey, stored: context.stored })
    yield buildWooCommerceDraft(sheet, { product, row, variations, includes }, context)
  }
}

/** The key of the product that a row belongs to; a row that belongs to none is rejected here. */
function findProductKey(
  sheet: WooCommerceSheet,
  survey: WooCommerceSurvey,
  row: CsvRow,
  index: number,
): string | undefined {
  if (isBlankRow(row) || !sheet.checkCellCount(row)) return undefined
  if (sheet.readType(row) !== 'variation') {
    const key = readKey(sheet, row, index)
    const { line, index: firstIndex } = survey.products.find(key)!.details
    if (firstIndex === index) return key
    sheet.reject(row, key.startsWith('id:') ? 'id' : 'sku', `the product stands on line ${line} already`)
    return undefined
  }
  const reference = readParent(sheet, row)
  const key = survey.resolve(reference)
  const parent = key === undefined ? undefined : survey.products.find(key)!.details
  if (parent?.type === 'variable') return key
  const reason =
    reference === ''
      ? 'the variation names no parent'
      : parent
        ? `the variation's parent, on line ${parent.line}, is no variable product`
        : `no product of this file is "${reference}"; the variation has no parent`
  sheet.reject(row, 'parent', reason)
  return undefined
}
