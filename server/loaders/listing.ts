import { RELAXATIONS_OFFERED_MAX, RELAXATIONS_TRIED_MAX } from '../../shared/constants.ts'
import { hasFilters, listFilters, withoutFilter } from '../../shared/listing-filters.ts'
import {
  EMPTY_LISTING_QUERY,
  readListingQuery,
  writeListingQuery,
  type ListingQuery,
} from '../../shared/listing-query.ts'
import type { PageHead, FilterRelaxation } from '../../shared/page-data.ts'
import type { ShownListing } from '../../shared/shown-catalog.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { buildCardRows, buildCards } from './cards.ts'
import { buildFilters } from './filters.ts'

/** A listing and, if it is empty, suggested relaxations of its filters. */
interface LoadedListing {
  readonly listing: ShownListing
  readonly waysOn: readonly FilterRelaxation[]
}

/**
 * Loads the listing for a query.
 * @returns undefined if its page number is past the last page
 */
export async function loadListing(
  store: CatalogStore,
  params: URLSearchParams,
  categorySlug?: string,
): Promise<LoadedListing | undefined> {
  const query = readListingQuery(params)
  const [site, { items, facets, ...listing }] = await Promise.all([
    store.readSite(),
    store.listProducts(query, categorySlug),
  ])
  if (query.page > listing.pageCount) return undefined
  const shown = {
    ...listing,
    items: (query.view === 'table' ? buildCardRows : buildCards)(items, site),
    filters: buildFilters(facets, query, site),
  }
  return { listing: shown, waysOn: listing.total === 0 ? await findFilterRelaxations(store, query, categorySlug) : [] }
}

/** Counts the results without each of several filters, most results first. A single filter needs no suggestion: without it, the listing is complete. */
async function findFilterRelaxations(
  store: CatalogStore,
  query: ListingQuery,
  categorySlug?: string,
): Promise<readonly FilterRelaxation[]> {
  const filters = listFilters(query)
  if (filters.length < 2) return []
  const relaxations: FilterRelaxation[] = []
  for (const without of filters.slice(0, RELAXATIONS_TRIED_MAX)) {
    const { total } = await store.listProducts(withoutFilter(query, without), categorySlug)
    if (total > 0) relaxations.push({ without, total })
  }
  return relaxations.toSorted((one, other) => other.total - one.total).slice(0, RELAXATIONS_OFFERED_MAX)
}

/** Adds the canonical path. Searched, filtered or sorted listings get `noindex`; each page of a plain listing is indexed. */
export function buildListingHead(head: PageHead, query: ListingQuery): PageHead {
  return {
    ...head,
    canonicalPath: head.canonicalPath + writeListingQuery({ ...EMPTY_LISTING_QUERY, page: query.page }),
    robots: hasFilters(query) ? 'noindex' : 'index',
  }
}
