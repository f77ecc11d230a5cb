import type { Site } from '../../../shared/site.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import { toMinorUnits } from '../rules/money.ts'
import { type Bits, type BitsArena, countBits, intersectInto, setBit } from './bits.ts'
import { readDiscontinued } from './ranking.ts'
import { BLOBS, NO_PRICE } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { listWithin, addPricedBetween } from './ranges.ts'
import { type SearchResult, searchWords } from './search-words.ts'

export interface FoundProducts {
  readonly filters: ReadonlyMap<string, Bits>
  readonly matching: Bits
  readonly total: number
  /** Whether no product has all words, so that `matching` has some of them. */
  readonly isPartial: boolean
  /** Products with only some of the words, listed after `matching`; null if there are none. */
  readonly partial: Bits | null
  readonly partialTotal: number
  readonly search: SearchResult | null
}

/** The key of an attribute's filter in `FoundProducts.filters`. */
export const attributeFilter = (key: string) => `attribute ${key}`

/** The key of an attribute's range in `FoundProducts.filters`. */
export const rangeFilter = (key: string) => `range ${key}`

/**
 * @param arena owns the resulting sets
 * @param site defines the currency of the query's prices
 * @param categorySlug limits the listing to a category and its descendants
 * @param familyOrdinal a product of the family that the query names; undefined if there is none
 */
export async function findProducts(
  index: ListingIndex,
  arena: BitsArena,
  query: ListingQuery,
  { currency }: Pick<Site, 'currency'>,
  categorySlug: string | undefined,
  familyOrdinal?: number,
): Promise<FoundProducts> {
  const { brands, tags, attributes, categories } = index.directory
  const filters = new Map<string, Bits>()
  const select = async (filter: string, blob: string, labels: readonly string[], chosen: readonly string[]) => {
    const bits = arena.empty()
    const postings = await index.readPostings(blob)
    postings.addTo(index.findPositions(blob, labels, chosen), bits)
    filters.set(filter, bits)
  }
  if (categorySlug !== undefined) await select('listed category', BLOBS.categories, categories, [categorySlug])
  // Searches also find products that are no longer offered.
  const discontinued = query.search ? null : await readDiscontinued(index)
  if (discontinued) filters.set('offered', arena.subtract(arena.full(), discontinued))
  const search = query.search ? await searchWords(index, arena, query.search, { corrects: !query.isVerbatim }) : null
  if (search) filters.set('search', search.matching)
  if (query.categories.length > 0) await select('category', BLOBS.categories, categories, query.categories)
  if (query.brands.length > 0) await select('brand', BLOBS.brands, brands, query.brands)
  if (query.tags.length > 0) await select('tag', BLOBS.tags, tags, query.tags)
  if (query.family) {
    const bits = arena.empty()
    for (const ordinal of await listFamilyOf(index, familyOrdinal)) setBit(bits, ordinal)
    filters.set('family', bits)
  }
  for (const [key, values] of Object.entries(query.attributes)) {
    const attribute = attributes.find((candidate) => candidate.key === key)
    if (attribute) await select(attributeFilter(key), BLOBS.attribute(key), attribute.values, values)
    else filters.set(attributeFilter(key), arena.empty())
  }
  for (const [key, range] of Object.entries(query.ranges)) {
    const bits = arena.empty()
    const numeric = attributes.find((candidate) => candidate.key === key)?.numeric
    const places = numeric && listWithin(numeric, range)
    if (places && places.size > 0) (await index.readPostings(BLOBS.attribute(key))).addTo(places, bits)
    filters.set(rangeFilter(key), bits)
  }
  if (query.inStock) filters.set('in stock', await index.readWords(BLOBS.inStock))
  if (query.minPrice !== null || query.maxPrice !== null)
    filters.set('price', await selectByPrice(index, arena, query, currency))
  const matching = intersectAll(arena, filters)
  const partial = search && intersectAll(arena, new Map([...filters, ['search', search.partial]]))
  const [total, partialTotal] = [countBits(matching), partial ? countBits(partial) : 0]
  if (!partial || total > 0 || partialTotal === 0)
    return { filters, matching, total, isPartial: false, partial, partialTotal, search }
  filters.set('search', search.partial)
  return { filters, matching: partial, total: partialTotal, isPartial: true, partial: null, partialTotal: 0, search }
}

/** Lists the products of a product's family; only itself if it has none. */
async function listFamilyOf(index: ListingIndex, ordinal: number | undefined): Promise<Iterable<number>> {
  if (ordinal === undefined) return []
  const family = await index.findFamily(ordinal)
  return family?.products.map((product) => product.ordinal) ?? [ordinal]
}

/** Returns the products that match all filters, except one if given. */
export function intersectAll(arena: BitsArena, filters: ReadonlyMap<string, Bits>, except?: string): Bits {
  const bits = arena.full()
  for (const [name, filter] of filters) if (name !== except) intersectInto(bits, filter)
  return bits
}

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
