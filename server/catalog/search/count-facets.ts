import { FILTER_KEYS_MAX, FILTER_PAGE_SIZE, FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import type { CategoryNode } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS, type OpenFilter } from '../../../shared/listing-query.ts'
import type { NumericAttribute } from '../rules/recognise-attribute.ts'
import type { AttributeFacet, Facet, Facets, OpenFacet } from './listing.ts'
import type { ListingIndex } from './listing-index.ts'
import { type Bits, countCommonBits, createBits } from './bits.ts'
import { bitsExcept, type CountedValues, countEach, countValues, type FacetContext, findFacet } from './count-values.ts'
import { rangeFilter } from './find-products.ts'
import { BLOBS } from './index-storage.ts'
import { findPriceRange } from './prices.ts'
import { summariseNumbers } from './ranges.ts'
import { foldValue } from './words.ts'

/** A filter with more values lists the most frequent ones, and links to a page of all values. */
export const FILTER_LISTED_VALUES = 20

/** Numbers that a filter lists besides the range. */
const FILTER_NUMERIC_VALUES_MAX = 8

const NO_VALUES: Facet = { values: [], valueCount: 0 }

export const NO_FACETS: Facets = {
  categories: NO_VALUES,
  brands: NO_VALUES,
  tags: NO_VALUES,
  attributes: [],
  inStockCount: 0,
  price: null,
}

/**
 * Counts the products of each filter value. A product counts if it matches all other filters.
 * @param categories children of the listed category, in their order
 */
export async function countFacets(
  context: FacetContext,
  categories: readonly CategoryNode[],
  listedCategory: string | undefined,
): Promise<Facets> {
  const { index } = context
  const build = async (name: string) => chooseValues(await countValues(context, findFacet(context, name, categories)!))
  return {
    categories: await build(LISTING_KEYS.categories),
    brands: await build(LISTING_KEYS.brands),
    tags: await build(LISTING_KEYS.tags),
    attributes: await countAttributes(context, listedCategory),
    inStockCount: countCommonBits(bitsExcept(context, 'in stock'), await index.readWords(BLOBS.inStock)),
    price: findPriceRange(await index.readPrices(), bitsExcept(context, 'price')),
  }
}

async function countAttributes(context: FacetContext, listedCategory = ''): Promise<readonly AttributeFacet[]> {
  const { index, query } = context
  const { attributeKeys } = index.directory
  // Chosen attributes keep their position and are always shown.
  const chosen = new Set([...Object.keys(query.attributes), ...Object.keys(query.ranges)])
  const keys = new Set([...(getOwn(attributeKeys, listedCategory) ?? []), ...chosen])
  const facets: AttributeFacet[] = []
  for (const key of keys) {
    if (facets.length >= FILTER_KEYS_MAX && !chosen.has(key)) continue
    const facet = await buildAttributeFacet(context, key)
    // A single value offers no choice.
    if (facet && (facet.range || facet.valueCount > 1 || chosen.has(key))) facets.push(facet)
  }
  return facets
}

/**
 * Builds the facet of an attribute. Numbers have a range; they are also listed if there are few or the attribute is an option.
 */
async function buildAttributeFacet(context: FacetContext, key: string): Promise<AttributeFacet | undefined> {
  const { index, query } = context
  const facet = findFacet(context, ATTRIBUTE_PREFIX + key, [])
  if (!facet?.attribute) return undefined
  const { name, numeric, isOption } = facet.attribute
  const counted = await countValues(context, facet)
  if (!numeric) return { key, name, ...chooseValues(counted) }
  const bits = bitsExcept(context, rangeFilter(key))
  const counts = await countEach(context, facet.blob, bits)
  const numbered = await readNumbered(index, facet.blob, numeric)
  const range = summariseNumbers(numeric, counts, countCommonBits(numbered, bits))
  const isNumber = (place: number) => (numeric.numbers[place] ?? null) !== null
  const areFew = counted.places.filter((place) => isNumber(place)).length <= FILTER_NUMERIC_VALUES_MAX
  const places = counted.places.filter((place) => isOption || areFew || !isNumber(place) || counted.chosen.has(place))
  const isChosen = Object.hasOwn(query.attributes, key) || Object.hasOwn(query.ranges, key)
  const isRange = isChosen || (range.ends !== null && range.ends[0] < range.ends[1])
  return { key, name, ...chooseValues({ ...counted, places }), ...(isRange && { range }) }
}

/** Returns the products that have a number. */
function readNumbered(index: ListingIndex, blob: string, { numbers }: NumericAttribute): Promise<Bits> {
  return index.getComputed(`numbered ${blob}`, async () => {
    const bits = createBits(index.directory.productCount)
    const places = numbers.flatMap((number, place) => (number === null ? [] : place))
    ;(await index.readPostings(blob)).addTo(new Set(places), bits)
    return bits
  })
}

/** Chooses the values that are shown beside products: all if there are few, otherwise the most frequent and the chosen ones. */
function chooseValues({ places, chosen, counts, kind, describe }: CountedValues): Facet {
  const isLong = places.length > FILTER_LISTED_VALUES
  const frequent = isLong ? listHighest(places, counts, FILTER_SHOWN_VALUES) : new Set(places)
  const shown = places.filter((place) => frequent.has(place) || chosen.has(place))
  if (kind !== 'scale') shown.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
  return { values: shown.map(describe), valueCount: places.length }
}

/** Returns the `limit` places with the highest counts; of places with equal counts, the first are taken. */
function listHighest(places: readonly number[], counts: Uint32Array, limit: number): ReadonlySet<number> {
  const least =
    Uint32Array.from(places, (place) => counts[place] ?? 0)
      .toSorted()
      .at(-limit) ?? 0
  const above = places.filter((place) => (counts[place] ?? 0) > least)
  const equal = places.filter((place) => counts[place] === least)
  return new Set([...above, ...equal.slice(0, limit - above.length)])
}

/**
 * Lists one page of a filter's values: numbers and sizes in their order, others by name. The last page is returned if
 * the number is too high.
 * @param categories children of the listed category, in their order
 * @returns null if the filter does not exist
 */
export async function listOpenFacet(
  context: FacetContext,
  categories: readonly CategoryNode[],
  { name, search, page }: OpenFilter,
): Promise<OpenFacet | null> {
  const facet = findFacet(context, name, categories)
  if (!facet) return null
  const { places, chosen, describe } = await countValues(context, facet)
  // Visitors type the decimal sign of their language.
  const text = foldValue(search.replace(/(?<=\d)[.,](?=\d)/g, (sign) => facet.attribute?.numeric?.decimal ?? sign))
  const matching = text === '' ? places : places.filter((place) => foldValue(describe(place).label).includes(text))
  const pageCount = Math.max(1, Math.ceil(matching.length / FILTER_PAGE_SIZE))
  const shownPage = Math.min(page, pageCount)
  const shown = matching.slice((shownPage - 1) * FILTER_PAGE_SIZE, shownPage * FILTER_PAGE_SIZE)
  const onPage = new Set(shown)
  return {
    name: facet.attribute?.name ?? null,
    values: shown.map(describe),
    valueCount: matching.length,
    chosen: places.filter((place) => chosen.has(place) && !onPage.has(place)).map(describe),
    page: shownPage,
    pageCount,
  }
}
