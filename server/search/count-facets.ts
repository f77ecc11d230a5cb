import { FILTER_KEYS_MAX, FILTER_VALUES_MAX } from '../../shared/constants.ts'
import type { CategoryLink } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { AttributeFacet, Facets, FacetValue } from '../store/listing.ts'
import { type Bits, type BitsArena, countBits, countCommonBits } from './bits.ts'
import { attributeFilter, type FoundProducts, intersectAll } from './find-products.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { spanPrices } from './prices.ts'

const collators = new Map<string, Intl.Collator>()

interface FacetContext {
  readonly index: ListingIndex
  readonly arena: BitsArena
  readonly query: ListingQuery
  readonly found: FoundProducts
  readonly locale: string
}

/** @param categories those below the one that is listed, in their order */
export async function countFacets(
  context: FacetContext,
  categories: readonly CategoryLink[],
  listedCategory: string | undefined,
): Promise<Facets> {
  const { index, query } = context
  const under = (filter: string) => bitsUnder(context, filter)
  return {
    categories: await countCategories(context, categories),
    brands: await countValues(context, {
      blob: BLOBS.brands,
      labels: index.directory.brands,
      bits: under('brand'),
      selected: query.brands,
    }),
    attributes: await countAttributes(context, listedCategory),
    inStockCount: countCommonBits(under('in stock'), await index.readWords(BLOBS.inStock)),
    price: spanPrices(await index.readPrices(), under('price')),
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
    bitsUnder(context, 'category'),
    known.map(({ place }) => place),
  )
  return known
    .map(({ slug, name, place }) => ({ value: slug, label: name, count: counts[place]! }))
    .filter(({ value, count }) => count > 0 || query.categories.includes(value))
}

/**
 * How many products of a set have each value.
 * @param wanted places of the only values that are asked for
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

/** The attributes that the products have, the most telling first. */
async function countAttributes(context: FacetContext, listedCategory = ''): Promise<readonly AttributeFacet[]> {
  const { index, query } = context
  const { attributes, attributeKeys } = index.directory
  // What is chosen stays where it stood, and is there however little it tells.
  const keys = new Set([...(attributeKeys[listedCategory] ?? []), ...Object.keys(query.attributes)])
  const facets: AttributeFacet[] = []
  for (const key of keys) {
    const selected = query.attributes[key] ?? []
    if (facets.length >= FILTER_KEYS_MAX && selected.length === 0) continue
    const attribute = attributes.find((candidate) => candidate.key === key)
    if (!attribute) continue
    const bits = bitsUnder(context, attributeFilter(key))
    const values = await countValues(context, { blob: BLOBS.attribute(key), labels: attribute.values, bits, selected })
    // With one value there is nothing to choose.
    if (values.length > 1 || selected.length > 0) facets.push({ key, name: attribute.name, values })
  }
  return facets
}

interface Countable {
  readonly blob: string
  readonly labels: readonly string[]
  readonly bits: Bits
  /** Values that were chosen, in any spelling. */
  readonly selected: readonly string[]
}

/** The most frequent values and those that are chosen, by name. */
async function countValues(
  context: FacetContext,
  { blob, labels, bits, selected }: Countable,
): Promise<readonly FacetValue[]> {
  const counts = await countEach(context, blob, bits)
  const chosen = [...context.index.placesOf(blob, labels, selected)].toSorted((one, other) => one - other)
  const offered = counts.slice()
  for (const place of chosen) offered[place] = 0
  const places = [...chosen, ...listHighest(offered, FILTER_VALUES_MAX - chosen.length)].slice(0, FILTER_VALUES_MAX)
  const values = places.map((place) => ({ value: labels[place]!, label: labels[place]!, count: counts[place]! }))
  const collator = collatorOf(context.locale)
  return values.toSorted((one, other) => collator.compare(one.label, other.label))
}

/** Places of the highest numbers above 0, the first ones of equal ones. */
function listHighest(numbers: Uint32Array, limit: number): readonly number[] {
  const least = Math.max(1, numbers.toSorted().at(-limit) ?? 1)
  const places: number[] = []
  for (let place = 0; place < numbers.length; place++) if (numbers[place]! > least) places.push(place)
  for (let place = 0; place < numbers.length && places.length < limit; place++)
    if (numbers[place] === least) places.push(place)
  return places
}

function bitsUnder({ arena, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(arena, found.filters, filter) : found.matching
}

/** Made once for each language, of which a site has one: making one takes longer than sorting with it. */
function collatorOf(locale: string): Intl.Collator {
  let collator = collators.get(locale)
  if (!collator) {
    collator = new Intl.Collator(locale, { numeric: true })
    collators.set(locale, collator)
  }
  return collator
}
