import { DatabaseBusyError, DatabaseError } from '../../../platform/database-error.ts'
import { CatalogReader } from '../catalog-reader.ts'
import { CatalogStore, type WriteOptions } from '../catalog-store.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import { migrate } from '../migrate.ts'
import { CATALOG_SCHEMA } from '../schema.ts'
import { buildSnapshotSql, readSnapshot, type Snapshot } from '../snapshot.ts'
import { ADVISORY_LOCKS, type Connection } from './connection.ts'
import { DIALECTS } from '../sql-dialect.ts'
import { LOCK_NOT_AVAILABLE } from './postgres-error.ts'
import { RevisionWatch, readRevision } from './revision-watch.ts'
import type { ServerPool } from './server-pool.ts'
import { VersionedValue } from '../versioned-value.ts'

const READ_SNAPSHOT = buildSnapshotSql(DIALECTS.postgres)

/** With sequential scans, PostgreSQL would read a table of 20,000 rows for a few hundred keys instead of its index. */
const LOOKUPS_BY_INDEX = 'SET LOCAL enable_seqscan = off'

interface PostgresStoreOptions {
  readonly busyLimitMs?: number
}

/**
 * Opens the catalogue on a server and updates its schema.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresStore(
  primary: ServerPool,
  options: PostgresStoreOptions = {},
): Promise<CatalogStore> {
  await migrate(primary, CATALOG_SCHEMA)
  return new PostgresStore(primary, await readRevision(primary), options).start()
}

class PostgresStore extends CatalogStore {
  readonly #primary: ServerPool
  readonly #revisions: RevisionWatch
  readonly #snapshot = new VersionedValue<Snapshot>()
  readonly dialect = DIALECTS.postgres

  constructor(primary: ServerPool, revision: number, { busyLimitMs }: PostgresStoreOptions) {
    super(busyLimitMs)
    this.#primary = primary
    this.#revisions = new RevisionWatch(primary.openSingle(), revision)
  }

  get reads(): ServerPool {
    return this.#primary
  }

  /** The last revision that this process has read. It may lag behind by a second. */
  get revision(): number {
    return this.#revisions.latest
  }

  get unavailableSince(): number | null {
    return this.#revisions.unavailableSince
  }

  get failure(): Error | null {
    return this.#revisions.failure
  }

  async ping(): Promise<void> {
    await this.#primary.rows('SELECT 1')
  }

  /** A PostgreSQL server checks its own files. */
  async findDamage(): Promise<readonly string[]> {
    return []
  }

  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.#primary.transaction((connection) => work(new CatalogReader(connection, DIALECTS.postgres)), {
      isLong: true,
      isSnapshot: true,
    })
  }

  /** Reads the snapshot. Concurrent requests share one query per revision. */
  async readSnapshot(): Promise<Snapshot> {
    const snapshot = await this.#snapshot.get(this.revision, () => this.#querySnapshot())
    this.#revisions.record(snapshot.revision)
    return snapshot
  }

  forgetSnapshot(): void {
    this.#snapshot.forget()
  }

  /** One process can write at a time. */
  protected async runWrite<Result>(
    work: (writer: CatalogWriter) => Promise<Result>,
    { keepsUndo, busyLimitMs }: WriteOptions,
  ): Promise<Result> {
    const write = async (connection: Connection) => {
      await lockForWriting(connection, busyLimitMs)
      return this.change(connection, work, keepsUndo)
    }
    const { result, revision } = await this.#primary.transaction(write, { isLong: true })
    if (revision !== null) this.#revisions.record(revision)
    return result
  }

  protected disconnect(): Promise<void> {
    return this.#revisions.close()
  }

  async #querySnapshot(): Promise<Snapshot> {
    const [row] = await this.reads.rows(READ_SNAPSHOT)
    return readSnapshot(row)
  }
}

/** @throws DatabaseBusyError if another process holds the lock for longer than the limit */
async function lockForWriting(connection: Connection, limitMs: number): Promise<void> {
  try {
    await connection.exec(
      `SET LOCAL lock_timeout = ${limitMs}; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.import}); SET LOCAL lock_timeout = 0; ${LOOKUPS_BY_INDEX}`,
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw new DatabaseBusyError(error)
    throw error
  }
}
