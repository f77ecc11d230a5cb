import { existsSync } from 'node:fs'
import type { CatalogStore } from './catalog-store.ts'
import { openPostgresStore } from './postgres/postgres-store.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { DatabaseSettings, PostgresSettings } from './database-settings.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import { openPostgresEnquiryStore } from '../enquiries/postgres/postgres-enquiry-store.ts'
import { openSqliteEnquiryStore } from '../enquiries/sqlite/sqlite-enquiry-store.ts'
import { ServerPool } from './postgres/server-pool.ts'

/** The catalogue's store; its end gives its connections back. */
export interface OpenedCatalog extends AsyncDisposable {
  readonly catalog: CatalogStore
}

/** The store of the enquiries; its end gives its connections back. */
interface OpenedEnquiries extends AsyncDisposable {
  readonly enquiries: EnquiryStore
}

/** A server's connections, as metrics tell of them. */
export type WatchedPool = Pick<ServerPool, 'address' | 'use'>

/** All of a site. */
export type Stores = OpenedCatalog & OpenedEnquiries & { readonly pools: readonly WatchedPool[] }

/** @throws where the database cannot be used, with nothing of its password */
export async function openStores(database: DatabaseSettings): Promise<Stores> {
  if (database.kind === 'postgres') {
    return withServers(database, async (primary, replica) => ({
      catalog: await openPostgresStore(primary, { replica }),
      enquiries: await openPostgresEnquiryStore(primary),
      pools: [primary, ...(replica ? [replica] : [])],
    }))
  }
  return closing({
    catalog: openSqliteStore(database.path),
    enquiries: openSqliteEnquiryStore(database.path),
    pools: [],
  })
}

/** @throws where the database cannot be used, with nothing of its password */
export async function openCatalog(database: DatabaseSettings): Promise<OpenedCatalog> {
  if (database.kind === 'sqlite') return closing({ catalog: openSqliteStore(database.path) })
  return withServers(database, async (primary) => ({ catalog: await openPostgresStore(primary) }))
}

/** Whether there may be something to be read: a file that is not there holds nothing. */
export function hasDatabase(database: DatabaseSettings): boolean {
  return database.kind === 'postgres' || existsSync(database.path)
}

async function withServers<Opened extends Partial<Record<'catalog' | 'enquiries', Closable>>>(
  { url, readUrl, poolSize }: PostgresSettings,
  open: (primary: ServerPool, replica: ServerPool | null) => Promise<Opened>,
): Promise<Opened & AsyncDisposable> {
  const primary = new ServerPool(url, poolSize)
  const replica = readUrl === null ? null : new ServerPool(readUrl, poolSize)
  const pools = [primary, ...(replica ? [replica] : [])]
  try {
    return closing(await open(primary, replica), pools)
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.close()))
    throw error
  }
}

interface Closable {
  close(): Promise<void>
}

function closing<Opened extends Partial<Record<'catalog' | 'enquiries', Closable>>>(
  opened: Opened,
  pools: readonly Closable[] = [],
): Opened & AsyncDisposable {
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await Promise.all([opened.catalog?.close(), opened.enquiries?.close()])
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
