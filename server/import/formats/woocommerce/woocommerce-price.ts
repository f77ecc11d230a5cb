import { toInstant, isIsoDate } from '../../../../shared/local-date-time.ts'
import { readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { DraftPrices } from '../../draft-product.ts'
import type { DraftContext } from '../../product-format.ts'
import type { WooCommerceSheet } from './woocommerce-sheet.ts'

const MINUTE_MS = 60_000

/**
 * What a row costs now. A reduced price holds only where it is lower than the regular one, and within its dates.
 * @returns 'rejected' where a price cannot be read
 */
export function readPrices(
  sheet: WooCommerceSheet,
  row: CsvRow,
  { currency, timeZone, now }: DraftContext,
): DraftPrices | 'rejected' {
  const regular = sheet.readPrice(row, 'regularPrice', currency)
  const sale = sheet.readPrice(row, 'salePrice', currency)
  if (regular === 'rejected' || sale === 'rejected') return 'rejected'
  if (sale && !regular && regular !== undefined)
    sheet.warn(row, 'salePrice', 'there is no regular price that this one reduces; it was left out')
  const isReduced = Boolean(regular && sale && sale < regular) && isOnSale(sheet, row, timeZone, now)
  // A price of nothing is one that is given on request: nothing is sold here that could be free.
  if (isReduced) return { priceMinor: sale, compareAtMinor: regular }
  return {
    priceMinor: regular === undefined ? undefined : regular || null,
    compareAtMinor: regular === undefined && sale === undefined ? undefined : null,
  }
}

function isOnSale(sheet: WooCommerceSheet, row: CsvRow, timeZone: string, now: number): boolean {
  const starts = readInstant(sheet, row, 'saleStarts', timeZone)
  const ends = readInstant(sheet, row, 'saleEnds', timeZone)
  if (starts === 'invalid' || ends === 'invalid') return false
  return (starts === null || starts <= now) && (ends === null || now < ends)
}

/** The instant at which a reduction begins, or the first one after it; days begin and end on the clocks of the site. */
function readInstant(
  sheet: WooCommerceSheet,
  row: CsvRow,
  field: 'saleStarts' | 'saleEnds',
  timeZone: string,
): number | null | 'invalid' {
  const text = readPlainText(sheet.read(row, field) ?? '')
  if (text === '') return null
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? []
  if (!isIsoDate(date) || (time !== undefined && time > '23:59')) {
    sheet.warn(row, field, 'this is no date (YYYY-MM-DD); the reduced price was left out')
    return 'invalid'
  }
  if (field === 'saleStarts') return toInstant(`${date}T${time ?? '00:00'}`, timeZone)
  return time === undefined ? toInstant(`${date}T23:59`, timeZone) + MINUTE_MS : toInstant(`${date}T${time}`, timeZone)
}
