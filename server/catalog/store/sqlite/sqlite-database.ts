import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../../../platform/database-error.ts'
import type { Revisions } from '../catalog-source.ts'
import { readMetaValue, type Row } from '../rows.ts'
import type { SqlDatabase } from '../sql-dialect.ts'
import { createDatabase, DatabaseFileGuard, openDatabase, translateSqliteError } from './open-database.ts'
import { Queries } from './queries.ts'

/** How long a write waits for another writer, for example an import, which locks the file while it writes. */
const BUSY_LIMIT_MS = 15_000
const RETRY_INTERVAL_MS = 50
/** A start blocks no requests, and another process may be building a large index. */
const SCHEMA_LIMIT_MS = 120_000

/** The writer retries instead of waiting for the lock, because SQLite blocks the whole process while it waits. */
const WRITER_TIMEOUT_MS = 20

type Work<Result> = (connection: Queries) => Promise<Result>

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
  constructor(path: string, { busyLimitMs = BUSY_LIMIT_MS }: { readonly busyLimitMs?: number } = {}) {
    createDatabase(path)
    this.#busyLimitMs = busyLimitMs
    this.#reader = openDatabase(path)
    this.reads = new Queries(this.#reader)
    this.#writer = openDatabase(path, WRITER_TIMEOUT_MS)
    this.#writes = new Queries(this.#writer)
    // Otherwise the personal data of deleted enquiries would stay in free pages.
    this.#writer.exec('PRAGMA secure_delete = ON')
    this.file = new DatabaseFileGuard(path, this.reads)
  }

  async rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.reads.rows(text, ...values)
  }

  run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.transaction(async (connection) => connection.run(text, ...values))
  }

  transaction<Result>(work: Work<Result>, busyLimitMs = this.#busyLimitMs): Promise<Result> {
    const deadline = performance.now() + busyLimitMs
    return this.#queue(async () => {
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
    })
  }

  writeAlone<Result>(work: Work<Result>, busyLimitMs: number): Promise<Result> {
    return this.transaction(work, busyLimitMs)
  }

  updateSchema(work: Work<void>): Promise<void> {
    return this.transaction(work, SCHEMA_LIMIT_MS)
  }

  /** Does nothing, because only one transaction runs at a time. */
  async lock(): Promise<void> {}

  /** Runs the work on a connection of its own, whose reads all see the same data. */
  async readSnapshot<Result>(work: Work<Result>): Promise<Result> {
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

const READ_REVISION = "SELECT value FROM meta WHERE key = 'revision'"

const FILE_CHECK_INTERVAL_MS = 500

class FileRevisions implements Revisions {
  readonly #database: SqliteDatabase
  #latest = 0
  #isRead = false
  #fileCheckedAt = -Infinity
  failure: Error | null = null
  unavailableSince: number | null = null

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /**
   * The revision is read at most once per tick of the event loop. All requests of a tick arrived before the first is handled, so
   * none can expect a later change.
   */
  get latest(): number {
    if (!this.#isRead) {
      this.#read()
      this.#isRead = true
      setImmediate(() => {
        this.#isRead = false
      })
    }
    return this.#latest
  }

  record(revision: number): void {
    if (revision !== this.#latest) this.#isRead = false
  }

  async ping(): Promise<void> {
    this.#database.file.check()
    this.#database.reads.get(READ_REVISION)
  }

  async close(): Promise<void> {}

  #read(): void {
    const isCheckDue = performance.now() - this.#fileCheckedAt >= FILE_CHECK_INTERVAL_MS
    if (this.failure && !isCheckDue) return
    try {
      if (isCheckDue) {
        this.#fileCheckedAt = performance.now()
        this.#database.file.check()
      }
      this.#latest = readMetaValue(this.#database.reads.getUncounted(READ_REVISION))
      this.unavailableSince = null
      this.failure = null
    } catch (error) {
      this.unavailableSince ??= performance.now()
      this.failure = error as Error
    }
  }
}
