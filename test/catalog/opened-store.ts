import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'

export interface OpenedStore extends AsyncDisposable {
  readonly store: CatalogStore
  /** Opens the same database a second time, as another process does. */
  openAgain(options?: { readonly busyLimitMs: number }): Promise<CatalogStore>
  /** Runs SQL on the database, past the store. */
  run(statement: string): Promise<void>
}

export async function listSlugs(
  store: CatalogStore,
  query: Partial<ListingQuery>,
  category?: string,
): Promise<string[]> {
  const listing = await store.listProducts({ ...EMPTY_LISTING_QUERY, ...query }, category)
  return listing.items.map((item) => item.slug)
}
