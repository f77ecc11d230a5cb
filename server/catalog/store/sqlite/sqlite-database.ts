import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../../../platform/database-error.ts'
import type { Revisions } from '../catalog-source.ts'
import type { Row } from '../rows.ts'
import type { SqlConnection, SqlDatabase } from '../sql-dialect.ts'
import { DatabaseFileGuard } from './database-file-guard.ts'
import { FileRevisions } from './file-revisions.ts'
import { openDatabase, prepareDatabase, PREPARE_TIMEOUT_MS } from './open-database.ts'
import { Queries } from './queries.ts'
import { translateSqliteError } from './sqlite-error.ts'

/** How long a write waits for another writer, for example an import, which locks the file while it writes. */
const BUSY_LIMIT_MS = 15_000
const RETRY_INTERVAL_MS = 50

/** The writer retries instead of waiting for the lock, because SQLite blocks the whole process while it waits. */
const WRITER_TIMEOUT_MS = 20

interface SqliteDatabaseOptions {
  readonly busyLimitMs?: number
}

/** A database file. Its transactions run one after the other, and its reads see only committed data. */
export class SqliteDatabase implements SqlDatabase {
  readonly kind = 'sqlite'
  readonly reads: Queries
  readonly file: DatabaseFileGuard
  readonly #busyLimitMs: number
  readonly #reader: DatabaseSync
  readonly #writer: DatabaseSync
  readonly #writes: Queries
  #lastWrite: Promise<unknown> = Promise.resolve()

  /** Creates the file if it is missing. @throws HttpError 503 if it cannot be used */
  constructor(path: string, { busyLimitMs = BUSY_LIMIT_MS }: SqliteDatabaseOptions = {}) {
    prepareDatabase(path)
    this.#busyLimitMs = busyLimitMs
    this.#reader = openDatabase(path)
    this.reads = new Queries(this.#reader)
    this.#writer = openDatabase(path, WRITER_TIMEOUT_MS)
    this.#writes = new Queries(this.#writer)
    // Otherwise the personal data of deleted enquiries would stay in free pages.
    this.#writer.exec('PRAGMA secure_delete = ON')
    this.file = new DatabaseFileGuard(path, this.#reader)
  }

  async rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.reads.rows(text, ...values)
  }

  run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.transaction(async (connection) => connection.run(text, ...values))
  }

  transaction<Result>(
    work: (connection: Queries) => Promise<Result>,
    busyLimitMs = this.#busyLimitMs,
  ): Promise<Result> {
    const deadline = performance.now() + busyLimitMs
    return this.#queue(() => this.#write(work, deadline))
  }

  writeAlone<Result>(work: (connection: Queries) => Promise<Result>, busyLimitMs: number): Promise<Result> {
    return this.transaction(work, busyLimitMs)
  }

  updateSchema(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    return this.transaction(work, PREPARE_TIMEOUT_MS)
  }

  /** Does nothing, because only one transaction runs at a time. */
  async lock(): Promise<void> {}

  /** Runs the work on a connection of its own, whose reads all see the same data. */
  async readSnapshot<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    this.file.check()
    const database = openDatabase(this.file.path)
    try {
      database.exec('BEGIN')
      return await work(new Queries(database))
    } finally {
      database.close()
    }
  }

  /** Also removes rolled back changes from the write-ahead log, unless another process is reading it. */
  eraseDeleted(): Promise<void> {
    return this.#queue(async () => {
      this.#writes.rows('PRAGMA wal_checkpoint(TRUNCATE)')
    })
  }

  async watchRevision(): Promise<Revisions> {
    return new FileRevisions(this)
  }

  async close(): Promise<void> {
    await this.#lastWrite
    this.#reader.close()
    this.#writer.close()
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastWrite.then(work)
    this.#lastWrite = done.catch(() => {})
    return done
  }

  async #write<Result>(work: (connection: Queries) => Promise<Result>, deadline: number): Promise<Result> {
    await this.#begin(deadline)
    try {
      const result = await work(this.#writes)
      this.#writes.exec('COMMIT')
      // If the file was replaced, the commit succeeds but is lost.
      this.file.check()
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already ended the transaction itself.
      if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK')
      throw translateSqliteError(error, this.file.path)
    }
  }

  /** Tries again while another process holds the write lock, which may take minutes. */
  async #begin(deadline: number): Promise<void> {
    for (;;) {
      this.file.check()
      try {
        return this.#writes.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if (!(error instanceof DatabaseBusyError) || performance.now() >= deadline) throw error
      }
      await wait(RETRY_INTERVAL_MS)
    }
  }
}
