import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeSqliteError, readOnlyError } from './sqlite-error.ts'

/** How long whoever has the file to itself, as at its very opening, is waited for; nothing else is done meanwhile. */
const BUSY_TIMEOUT_MS = 5_000

/** At the start nobody is kept waiting, and a large index takes another process a while. */
const PREPARE_TIMEOUT_MS = 120_000

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

/**
 * Makes a database file where there is none, and has its schema brought up to date; another process that is doing so is waited for.
 * @throws HttpError 503 with the reason where the file cannot be used, and what the preparation throws
 */
export function prepareDatabase(path: string, prepare: (database: DatabaseSync) => void): void {
  mkdirSync(dirname(path), { recursive: true })
  const database = openDatabase(path, PREPARE_TIMEOUT_MS)
  try {
    prepare(database)
  } catch (error) {
    throw describeSqliteError(error, path)
  } finally {
    database.close()
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
