import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copySite } from './copy-site.ts'
import { DatabaseError } from './database-error.ts'
import type { DatabaseSettings } from './database-settings.ts'
import { openStores } from './open-stores.ts'
import { findDamage } from './sqlite/find-damage.ts'
import { checkComplete } from './sqlite/open-database.ts'
import { describeSqliteError } from './sqlite/sqlite-error.ts'

const UNFINISHED = '.unfinished'

/** How long whoever has the file to itself, as at its very opening, is waited for. */
const BUSY_TIMEOUT_MS = 5_000

/** What visitors wrote is read by nobody but the owner of the file. */
const PRIVATE_FILE_MODE = 0o600

/** There is a file already, and nobody is to lose it. */
export class BackupExistsError extends Error {
  override readonly name = 'BackupExistsError'
}

/**
 * Writes a whole site, catalogue, pictures and enquiries, into one SQLite file, while it is served and imported into: as it
 * is at one moment; from PostgreSQL with the enquiries up to the end of it. The file is there when it is whole, was looked
 * through and is on the disk. Folders that are missing are made.
 * @returns its size in bytes
 * @throws BackupExistsError, DatabaseError where the site is damaged, and what the database or the disk says
 */
export async function backUpSite(database: DatabaseSettings, path: string): Promise<number> {
  if (await exists(path)) throw new BackupExistsError(`${path} is there already.`)
  const unfinished = path + UNFINISHED
  try {
    // What an earlier one left when it was killed.
    await removeDatabase(unfinished)
    await mkdir(dirname(path), { recursive: true })
    if (database.kind === 'sqlite') await copyFile(database.path, unfinished)
    else await copyServer(database, unfinished)
    checkFile(unfinished)
    await syncToDisk(unfinished)
    await rename(unfinished, path)
    await syncToDisk(dirname(path))
  } catch (error) {
    await removeDatabase(unfinished)
    throw error
  }
  return (await stat(path)).size
}

/** Reads the file as it is at one moment; neither readers nor a writer wait for it. */
async function copyFile(from: string, to: string): Promise<void> {
  checkComplete(from)
  await writeFile(to, '', { mode: PRIVATE_FILE_MODE, flag: 'wx' })
  const database = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw describeSqliteError(error, from)
  } finally {
    database.close()
  }
}

async function copyServer(from: DatabaseSettings, to: string): Promise<void> {
  await using source = await openStores(from)
  await using target = await openStores({ kind: 'sqlite', path: to })
  await copySite(source, target, { force: false })
}

function checkFile(path: string): void {
  const database = new DatabaseSync(path)
  try {
    const damage = findDamage(database)
    if (damage.length > 0) throw new DatabaseError(`The backup came out damaged: ${damage[0]}`)
  } finally {
    database.close()
  }
}

async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true })
}
