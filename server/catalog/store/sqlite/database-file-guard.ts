import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { translateSqliteError, unusableError } from './sqlite-error.ts'

const SUFFIXES = ['', '-wal', '-shm'] as const

/** sqlite.org/fileformat2.html#walformat defines the sizes. */
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Detects that a file of an open database was replaced, deleted or truncated. Commits would seem to succeed but may be lost. */
export class DatabaseFileGuard {
  readonly path: string
  /** The path without symbolic links, because SQLite creates the log beside the link's target. */
  readonly #realPath: string
  readonly #database: DatabaseSync
  readonly #identities: ReadonlyMap<string, string | undefined>
  #bytes: number

  /** @param database must not be in a transaction during a check */
  constructor(path: string, database: DatabaseSync) {
    this.path = path
    this.#realPath = realpathSync(path)
    this.#database = database
    const files = SUFFIXES.map((suffix) => this.#realPath + suffix)
    this.#identities = new Map(files.map((file) => [file, identify(file)]))
    this.#bytes = readSize(this.#realPath)
  }

  /** @throws HttpError 503 if a file was replaced, deleted or truncated */
  check(): void {
    let fault: string | undefined
    try {
      fault = this.#findForeignFile() ?? this.#findTruncation()
    } catch (error) {
      throw translateSqliteError(error, this.path)
    }
    if (fault !== undefined) throw unusableError(this.path, fault)
  }

  #findForeignFile(): string | undefined {
    for (const [path, identity] of this.#identities) {
      const found = identify(path)
      if (found === identity) continue
      // This process still has the deleted log open, and copies it into the database. A second log could damage the file.
      if (path.endsWith('-wal') && found === undefined) this.#database.exec('PRAGMA wal_checkpoint')
      return `the file ${basename(path)} was replaced or deleted; restart the server before anything else opens the database`
    }
    return undefined
  }

  #findTruncation(): string | undefined {
    const pageBytes = this.#read('page_size', 'page_size')
    const log = `${this.#realPath}-wal`
    const isLogCut = () => {
      const frames = this.#read('wal_checkpoint(NOOP)', 'log')
      return frames > 0 && readSize(log) < LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes)
    }
    // Another process may have emptied the log between the two readings of the first check.
    if (isLogCut() && isLogCut()) {
      return `the file ${basename(log)} was truncated, and the last changes are lost; restart the server, or restore a backup`
    }
    const bytes = readSize(this.#realPath)
    // The file size is compared with the page count only if the file has shrunk, because the log may contain further pages.
    if (bytes < this.#bytes && bytes < this.#read('page_count', 'page_count') * pageBytes) {
      return `the file ${basename(this.#realPath)} was truncated; stop the server and restore a backup`
    }
    this.#bytes = bytes
    return undefined
  }

  #read(pragma: string, column: string): number {
    return Number(this.#database.prepare(`PRAGMA ${pragma}`).get()?.[column])
  }
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
