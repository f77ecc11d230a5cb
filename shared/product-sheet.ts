import { productPath } from './urls.ts'

/** Parameter of a product's address that asks for its print sheet. It has no value. */
export const SHEET_KEY = 'sheet'

/** Path of a product's print sheet, which is a state of its page. */
export function sheetPath(slug: string, variantKey = ''): string {
  return `${productPath(slug, variantKey)}${variantKey ? '&' : '?'}${SHEET_KEY}`
}
