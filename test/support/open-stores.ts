import { join } from 'node:path'
import { openBackgroundState } from '../../server/catalog/unmatched-texts/unmatched-text-store.ts'
import { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { ServerPool } from '../../server/catalog/store/postgres/server-pool.ts'
import { SqliteDatabase } from '../../server/catalog/store/sqlite/sqlite-database.ts'
import { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

type EnquiryOptions = Parameters<typeof EnquiryStore.open>[1]

/** Opens a store on a file of its own, which `close` also closes. */
async function openFile<Store extends object>(
  database: SqliteDatabase,
  open: (database: SqliteDatabase) => Promise<Store>,
): Promise<Store & { close(): Promise<void> }> {
  try {
    const store = await open(database)
    const closeStore = store instanceof CatalogStore ? store.close.bind(store) : async () => {}
    const close = async () => {
      await closeStore()
      await database.close()
    }
    return Object.assign(store, { close })
  } catch (error) {
    await database.close()
    throw error
  }
}

export function openSqliteStore(path: string, options: { readonly busyLimitMs?: number } = {}) {
  return openFile(new SqliteDatabase(path), (database) => CatalogStore.open(database, options))
}

export function openSqliteEnquiryStore(
  path: string,
  { busyLimitMs, ...options }: EnquiryOptions & { readonly busyLimitMs?: number } = {},
) {
  const database = new SqliteDatabase(path, busyLimitMs === undefined ? {} : { busyLimitMs })
  return openFile(database, (opened) => EnquiryStore.open(opened, options))
}

export function openSqliteBackgroundState(path: string) {
  return openFile(new SqliteDatabase(path), (database) => openBackgroundState(database))
}

export function openPostgresStore(server: ServerPool, options: { readonly busyLimitMs?: number } = {}) {
  return CatalogStore.open(server, options)
}

/** Opens a store of enquiries in a new folder, until the end of the scope. */
export async function openTempEnquiries(options?: EnquiryOptions) {
  const folder = await makeTemporaryFolder()
  const dir = join(folder.path, 'data')
  const path = join(dir, 'vitrine.db')
  const store = await openSqliteEnquiryStore(path, options)
  return {
    dir,
    path,
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
