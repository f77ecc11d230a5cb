import type { Site } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import type { Listing } from '../store/listing.ts'
import { countFacets } from './count-facets.ts'
import { findProducts } from './find-products.ts'
import { listPage } from './list-page.ts'
import type { ListingIndex } from './listing-index.ts'

/** A listing whose products are known by their ids. */
type IndexListing = Omit<Listing, 'items'> & { readonly ids: readonly number[] }

/** @param categorySlug limits the listing to a category's subtree */
export async function buildListing(
  index: ListingIndex,
  query: ListingQuery,
  { currency, locale }: Pick<Site, 'currency' | 'locale'>,
  tree: CategoryTree,
  categorySlug: string | undefined,
): Promise<IndexListing> {
  using arena = await index.openArena()
  const found = await findProducts(index, arena, query, currency, categorySlug)
  const below = categorySlug === undefined ? tree.roots : (tree.places.get(categorySlug)?.node.children ?? [])
  return {
    ids: await listPage(index, arena, query, found),
    total: found.total,
    pageCount: Math.max(1, Math.ceil(found.total / LISTING_PAGE_SIZE)),
    query,
    facets: await countFacets({ index, arena, query, found, locale }, below, categorySlug),
    correctedSearch: found.search?.corrected ?? null,
  }
}
