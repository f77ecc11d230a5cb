import type { Availability } from '../../../../shared/catalog.ts'
import { readBoolean } from '../cells/boolean.ts'
import { readGtin } from '../cells/gtin.ts'
import { readPlainText } from '../cells/plain-text.ts'
import type { CsvRow } from '../csv/csv-file.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

export const CODE_MAX_LENGTH = 100
/** A thousand tonnes: heavier things are mistaken units. */
const WEIGHT_MAX_GRAMS = 1e9

/** The barcode where it is a GTIN; anything else is left out with a warning. */
export function readVariantGtin(sheet: ShopifySheet, row: CsvRow): string | null | undefined {
  const barcode = sheet.readCode(row, 'barcode', CODE_MAX_LENGTH)
  if (!barcode) return barcode
  const reading = readGtin(barcode)
  if ('gtin' in reading) return reading.gtin
  sheet.warn(row, 'barcode', `${reading.fault}; it was left out`)
  return null
}

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
  const text = readPlainText(cell).replace(',', '.')
  if (text === '') return null
  const grams = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (grams <= WEIGHT_MAX_GRAMS) return grams === 0 ? null : grams
  sheet.warn(row, 'grams', 'this is no weight in grams; it was left out')
  return null
}
