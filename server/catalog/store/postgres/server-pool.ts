import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { DatabaseBusyError, DatabaseError, isUnavailable } from '../../../platform/database-error.ts'
import type { Revisions } from '../catalog-source.ts'
import type { Row } from '../rows.ts'
import type { SqlConnection, SqlDatabase } from '../sql-dialect.ts'
import { ADVISORY_LOCKS, Connection } from './connection.ts'
import { LOCK_NOT_AVAILABLE, translatePostgresError } from './postgres-error.ts'
import { readRevision, RevisionWatch } from './revision-watch.ts'
import { describeAddress } from '../../../platform/settings/database-settings.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** The client waits this much longer than the server's limit, to receive the server's error instead of its own. */
const RESPONSE_GRACE_MS = 5_000
const IDLE_TIMEOUT_MS = 30_000
const CLOSE_LIMIT_MS = 5_000

const LONG_STATEMENT_TIMEOUT_MS = 30 * 60_000

/**
 * Settings of each connection. JIT compilation is off, because it slows down short statements. Keepalives let the server close
 * the connections of crashed processes. Commits are synced to the disk.
 */
const SESSION = `SET jit = off; SET timezone = 'UTC';
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

interface PoolUsage {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

interface TransactionOptions {
  /** Whether statements may process a whole catalogue and therefore have a longer time limit. */
  readonly isLong?: boolean
  /** Whether all reads see one snapshot. Such a transaction cannot write. */
  readonly isSnapshot?: boolean
}

export class ServerPool implements SqlDatabase {
  readonly kind = 'postgres'
  /** Host, port and database, without user and password. */
  readonly address: string
  readonly #url: string
  readonly #pool: Pool

  /** @throws DatabaseError if the URL is invalid */
  constructor(url: string, size: number) {
    this.address = describeAddress(url)
    this.#url = url
    const parsed = new URL(url)
    // `sslmode` then means what PostgreSQL documents.
    parsed.searchParams.set('uselibpqcompat', 'true')
    this.#pool = new Pool({
      connectionString: parsed.href,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'vitrine',
      // The driver sends statements without waiting for the results of earlier ones.
      pipeline: true,
      max: size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits this callback; its types do not say so.
      onConnect: async (client) => {
        await client.query(SESSION)
      },
    })
    // Without a listener, a broken idle connection would end the process.
    this.#pool.on('error', () => {})
  }

  get usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.withConnection((connection) => connection.rows(text, ...values))
  }

  run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.withConnection((connection) => connection.run(text, ...values))
  }

  /**
   * Runs the work on a connection, which is closed instead of reused if the work fails.
   * @throws HttpError 503 if there is no connection, and errors of the work
   */
  async withConnection<Result>(
    work: (connection: Connection) => Promise<Result>,
    responseTimeoutMs = STATEMENT_TIMEOUT_MS + RESPONSE_GRACE_MS,
  ): Promise<Result> {
    const client = await this.#connect()
    client.on('error', ignoreConnectionError)
    let isSound = false
    try {
      const result = await work(new Connection(client, this.address, responseTimeoutMs))
      isSound = true
      return result
    } finally {
      client.removeListener('error', ignoreConnectionError)
      client.release(!isSound)
    }
  }

  /**
   * Runs the work in a transaction and commits it.
   * @throws HttpError 503 if the server is unavailable, and errors of the work, after a rollback
   */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { isLong = false, isSnapshot = false }: TransactionOptions = {},
  ): Promise<Result> {
    const limit = isLong ? LONG_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS
    return this.withConnection(async (connection) => {
      const begin = isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN'
      // A query plan that was cached for an empty table is slow once the transaction has filled the table.
      await connection.exec(
        isLong
          ? `${begin}; SET LOCAL statement_timeout = ${limit}; SET LOCAL plan_cache_mode = force_custom_plan`
          : begin,
      )
      try {
        const result = await work(connection)
        await connection.exec('COMMIT')
        return result
      } catch (error) {
        // A closed connection is rolled back too, but only when the server notices that.
        if (!isUnavailable(error)) await connection.exec('ROLLBACK').catch(() => {})
        throw error
      }
    }, limit + RESPONSE_GRACE_MS)
  }

  readSnapshot<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.transaction(work, { isLong: true, isSnapshot: true })
  }

  writeAlone<Result>(work: (connection: Connection) => Promise<Result>, busyLimitMs: number): Promise<Result> {
    const write = async (connection: Connection) => {
      await lockForWriting(connection, busyLimitMs)
      return work(connection)
    }
    return this.transaction(write, { isLong: true })
  }

  /** @throws Error if the database does not store UTF-8 */
  updateSchema(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    return this.transaction(
      async (connection) => {
        await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`)
        const [settings] = await connection.rows("SELECT current_setting('server_encoding') AS encoding")
        if (settings?.['encoding'] !== 'UTF8')
          throw new Error(
            `The database has the encoding ${String(settings?.['encoding'])}; create a database with ENCODING 'UTF8'.`,
          )
        await work(connection)
      },
      { isLong: true },
    )
  }

  async lock(connection: SqlConnection, name: string): Promise<void> {
    await connection.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', name)
  }

  /** Does nothing, because the server's log belongs to its operator. */
  async eraseDeleted(): Promise<void> {}

  async watchRevision(): Promise<Revisions> {
    return new RevisionWatch(this, new ServerPool(this.#url, 1), await readRevision(this))
  }

  /** Waits for running statements, up to a time limit in case the server is unreachable. A second call has no effect. */
  async close(): Promise<void> {
    if (this.#pool.ending) return
    await Promise.race([this.#pool.end(), wait(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw translatePostgresError(error, this.address)
    }
  }
}

/** Ignores an error event of the connection, because the pending query is rejected with the same error. */
function ignoreConnectionError(): void {}

/** With sequential scans, PostgreSQL would read a table of 20,000 rows for a few hundred keys instead of its index. */
const LOOKUPS_BY_INDEX = 'SET LOCAL enable_seqscan = off'

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
