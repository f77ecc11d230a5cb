import { getOwn } from '../../../shared/get-own.ts'
import { buildSlug } from '../rules/build-slug.ts'
import { type CategoryTree, mainSlugOf } from '../rules/category-tree.ts'
import type { ListingColumn } from './listing.ts'
import { countMatches, type FacetContext } from './count-facets.ts'
import { BLOBS, type IndexDirectory } from './index-storage.ts'
import type { CategoryNode } from '../category.ts'
import { ATTRIBUTE_PREFIX, type SortedColumn } from '../../../shared/listing-query.ts'
import { hasBit, type Bits } from './bits.ts'
import type { ListingIndex } from './listing-index.ts'
import { addUp, lowerMembers, type Ranks } from './postings.ts'

export const TABLE_COLUMNS_DEFAULT = 6

/** Columns come from the smallest category with at least this share of the matches. */
const SCOPE_SHARE_MIN = 0.9

/** Attributes that a smaller share of the matches have are not shown by default. */
const FILLED_SHARE_MIN = 0.25

/** Attributes whose texts are longer on average cannot be compared in a table, and are not shown by default. */
const TEXT_LENGTH_MAX = 40

/** Attributes with at least this share of the best score come first: a phone shows only the first columns. */
const FIRST_SCORE_SHARE = 0.8

type Attribute = IndexDirectory['attributes'][number]

/**
 * Chooses the columns of the table view: those of the visitor, otherwise those of the owner, otherwise the attributes
 * that most matches have and whose values differ most.
 */
export async function chooseColumns(
  context: FacetContext,
  tree: CategoryTree,
  listedCategory: string | undefined,
): Promise<readonly ListingColumn[]> {
  const { index, query } = context
  const { attributes, attributeKeys } = index.directory
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const find = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? [])

  const scope = await findScope(context, listedCategory)
  const columnsOf = (slug: string | undefined) =>
    slug === undefined ? undefined : tree.bySlug.get(slug)?.settings.columns
  const ownersColumns = find((columnsOf(listedCategory) ?? columnsOf(scope) ?? []).map(buildSlug))
  const candidates = await rate(context, find(getOwn(attributeKeys, scope ?? '') ?? []))
  const useful = candidates.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
  const defaults = new Set(
    ownersColumns.length > 0 ? ownersColumns : useful.slice(0, TABLE_COLUMNS_DEFAULT).map(({ attribute }) => attribute),
  )
  const chosen = new Set(find(query.columns))
  const shown = chosen.size > 0 ? chosen : defaults
  const others = new Set([...candidates.map(({ attribute }) => attribute), ...chosen])
  const distinguishing = new Set(
    useful.filter(({ score }) => score >= FIRST_SCORE_SHARE * useful[0]!.score).map(({ attribute }) => attribute),
  )
  // After the owner's columns, attributes keep the order of the products' specifications.
  const offered = new Set([
    ...ownersColumns,
    ...attributes.filter((attribute) => distinguishing.has(attribute)),
    ...attributes.filter((attribute) => others.has(attribute)),
  ])
  return [...offered].map((attribute) => ({
    key: attribute.key,
    name: attribute.name,
    isDefault: defaults.has(attribute),
    isShown: shown.has(attribute),
  }))
}

/** Finds the smallest category with nearly all matches; undefined if there is none. */
async function findScope(context: FacetContext, listedCategory: string | undefined): Promise<string | undefined> {
  const { index, found } = context
  const counts = await countMatches(context, BLOBS.categories)
  const sizes = (await index.readPostings(BLOBS.categories)).countAll()
  let [scope, size] = [listedCategory, Infinity]
  index.directory.categories.forEach((slug, place) => {
    if (found.total === 0 || counts[place]! < SCOPE_SHARE_MIN * found.total || sizes[place]! >= size) return
    ;[scope, size] = [slug, sizes[place]!]
  })
  return scope
}

interface Rated {
  readonly attribute: Attribute
  /** From 0 to 1. Attributes with 0 are not shown by default. */
  readonly score: number
}

/** Rates attributes as columns; those that no match has are left out. */
async function rate(context: FacetContext, attributes: readonly Attribute[]): Promise<readonly Rated[]> {
  const rated: Rated[] = []
  for (const attribute of attributes) {
    const counts = await countMatches(context, BLOBS.attribute(attribute.key))
    const score = rateCounts(counts, attribute, context.found.total)
    if (score !== undefined) rated.push({ attribute, score })
  }
  return rated
}

/**
 * Returns the share of matches with the attribute times the probability that two values differ.
 * @returns undefined if no match has the attribute
 */
function rateCounts(counts: Uint32Array, { values }: Attribute, total: number): number | undefined {
  let [filled, squares, length] = [0, 0, 0]
  counts.forEach((count, place) => {
    filled += count
    squares += count * count
    length += count * (values[place]?.length ?? 0)
  })
  if (filled === 0) return undefined
  if (filled < FILLED_SHARE_MIN * total || length > TEXT_LENGTH_MAX * filled) return 0
  // A single product has no value to differ from, so only the share counts.
  const difference = total === 1 ? 1 : 1 - squares / (filled * filled)
  return Math.min(1, filled / total) * difference
}

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
  const isKnown =
    !column.startsWith(ATTRIBUTE_PREFIX) ||
    index.directory.attributes.some(({ key }) => key === column.slice(ATTRIBUTE_PREFIX.length))
  if (!isKnown) return undefined
  return index.getComputed(`${column} ${isDescending}`, async () => {
    const [ranks, last] = await rankProducts(index, column, isDescending, tree)
    return sortByRank(ranks, last, await index.readWords(BLOBS.featured))
  })
}

/** Each product's rank, and the highest, that of products without a value. */
type Ranking = readonly [Ranks, number]

async function rankProducts(
  index: ListingIndex,
  column: Exclude<SortedColumn, 'name'>,
  isDescending: boolean,
  tree: CategoryTree,
): Promise<Ranking> {
  switch (column) {
    case 'in-stock':
      return rankByStock(index, isDescending)
    case 'sku':
      return rankBySku(index, isDescending)
    case 'brand':
      return rankByValue(index, BLOBS.brands, isDescending)
    case 'category': {
      const ranks = findPlaces(index.directory.mainCategories, listSlugs(tree.roots))
      return rankByValue(index, BLOBS.mainCategories, isDescending, ranks)
    }
    default:
      return rankByValue(index, BLOBS.attribute(column.slice(ATTRIBUTE_PREFIX.length)), isDescending)
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
