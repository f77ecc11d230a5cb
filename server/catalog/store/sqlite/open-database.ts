import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readOnlyError, translateSqliteError, unusableError } from './sqlite-error.ts'

/** How long SQLite waits for a lock. The wait blocks the whole process. */
const BUSY_TIMEOUT_MS = 5_000

/** A start blocks no requests, and another process may be building a large index. */
export const PREPARE_TIMEOUT_MS = 120_000

/** Only the owner of the file may read it, because enquiries contain personal data. SQLite gives its log the same mode. */
const PRIVATE_FILE_MODE = 0o600
const OTHERS_MODE_BITS = 0o007

/**
 * Opens a database file. Commits are synced to the disk before they return, and readers and a writer do not block each other.
 * @throws HttpError 503 if the file cannot be used
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
 * Creates a missing database file, and removes the access of other users. Another process may do so concurrently.
 * @throws HttpError 503 if the file cannot be used
 */
export function prepareDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) createFile(path)
  const database = openDatabase(path, PREPARE_TIMEOUT_MS)
  try {
    restrictAccess(path)
  } finally {
    database.close()
  }
}

/**
 * Finds damage that SQLite does not report. SQLite takes an empty file for a new database and deletes the log beside it. It also
 * replaces a deleted log that another process may still use.
 * @throws HttpError 503 if a part of the database was truncated or deleted
 */
export function checkComplete(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.size === 0) {
    throw unusableError(
      path,
      'the file is empty, because it was truncated; restore a backup, or delete the file to start with an empty site',
    )
  }
  // The log is checked twice, because another process may create it and the shared-memory file meanwhile.
  const hasLog = () => existsSync(`${path}-wal`)
  if (!hasLog() && existsSync(`${path}-shm`) && !hasLog()) {
    throw unusableError(
      path,
      `the file ${path}-wal was deleted while it was in use; stop the server, then delete ${path}-shm if it still exists`,
    )
  }
}

/** Creates the file atomically, so that no process finds an empty file. */
function createFile(path: string): void {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const database = new DatabaseSync(unfinished)
    database.exec('PRAGMA journal_mode = WAL')
    database.close()
    chmodSync(unfinished, PRIVATE_FILE_MODE)
    giveToService(unfinished)
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw translateSqliteError(error, path)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** A file that root creates, as by restoring a backup, belongs to the owner of its folder, because the server runs as that user. */
function giveToService(path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid !== 0) chownSync(path, uid, gid)
}

/** Removes the access of other users, which earlier versions allowed. Stricter modes are kept. */
function restrictAccess(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && found.mode & OTHERS_MODE_BITS && found.uid === process.geteuid?.()) chmodSync(file, PRIVATE_FILE_MODE)
  }
}

/** SQLite would report a read-only file only at the first write. @throws an error if the file is read-only */
function checkWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw readOnlyError(path)
  }
}
