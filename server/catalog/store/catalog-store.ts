import { CatalogPages } from './catalog-pages.ts'
import { CatalogWriter, type ChangeDescription } from './catalog-writer.ts'
import { CatalogSource } from './catalog-source.ts'
import { hasSearchIndex, randomRevisionStep } from './search-index.ts'
import { migrate } from './migrate.ts'
import { readMetaValue, readNumber } from './rows.ts'
import { CATALOG_SCHEMA } from './schema.ts'
import type { SqlConnection, SqlDatabase } from './sql-dialect.ts'
import { findDamage } from './sqlite/queries.ts'
import type { RowCounts } from './catalog-reader.ts'

export interface JournalledChange {
  /** Milliseconds since 1970; null for changes of older versions. */
  readonly at: number | null
  readonly description: ChangeDescription | null
}

/** How long a start waits for another process, which may be building a large index. */
const FIRST_INDEX_LIMIT_MS = 120_000

const BUSY_LIMIT_MS = 5_000

const RAISE_REVISION = "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value"

/** The whole catalogue. Its pages are those of the first language. */
export class CatalogStore extends CatalogPages {
  readonly #languages = new Map<string, CatalogPages>()
  readonly #busyLimitMs: number
  #lastWrite: Promise<unknown> = Promise.resolve()

  /**
   * Updates the schema, and builds a missing search index. If several processes start, only one does so.
   * @throws HttpError 503 if the database is unavailable, Error if a newer version of Vitrine wrote it
   */
  static async open(database: SqlDatabase, { busyLimitMs = BUSY_LIMIT_MS } = {}): Promise<CatalogStore> {
    await migrate(database, CATALOG_SCHEMA)
    const store = new CatalogStore(new CatalogSource(database, await database.watchRevision()), busyLimitMs)
    try {
      if (!(await hasSearchIndex(store.reads)))
        await store.#write((writer) => writer.buildMissingIndex(), false, FIRST_INDEX_LIMIT_MS)
      return store
    } catch (error) {
      await store.close()
      throw error
    }
  }

  private constructor(source: CatalogSource, busyLimitMs: number) {
    super(source, null)
    this.#busyLimitMs = busyLimitMs
  }

  /**
   * Checks the whole database for damage.
   * @returns the first errors; none for PostgreSQL, whose server checks its own files
   */
  async findDamage(): Promise<readonly string[]> {
    return this.dialect.kind === 'sqlite' ? findDamage(this.reads) : []
  }

  /** @param key language in an address, such as 'de-at' @returns undefined if the site lacks the language */
  async inLanguage(key: string): Promise<CatalogPages | undefined> {
    if (!(await this.readSnapshot()).inLanguage(key)) return undefined
    const known = this.#languages.get(key) ?? new CatalogPages(this.source, key)
    this.#languages.set(key, known)
    return known
  }

  readStatistics(): Promise<RowCounts> {
    return this.read((reader) => reader.countRows())
  }

  /** Lists the changes that can be undone, newest first, at most `CHANGES_MAX`. */
  async listChanges(): Promise<readonly JournalledChange[]> {
    const rows = await this.reads.rows('SELECT at, description FROM change ORDER BY first_seq DESC')
    return rows.map(({ at, description }) => ({
      at: readNumber(at),
      description: typeof description === 'string' ? (JSON.parse(description) as ChangeDescription) : null,
    }))
  }

  /**
   * Runs a change in one transaction. If it changes nothing, the revision stays the same.
   * @throws DatabaseBusyError if another writer takes too long, and errors of the change, after a rollback
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#write(change, true)
  }

  /** Runs a change like `write`, but without an entry in the history. */
  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#write(change, false)
  }

  /**
   * Undoes the last change. Further calls undo the changes before it.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean> {
    return this.#write((writer) => writer.undoLastChange(), false)
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.source.revisions.close()
  }

  /** Runs writes one after the other. SQLite allows only one, and in PostgreSQL each would take a pooled connection. */
  #write<Result>(
    work: (writer: CatalogWriter) => Promise<Result>,
    keepsUndo: boolean,
    busyLimitMs = this.#busyLimitMs,
  ): Promise<Result> {
    const { database, revisions } = this.source
    const change = async (connection: SqlConnection) => {
      const writer = new CatalogWriter(connection, this.dialect, { keepsUndo })
      const result = await work(writer)
      await writer.finish()
      if (!writer.hasChanges) return { result, revision: null }
      const [raised] = await connection.rows(RAISE_REVISION, randomRevisionStep())
      return { result, revision: readMetaValue(raised) }
    }
    const written = this.#lastWrite.then(async () => {
      try {
        const { result, revision } = await database.writeAlone(change, busyLimitMs)
        if (revision !== null) revisions.record(revision)
        return result
      } catch (error) {
        // A rolled back import leaves a log as large as itself. If this fails, later changes reuse the log.
        await database.eraseDeleted().catch(() => {})
        throw error
      }
    })
    this.#lastWrite = written.catch(() => {})
    return written
  }
}
