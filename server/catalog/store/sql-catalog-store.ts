import type { CatalogPages } from './catalog-pages.ts'
import type { CatalogStatistics, CatalogStore, CatalogWriter, JournalledChange } from './catalog-store.ts'
import { LanguagePages } from './language-pages.ts'
import { hasListingTables } from './listing-tables.ts'
import type { Row } from './rows.ts'
import { SqlCatalogPages } from './sql-catalog-pages.ts'
import type { SqlWriter } from './sql-writer.ts'
import { COUNT_ROWS, readCounts } from './statistics-rows.ts'
import { listChanges } from './undo-journal.ts'

/** How long a start waits for another process, which may be building a large index. */
const FIRST_INDEX_LIMIT_MS = 120_000

const BUSY_LIMIT_MS = 5_000

export interface WriteOptions {
  readonly keepsUndo: boolean
  readonly busyLimitMs: number
}

export abstract class SqlCatalogStore extends SqlCatalogPages implements CatalogStore {
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

  abstract findDamage(): Promise<readonly string[]>
  protected abstract readLongQuery(text: string): Row[] | Promise<Row[]>
  protected abstract runWrite<Result>(
    work: (writer: SqlWriter) => Promise<Result>,
    options: WriteOptions,
  ): Promise<Result>
  protected abstract disconnect(): void | Promise<void>

  async inLanguage(key: string): Promise<CatalogPages | undefined> {
    if (!(await this.readSnapshot()).inLanguage(key)) return undefined
    const known = this.#languages.get(key) ?? new LanguagePages(this, key)
    this.#languages.set(key, known)
    return known
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const [[row], { revision, tree }] = await Promise.all([this.readLongQuery(COUNT_ROWS), this.readSnapshot()])
    return { ...readCounts(row), revision, categories: tree.bySlug.size }
  }

  async listChanges(): Promise<readonly JournalledChange[]> {
    return listChanges(this.reads)
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, true)
  }

  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, false)
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite((writer) => writer.undoLastChange(), false)
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.disconnect()
  }

  /** Runs writes one after the other. SQLite allows only one, and in PostgreSQL each would take a pooled connection. */
  #queueWrite<Result>(work: (writer: SqlWriter) => Promise<Result>, keepsUndo: boolean): Promise<Result> {
    const written = this.#lastWrite.then(() => this.runWrite(work, { keepsUndo, busyLimitMs: this.#busyLimitMs }))
    this.#lastWrite = written.catch(() => {})
    return written
  }
}
