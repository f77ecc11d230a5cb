import type { CategoryNode } from '../../shared/catalog.ts'
import { ATTRIBUTE_PREFIX } from '../../shared/listing-keys.ts'
import type { SortedColumn } from '../../shared/listing-query.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import { hasBit, type Bits } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { addUp, lowerMembers, type Ranks } from './postings.ts'

/**
 * Gets all products in the order of a column's values. Of several values, the first one in this direction counts, except
 * for categories. Products without a value come last; of equal value, the featured come first.
 * @returns undefined if no product has the attribute
 */
export async function orderByColumn(
  index: ListingIndex,
  column: Exclude<SortedColumn, 'name'>,
  isDescending: boolean,
  tree: CategoryTree,
): Promise<Uint32Array | undefined> {
  const values = column === 'in-stock' ? undefined : findValues(index, column, tree)
  if (!values && column !== 'in-stock') return undefined
  return index.getOrder(`${column} ${isDescending}`, async () => {
    const [ranks, last] = values
      ? await rankByValue(index, values, isDescending)
      : [await rankByStock(index, isDescending), 1]
    return sortByRank(ranks, last, await index.readWords(BLOBS.featured))
  })
}

/** @returns the rank of each product, and the highest rank, which products without a value have */
async function rankByValue(
  index: ListingIndex,
  { blob, listPlaces }: RankedValues,
  isDescending: boolean,
): Promise<readonly [Ranks, number]> {
  const postings = await index.readPostings(blob)
  const { length } = postings
  const places = listPlaces?.()
  const ranks = postings.rankProducts(
    index.directory.productCount,
    (value) => places?.[value] ?? (isDescending ? length - 1 - value : value),
  )
  const isFlipped = places && isDescending
  return [isFlipped ? ranks.map((rank) => (rank === length ? length : length - 1 - rank)) : ranks, length]
}

async function rankByStock(index: ListingIndex, isDescending: boolean): Promise<Ranks> {
  const ranks = new Uint16Array(index.directory.productCount).fill(1)
  lowerMembers(ranks, await index.readWords(BLOBS.inStock), 0)
  return isDescending ? ranks.map((rank) => 1 - rank) : ranks
}

interface RankedValues {
  readonly blob: string
  /** Lists the ascending rank of each value, if it is not its index. Of several values, the first in ascending order counts. */
  readonly listPlaces?: () => readonly number[]
}

function findValues(
  { directory }: ListingIndex,
  column: Exclude<SortedColumn, 'name' | 'in-stock'>,
  tree: CategoryTree,
): RankedValues | undefined {
  switch (column) {
    case 'brand':
      return { blob: BLOBS.brands }
    case 'category':
      return {
        blob: BLOBS.categories,
        listPlaces: () => findPlaces(directory.categories, listBottomUp(tree.roots)),
      }
    default: {
      const key = column.slice(ATTRIBUTE_PREFIX.length)
      const isKnown = directory.attributes.some((attribute) => attribute.key === key)
      return isKnown ? { blob: BLOBS.attribute(key) } : undefined
    }
  }
}

function findPlaces(values: readonly string[], sorted: readonly string[]): readonly number[] {
  const places = new Map(sorted.map((value, place) => [value, place]))
  return values.map((value) => places.get(value) ?? values.length)
}

/** Lists subcategories before their parents, so that a product has the rank of the lowest of its categories. */
function listBottomUp(nodes: readonly CategoryNode[]): readonly string[] {
  return nodes.flatMap(({ slug, children }) => [...listBottomUp(children), slug])
}

/** Sorts by counting. A product's key is twice its rank, and 1 more unless it is featured. All indexes are in range. */
function sortByRank(ranks: Ranks, last: number, featured: Bits): Uint32Array {
  const starts = new Uint32Array(2 * (last + 1) + 1)
  const keys = new Uint32Array(ranks.length)
  for (let ordinal = 0; ordinal < keys.length; ordinal++) {
    const key = 2 * ranks[ordinal]! + Number(!hasBit(featured, ordinal))
    keys[ordinal] = key
    starts[key + 1]!++
  }
  addUp(starts)
  const order = new Uint32Array(ranks.length)
  for (let ordinal = 0; ordinal < keys.length; ordinal++) order[starts[keys[ordinal]!]!++] = ordinal
  return order
}
