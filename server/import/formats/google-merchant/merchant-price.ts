import { toInstant } from '../../../../shared/local-date-time.ts'
import { readPlainText } from '../../cells.ts'
import { readPrice } from '../../prices.ts'
import type { DraftPrices } from '../../draft-product.ts'
import type { DraftContext } from '../../product-format.ts'
import type { FeedItem, FeedReader } from './feed-item.ts'

/** Seconds and offset may be missing; then the clocks of the site count. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?$/

/**
 * What an item costs now. A sale price holds only where it is lower, and within its dates.
 * @returns 'rejected' where a price cannot be read
 */
export function readPrices(reader: FeedReader, item: FeedItem, context: DraftContext): DraftPrices | 'rejected' {
  const regular = readAmount(reader, item, 'price', context.currency)
  const sale = readAmount(reader, item, 'sale_price', context.currency)
  if (regular === 'rejected' || sale === 'rejected') return 'rejected'
  if (regular && sale && sale < regular && isOnSale(reader, item, context))
    return { priceMinor: sale, compareAtMinor: regular }
  return {
    priceMinor: regular === undefined ? undefined : regular || null,
    compareAtMinor: regular === undefined ? undefined : null,
  }
}

function readAmount(
  reader: FeedReader,
  item: FeedItem,
  field: 'price' | 'sale_price',
  currency: string,
): number | null | undefined | 'rejected' {
  if (!reader.has(field)) return undefined
  const text = readPlainText(reader.readRaw(item, field))
  if (text === '') return null
  const reading = readPrice(text, currency)
  if ('minor' in reading) return reading.minor
  reader.reject(item, field, reading.fault)
  return 'rejected'
}

function isOnSale(reader: FeedReader, item: FeedItem, { timeZone, now }: DraftContext): boolean {
  const text = readPlainText(reader.readRaw(item, 'sale_price_effective_date'))
  if (text === '') return true
  const [starts, ends, ...others] = text.split(/\s*\/\s*/).map((part) => readInstant(part, timeZone))
  if (starts === undefined || ends === undefined || others.length > 0) {
    reader.warn(
      item,
      'sale_price_effective_date',
      'this is no span of time (start/end, ISO 8601); the sale price was left out',
    )
    return false
  }
  return starts <= now && now < ends
}

function readInstant(text: string, timeZone: string): number | undefined {
  const [, date, time, utc, hours, minutes] = INSTANT.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  const instant =
    utc || hours ? Date.parse(`${date}T${time}${utc ?? `${hours}:${minutes}`}`) : toInstant(`${date}T${time}`, timeZone)
  return Number.isNaN(instant) ? undefined : instant
}
