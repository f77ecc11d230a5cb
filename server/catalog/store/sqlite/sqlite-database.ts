import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../rows.ts'
import type { SqlConnection, SqlDatabase } from '../sql-dialect.ts'
import { DatabaseFileGuard } from './database-file-guard.ts'
import { openDatabase } from './open-database.ts'
import { Queries } from './queries.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { retryWhileBusy, SHORT_BUSY_TIMEOUT_MS } from './transaction.ts'

/** How long a write waits for another writer, for example an import, which locks the file while it writes. */
const BUSY_LIMIT_MS = 15_000

interface SqliteDatabaseOptions {
  readonly busyLimitMs?: number
  /** Whether SQLite overwrites deleted data with zeros. */
  readonly erasesDeleted?: boolean
}

/** A database file for short transactions, which run one after the other. Reads see only committed data. */
export class SqliteDatabase implements SqlDatabase {
  readonly #busyLimitMs: number
  readonly #reader: DatabaseSync
  readonly #reads: Queries
  readonly #writer: DatabaseSync
  readonly #writes: Queries
  readonly #file: DatabaseFileGuard
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(path: string, { busyLimitMs = BUSY_LIMIT_MS, erasesDeleted = false }: SqliteDatabaseOptions = {}) {
    this.#busyLimitMs = busyLimitMs
    this.#reader = openDatabase(path, SHORT_BUSY_TIMEOUT_MS)
    this.#reads = new Queries(this.#reader)
    this.#writer = openDatabase(path, SHORT_BUSY_TIMEOUT_MS)
    this.#writes = new Queries(this.#writer)
    if (erasesDeleted) this.#writer.exec('PRAGMA secure_delete = ON')
    this.#file = new DatabaseFileGuard(path, this.#reader)
  }

  async rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#reads.rows(text, ...values)
  }

  run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.transaction(async (connection) => connection.run(text, ...values))
  }

  transaction<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.#busyLimitMs
    const written = this.#lastWrite.then(() => this.#write(work, deadline))
    this.#lastWrite = written.catch(() => {})
    return written
  }

  /** Removes deleted texts from the write-ahead log, unless another process is reading it. */
  truncateLog(): void {
    this.#writes.rows('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  async close(): Promise<void> {
    await this.#lastWrite
    this.#reader.close()
    this.#writer.close()
  }

  async #write<Result>(work: (connection: SqlConnection) => Promise<Result>, deadline: number): Promise<Result> {
    const { path } = this.#file
    await retryWhileBusy(path, deadline - performance.now(), () => {
      this.#file.check()
      this.#writer.exec('BEGIN IMMEDIATE')
    })
    try {
      const result = await work(this.#writes)
      this.#writer.exec('COMMIT')
      // If the file was replaced, the commit succeeds but is lost.
      this.#file.check()
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already ended the transaction itself.
      if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK')
      throw translateSqliteError(error, path)
    }
  }
}
