import { defaultSort, EMPTY_LISTING_QUERY, writeListingQuery } from '../../shared/listing-query.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'

/**
 * Returns the text that was searched for if no product has all of its words, otherwise null. Only the first page of a search
 * without filters, in the default order and view, is considered, so that a refined search is not counted again.
 */
export function findUnmatchedSearch(page: AnyLoadedPage): string | null {
  if (page.name !== 'products' || 'comparison' in page.data) return null
  const { query, total, isPartial } = page.data.listing
  const { search } = query
  const plain = { ...EMPTY_LISTING_QUERY, search, sort: defaultSort(search) }
  const isPlain = search !== '' && writeListingQuery(query) === writeListingQuery(plain)
  return isPlain && (total === 0 || isPartial) ? search : null
}
