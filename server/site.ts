import { statSync } from 'node:fs'
import type { CatalogStore } from './catalog/store/catalog-store.ts'
import { openPostgresStore } from './catalog/store/postgres/postgres-store.ts'
import { openSqliteStore } from './catalog/store/sqlite/sqlite-store.ts'
import type { DatabaseSettings, PostgresSettings } from './platform/settings/database-settings.ts'
import { type EnquiryStore, openPostgresEnquiryStore, openSqliteEnquiryStore } from './enquiries/enquiry-store.ts'

import {
  openPostgresBackgroundState,
  openSqliteBackgroundState,
  type BackgroundState,
} from './catalog/store/background-state.ts'
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
export function openStores(database: DatabaseSettings): Promise<Stores> {
  return open(database, async (opened) => {
    if (database.kind === 'sqlite') {
      const { path } = database
      return {
        catalog: opened.adopt(await openSqliteStore(path), close),
        enquiries: opened.adopt(await openSqliteEnquiryStore(path), close),
        background: opened.adopt(await openSqliteBackgroundState(path), close),
        pools: [],
      }
    }
    const pool = await openPool(database, opened)
    return {
      catalog: opened.adopt(await openPostgresStore(pool), close),
      enquiries: await openPostgresEnquiryStore(pool),
      background: await openPostgresBackgroundState(pool),
      pools: [pool],
    }
  })
}

/** Opens the catalogue alone. @throws like `openStores` */
export function openCatalog(database: DatabaseSettings): Promise<OpenedCatalog> {
  return open(database, async (opened) => {
    const catalog =
      database.kind === 'sqlite'
        ? await openSqliteStore(database.path)
        : await openPostgresStore(await openPool(database, opened))
    return { catalog: opened.adopt(catalog, close) }
  })
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
  database: DatabaseSettings,
  work: (opened: AsyncDisposableStack) => Promise<Opened>,
): Promise<Opened & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  try {
    const stores = await work(opening)
    const opened = opening.move()
    return { ...stores, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  } catch (error) {
    throw (database.kind === 'sqlite' ? explainFolder(database) : undefined) ?? error
  }
}

/** Loads the driver, which SQLite does not need. */
async function openPool({ url, poolSize }: PostgresSettings, opened: AsyncDisposableStack): Promise<ServerPool> {
  const { ServerPool } = await import('./catalog/store/postgres/server-pool.ts')
  return opened.adopt(new ServerPool(url, poolSize), close)
}

function close(closable: { close(): Promise<void> }): Promise<void> {
  return closable.close()
}
