import { EMPTY_LISTING_QUERY, hasFilters, readListingQuery, writeListingQuery, type ListingQuery } from '../../shared/listing-query.ts'
import type { Listing, PageHead } from '../../shared/page-data.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'

/**
 * The listing that an address asks for.
 * @returns undefined where its page number lies past the end
 */
export async function loadListing(
  store: CatalogStore,
  params: URLSearchParams,
  categorySlug?: string,
): Promise<Listing | undefined> {
  const query = readListingQuery(params)
  const listing = await store.listProducts(query, categorySlug)
  return query.page > listing.pageCount ? undefined : listing
}

/** Pages of a plain listing stand for themselves; what is searched, filtered or sorted stays out of the index. */
export function buildListingHead(head: PageHead, path: string, query: ListingQuery): PageHead {
  return {
    ...head,
    title: query.page > 1 ? `${head.title} (${query.page})` : head.title,
    canonicalPath: path + writeListingQuery({ ...EMPTY_LISTING_QUERY, page: query.page }),
    robots: hasFilters(query) ? 'noindex' : 'index',
  }
}
