import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copySite } from './copy-site.ts'
import { FILE_EXISTS, ImportError } from './import/import-error.ts'
import { DatabaseError } from './platform/database-error.ts'
import type { DatabaseSettings } from './platform/settings/database-settings.ts'
import { openStores } from './site.ts'
import { checkComplete, translateSqliteError } from './catalog/store/sqlite/open-database.ts'
import { findDamage, Queries } from './catalog/store/sqlite/queries.ts'

/** Limit for waiting for a lock. A process that opens the file locks it for a short time. */
const BUSY_TIMEOUT_MS = 5_000

/** Only the owner of the file may read it, because enquiries contain personal data. */
const PRIVATE_FILE_MODE = 0o600

/**
 * Copies a whole site (catalogue, pictures and enquiries) into one SQLite file while the server runs. The copy is a snapshot of
 * one moment, except that a copy from PostgreSQL may include enquiries that arrived in the meantime. The file gets its final
 * name only after it has been checked and synced to the disk. Missing folders are created.
 * @returns the size of the file in bytes
 * @throws ImportError if the file exists, DatabaseError if the copy is damaged, HttpError 503 if the database is
 *   unavailable, and errors of the file system
 */
export async function backUpSite(database: DatabaseSettings, path: string): Promise<number> {
  if (existsSync(path)) throw new ImportError({ file: path }, FILE_EXISTS)
  await mkdir(dirname(path), { recursive: true })
  const folder = await mkdtemp(join(dirname(path), 'unfinished-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true }))
  const unfinished = join(folder, 'backup.db')
  if (database.kind === 'sqlite') await copySqliteFile(database.path, unfinished)
  else await copyServerData(database, unfinished)
  await checkFile(unfinished)
  await syncToDisk(unfinished)
  await rename(unfinished, path)
  await syncToDisk(dirname(path))
  return (await stat(path)).size
}

/** `VACUUM INTO` blocks neither readers nor writers. */
async function copySqliteFile(from: string, to: string): Promise<void> {
  checkComplete(from)
  await writeFile(to, '', { mode: PRIVATE_FILE_MODE, flag: 'wx' })
  const database = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw translateSqliteError(error, from)
  } finally {
    database.close()
  }
}

async function copyServerData(from: DatabaseSettings, to: string): Promise<void> {
  await using source = await openStores(from)
  await using target = await openStores({ kind: 'sqlite', path: to })
  await copySite(source, target, { force: false })
}

async function checkFile(path: string): Promise<void> {
  const database = new DatabaseSync(path)
  try {
    const damage = await findDamage(new Queries(database))
    if (damage.length > 0) throw new DatabaseError(`The backup is damaged: ${damage[0]}`)
  } finally {
    database.close()
  }
}

async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
