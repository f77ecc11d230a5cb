import type { Availability } from '../../../../shared/catalog.ts'
import { readBoolean, readPlainText, readWeightGrams } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

export function readAvailability(sheet: ShopifySheet, row: CsvRow): Availability | undefined {
  if (!sheet.has('inventoryTracker') && !sheet.has('inventoryQuantity')) return undefined
  const quantity = readPlainText(sheet.read(row, 'inventoryQuantity') ?? '')
  const isTracked = sheet.has('inventoryTracker') ? !sheet.isBlank(row, 'inventoryTracker') : quantity !== ''
  // Exports of shops with several locations know that stock is tracked, but not how much there is.
  if (!isTracked || quantity === '') return 'InStock'
  if (!/^[+-]?\d+(?:[.,]0+)?$/.test(quantity)) {
    sheet.warn(row, 'inventoryQuantity', 'this is no whole number; the variant counts as out of stock')
    return 'OutOfStock'
  }
  if (Number.parseInt(quantity, 10) > 0) return 'InStock'
  const policy = readPlainText(sheet.read(row, 'inventoryPolicy') ?? '').toLowerCase()
  return policy === 'continue' || readBoolean(policy) === true ? 'BackOrder' : 'OutOfStock'
}

export function readWeight(sheet: ShopifySheet, row: CsvRow): number | null | undefined {
  const cell = sheet.read(row, 'grams')
  if (cell === undefined) return undefined
  const text = readPlainText(cell)
  if (text === '') return null
  const grams = readWeightGrams(text, 'g')
  if (grams !== undefined) return grams
  sheet.warn(row, 'grams', 'this is no weight in grams; it was left out')
  return null
}
