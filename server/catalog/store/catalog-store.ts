import { CatalogPages } from './catalog-pages.ts'
import { CatalogWriter, type ChangeDescription } from './catalog-writer.ts'
import { LanguagePages } from './language-pages.ts'
import { hasListingTables, randomRevisionStep } from './listing-tables.ts'
import { readMetaValue } from './rows.ts'
import type { SqlConnection } from './sql-dialect.ts'
import type { RowCounts } from './statistics-rows.ts'
import { listChanges } from './undo-journal.ts'

export interface JournalledChange {
  /** Milliseconds since 1970; null for changes of older versions. */
  readonly at: number | null
  readonly description: ChangeDescription | null
}

export interface CatalogStatistics extends RowCounts {
  readonly revision: number
  readonly categories: number
}

/** How long a start waits for another process, which may be building a large index. */
const FIRST_INDEX_LIMIT_MS = 120_000

const BUSY_LIMIT_MS = 5_000

const RAISE_REVISION = "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value"

export interface WriteOptions {
  readonly keepsUndo: boolean
  readonly busyLimitMs: number
}

/** The whole catalogue. Its pages are those of the first language. */
export abstract class CatalogStore extends CatalogPages {
  readonly #languages = new Map<string, LanguagePages>()
  readonly #busyLimitMs: number
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(busyLimitMs = BUSY_LIMIT_MS) {
    super()
    this.#busyLimitMs = busyLimitMs
  }

  /** Builds a missing search index. If several processes start, only one builds it. */
  async start(): Promise<this> {
    try {
      if (!(await hasListingTables(this.reads)))
        await this.runWrite((writer) => writer.buildMissingIndex(), {
          keepsUndo: false,
          busyLimitMs: FIRST_INDEX_LIMIT_MS,
        })
      return this
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /**
   * Checks the whole database for damage.
   * @returns the first errors; none for PostgreSQL, whose server checks its own files
   */
  abstract findDamage(): Promise<readonly string[]>
  protected abstract runWrite<Result>(
    work: (writer: CatalogWriter) => Promise<Result>,
    options: WriteOptions,
  ): Promise<Result>
  protected abstract disconnect(): void | Promise<void>

  /** Runs a change on a connection that has begun a transaction. @returns the new revision; null without a change */
  protected async change<Result>(
    connection: SqlConnection,
    work: (writer: CatalogWriter) => Promise<Result>,
    keepsUndo: boolean,
  ): Promise<{ readonly result: Result; readonly revision: number | null }> {
    const writer = new CatalogWriter(connection, this.dialect, { keepsUndo })
    const result = await work(writer)
    await writer.finish()
    if (!writer.hasChanges) return { result, revision: null }
    const [raised] = await connection.rows(RAISE_REVISION, randomRevisionStep())
    return { result, revision: readMetaValue(raised) }
  }

  /** @param key language in an address, such as 'de-at' @returns undefined if the site lacks the language */
  async inLanguage(key: string): Promise<CatalogPages | undefined> {
    if (!(await this.readSnapshot()).inLanguage(key)) return undefined
    const known = this.#languages.get(key) ?? new LanguagePages(this, key)
    this.#languages.set(key, known)
    return known
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const counts = await this.read((reader) => reader.countRows())
    const { revision, tree } = await this.readSnapshot()
    return { ...counts, revision, categories: tree.bySlug.size }
  }

  /** Lists the changes that can be undone, newest first, at most `CHANGES_MAX`. */
  async listChanges(): Promise<readonly JournalledChange[]> {
    return listChanges(this.reads)
  }

  /**
   * Runs a change in one transaction. If it changes nothing, the revision stays the same.
   * @throws DatabaseBusyError if another writer takes too long, and errors of the change, after a rollback
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, true)
  }

  /** Runs a change like `write`, but without an entry in the history, for changes that the server makes by itself. */
  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, false)
  }

  /**
   * Undoes the last change. Further calls undo the changes before it.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean> {
    return this.#queueWrite((writer) => writer.undoLastChange(), false)
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.disconnect()
  }

  /** Runs writes one after the other. SQLite allows only one, and in PostgreSQL each would take a pooled connection. */
  #queueWrite<Result>(work: (writer: CatalogWriter) => Promise<Result>, keepsUndo: boolean): Promise<Result> {
    const written = this.#lastWrite.then(() => this.runWrite(work, { keepsUndo, busyLimitMs: this.#busyLimitMs }))
    this.#lastWrite = written.catch(() => {})
    return written
  }
}
