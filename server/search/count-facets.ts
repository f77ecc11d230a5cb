import { FILTER_KEYS_MAX, FILTER_VALUES_MAX } from '../../shared/constants.ts'
import type { CategoryLink } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { AttributeFacet, Facets, FacetValue } from '../store/listing.ts'
import { type Bits, type BitsArena, countBits, countCommonBits } from './bits.ts'
import { attributeFilter, type FoundProducts, intersectAll } from './find-products.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { findPriceRange } from './prices.ts'

const collators = new Map<string, Intl.Collator>()

interface FacetContext {
  readonly index: ListingIndex
  readonly arena: BitsArena
  readonly query: ListingQuery
  readonly found: FoundProducts
  readonly locale: string
}

/**
 * Counts the products of each filter value. The products that are counted match all filters except the value's own.
 * @param categories children of the listed category, in their order
 */
export async function countFacets(
  context: FacetContext,
  categories: readonly CategoryLink[],
  listedCategory: string | undefined,
): Promise<Facets> {
  const { index, query } = context
  const bitsWithout = (filter: string) => bitsExcept(context, filter)
  return {
    categories: await countCategories(context, categories),
    brands: await countValues(context, {
      blob: BLOBS.brands,
      labels: index.directory.brands,
      bits: bitsWithout('brand'),
      selected: query.brands,
    }),
    attributes: await countAttributes(context, listedCategory),
    inStockCount: countCommonBits(bitsWithout('in stock'), await index.readWords(BLOBS.inStock)),
    price: findPriceRange(await index.readPrices(), bitsWithout('price')),
  }
}

async function countCategories(
  context: FacetContext,
  categories: readonly CategoryLink[],
): Promise<readonly FacetValue[]> {
  const { index, query } = context
  const all = index.directory.categories
  const known = categories
    .map(({ slug, name }) => ({ slug, name, place: all.indexOf(slug) }))
    .filter(({ place }) => place >= 0)
  const counts = await countEach(
    context,
    BLOBS.categories,
    bitsExcept(context, 'category'),
    known.map(({ place }) => place),
  )
  return known
    .map(({ slug, name, place }) => ({ value: slug, label: name, count: counts[place]! }))
    .filter(({ value, count }) => count > 0 || query.categories.includes(value))
}

/**
 * Counts the products of a set for each value.
 * @param wanted indexes of the values to count; all if undefined
 */
async function countEach(
  { index, arena, found }: FacetContext,
  blob: string,
  bits: Bits,
  wanted?: readonly number[],
): Promise<Uint32Array> {
  const postings = await index.readPostings(blob)
  const count = bits === found.matching ? found.total : countBits(bits)
  return count === arena.productCount ? postings.countAll() : postings.countIn(bits, count, wanted)
}

/** Counts the values of the attributes that the listed products have, the most useful attributes first. */
async function countAttributes(context: FacetContext, listedCategory = ''): Promise<readonly AttributeFacet[]> {
  const { index, query } = context
  const { attributes, attributeKeys } = index.directory
  // Selected attributes keep their position and are always shown.
  const keys = new Set([...(attributeKeys[listedCategory] ?? []), ...Object.keys(query.attributes)])
  const facets: AttributeFacet[] = []
  for (const key of keys) {
    const selected = query.attributes[key] ?? []
    if (facets.length >= FILTER_KEYS_MAX && selected.length === 0) continue
    const attribute = attributes.find((candidate) => candidate.key === key)
    if (!attribute) continue
    const bits = bitsExcept(context, attributeFilter(key))
    const values = await countValues(context, { blob: BLOBS.attribute(key), labels: attribute.values, bits, selected })
    // An attribute with a single value is no choice.
    if (values.length > 1 || selected.length > 0) facets.push({ key, name: attribute.name, values })
  }
  return facets
}

interface Countable {
  readonly blob: string
  readonly labels: readonly string[]
  readonly bits: Bits
  /** Selected values, in any spelling. */
  readonly selected: readonly string[]
}

/** Lists the most frequent values and the selected ones, sorted by name. */
async function countValues(
  context: FacetContext,
  { blob, labels, bits, selected }: Countable,
): Promise<readonly FacetValue[]> {
  const counts = await countEach(context, blob, bits)
  const chosen = [...context.index.findPositions(blob, labels, selected)].toSorted((one, other) => one - other)
  const offered = counts.slice()
  for (const place of chosen) offered[place] = 0
  const places = [...chosen, ...listHighest(offered, FILTER_VALUES_MAX - chosen.length)].slice(0, FILTER_VALUES_MAX)
  const values = places.map((place) => ({ value: labels[place]!, label: labels[place]!, count: counts[place]! }))
  const collator = collatorOf(context.locale)
  return values.toSorted((one, other) => collator.compare(one.label, other.label))
}

/** Returns the indexes of the highest numbers above 0; of equal numbers the first ones. */
function listHighest(numbers: Uint32Array, limit: number): readonly number[] {
  const least = Math.max(1, numbers.toSorted().at(-limit) ?? 1)
  const places: number[] = []
  for (let place = 0; place < numbers.length; place++) if (numbers[place]! > least) places.push(place)
  for (let place = 0; place < numbers.length && places.length < limit; place++)
    if (numbers[place] === least) places.push(place)
  return places
}

/** Returns the products that match all filters except one. */
function bitsExcept({ arena, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(arena, found.filters, filter) : found.matching
}

/** Returns the cached collator of a locale: creating one takes longer than sorting with it. */
function collatorOf(locale: string): Intl.Collator {
  let collator = collators.get(locale)
  if (!collator) {
    collator = new Intl.Collator(locale, { numeric: true })
    collators.set(locale, collator)
  }
  return collator
}
