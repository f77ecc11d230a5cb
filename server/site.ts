import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CatalogStore } from './catalog/store/catalog-store.ts'
import { SqliteDatabase } from './catalog/store/sqlite/sqlite-database.ts'
import type { DatabaseSettings, SqliteSettings } from './platform/settings/database-settings.ts'
import { EnquiryStore } from './enquiries/enquiry-store.ts'
import { type BackgroundState, openBackgroundState } from './catalog/unmatched-texts/unmatched-text-store.ts'
import type { ServerPool } from './catalog/store/postgres/server-pool.ts'
import { DatabaseError } from './platform/database-error.ts'

export type PoolMetrics = Pick<ServerPool, 'address' | 'usage'>

/** Disposing it closes the connections. */
export interface Stores extends AsyncDisposable {
  readonly catalog: CatalogStore
  readonly enquiries: EnquiryStore
  readonly background: BackgroundState
  readonly pools: readonly PoolMetrics[]
}

/**
 * Opens all stores of the database, and updates the schemas.
 * @throws HttpError 503 if the database cannot be used, DatabaseError if a file cannot be opened because of its folder, Error if
 * a newer version of Vitrine wrote it; no message contains the password
 */
export async function openStores(settings: DatabaseSettings): Promise<Stores> {
  await using opening = new AsyncDisposableStack()
  try {
    const database = opening.adopt(await connect(settings), close)
    const stores = {
      catalog: opening.adopt(await CatalogStore.open(database), close),
      enquiries: await EnquiryStore.open(database),
      background: await openBackgroundState(database),
      pools: 'usage' in database ? [database] : [],
    }
    const opened = opening.move()
    return { ...stores, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  } catch (error) {
    throw (settings.kind === 'sqlite' ? explainFolder(settings) : undefined) ?? error
  }
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

/** Loads the driver of PostgreSQL only if it is needed. */
async function connect(settings: DatabaseSettings): Promise<SqliteDatabase | ServerPool> {
  if (settings.kind === 'sqlite') return new SqliteDatabase(settings.path)
  const { ServerPool } = await import('./catalog/store/postgres/server-pool.ts')
  return new ServerPool(settings.url, settings.poolSize)
}

function close(closable: { close(): Promise<void> }): Promise<void> {
  return closable.close()
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file; choose or create a folder',
  ENOTDIR: 'a part of its path is a file; choose or create a folder',
  EROFS: 'its file system is read-only; make it writable, or choose another folder',
  ENOENT: 'a link in its path leads to a folder that does not exist; create that folder, or choose another one',
}

/**
 * Finds out whether a database file cannot be used because of its folder.
 * @returns an error with the setting, the folder and what it needs; undefined if the folder is not the reason
 */
function explainFolder({ path, setting }: SqliteSettings): DatabaseError | undefined {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true })
    rmdirSync(mkdtempSync(join(folder, 'unfinished-')))
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const subject = `${setting === undefined ? 'The' : `${setting}: the`} folder ${folder}`
    const user = `the user that runs Vitrine${process.geteuid ? ` (uid ${process.geteuid()})` : ''}`
    const needed = `${user} needs the right to reach it, and to create and change files in it; create it if it is missing`
    const reason = code === 'EACCES' || code === 'EPERM' ? needed : REASONS[code]
    if (reason === undefined) return undefined
    return new DatabaseError(`${subject} cannot be used: ${reason}`, code, { cause: error })
  }
}
