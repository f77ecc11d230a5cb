import { existsSync } from 'node:fs'
import type { CatalogStore } from '../store/catalog-store.ts'
import { openPostgresStore } from '../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { DatabaseSettings, PostgresSettings } from '../config/database-settings.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import { openPostgresEnquiryStore } from '../enquiries/postgres/postgres-enquiry-store.ts'
import { openSqliteEnquiryStore } from '../enquiries/sqlite/sqlite-enquiry-store.ts'
import { openPostgresUnmatchedSearchStore } from '../unmatched-searches/postgres/postgres-unmatched-search-store.ts'
import { openSqliteUnmatchedSearchStore } from '../unmatched-searches/sqlite/sqlite-unmatched-search-store.ts'
import type { UnmatchedSearchStore } from '../unmatched-searches/unmatched-search-store.ts'
import { ServerPool } from '../store/postgres/server-pool.ts'

/** The catalogue's store; disposing it closes its connections. */
export interface OpenedCatalog extends AsyncDisposable {
  readonly catalog: CatalogStore
}

/** The enquiries' store; disposing it closes its connections. */
interface OpenedEnquiries extends AsyncDisposable {
  readonly enquiries: EnquiryStore
}

/** The store of unmatched searches; disposing it closes its connections. */
interface OpenedUnmatchedSearches extends AsyncDisposable {
  readonly unmatchedSearches: UnmatchedSearchStore
}

export type PoolMetrics = Pick<ServerPool, 'address' | 'usage'>

export type Stores = OpenedCatalog &
  OpenedEnquiries &
  OpenedUnmatchedSearches & { readonly pools: readonly PoolMetrics[] }

/**
 * Opens the catalogue, the enquiries and the unmatched searches, and updates their schemas.
 * @throws HttpError 503 if the database cannot be used, Error if a newer version of Vitrine wrote it; no message contains the
 * password
 */
export async function openStores(database: DatabaseSettings): Promise<Stores> {
  if (database.kind === 'postgres') {
    return openWithPools(database, async (primary, replica) => ({
      catalog: await openPostgresStore(primary, { replica }),
      enquiries: await openPostgresEnquiryStore(primary),
      unmatchedSearches: await openPostgresUnmatchedSearchStore(primary),
      pools: [primary, ...(replica ? [replica] : [])],
    }))
  }
  return withDispose({
    catalog: openSqliteStore(database.path),
    enquiries: openSqliteEnquiryStore(database.path),
    unmatchedSearches: openSqliteUnmatchedSearchStore(database.path),
    pools: [],
  })
}

/** Opens the catalogue alone. @throws like `openStores` */
export async function openCatalog(database: DatabaseSettings): Promise<OpenedCatalog> {
  if (database.kind === 'sqlite') return withDispose({ catalog: openSqliteStore(database.path) })
  return openWithPools(database, async (primary) => ({ catalog: await openPostgresStore(primary) }))
}

/** Returns false if the database is a file that does not exist. */
export function hasDatabase(database: DatabaseSettings): boolean {
  return database.kind === 'postgres' || existsSync(database.path)
}

async function openWithPools<Opened extends Partial<Record<StoreName, Closable>>>(
  { url, readUrl, poolSize }: PostgresSettings,
  open: (primary: ServerPool, replica: ServerPool | null) => Promise<Opened>,
): Promise<Opened & AsyncDisposable> {
  const primary = new ServerPool(url, poolSize)
  const replica = readUrl === null ? null : new ServerPool(readUrl, poolSize)
  const pools = [primary, ...(replica ? [replica] : [])]
  try {
    return withDispose(await open(primary, replica), pools)
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.close()))
    throw error
  }
}

type StoreName = 'catalog' | 'enquiries' | 'unmatchedSearches'

interface Closable {
  close(): Promise<void>
}

function withDispose<Opened extends Partial<Record<StoreName, Closable>>>(
  opened: Opened,
  pools: readonly Closable[] = [],
): Opened & AsyncDisposable {
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await Promise.all([opened.catalog?.close(), opened.enquiries?.close(), opened.unmatchedSearches?.close()])
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
