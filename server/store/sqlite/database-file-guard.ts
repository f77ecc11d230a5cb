import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError, unavailableError } from '../database-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

/** The database file, its write-ahead log and the index of that log, which all processes share. */
const SUFFIXES = ['', '-wal', '-shm'] as const

/** Of the log: before its frames, and in each frame before the page (sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

const CHECK_INTERVAL_MS = 500

/**
 * The files of the database that this process has open. If one of them is replaced, deleted or truncated, a commit may be lost
 * although it succeeds: nothing may be acknowledged any more.
 */
export class DatabaseFileGuard {
  readonly path: string
  /** SQLite keeps the log beside the file that a symbolic link leads to. */
  readonly #realPath: string
  readonly #database: DatabaseSync
  readonly #identities: ReadonlyMap<string, string | undefined>
  /** Of the database file, when it was last found complete. */
  #bytes: number
  #checkedAt = -Infinity
  #failure: unknown

  /** @param database an open connection, which is in no transaction whenever the files are checked */
  constructor(path: string, database: DatabaseSync) {
    this.path = path
    this.#realPath = realpathSync(path)
    this.#database = database
    const files = SUFFIXES.map((suffix) => this.#realPath + suffix)
    this.#identities = new Map(files.map((file) => [file, identify(file)]))
    this.#bytes = readSize(this.#realPath)
  }

  /** @throws HttpError 503 if a file is not the one that was opened, or is not complete */
  check(): void {
    this.#checkedAt = performance.now()
    this.#failure = this.#findFailure()
    if (this.#failure) throw this.#failure
  }

  /** Checks only if the last check is older than the interval. @throws as the last check did */
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
   * This process still has the deleted log: what was acknowledged is copied into the database file. If somebody else has
   * created another log, the two contradict each other, and a copy could damage the file.
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
    // New pages are in the log only. A VACUUM makes the file smaller, but then it has fewer pages, too.
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

/** In bytes; 0 if there is no such file. */
function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
