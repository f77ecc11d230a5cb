import { FILTER_KEYS_MAX, FILTER_PAGE_SIZE, FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import type { CategoryNode } from '../category.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS, type OpenFilter, type ListingQuery } from '../../../shared/listing-query.ts'
import type { NumericAttribute } from '../rules/recognise-attribute.ts'
import type { AttributeFacet, Facet, Facets, OpenFacet, FacetValue } from './listing.ts'
import type { ListingIndex } from './listing-index.ts'
import { type Bits, countCommonBits, createBits, type BitsArena, countBits } from './bits.ts'
import { rangeFilter, attributeFilter, type FoundProducts, intersectAll } from './find-products.ts'
import { BLOBS, type IndexedAttribute, type ValueKind } from './index-storage.ts'
import { findPriceRange, summariseNumbers } from './ranges.ts'
import { foldValue } from './words.ts'
import { mainSlugOf } from '../rules/category-tree.ts'
import { readColours } from '../rules/colours.ts'

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

export interface FacetContext {
  readonly index: ListingIndex
  readonly arena: BitsArena
  readonly query: ListingQuery
  readonly found: FoundProducts
  /** For each blob, the number of matches with each value. */
  readonly counted: Map<string, Uint32Array>
}

/** Where a facet's values are, and how they are shown. The place of a value is its index in the index directory. */
interface FacetSource {
  readonly blob: string
  /** Key of its filter in `FoundProducts.filters`. */
  readonly filter: string
  readonly kind: ValueKind
  readonly values: readonly string[]
  readonly selected: readonly string[]
  /** Present for an attribute. */
  readonly attribute?: IndexedAttribute
  /** The categories that can be chosen, by place, in the order of the category tree. */
  readonly categories?: ReadonlyMap<number, CategoryNode>
}

/** The values of a filter. */
interface CountedValues {
  /** The values that have products or are chosen, in the order of the directory or the category tree. */
  readonly places: readonly number[]
  readonly chosen: ReadonlySet<number>
  readonly counts: Uint32Array
  readonly kind: ValueKind
  describe(place: number): FacetValue
}

/**
 * @param name parameter of the filter in URLs
 * @param categories children of the listed category, in their order
 * @returns undefined if the filter does not exist
 */
export function findFacet(
  { index: { directory }, query }: FacetContext,
  name: string,
  categories: readonly CategoryNode[],
): FacetSource | undefined {
  const { brands, tags, attributes } = directory
  switch (name) {
    case LISTING_KEYS.categories: {
      const places = new Map(directory.categories.map((slug, place) => [slug, place]))
      const known = categories.flatMap((category) => {
        const place = places.get(mainSlugOf(category))
        return place === undefined ? [] : [[place, category] as const]
      })
      return {
        blob: BLOBS.categories,
        filter: 'category',
        kind: 'scale',
        values: directory.categories,
        selected: query.categories,
        categories: new Map(known),
      }
    }
    case LISTING_KEYS.brands:
      return { blob: BLOBS.brands, filter: 'brand', kind: 'name', values: brands, selected: query.brands }
    case LISTING_KEYS.tags:
      return { blob: BLOBS.tags, filter: 'tag', kind: 'name', values: tags, selected: query.tags }
  }
  const attribute = attributes.find(({ key }) => ATTRIBUTE_PREFIX + key === name)
  return (
    attribute && {
      blob: BLOBS.attribute(attribute.key),
      filter: attributeFilter(attribute.key),
      kind: attribute.kind,
      values: attribute.values,
      selected: getOwn(query.attributes, attribute.key) ?? [],
      attribute,
    }
  )
}

async function countValues(context: FacetContext, facet: FacetSource): Promise<CountedValues> {
  const { blob, filter, kind, values, selected, attribute, categories } = facet
  const order = categories ? [...categories.keys()] : undefined
  const counts = await countEach(context, blob, bitsExcept(context, filter), order)
  const chosen = context.index.findPositions(blob, values, selected)
  const places: number[] = []
  for (let index = 0; index < (order ?? values).length; index++) {
    const place = order?.[index] ?? index
    if (counts[place] || chosen.has(place)) places.push(place)
  }
  return {
    places,
    chosen,
    counts,
    kind,
    describe: (place) => {
      const value = values[place]!
      const { name, lang } = categories?.get(place) ?? {}
      const colours = kind === 'colour' ? readColours(value) : []
      return {
        value,
        label: name ?? attribute?.shown?.[place] ?? value,
        count: counts[place] ?? 0,
        ...(lang && { lang }),
        ...(colours.length > 0 && { colours }),
      }
    },
  }
}

/** Returns the products that match all other filters. */
function bitsExcept({ arena, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(arena, found.filters, filter) : found.matching
}

/** Counts the products of a set that have each value. @param wanted indexes of the values to count; all if undefined */
async function countEach(
  { index, arena, found, counted }: FacetContext,
  blob: string,
  bits: Bits,
  wanted?: readonly number[],
): Promise<Uint32Array> {
  const isMatching = bits === found.matching
  const known = isMatching ? counted.get(blob) : undefined
  if (known) return known
  const postings = await index.readPostings(blob)
  const count = isMatching ? found.total : countBits(bits)
  const counts = count === arena.productCount ? postings.countAll() : postings.countIn(bits, count, wanted)
  if (isMatching && !wanted) counted.set(blob, counts)
  return counts
}

/** Counts the matches that have each value. */
export function countMatches(context: FacetContext, blob: string): Promise<Uint32Array> {
  return countEach(context, blob, context.found.matching)
}
