import type { Messages } from './messages/messages.ts'
import { formatPrice } from './money.ts'
import type { PriceText } from './shown-catalog.ts'

export interface Price {
  /** Null where it is on request. */
  readonly priceMinor: number | null
  readonly compareAtMinor: number | null
  readonly currency: string
  /** There are dearer variants. */
  readonly isFrom?: boolean
}

/** Formats a price, and the former price if there is one, with the words shown around them. */
export function describePrice(
  { priceMinor, compareAtMinor, currency, isFrom = false }: Price,
  locale: string,
  messages: Messages,
): PriceText {
  if (priceMinor === null) return { price: messages.priceOnRequest }
  const present = formatPrice(priceMinor, currency, locale)
  const price = isFrom ? `${messages.priceFromPrefix} ${present}` : present
  return compareAtMinor === null ? { price } : { price, formerPrice: formatPrice(compareAtMinor, currency, locale) }
}
