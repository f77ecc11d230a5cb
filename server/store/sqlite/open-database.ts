import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError, unavailableError } from '../database-error.ts'
import { translateSqliteError, readOnlyError } from './sqlite-error.ts'

/** How long whoever has the file to itself, as at its very opening, is waited for; nothing else is done meanwhile. */
const BUSY_TIMEOUT_MS = 5_000

/** At the start nobody is kept waiting, and a large index takes another process a while. */
const PREPARE_TIMEOUT_MS = 120_000

/** What visitors wrote may be read by the file's owner only. SQLite gives the files beside it the same mode. */
const PRIVATE_FILE_MODE = 0o600
const MODE_OF_OTHERS = 0o007

/**
 * Opens the database file so that a commit is on the disk when it returns, and readers and a writer stay out of each other's way.
 * @throws HttpError 503 with the reason where the file cannot be used
 */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    checkComplete(path)
    database = new DatabaseSync(path, { timeout: busyTimeoutMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    checkWritable(path)
    return database
  } catch (error) {
    database?.close()
    throw translateSqliteError(error, path)
  }
}

/**
 * Makes a database file where there is none, and has its schema brought up to date; another process that is doing so is waited for.
 * @throws HttpError 503 with the reason where the file cannot be used, and what the preparation throws
 */
export function prepareDatabase(path: string, prepare: (database: DatabaseSync) => void): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) createFile(path)
  const database = openDatabase(path, PREPARE_TIMEOUT_MS)
  try {
    hideFromOthers(path)
    prepare(database)
  } catch (error) {
    throw translateSqliteError(error, path)
  } finally {
    database.close()
  }
}

/**
 * SQLite takes an empty file for a new database and deletes the log beside it. It creates a log that is missing, although
 * another process may still use the deleted one.
 * @throws HttpError 503 if a part of the database was truncated or deleted
 */
export function checkComplete(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.size === 0) {
    throw incompleteError(
      path,
      'the file is empty, because it was truncated; restore a backup, or delete the file to begin with an empty site',
    )
  }
  // The log exists before its index does, and longer. Another process may open the database between the first two looks.
  const hasLog = () => existsSync(`${path}-wal`)
  if (!hasLog() && existsSync(`${path}-shm`) && !hasLog()) {
    throw incompleteError(
      path,
      `the file ${path}-wal was deleted while it was in use; stop the server, then delete ${path}-shm if it still exists`,
    )
  }
}

function incompleteError(path: string, reason: string): Error {
  return unavailableError(new DatabaseError(`The database ${path} cannot be used: ${reason}`))
}

/** Creates the file in one step, so that no process ever finds an empty one. If another process is faster, its file stays. */
function createFile(path: string): void {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const database = new DatabaseSync(unfinished)
    database.exec('PRAGMA journal_mode = WAL')
    database.close()
    chmodSync(unfinished, PRIVATE_FILE_MODE)
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw translateSqliteError(error, path)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Earlier versions let every user of the machine read the files. A mode that keeps others out was chosen by the operator. */
function hideFromOthers(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && found.mode & MODE_OF_OTHERS && found.uid === process.geteuid?.()) chmodSync(file, PRIVATE_FILE_MODE)
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
