import type { CategoryNode } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS, type ListingQuery } from '../../../shared/listing-query.ts'
import { mainSlugOf } from '../rules/category-tree.ts'
import { readColours } from '../rules/colours.ts'
import type { FacetValue } from './listing.ts'
import { type Bits, type BitsArena, countBits } from './bits.ts'
import { attributeFilter, type FoundProducts, intersectAll } from './find-products.ts'
import { BLOBS, type IndexedAttribute, type ValueKind } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'

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
export interface CountedValues {
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

export async function countValues(context: FacetContext, facet: FacetSource): Promise<CountedValues> {
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
export function bitsExcept({ arena, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(arena, found.filters, filter) : found.matching
}

/** Counts the products of a set that have each value. @param wanted indexes of the values to count; all if undefined */
export async function countEach(
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
