import { productPath } from './urls.ts'

export const SHEET_KEY = 'sheet'

export function sheetPath(slug: string, variantKey = ''): string {
  return `${productPath(slug, variantKey)}${variantKey ? '&' : '?'}${SHEET_KEY}`
}
