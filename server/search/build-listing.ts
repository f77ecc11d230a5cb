import type { Site } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import type { ListingQuery, ListingSort } from '../../shared/listing-query.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import type { Listing } from '../store/listing.ts'
import { countFacets } from './count-facets.ts'
import { findProducts, type FoundProducts } from './find-products.ts'
import type { ListingIndex } from './listing-index.ts'
import { type Bits, type BitsArena, hasBit, listOrdinalsOf } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import { listByRanking, listFeaturedFirst } from './ranking.ts'

/** A listing with ids in place of products. */
type IndexListing = Omit<Listing, 'items'> & { readonly ids: readonly number[] }

/**
 * Finds one page of a listing, with the counts of all filters.
 * @param categorySlug limits the listing to a category and its descendants
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function buildListing(
  index: ListingIndex,
  query: ListingQuery,
  { currency, locale }: Pick<Site, 'currency' | 'locale'>,
  tree: CategoryTree,
  categorySlug: string | undefined,
): Promise<IndexListing> {
  using arena = await index.openArena()
  const found = await findProducts(index, arena, query, currency, categorySlug)
  const subcategories = categorySlug === undefined ? tree.roots : (tree.places.get(categorySlug)?.node.children ?? [])
  return {
    ids: await listPage(index, arena, query, found),
    total: found.total,
    pageCount: Math.max(1, Math.ceil(found.total / LISTING_PAGE_SIZE)),
    query,
    facets: await countFacets({ index, arena, query, found, locale }, subcategories, categorySlug),
    correctedSearch: found.search?.corrected ?? null,
  }
}

/** Lists the ids of the products on the requested page, in its order. */
async function listPage(
  index: ListingIndex,
  arena: BitsArena,
  { sort, page }: ListingQuery,
  found: FoundProducts,
): Promise<readonly number[]> {
  const from = (page - 1) * LISTING_PAGE_SIZE
  const to = Math.min(from + LISTING_PAGE_SIZE, found.total)
  if (from >= to) return []
  const ids = await index.readWords(BLOBS.ids)
  const ordinals = await listOrdinals(index, arena, sort, found, { from, to })
  return ordinals.map((ordinal) => ids[ordinal]!)
}

/** A range of the sorted matches; `to` is exclusive. */
interface Range {
  readonly from: number
  readonly to: number
}

async function listOrdinals(
  index: ListingIndex,
  arena: BitsArena,
  sort: ListingSort,
  { matching, total, search }: FoundProducts,
  { from, to }: Range,
): Promise<readonly number[]> {
  switch (sort) {
    case 'newest':
      return listOrdinalsOf(matching, total - to, total - from).toReversed()
    case 'name':
    case 'price-asc':
    case 'price-desc':
      return takePage(await index.readWords(BLOBS.order(sort)), matching, { from, to, total })
    default: {
      const featured = await index.readWords(BLOBS.featured)
      return sort === 'relevance' && search
        ? listByRanking(arena, matching, search.ranking, featured, from, to)
        : listFeaturedFirst(arena, matching, featured, from, to)
    }
  }
}

/** Lists a range of the matches in a stored order, scanning from the nearer end. */
function takePage(
  order: Uint32Array,
  matching: Bits,
  { from, to, total }: Range & { readonly total: number },
): readonly number[] {
  const isBackwards = from > total / 2
  const [first, last] = isBackwards ? [total - to, total - from] : [from, to]
  const page: number[] = []
  for (let step = 0, place = 0; place < last; step++) {
    const ordinal = order[isBackwards ? order.length - 1 - step : step]!
    if (!hasBit(matching, ordinal)) continue
    if (place >= first) page.push(ordinal)
    place++
  }
  return isBackwards ? page.toReversed() : page
}
