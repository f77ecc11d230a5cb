import { afterAll, onTestFinished } from 'vitest'
import type { Listing } from '../../server/catalog/search/listing.ts'
import type { StoredProduct } from '../../server/catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { fillStore } from '../support/start-server.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

export interface OpenedStore extends AsyncDisposable {
  readonly store: CatalogStore
  /** Opens the same database a second time, as another process does. */
  openAgain(options?: { readonly busyLimitMs: number }): Promise<CatalogStore>
}

/** Fills a SQLite store that all tests of the file read. The index in memory is the same for both databases. */
export const useCatalog = (given: Parameters<typeof fillStore>[1]) => fillCatalog(given, afterAll)

/** Fills a SQLite store, which is closed after the test. */
export async function fillCatalog(
  given: Parameters<typeof fillStore>[1],
  register: (dispose: () => PromiseLike<void>) => void = onTestFinished,
): Promise<CatalogStore> {
  const catalog = await openTempCatalog()
  register(() => catalog[Symbol.asyncDispose]())
  await fillStore(catalog.store, given)
  return catalog.store
}

export function list(store: CatalogStore, query: Partial<ListingQuery>, category?: string): Promise<Listing> {
  return store.listProducts({ ...EMPTY_LISTING_QUERY, ...query }, category)
}

export async function listSlugs(...given: Parameters<typeof list>): Promise<string[]> {
  return (await list(...given)).items.map(({ slug }) => slug)
}

export async function listPublished(
  store: CatalogStore,
  range: { readonly firstId: number; readonly lastId: number },
): Promise<readonly StoredProduct[]> {
  const listed: StoredProduct[] = []
  for await (const products of store.readPublished(range)) listed.push(...products)
  return listed
}
