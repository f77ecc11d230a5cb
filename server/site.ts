import { statSync } from 'node:fs'
import { CatalogStore } from './catalog/store/catalog-store.ts'
import { SqliteDatabase } from './catalog/store/sqlite/sqlite-database.ts'
import type { DatabaseSettings } from './platform/settings/database-settings.ts'
import { EnquiryStore } from './enquiries/enquiry-store.ts'

import { type BackgroundState, openBackgroundState } from './catalog/store/background-state.ts'
import type { ServerPool } from './catalog/store/postgres/server-pool.ts'
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
export function openStores(settings: DatabaseSettings): Promise<Stores> {
  return open(settings, async (database, opened) => ({
    catalog: opened.adopt(await CatalogStore.open(database), close),
    enquiries: await EnquiryStore.open(database),
    background: await openBackgroundState(database),
    pools: 'usage' in database ? [database] : [],
  }))
}

/** Opens the catalogue alone. @throws like `openStores` */
export function openCatalog(settings: DatabaseSettings): Promise<OpenedCatalog> {
  return open(settings, async (database, opened) => ({
    catalog: opened.adopt(await CatalogStore.open(database), close),
  }))
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

/** @throws DatabaseError if a file cannot be opened because of its folder, and errors of `work` */
async function open<Opened>(
  settings: DatabaseSettings,
  work: (database: SqliteDatabase | ServerPool, opened: AsyncDisposableStack) => Promise<Opened>,
): Promise<Opened & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  try {
    const database = opening.adopt(await connect(settings), close)
    const stores = await work(database, opening)
    const opened = opening.move()
    return { ...stores, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  } catch (error) {
    throw (settings.kind === 'sqlite' ? explainFolder(settings) : undefined) ?? error
  }
}

/** Loads the driver of PostgreSQL only if it is needed. */
async function connect(settings: DatabaseSettings): Promise<SqliteDatabase | ServerPool> {
  if (settings.kind === 'sqlite') return new SqliteDatabase(settings.path)
  const { ServerPool } = await import('./catalog/store/postgres/server-pool.ts')
  return new ServerPool(settings.url, settings.poolSize)
}

function close(closable: { close(): Promise<void> }): Promise<void> {
  return closable.close()
}
