import type { Availability } from '../../../../shared/catalog.ts'
import { readBoolean, readDecimal, readPlainText, readWeightGrams } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { WooCommerceSheet } from './woocommerce-sheet.ts'

/**
 * Whether a row's thing can be had.
 * @param parent the row that counts the stock where this one says `parent`
 */
export function readAvailability(sheet: WooCommerceSheet, row: CsvRow, parent?: CsvRow): Availability | undefined {
  if (!sheet.has('inStock') && !sheet.has('stock')) return undefined
  const word = readWord(sheet, row, 'inStock')
  const stock = readWord(sheet, row, 'stock')
  if (stock === 'parent' && parent) return readAvailability(sheet, parent)
  if (word === 'backorder' || word === 'onbackorder') return 'BackOrder'
  const isInStock = word === '' || word === 'instock' || readBoolean(word)
  if (isInStock === undefined && word !== 'outofstock')
    sheet.warn(row, 'inStock', 'this is none of 1, 0 and backorder; the product counts as out of stock')
  if (isInStock !== true) return 'OutOfStock'
  const count = readCount(stock)
  if (count === undefined) sheet.warn(row, 'stock', 'this is no number; what stands under "in stock" counts alone')
  if (count === undefined || count === null || count > 0) return 'InStock'
  const backorders = readWord(sheet, row, 'backorders')
  return backorders === 'notify' || readBoolean(backorders) === true ? 'BackOrder' : 'OutOfStock'
}

/** Null where the stock is not counted, undefined where the cell holds something else. */
function readCount(stock: string): number | null | undefined {
  if (stock === '' || stock === 'parent') return null
  const count = readDecimal(stock.replace(/^[-−]/, ''))
  return count !== undefined && /^[-−]/.test(stock) ? -count : count
}

/** The weight in grams; a variation without one weighs what its parent does. */
export function readWeight(sheet: WooCommerceSheet, row: CsvRow, parent?: CsvRow): number | null | undefined {
  const text = readWord(sheet, row, 'weight')
  if (!sheet.has('weight')) return undefined
  if (text === '') return parent ? readWeight(sheet, parent) : null
  // Without a unit in its name the column holds what WooCommerce begins with.
  const grams = readWeightGrams(text, sheet.columns.units.get('weight') ?? 'kg')
  if (grams !== undefined) return grams
  sheet.warn(row, 'weight', 'this is no weight; it was left out')
  return null
}

function readWord(sheet: WooCommerceSheet, row: CsvRow, field: 'inStock' | 'stock' | 'backorders' | 'weight'): string {
  return readPlainText(sheet.read(row, field) ?? '').toLowerCase()
}
