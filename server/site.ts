import { statSync } from 'node:fs'
import type { CatalogStore } from './catalog/store/catalog-store.ts'
import { openPostgresStore } from './catalog/store/postgres/postgres-store.ts'
import { openSqliteStore } from './catalog/store/sqlite/sqlite-store.ts'
import type { DatabaseSettings, PostgresSettings, SqliteSettings } from './platform/settings/database-settings.ts'
import type { EnquiryStore } from './enquiries/enquiry-store.ts'
import { openPostgresEnquiryStore } from './enquiries/postgres-enquiry-store.ts'
import { openSqliteEnquiryStore } from './enquiries/sqlite-enquiry-store.ts'
import {
  openPostgresBackgroundState,
  openSqliteBackgroundState,
  type BackgroundState,
} from './catalog/store/open-background-state.ts'
import { ServerPool } from './catalog/store/postgres/server-pool.ts'
import { explainFolder } from './explain-folder.ts'

/** The catalogue's store; disposing it closes its connections. */
export interface OpenedCatalog extends AsyncDisposable {
  readonly catalog: CatalogStore
}

export type PoolMetrics = Pick<ServerPool, 'address' | 'usage'>

export interface Stores extends OpenedCatalog {
  readonly enquiries: EnquiryStore
  readonly background: BackgroundState
  readonly pools: readonly PoolMetrics[]
}

/**
 * Opens all stores of the database, and updates the schemas.
 * @throws HttpError 503 if the database cannot be used, Error if a newer version of Vitrine wrote it; no message contains the
 * password
 */
export async function openStores(database: DatabaseSettings): Promise<Stores> {
  if (database.kind === 'postgres') {
    return openWithPools(database, async (primary) => ({
      catalog: await openPostgresStore(primary),
      enquiries: await openPostgresEnquiryStore(primary),
      background: await openPostgresBackgroundState(primary),
      pools: [primary],
    }))
  }
  return openFile(database, async (path) =>
    withDispose({
      catalog: await openSqliteStore(path),
      enquiries: openSqliteEnquiryStore(path),
      background: openSqliteBackgroundState(path),
      pools: [],
    }),
  )
}

/** Opens the catalogue alone. @throws like `openStores` */
export async function openCatalog(database: DatabaseSettings): Promise<OpenedCatalog> {
  if (database.kind === 'sqlite')
    return openFile(database, async (path) => withDispose({ catalog: await openSqliteStore(path) }))
  return openWithPools(database, async (primary) => ({ catalog: await openPostgresStore(primary) }))
}

/** Returns false if the database is a file that does not exist. @throws DatabaseError if this user cannot find that out */
export function hasDatabase(database: DatabaseSettings): boolean {
  if (database.kind === 'postgres') return true
  try {
    return statSync(database.path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw explainFolder(database) ?? error
  }
}

/** @throws DatabaseError if the file cannot be opened because of its folder, and errors of `open` */
async function openFile<Opened>(database: SqliteSettings, open: (path: string) => Promise<Opened>): Promise<Opened> {
  try {
    return await open(database.path)
  } catch (error) {
    throw explainFolder(database) ?? error
  }
}

async function openWithPools<Opened extends Partial<Record<StoreName, Closable>>>(
  { url, poolSize }: PostgresSettings,
  open: (primary: ServerPool) => Promise<Opened>,
): Promise<Opened & AsyncDisposable> {
  const primary = new ServerPool(url, poolSize)
  try {
    return withDispose(await open(primary), [primary])
  } catch (error) {
    await primary.close()
    throw error
  }
}

const STORE_NAMES = ['catalog', 'enquiries', 'background'] as const
type StoreName = (typeof STORE_NAMES)[number]

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
      await Promise.all(STORE_NAMES.map(async (name) => opened[name]?.close()))
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
