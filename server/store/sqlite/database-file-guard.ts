import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError, unavailableError } from '../database-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

/** The database file, its write-ahead log and the index of that log, which all processes share. */
const SUFFIXES = ['', '-wal', '-shm'] as const

/** Sizes of the headers of the log and of each of its frames (sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

const CHECK_INTERVAL_MS = 500

/**
 * Checks the files of an open database. If one of them is replaced, deleted or truncated, a commit may be lost although it
 * succeeds, so nothing may be acknowledged any more.
 */
export class DatabaseFileGuard {
  readonly path: string
  /** If the path is a symbolic link, SQLite keeps the log beside the target of the link. */
  readonly #realPath: string
  readonly #database: DatabaseSync
  readonly #identities: ReadonlyMap<string, string | undefined>
  /** Size of the database file at the last successful check. */
  #bytes: number
  #checkedAt = -Infinity
  #failure: unknown

  /** @param database an open connection; it may not be in a transaction during a check */
  constructor(path: string, database: DatabaseSync) {
    this.path = path
    this.#realPath = realpathSync(path)
    this.#database = database
    const files = SUFFIXES.map((suffix) => this.#realPath + suffix)
    this.#identities = new Map(files.map((file) => [file, identify(file)]))
    this.#bytes = readSize(this.#realPath)
  }

  /** Checks the files now. @throws HttpError 503 if one of them was replaced, deleted or truncated */
  check(): void {
    this.#checkedAt = performance.now()
    this.#failure = this.#findFailure()
    if (this.#failure) throw this.#failure
  }

  /** Checks the files if the last check is older than the interval. @throws HttpError 503 like the last check */
  checkAtInterval(): void {
    if (performance.now() - this.#checkedAt >= CHECK_INTERVAL_MS) this.check()
    else if (this.#failure) throw this.#failure
  }

  #findFailure(): unknown {
    try {
      const fault = this.#findForeignFile() ?? this.#findTruncation()
      return fault && unavailableError(new DatabaseError(`The database ${this.path} cannot be used: ${fault}`))
    } catch (error) {
      return translateSqliteError(error, this.path)
    }
  }

  #findForeignFile(): string | undefined {
    for (const [path, identity] of this.#identities) {
      const found = identify(path)
      if (found === identity) continue
      if (path.endsWith('-wal') && found === undefined) this.#saveDeletedLog()
      return `the file ${basename(path)} was replaced or deleted; restart the server before anything else opens the database`
    }
    return undefined
  }

  /**
   * Copies the deleted log, which this process still has open, into the database file, so that no acknowledged change is lost.
   * If another process has created a new log, this is not called: the logs contradict each other and could damage the file.
   */
  #saveDeletedLog(): void {
    this.#database.exec('PRAGMA wal_checkpoint')
  }

  #findTruncation(): string | undefined {
    const pageBytes = this.#read('page_size')['page_size']!
    const frames = this.#read('wal_checkpoint(NOOP)')['log']!
    const log = `${this.#realPath}-wal`
    if (frames > 0 && readSize(log) < LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes)) {
      return `the file ${basename(log)} was truncated, and the last changes are lost; restart the server, or restore a backup`
    }
    const bytes = readSize(this.#realPath)
    // The page count includes pages in the log, so only a shrunken file is compared with it. VACUUM lowers the page count, too.
    if (bytes < this.#bytes && bytes < this.#read('page_count')['page_count']! * pageBytes) {
      return `the file ${basename(this.#realPath)} was truncated; stop the server and restore a backup`
    }
    this.#bytes = bytes
    return undefined
  }

  #read(pragma: string): Readonly<Record<string, number>> {
    return this.#database.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>
  }
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
