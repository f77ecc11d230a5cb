import type { Family } from '../rules/find-families.ts'
import { type Bits, setBit, type BitsArena, countBits, countCommonBits, hasBit } from './bits.ts'
import type { FamilyMode, ListingQuery, ListingView } from '../../../shared/listing-query.ts'
import { buildSlug } from '../rules/build-slug.ts'
import type { FoundProducts } from './find-products.ts'
import { BLOBS, NO_PRICE } from './index-storage.ts'
import type { FamilyRow, ListingFamilies } from './listing.ts'
import type { ListingIndex } from './listing-index.ts'
import type { SearchResult } from './search-words.ts'

export interface FamilySummary {
  readonly families: number
  readonly products: number
}

/** A family with the ordinals of its products. */
export interface IndexedFamily extends Family {
  readonly products: readonly (Family['products'][number] & { readonly ordinal: number })[]
}

/**
 * A product has a row of its own if its score is this many times that of its family's next product: the search has its
 * size. Scores of products that only share a name differ less.
 */
const OWN_ROW_RATIO = 1.25

const NUMBER_RATE = 2 ** 20

/**
 * Rates products; the best one represents its family. Rates are integers from 0 below 2^30, because V8 allocates memory
 * for each other number that a function returns.
 */
type Rate = (ordinal: number) => number

/** A set in which one product represents several of the same family. */
export interface FamilyRows {
  readonly bits: Bits
  readonly total: number
  /** Lists the products of the row that a product represents, in the order of their sizes. */
  list(ordinal: number): Promise<readonly number[]>
}

/** Decides how a list shows families. @returns undefined if it has none, or is a grid without a search */
export async function chooseFamilyMode(
  index: ListingIndex,
  query: ListingQuery,
  view: ListingView,
  defaultMode: FamilyMode = 'products',
  { matching, partial }: FoundProducts,
): Promise<Omit<ListingFamilies, 'rows'> | undefined> {
  if (!index.directory.familyCount || (view === 'grid' && !query.search) || query.family) return undefined
  const members = await index.readFamilyMembers()
  const hasFamilies = [matching, partial].some((bits) => bits && countCommonBits(bits, members) > 1)
  return hasFamilies ? { mode: query.families ?? defaultMode, defaultMode } : undefined
}

/**
 * Reduces a set to one product of each family.
 * @param createRate the best product represents its family; of equal ones, the first
 * @param isSearch whether rates are scores, so that a product far above its family has its own row
 */
export async function groupFamilies(
  index: ListingIndex,
  arena: BitsArena,
  matching: Bits,
  createRate: (members: Bits) => Rate,
  isSearch: boolean,
): Promise<FamilyRows> {
  const numbers = await index.readWords(BLOBS.familyNumbers)
  const members = arena.intersect(matching, await index.readFamilyMembers())
  const bits = arena.subtract(matching, members)
  const [best, next] = rateFamilies(numbers, index.directory.familyCount ?? 0, members, createRate(members))
  for (let family = 1; family < best.products.length; family++) {
    if (best.products[family] === 0) continue
    setBit(bits, best.products[family]! - 1)
    const isApart = isSearch && next.rates[family]! * OWN_ROW_RATIO < best.rates[family]!
    if (isApart && next.products[family] !== 0) setBit(bits, next.products[family]! - 1)
    else next.products[family] = 0
  }
  const list = async (ordinal: number): Promise<readonly number[]> => {
    const number = numbers[ordinal]!
    const apart = next.products[number] === 0 ? undefined : best.products[number]! - 1
    const family = ordinal === apart ? null : await index.findFamily(ordinal)
    if (!family) return [ordinal]
    const ordinals = family.products.map((product) => product.ordinal)
    return ordinals.filter((product) => product !== apart && hasBit(members, product))
  }
  return { bits, total: countBits(bits), list }
}

/** By the number of each family, one of its products as its ordinal plus 1, and its rate; 0 and -1 if it has none. */
interface RatedFamilies {
  readonly products: Uint32Array
  readonly rates: Int32Array
}

/** Finds the two best products of each family. `!` is safe, because a set has only products of the index. */
function rateFamilies(
  numbers: Uint32Array,
  count: number,
  members: Bits,
  rate: Rate,
): readonly [best: RatedFamilies, next: RatedFamilies] {
  const create = (): RatedFamilies => ({
    products: new Uint32Array(count + 1),
    rates: new Int32Array(count + 1).fill(-1),
  })
  const [best, next] = [create(), create()]
  for (let word = 0; word < members.length; word++) {
    for (let rest = members[word]!; rest !== 0; rest &= rest - 1) {
      const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
      const family = numbers[ordinal]!
      const rated = rate(ordinal)
      if (rated > best.rates[family]!) {
        next.products[family] = best.products[family]!
        next.rates[family] = best.rates[family]!
        best.products[family] = ordinal + 1
        best.rates[family] = rated
      } else if (rated > next.rates[family]!) {
        next.products[family] = ordinal + 1
        next.rates[family] = rated
      }
    }
  }
  return [best, next]
}

export function rateBySearch(search: SearchResult, featured: Bits): (members: Bits) => Rate {
  return (members) => {
    const { first, scores } = search.rank(members)
    return (ordinal) => {
      const place = first.findIndex((bits) => hasBit(bits, ordinal))
      const lifted = place < 0 ? 0 : (first.length - place) * NUMBER_RATE
      return lifted + scores.pointsOf(ordinal) * 2 + Number(hasBit(featured, ordinal))
    }
  }
}

export async function rateByOrder(index: ListingIndex, name: string, order: Uint32Array): Promise<Rate> {
  const positions = await index.getComputed(`positions ${name}`, async () => {
    const inverse = new Uint32Array(order.length)
    for (let place = 0; place < order.length; place++) inverse[order[place]!] = place
    return inverse
  })
  const { length } = positions
  return (ordinal) => length - positions[ordinal]!
}

type Range = readonly [low: string, high: string]

const isSize = (value: string) => /\d/.test(value)

/** Describes what the products of a family share and how they differ. */
export async function describeFamilyRow(
  index: ListingIndex,
  products: readonly number[],
  columns: readonly string[],
): Promise<FamilyRow> {
  const [inStock, prices] = [await index.readWords(BLOBS.inStock), await index.readPrices()]
  const { name, axes, products: members } = (await index.findFamily(products[0]))!
  const listed = new Set(products)
  const shown = members.filter(({ ordinal }) => listed.has(ordinal))
  const { brands, mainCategories, attributes } = index.directory
  const keyOf = (axis: string) => attributes.find(({ name: known }) => known === axis)?.key ?? buildSlug(axis)
  const ranges = new Map(
    axes.flatMap(({ name: axisName, values }, axis) => {
      const used = shown.map(({ places }) => places[axis]!)
      const range = [values[Math.min(...used)]!, values[Math.max(...used)]!] as const
      return range.every(isSize) ? [[keyOf(axisName), range] as const] : []
    }),
  )
  const priced = products.filter((product) => prices.from[product] !== NO_PRICE)
  const findShared = async (blob: string, labels: readonly string[]) => {
    const [low, high] = (await index.readPostings(blob)).findRange(products)
    return low === high ? (labels[low] ?? null) : null
  }
  const describeColumn = async (key: string): Promise<Range | null> => {
    const attribute = attributes.find((candidate) => candidate.key === key)!
    const [low, high] = (await index.readPostings(BLOBS.attribute(key))).findRange(products)
    const isRange = low === high || attribute.kind === 'scale'
    const { values: labels, shown: translated = labels } = attribute
    return isRange && low <= high ? [translated[low]!, translated[high]!] : null
  }
  const values: (Range | null)[] = []
  // The index has no common order for sizes of many kinds, but the family has.
  for (const key of columns) values.push(ranges.get(key) ?? (await describeColumn(key)))
  return {
    name,
    slug: members[0]!.slug,
    count: products.length,
    ranges: [...ranges.values()],
    rangeKeys: [...ranges.keys()],
    inStockCount: products.filter((product) => hasBit(inStock, product)).length,
    priceFromMinor: priced.length > 0 ? Math.min(...priced.map((product) => prices.from[product]!)) : null,
    priceToMinor: priced.length > 0 ? Math.max(...priced.map((product) => prices.to[product]!)) : null,
    brand: await findShared(BLOBS.brands, brands),
    categorySlug: await findShared(BLOBS.mainCategories, mainCategories),
    values,
  }
}
