import type { ProductCard } from '../../shared/catalog.ts'
import type { PartPrices } from '../../shared/shown-catalog.ts'

/** What the parts of a set cost in its currency; null where none has a price. */
export function findPartPrices(currency: string, included: readonly ProductCard[]): PartPrices | null {
  const priced = included.filter((part) => part.priceFromMinor && part.currency === currency)
  if (priced.length === 0) return null
  return {
    lowestMinor: Math.min(...priced.map(({ priceFromMinor }) => priceFromMinor!)),
    highestMinor: Math.max(...priced.map(({ priceToMinor }) => priceToMinor!)),
    count: priced.length,
  }
}
