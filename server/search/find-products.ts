import type { ListingQuery } from '../../shared/listing-query.ts'
import { toMinorUnits } from '../../shared/money.ts'
import { type Bits, type BitsArena, countBits, intersectInto } from './bits.ts'
import { BLOBS, NO_PRICE } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { addPricedBetween } from './prices.ts'
import { type SearchResult, searchWords } from './search-words.ts'

/** The products of a listing before sorting. */
export interface FoundProducts {
  /** The products that match each active filter, by the filter's name. */
  readonly filters: ReadonlyMap<string, Bits>
  /** The products that match all filters. */
  readonly matching: Bits
  /** Number of matching products. */
  readonly total: number
  /** Null if nothing was searched for. */
  readonly search: SearchResult | null
}

/** Returns the filter name of an attribute. */
export const attributeFilter = (key: string) => `attribute ${key}`

/**
 * Finds the products that match a query.
 * @param arena holds the resulting sets
 * @param currency of the site; prices in the address are in its major units
 * @param categorySlug limits the listing to a category's subtree
 */
export async function findProducts(
  index: ListingIndex,
  arena: BitsArena,
  query: ListingQuery,
  currency: string,
  categorySlug: string | undefined,
): Promise<FoundProducts> {
  const { brands, attributes, categories } = index.directory
  const filters = new Map<string, Bits>()
  const select = async (filter: string, blob: string, labels: readonly string[], chosen: readonly string[]) => {
    const bits = arena.empty()
    const postings = await index.readPostings(blob)
    postings.addTo(index.findPositions(blob, labels, chosen), bits)
    filters.set(filter, bits)
  }
  if (categorySlug !== undefined) await select('listed category', BLOBS.categories, categories, [categorySlug])
  const search = query.search ? await searchWords(index, arena, query.search) : null
  if (search) filters.set('search', search.matching)
  if (query.categories.length > 0) await select('category', BLOBS.categories, categories, query.categories)
  if (query.brands.length > 0) await select('brand', BLOBS.brands, brands, query.brands)
  for (const [key, values] of Object.entries(query.attributes)) {
    const attribute = attributes.find((candidate) => candidate.key === key)
    if (attribute) await select(attributeFilter(key), BLOBS.attribute(key), attribute.values, values)
    else filters.set(attributeFilter(key), arena.empty())
  }
  if (query.inStock) filters.set('in stock', await index.readWords(BLOBS.inStock))
  if (query.minPrice !== null || query.maxPrice !== null)
    filters.set('price', await selectByPrice(index, arena, query, currency))
  const matching = intersectAll(arena, filters)
  return { filters, matching, total: countBits(matching), search }
}

/** Intersects all filters, or all except one. */
export function intersectAll(arena: BitsArena, filters: ReadonlyMap<string, Bits>, except?: string): Bits {
  const bits = arena.full()
  for (const [name, filter] of filters) if (name !== except) intersectInto(bits, filter)
  return bits
}

/** Finds the products with a variant in the requested price range. */
async function selectByPrice(
  index: ListingIndex,
  arena: BitsArena,
  { minPrice, maxPrice }: ListingQuery,
  currency: string,
): Promise<Bits> {
  const lowest = minPrice === null ? 0 : toMinorUnits(minPrice, currency)
  const highest = maxPrice === null ? NO_PRICE - 1 : toMinorUnits(maxPrice, currency)
  const bits = arena.empty()
  addPricedBetween(await index.readPrices(), lowest, highest, bits)
  return bits
}
