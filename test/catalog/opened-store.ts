import { onTestFinished } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { fillStore } from '../support/start-server.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

export interface OpenedStore extends AsyncDisposable {
  readonly store: CatalogStore
  /** Opens the same database a second time, as another process does. */
  openAgain(options?: { readonly busyLimitMs: number }): Promise<CatalogStore>
}

/** Fills a SQLite store, which is closed after the test. The index in memory is the same for both databases. */
export async function fillCatalog(given: Parameters<typeof fillStore>[1]): Promise<CatalogStore> {
  const catalog = await openTempCatalog()
  onTestFinished(() => catalog[Symbol.asyncDispose]())
  await fillStore(catalog.store, given)
  return catalog.store
}

export async function listSlugs(
  store: CatalogStore,
  query: Partial<ListingQuery>,
  category?: string,
): Promise<string[]> {
  const listing = await store.listProducts({ ...EMPTY_LISTING_QUERY, ...query }, category)
  return listing.items.map((item) => item.slug)
}
