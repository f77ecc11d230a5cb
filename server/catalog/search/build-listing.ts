import type { Site } from '../../../shared/site.ts'
import { LISTING_PAGE_SIZE, PARTIAL_RESULTS_MAX } from '../../../shared/constants.ts'
import { readColumnSort, type ListingQuery } from '../../../shared/listing-query.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import type { FamilyRow, Listing } from './listing.ts'
import { chooseColumns, orderByColumn } from './columns.ts'
import { countFacets, listOpenFacet, NO_FACETS } from './count-facets.ts'
import {
  chooseFamilyMode,
  describeFamilyRow,
  type FamilyRows,
  groupFamilies,
  rateByOrder,
  rateBySearch,
} from './families.ts'
import { findProducts, type FoundProducts } from './find-products.ts'
import type { ListingIndex } from './listing-index.ts'
import { type Bits, type BitsArena, hasBit, listOrdinalsOf } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import { listDiscontinuedLast, listBest, type ReadNames, listFeaturedFirst } from './ranking.ts'

type IndexListing = Omit<Listing, 'items'> & {
  readonly ids: readonly number[]
  /** For each id, the family that the product represents, or null. Empty if no product represents a family. */
  readonly familyRows: readonly (FamilyRow | null)[]
}

/**
 * Finds one page of a listing, with the counts of all filters.
 * @param categorySlug limits the listing to a category and its descendants
 * @param familyId id of a product of the family that the query names
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function buildListing(
  index: ListingIndex,
  query: ListingQuery,
  site: Pick<Site, 'currency' | 'families'>,
  tree: CategoryTree,
  categorySlug: string | undefined,
  readNames: ReadNames,
  familyId?: number,
): Promise<IndexListing> {
  using arena = await index.openArena()
  const familyOrdinal = familyId === undefined ? undefined : await index.findOrdinal(familyId)
  const found = await findProducts(index, arena, query, site, categorySlug, familyOrdinal)
  const subcategories = categorySlug === undefined ? tree.roots : (tree.bySlug.get(categorySlug)?.node.children ?? [])
  // Other orders would mix products that have only some of the words with those that have all.
  const partialTotal = query.sort === 'relevance' ? found.partialTotal : 0
  const defaultView = (categorySlug === undefined ? undefined : tree.bySlug.get(categorySlug)?.settings.view) ?? 'grid'
  const view = query.view ?? defaultView
  const context = { index, arena, query, found, counted: new Map<string, Uint32Array>() }
  const openFacet = query.openFilter && (await listOpenFacet(context, subcategories, query.openFilter))
  const list = { index, arena, tree, readNames }
  const families = openFacet ? undefined : await chooseFamilyMode(index, query, view, site.families, found)
  const rows = families?.mode === 'rows' ? await groupRows(list, query.sort, found, partialTotal > 0) : undefined
  const shown = rows ? { ...found, ...rows.found } : { ...found, partialTotal }
  const listed = shown.total + Math.min(shown.partialTotal, PARTIAL_RESULTS_MAX)
  const ordinals = openFacet ? [] : await listPage(list, query, shown, listed)
  const columns = view === 'table' && !openFacet ? await chooseColumns(context, tree, categorySlug) : []
  const shownColumns = columns.filter(({ isShown }) => isShown).map(({ key }) => key)
  const familyName = query.family ? (await index.findFamily(familyOrdinal))?.name : undefined
  return {
    ids: await index.readIds(ordinals),
    familyRows: rows ? await describeRows(index, ordinals, rows.list, shownColumns) : [],
    ...(families && {
      families: { ...families, ...(rows && { rows: { total: shown.total, partialTotal: shown.partialTotal } }) },
    }),
    ...(familyName !== undefined && { familyName }),
    total: found.total,
    isPartial: found.isPartial,
    partialTotal,
    pageCount: Math.max(1, Math.ceil(listed / LISTING_PAGE_SIZE)),
    // If the filter to open does not exist, products are listed.
    query: openFacet ? query : { ...query, openFilter: null },
    view,
    defaultView,
    facets: openFacet ? NO_FACETS : await countFacets(context, subcategories, categorySlug),
    openFacet,
    columns,
    correctedSearch: found.search?.corrected ?? null,
  }
}

interface ListContext {
  readonly index: ListingIndex
  readonly arena: BitsArena
  readonly tree: CategoryTree
  readonly readNames: ReadNames
}

async function listPage(
  context: ListContext,
  { sort, page }: ListingQuery,
  found: Pick<FoundProducts, 'matching' | 'total' | 'partial' | 'search'>,
  listed: number,
): Promise<readonly number[]> {
  const from = (page - 1) * LISTING_PAGE_SIZE
  const to = Math.min(from + LISTING_PAGE_SIZE, listed)
  if (from >= to) return []
  const { index, arena, readNames } = context
  const { total, partial, search } = found
  const isByRelevance = sort === 'relevance' && search !== null
  const ordinals: number[] = []
  if (from < total) {
    const end = Math.min(to, total)
    const list = isByRelevance
      ? listBest(index, arena, found.matching, search, readNames, from, end)
      : listDiscontinuedLast(index, arena, found.matching, [from, end], (part, first, last) =>
          listOrdinals(context, sort, part, first, last),
        )
    ordinals.push(...(await list))
  }
  if (to > total && isByRelevance && partial)
    ordinals.push(...(await listBest(index, arena, partial, search, readNames, Math.max(0, from - total), to - total)))
  return ordinals
}

/** Reduces each family of a list to one product. */
async function groupRows(
  context: ListContext,
  sort: ListingQuery['sort'],
  { matching, partial, search }: FoundProducts,
  hasPartial: boolean,
) {
  const { index, arena } = context
  const isByRelevance = sort === 'relevance' && search !== null
  const featured = await index.readWords(BLOBS.featured)
  const rate = isByRelevance ? undefined : await rateBySort(context, sort)
  const createRate = isByRelevance
    ? rateBySearch(search, featured)
    : () => rate ?? ((ordinal: number) => Number(hasBit(featured, ordinal)))
  const group = (bits: Bits) => groupFamilies(index, arena, bits, createRate, isByRelevance)
  const all = await group(matching)
  const some = partial && hasPartial ? await group(partial) : null
  return {
    found: { matching: all.bits, total: all.total, partial: some?.bits ?? null, partialTotal: some?.total ?? 0 },
    list: async (ordinal: number) => (some && hasBit(some.bits, ordinal) ? some.list(ordinal) : all.list(ordinal)),
  }
}

/**
 * Rates products by the order of a list, so that the first one represents its family. By price it is always the
 * cheapest, because the row shows the lowest price.
 * @returns undefined for the order that lists featured products first
 */
async function rateBySort(context: ListContext, sort: ListingQuery['sort']) {
  if (sort === 'newest') return (ordinal: number) => ordinal
  const rated = sort === 'price-desc' ? 'price-asc' : sort === '-name' ? 'name' : sort
  const order = await readOrder(context, rated)
  return order && rateByOrder(context.index, rated, order)
}

/** Describes the families of a page; null for single products. */
async function describeRows(
  index: ListingIndex,
  ordinals: readonly number[],
  list: FamilyRows['list'],
  columns: readonly string[],
): Promise<readonly (FamilyRow | null)[]> {
  const rows: (FamilyRow | null)[] = []
  for (const ordinal of ordinals) {
    const products = await list(ordinal)
    rows.push(products.length > 1 ? await describeFamilyRow(index, products, columns) : null)
  }
  return rows
}

async function listOrdinals(
  context: ListContext,
  sort: ListingQuery['sort'],
  { matching, total }: Pick<FoundProducts, 'matching' | 'total'>,
  from: number,
  to: number,
): Promise<readonly number[]> {
  if (sort === 'newest') return listOrdinalsOf(matching, total - to, total - from).toReversed()
  const order = await readOrder(context, sort)
  if (order) return takePage(order, matching, total, from, to)
  return listFeaturedFirst(context.arena, matching, await context.index.readWords(BLOBS.featured), from, to)
}

/** @returns undefined for the order that lists featured products first, or the last ones */
async function readOrder({ index, tree }: ListContext, sort: ListingQuery['sort']): Promise<Uint32Array | undefined> {
  if (sort === 'name' || sort === 'price-asc' || sort === 'price-desc') return index.readWords(BLOBS.order(sort))
  if (sort === '-name')
    return index.getComputed(sort, async () => (await index.readWords(BLOBS.order('name'))).toReversed())
  const byColumn = readColumnSort(sort)
  if (!byColumn || byColumn.column === 'name') return undefined
  return orderByColumn(index, byColumn.column, byColumn.isDescending, tree)
}

/** Lists the matches at positions `from` to `to` (exclusive) of a stored order, scanning it from the nearer end. */
function takePage(order: Uint32Array, matching: Bits, total: number, from: number, to: number): readonly number[] {
  const isBackwards = from > total / 2
  const [first, last] = isBackwards ? [total - to, total - from] : [from, to]
  const page: number[] = []
  for (let step = 0, place = 0; place < last; step++) {
    const ordinal = order[isBackwards ? order.length - 1 - step : step]
    if (ordinal === undefined) break
    if (!hasBit(matching, ordinal)) continue
    if (place >= first) page.push(ordinal)
    place++
  }
  return isBackwards ? page.toReversed() : page
}
