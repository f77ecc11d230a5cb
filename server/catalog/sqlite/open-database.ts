import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeSqliteError, readOnlyError } from './sqlite-error.ts'

/** How long a writer waits for another one. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens the database file so that a commit is on the disk when it returns, and readers and a writer stay out of each other's way.
 * @throws HttpError 503 with the reason where the file cannot be used
 */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    checkWritable(path)
    return database
  } catch (error) {
    database?.close()
    throw describeSqliteError(error, path)
  }
}

/** SQLite itself says nothing before something is written. */
function checkWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw readOnlyError(path)
  }
}

/** Makes the folder of a database file where it is missing. */
export function makeFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
}
