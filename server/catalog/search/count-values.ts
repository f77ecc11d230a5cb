import type { CategoryNode } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import { mainSlugOf } from '../rules/category-tree.ts'
import { readColours } from '../rules/colours.ts'
import type { FacetValue } from './listing.ts'
import { type Bits, type BitsArena, countBits } from './bits.ts'
import { attributeFilter, type FoundProducts, intersectAll } from './find-products.ts'
import { BLOBS, type IndexedAttribute, type ValueKind } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { foldValue } from './words.ts'

export interface FacetContext {
  readonly index: ListingIndex
  readonly arena: BitsArena
  readonly query: ListingQuery
  readonly found: FoundProducts
  /** For each blob, the number of matches with each value. */
  readonly counted: Map<string, Uint32Array>
}

/** The values of a filter. The place of a value is its index in the index directory. */
export interface CountedValues {
  /** The values that have products or are chosen, in the order of the directory or the category tree. */
  readonly places: readonly number[]
  readonly chosen: ReadonlySet<number>
  readonly counts: Uint32Array
  readonly kind: ValueKind
  describe(place: number): FacetValue
  /** Finds the values that contain a text, ignoring case and accents. */
  search(text: string): ReadonlySet<number>
}

/** @param categories that can be chosen, in the order of the category tree */
export async function countCategories(
  context: FacetContext,
  categories: readonly CategoryNode[],
): Promise<CountedValues> {
  const { index, query } = context
  const all = new Map(index.directory.categories.map((slug, place) => [slug, place]))
  const known = new Map(
    categories.flatMap((category) => {
      const place = all.get(mainSlugOf(category))
      return place === undefined ? [] : [[place, category] as const]
    }),
  )
  const counts = await countEach(context, BLOBS.categories, bitsExcept(context, 'category'), [...known.keys()])
  const chosen = new Set(
    [...known].flatMap(([place, category]) => (query.categories.includes(mainSlugOf(category)) ? [place] : [])),
  )
  return {
    places: [...known.keys()].filter((place) => counts[place] || chosen.has(place)),
    chosen,
    counts,
    kind: 'scale',
    describe: (place) => {
      const category = known.get(place)!
      const { name, lang } = category
      return { value: mainSlugOf(category), label: name, count: counts[place] ?? 0, ...(lang && { lang }) }
    },
    search: (text) => {
      const folded = foldValue(text)
      return new Set([...known].flatMap(([place, { name }]) => (foldValue(name).includes(folded) ? [place] : [])))
    },
  }
}

export function countBrands(context: FacetContext): Promise<CountedValues> {
  const { index, query } = context
  return countLabels(context, {
    blob: BLOBS.brands,
    labels: index.directory.brands,
    kind: 'name',
    bits: bitsExcept(context, 'brand'),
    selected: query.brands,
  })
}

export function countTags(context: FacetContext): Promise<CountedValues> {
  const { index, query } = context
  return countLabels(context, {
    blob: BLOBS.tags,
    labels: index.directory.tags,
    kind: 'name',
    bits: bitsExcept(context, 'tag'),
    selected: query.tags,
  })
}

export function countAttribute(
  context: FacetContext,
  { key, kind, values, shown }: IndexedAttribute,
): Promise<CountedValues> {
  return countLabels(context, {
    blob: BLOBS.attribute(key),
    labels: values,
    shown,
    kind,
    bits: bitsExcept(context, attributeFilter(key)),
    selected: getOwn(context.query.attributes, key) ?? [],
  })
}

/** Returns the products that match all other filters. */
export function bitsExcept({ arena, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(arena, found.filters, filter) : found.matching
}

interface CountableLabels {
  readonly blob: string
  readonly labels: readonly string[]
  /** Translated labels. */
  readonly shown?: readonly string[] | undefined
  readonly kind: ValueKind
  readonly bits: Bits
  readonly selected: readonly string[]
}

async function countLabels(
  context: FacetContext,
  { blob, labels, shown = labels, kind, bits, selected }: CountableLabels,
): Promise<CountedValues> {
  const { index } = context
  const counts = await countEach(context, blob, bits)
  const chosen = index.findPositions(blob, labels, selected)
  const places: number[] = []
  for (let place = 0; place < labels.length; place++) if (counts[place] || chosen.has(place)) places.push(place)
  return {
    places,
    chosen,
    counts,
    kind,
    describe: (place) => {
      const label = labels[place] ?? ''
      const colours = kind === 'colour' ? readColours(label) : []
      return {
        value: label,
        label: shown[place] ?? label,
        count: counts[place] ?? 0,
        ...(colours.length > 0 && { colours }),
      }
    },
    search: (text) => {
      const folded = foldValue(text)
      return new Set(
        [...index.foldLabels(shown === labels ? blob : `shown ${blob}`, shown)].flatMap(([label, place]) =>
          label.includes(folded) ? [place] : [],
        ),
      )
    },
  }
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
