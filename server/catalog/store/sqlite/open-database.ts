import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  realpathSync,
} from 'node:fs'
import { dirname, basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseBusyError, DatabaseError, unavailableError } from '../../../platform/database-error.ts'
import type { SqlConnection } from '../sql-dialect.ts'

/** How long SQLite waits for a lock. The wait blocks the whole process. */
const BUSY_TIMEOUT_MS = 5_000

/** Only the owner of the file may read it, because enquiries contain personal data. SQLite gives its log the same mode. */
const PRIVATE_FILE_MODE = 0o600

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
  } catch (error) {
    database?.close()
    throw translateSqliteError(error, path)
  }
  try {
    accessSync(path, constants.W_OK)
    return database
  } catch {
    // SQLite would report a read-only file only at the first write.
    database.close()
    throw unusableError(path, READ_ONLY, 'SQLITE_READONLY')
  }
}

/** Creates the file if it is missing. Another process may do so concurrently. @throws HttpError 503 if it cannot be created */
export function createDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) createFile(path)
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

const READ_ONLY = 'the file is read-only; give the user that runs Vitrine the right to write to the file and its folder'

/** Result codes for failures of the file or the disk (sqlite.org/rescode.html). Other codes indicate a bug in Vitrine. */
const FILE_ERRORS: Readonly<Record<number, readonly [name: string, reason: string]>> = {
  7: ['SQLITE_NOMEM', 'there is not enough memory'],
  8: ['SQLITE_READONLY', READ_ONLY],
  10: ['SQLITE_IOERR', 'reading or writing the disk failed; the disk may be full'],
  11: ['SQLITE_CORRUPT', 'the file is damaged; restore a backup'],
  13: ['SQLITE_FULL', 'the disk is full'],
  14: [
    'SQLITE_CANTOPEN',
    'the file cannot be opened; give the user that runs Vitrine the right to read and write the file and its folder',
  ],
  26: ['SQLITE_NOTADB', 'the file is not a database'],
}

const SQLITE_BUSY = 5

/**
 * Translates an error of SQLite: DatabaseBusyError if another connection holds the lock, HttpError 503 if the file or the disk
 * fails, otherwise the error itself.
 * @param path path of the file, null for a temporary database
 */
export function translateSqliteError(thrown: unknown, path: string | null): unknown {
  const errcode = thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) : 0
  // The lowest byte of an extended result code is the primary result code.
  const code = errcode & 0xff
  if (code === SQLITE_BUSY) return new DatabaseBusyError(thrown)
  const [name, reason] = FILE_ERRORS[code] ?? []
  return reason === undefined ? thrown : unusableError(path, reason, name)
}

/** @param path null for a temporary database @param code SQLite's result code */
function unusableError(path: string | null, reason: string, code?: string): Error {
  const subject = path === null ? 'A temporary database' : `The database ${path}`
  return unavailableError(new DatabaseError(`${subject} cannot be used: ${reason}`, code))
}

const SUFFIXES = ['', '-wal', '-shm'] as const

/** Detects that a file of an open database was replaced, deleted or emptied. Commits would seem to succeed but may be lost. */
export class DatabaseFileGuard {
  readonly path: string
  readonly #connection: SqlConnection
  readonly #identities: ReadonlyMap<string, string | undefined>

  /** @param connection must not be in a transaction during a check */
  constructor(path: string, connection: SqlConnection) {
    this.path = path
    this.#connection = connection
    // SQLite creates the log beside the target of a symbolic link.
    const files = SUFFIXES.map((suffix) => realpathSync(path) + suffix)
    this.#identities = new Map(files.map((file) => [file, identify(file)]))
  }

  /** @throws HttpError 503 if a file was replaced or deleted, or the database file is empty */
  check(): void {
    for (const [file, identity] of this.#identities) {
      const found = identify(file)
      if (found === identity) continue
      // This process still has the deleted log open, and copies it into the database. A second log could damage the file.
      if (file.endsWith('-wal') && found === undefined) void this.#connection.exec('PRAGMA wal_checkpoint')
      throw unusableError(
        this.path,
        `the file ${basename(file)} was replaced or deleted; restart the server before anything else opens the database`,
      )
    }
    checkComplete(this.path)
  }
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
