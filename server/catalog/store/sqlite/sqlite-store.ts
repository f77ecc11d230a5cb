import { CatalogReader } from '../catalog-reader.ts'
import { CatalogStore, type WriteOptions } from '../catalog-store.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import { readMetaValue } from '../rows.ts'
import { CATALOG_SCHEMA } from '../schema.ts'
import { buildSnapshotSql, readSnapshot, type Snapshot } from '../snapshot.ts'
import { findDamage, type Queries } from './queries.ts'
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts'
import { DIALECTS } from '../sql-dialect.ts'

const READ_REVISION = "SELECT value FROM meta WHERE key = 'revision'"

const READ_SNAPSHOT = buildSnapshotSql(DIALECTS.sqlite)

const FILE_CHECK_INTERVAL_MS = 500

interface SqliteStoreOptions {
  readonly busyLimitMs?: number
}

/**
 * Opens a database file, or creates it, and updates its schema.
 * @throws HttpError 503 if the file cannot be used, Error if a newer version of Vitrine wrote it
 */
export async function openSqliteStore(path: string, { busyLimitMs }: SqliteStoreOptions = {}): Promise<CatalogStore> {
  return new SqliteStore(await openSqliteDatabase(path, CATALOG_SCHEMA), busyLimitMs).start()
}

class SqliteStore extends CatalogStore {
  readonly #database: SqliteDatabase
  #revision = 0
  #isRevisionRead = false
  #fileCheckedAt = -Infinity
  #snapshot: Snapshot | undefined
  failure: Error | null = null
  unavailableSince: number | null = null
  readonly reads: Queries
  readonly dialect = DIALECTS.sqlite

  constructor(database: SqliteDatabase, busyLimitMs?: number) {
    super(busyLimitMs)
    this.#database = database
    this.reads = database.reads
  }

  /**
   * The revision is read at most once per tick of the event loop. All requests of a tick arrived before the first is handled, so
   * none can expect a later change.
   */
  get revision(): number {
    if (!this.#isRevisionRead) {
      this.#readRevision()
      this.#isRevisionRead = true
      setImmediate(() => this.forgetSnapshot())
    }
    return this.#revision
  }

  #readRevision(): void {
    const isCheckDue = performance.now() - this.#fileCheckedAt >= FILE_CHECK_INTERVAL_MS
    if (this.failure && !isCheckDue) return
    try {
      if (isCheckDue) {
        this.#fileCheckedAt = performance.now()
        this.#database.file.check()
      }
      this.#revision = readMetaValue(this.reads.getUncounted(READ_REVISION))
      this.unavailableSince = null
      this.failure = null
    } catch (error) {
      this.unavailableSince ??= performance.now()
      this.failure = error as Error
    }
  }

  async ping(): Promise<void> {
    this.#database.file.check()
    this.reads.get(READ_REVISION)
  }

  async findDamage(): Promise<readonly string[]> {
    return findDamage(this.reads)
  }

  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.#database.readSnapshot((connection) => work(new CatalogReader(connection, DIALECTS.sqlite)))
  }

  readSnapshot(): Snapshot {
    const revision = this.revision
    if (this.#snapshot?.revision !== revision) this.#snapshot = readSnapshot(this.reads.get(READ_SNAPSHOT))
    return this.#snapshot
  }

  forgetSnapshot(): void {
    this.#isRevisionRead = false
  }

  protected async runWrite<Result>(
    work: (writer: CatalogWriter) => Promise<Result>,
    { keepsUndo, busyLimitMs }: WriteOptions,
  ): Promise<Result> {
    try {
      const changed = await this.#database.transaction(
        (connection) => this.change(connection, work, keepsUndo),
        busyLimitMs,
      )
      return changed.result
    } catch (error) {
      this.#truncateLog()
      throw error
    } finally {
      this.forgetSnapshot()
    }
  }

  /** A rolled back import leaves a log as large as itself. */
  #truncateLog(): void {
    try {
      this.#database.eraseDeleted()
    } catch {
      // The caller throws the first error, and later changes reuse the log.
    }
  }

  protected disconnect(): Promise<void> {
    return this.#database.close()
  }
}
