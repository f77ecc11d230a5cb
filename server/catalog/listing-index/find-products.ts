import type { ListingQuery } from '../../../shared/listing-query.ts'
import { toMinorUnits } from '../../../shared/money.ts'
import { createBits, createFullBits, intersect, type Bits } from './bits.ts'
import { BLOBS, NO_PRICE } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { selectPrices } from './prices.ts'
import { searchWords, type SearchResult } from './search-words.ts'

/** The sets that a listing is narrowed to, each by the name of its filter. */
export interface FoundProducts {
  readonly filters: ReadonlyMap<string, Bits>
  /** In all of the sets. */
  readonly matching: Bits
  readonly search: SearchResult | null
}

/** Name of the filter of an attribute. */
export const attributeFilter = (key: string) => `attribute ${key}`

/**
 * @param currency of the site; prices in the address are in its major units
 * @param categorySlug limits the listing to a category's subtree
 */
export async function findProducts(index: ListingIndex, query: ListingQuery, currency: string, categorySlug: string | undefined): Promise<FoundProducts> {
  const { brands, attributes, categories, productCount } = index.directory
  const filters = new Map<string, Bits>()
  if (categorySlug !== undefined) filters.set('listed category', await index.selectValues(BLOBS.categories, categories, [categorySlug]))
  const search = query.search ? await searchWords(index, query.search) : null
  if (search) filters.set('search', search.matching)
  if (query.categories.length > 0) filters.set('category', await index.selectValues(BLOBS.categories, categories, query.categories))
  if (query.brands.length > 0) filters.set('brand', await index.selectValues(BLOBS.brands, brands, query.brands))
  for (const [key, values] of Object.entries(query.attributes)) {
    const attribute = attributes.find((candidate) => candidate.key === key)
    const bits = attribute ? await index.selectValues(BLOBS.attribute(key), attribute.values, values) : createBits(productCount)
    filters.set(attributeFilter(key), bits)
  }
  if (query.inStock) filters.set('in stock', await index.readWords(BLOBS.inStock))
  if (query.minPrice !== null || query.maxPrice !== null) filters.set('price', await selectByPrice(index, query, currency))
  return { filters, matching: intersectAll(filters, productCount), search }
}

/** What is left of all products under every filter but one. */
export function intersectAll(filters: ReadonlyMap<string, Bits>, productCount: number, except?: string): Bits {
  const bits = createFullBits(productCount)
  for (const [name, filter] of filters) if (name !== except) intersect(bits, filter)
  return bits
}

/** Products of which something costs as much as was asked for. */
async function selectByPrice(index: ListingIndex, { minPrice, maxPrice }: ListingQuery, currency: string): Promise<Bits> {
  const lowest = minPrice === null ? 0 : toMinorUnits(minPrice, currency)
  const highest = maxPrice === null ? NO_PRICE - 1 : toMinorUnits(maxPrice, currency)
  const bits = createBits(index.directory.productCount)
  selectPrices(await index.readPrices(), lowest, highest, bits)
  return bits
}
