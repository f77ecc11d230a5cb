import type { CategoryNode } from '../../../shared/catalog.ts'
import { ATTRIBUTE_PREFIX, type SortedColumn } from '../../../shared/listing-query.ts'
import { type CategoryTree, mainSlugOf } from '../rules/category-tree.ts'
import { hasBit, type Bits } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { addUp, lowerMembers, type Ranks } from './postings.ts'

/**
 * Orders all products by a column. A product with several values is placed by the first one in the direction of
 * sorting, products without a value come last, and featured ones first among equals.
 * @returns undefined if no product has the attribute
 */
export async function orderByColumn(
  index: ListingIndex,
  column: Exclude<SortedColumn, 'name'>,
  isDescending: boolean,
  tree: CategoryTree,
): Promise<Uint32Array | undefined> {
  const rank = findRanking(index, column, isDescending, tree)
  return (
    rank &&
    index.getComputed(`${column} ${isDescending}`, async () => {
      const [ranks, last] = await rank()
      return sortByRank(ranks, last, await index.readWords(BLOBS.featured))
    })
  )
}

/** Each product's rank, and the highest, that of products without a value. */
type Ranking = readonly [Ranks, number]

function findRanking(
  index: ListingIndex,
  column: Exclude<SortedColumn, 'name'>,
  isDescending: boolean,
  tree: CategoryTree,
): (() => Promise<Ranking>) | undefined {
  switch (column) {
    case 'in-stock':
      return () => rankByStock(index, isDescending)
    case 'sku':
      return () => rankBySku(index, isDescending)
    case 'brand':
      return () => rankByValue(index, BLOBS.brands, isDescending)
    case 'category': {
      const ranks = findPlaces(index.directory.mainCategories, listSlugs(tree.roots))
      return () => rankByValue(index, BLOBS.mainCategories, isDescending, ranks)
    }
    default: {
      const key = column.slice(ATTRIBUTE_PREFIX.length)
      const isKnown = index.directory.attributes.some((attribute) => attribute.key === key)
      return isKnown ? () => rankByValue(index, BLOBS.attribute(key), isDescending) : undefined
    }
  }
}

/** @param order the rank of each value in ascending order; by default its index */
async function rankByValue(
  index: ListingIndex,
  blob: string,
  isDescending: boolean,
  order?: readonly number[],
): Promise<Ranking> {
  const postings = await index.readPostings(blob)
  const { length } = postings
  const ranks = postings.rankProducts(index.directory.productCount, (value) => {
    const rank = order?.[value] ?? value
    return isDescending && rank < length ? length - 1 - rank : rank
  })
  return [ranks, length]
}

async function rankByStock(index: ListingIndex, isDescending: boolean): Promise<Ranking> {
  const ranks = new Uint16Array(index.directory.productCount).fill(1)
  lowerMembers(ranks, await index.readWords(BLOBS.inStock), 0)
  return [isDescending ? ranks.map((rank) => 1 - rank) : ranks, 1]
}

async function rankBySku(index: ListingIndex, isDescending: boolean): Promise<Ranking> {
  const ordered = await index.readWords(BLOBS.order('sku'))
  const { length } = ordered
  const ranks = new Uint32Array(index.directory.productCount).fill(length)
  for (let place = 0; place < length; place++) ranks[ordered[place]!] = isDescending ? length - 1 - place : place
  return [ranks, length]
}

/** Returns each value's position in a sorted list; unknown values come last. */
function findPlaces(values: readonly string[], sorted: readonly string[]): readonly number[] {
  const known = new Set(values)
  const places = new Map(sorted.filter((value) => known.has(value)).map((value, place) => [value, place]))
  return values.map((value) => places.get(value) ?? values.length)
}

/** Lists subcategories before their parent, whose own products come last. */
function listSlugs(nodes: readonly CategoryNode[]): readonly string[] {
  return nodes.flatMap((node) => [...listSlugs(node.children), mainSlugOf(node)])
}

/** Counting sort by twice the rank, plus 1 unless featured. `!` is safe, because no key exceeds `2 * last + 1`. */
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
