import type { Site } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE, PARTIAL_RESULTS_MAX } from '../../shared/constants.ts'
import { readColumnSort, type ListingQuery } from '../../shared/listing-query.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import type { Listing } from './listing.ts'
import { chooseColumns } from './choose-columns.ts'
import { countFacets, NO_FACETS } from './count-facets.ts'
import { findProducts, type FoundProducts } from './find-products.ts'
import type { ListingIndex } from './listing-index.ts'
import { type Bits, type BitsArena, hasBit, listOrdinalsOf } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import { listOpenFacet } from './open-facet.ts'
import { listBest, type ReadNames } from './prefer-phrases.ts'
import { listFeaturedFirst } from './ranking.ts'
import { orderByColumn } from './sort-by-column.ts'

type IndexListing = Omit<Listing, 'items'> & { readonly ids: readonly number[] }

/**
 * Finds one page of a listing, with the counts of all filters.
 * @param categorySlug limits the listing to a category and its descendants
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function buildListing(
  index: ListingIndex,
  query: ListingQuery,
  site: Pick<Site, 'currency' | 'units'>,
  tree: CategoryTree,
  categorySlug: string | undefined,
  readNames: ReadNames,
): Promise<IndexListing> {
  using arena = await index.openArena()
  const found = await findProducts(index, arena, query, site, categorySlug)
  const subcategories = categorySlug === undefined ? tree.roots : (tree.bySlug.get(categorySlug)?.node.children ?? [])
  // Products that have only some of the words are listed only in order of relevance; any other order would mix them with those
  // that have all words.
  const partialTotal = query.sort === 'relevance' ? found.partialTotal : 0
  const listed = found.total + Math.min(partialTotal, PARTIAL_RESULTS_MAX)
  const defaultView = (categorySlug === undefined ? undefined : tree.bySlug.get(categorySlug)?.settings.view) ?? 'grid'
  const view = query.view ?? defaultView
  const context = { index, arena, query, found, units: site.units, counted: new Map<string, Uint32Array>() }
  const openFacet = query.openFilter && (await listOpenFacet(context, subcategories, query.openFilter))
  return {
    ids: openFacet ? [] : await listPage({ index, arena, tree, readNames }, query, found, listed),
    total: found.total,
    isPartial: found.isPartial,
    partialTotal,
    pageCount: Math.max(1, Math.ceil(listed / LISTING_PAGE_SIZE)),
    // If the filter to open does not exist, the products are listed instead.
    query: openFacet ? query : { ...query, openFilter: null },
    view,
    defaultView,
    facets: openFacet ? NO_FACETS : await countFacets(context, subcategories, categorySlug),
    openFacet,
    columns: view === 'table' && !openFacet ? await chooseColumns(context, tree, categorySlug) : [],
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
  found: FoundProducts,
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
    if (isByRelevance) ordinals.push(...(await listBest(index, arena, found.matching, search, readNames, from, end)))
    else ordinals.push(...(await listOrdinals(context, sort, found, from, end)))
  }
  if (to > total && isByRelevance && partial)
    ordinals.push(...(await listBest(index, arena, partial, search, readNames, Math.max(0, from - total), to - total)))
  return index.readIds(ordinals)
}

async function listOrdinals(
  { index, arena, tree }: ListContext,
  sort: ListingQuery['sort'],
  { matching, total }: FoundProducts,
  from: number,
  to: number,
): Promise<readonly number[]> {
  switch (sort) {
    case 'newest':
      return listOrdinalsOf(matching, total - to, total - from).toReversed()
    case 'name':
    case 'price-asc':
    case 'price-desc':
      return takePage(await index.readWords(BLOBS.order(sort)), matching, total, from, to)
    case '-name':
      return takePage(
        await index.readWords(BLOBS.order('name')),
        matching,
        total,
        total - to,
        total - from,
      ).toReversed()
  }
  const byColumn = readColumnSort(sort)
  if (byColumn && byColumn.column !== 'name') {
    const order = await orderByColumn(index, byColumn.column, byColumn.isDescending, tree)
    if (order) return takePage(order, matching, total, from, to)
  }
  return listFeaturedFirst(arena, matching, await index.readWords(BLOBS.featured), from, to)
}

/** Lists the matches from position `from` up to `to` (exclusive) in a stored order, scanning that order from the nearer end. */
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
