import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { DatabaseBusyError, DatabaseError, isUnavailable } from '../../../platform/database-error.ts'
import { describeAddress } from '../../../platform/settings/database-settings.ts'
import type { Revisions } from '../catalog-source.ts'
import { type Row, readMetaValue } from '../rows.ts'
import { publishQuery, type SqlConnection, type SqlDatabase, storableText } from '../sql-dialect.ts'
import { LOCK_NOT_AVAILABLE, translatePostgresError } from './postgres-error.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Statements of transactions that may process a whole catalogue. */
const LONG_STATEMENT_TIMEOUT_MS = 30 * 60_000
/** The client waits this much longer than the server's limit, to receive the server's error instead of its own. */
const RESPONSE_GRACE_MS = 5_000
const IDLE_TIMEOUT_MS = 30_000
const CLOSE_LIMIT_MS = 5_000

/** Advisory locks of all nodes. The arbitrary keys must not change, because 1.1.0 may still run when a newer version starts. */
const MIGRATION_LOCK = 7_468_001
const IMPORT_LOCK = 7_468_002

/**
 * Settings of each connection. JIT compilation is off, because it slows down short statements. Keepalives let the server close
 * the connections of crashed processes. Commits are synced to the disk.
 */
const SESSION = `SET jit = off; SET timezone = 'UTC';
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

/** A query plan that was cached for an empty table is slow once the transaction has filled the table. */
const LONG_TRANSACTION = `SET LOCAL statement_timeout = ${LONG_STATEMENT_TIMEOUT_MS}; SET LOCAL plan_cache_mode = force_custom_plan`

/** With sequential scans, PostgreSQL would read a table of 20,000 rows for a few hundred keys instead of its index. */
const LOOKUPS_BY_INDEX = 'SET LOCAL enable_seqscan = off'

type Work<Result> = (connection: SqlConnection) => Promise<Result>

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

  get usage(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.withConnection(async (connection) => connection.rows(text, ...values))
  }

  run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.withConnection(async (connection) => connection.run(text, ...values))
  }

  /**
   * Runs the work on a connection, which is closed instead of reused if the work fails.
   * @throws HttpError 503 if there is no connection, and errors of the work
   */
  async withConnection<Result>(
    work: Work<Result>,
    responseTimeoutMs = STATEMENT_TIMEOUT_MS + RESPONSE_GRACE_MS,
  ): Promise<Result> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw translatePostgresError(error, this.address)
    })
    client.on('error', ignoreConnectionError)
    let isSound = false
    try {
      const result = await work(createConnection(client, this.address, responseTimeoutMs))
      isSound = true
      return result
    } finally {
      client.removeListener('error', ignoreConnectionError)
      client.release(!isSound)
    }
  }

  transaction<Result>(work: Work<Result>): Promise<Result> {
    return this.#transact('BEGIN', STATEMENT_TIMEOUT_MS, work)
  }

  readSnapshot<Result>(work: Work<Result>): Promise<Result> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LONG_TRANSACTION}`
    return this.#transact(begin, LONG_STATEMENT_TIMEOUT_MS, work)
  }

  writeAlone<Result>(work: Work<Result>, busyLimitMs: number): Promise<Result> {
    return this.#transact(`BEGIN; ${LONG_TRANSACTION}`, LONG_STATEMENT_TIMEOUT_MS, async (connection) => {
      try {
        await connection.exec(
          `SET LOCAL lock_timeout = ${busyLimitMs}; SELECT pg_advisory_xact_lock(${IMPORT_LOCK}); SET LOCAL lock_timeout = 0; ${LOOKUPS_BY_INDEX}`,
        )
      } catch (error) {
        throw error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE ? new DatabaseBusyError(error) : error
      }
      return work(connection)
    })
  }

  /** @throws Error if the database does not store UTF-8 */
  updateSchema(work: Work<void>): Promise<void> {
    return this.#transact(`BEGIN; ${LONG_TRANSACTION}`, LONG_STATEMENT_TIMEOUT_MS, async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      const [settings] = await connection.rows("SELECT current_setting('server_encoding') AS encoding")
      const encoding = String(settings?.['encoding'])
      if (encoding !== 'UTF8')
        throw new Error(`The database has the encoding ${encoding}; create a database with ENCODING 'UTF8'.`)
      await work(connection)
    })
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

  /** @param begin statements that begin the transaction @param limitMs the server's time limit of a statement */
  #transact<Result>(begin: string, limitMs: number, work: Work<Result>): Promise<Result> {
    return this.withConnection(async (connection) => {
      await connection.exec(begin)
      try {
        const result = await work(connection)
        await connection.exec('COMMIT')
        return result
      } catch (error) {
        // A closed connection is rolled back too, but only when the server notices that.
        if (!isUnavailable(error)) await Promise.resolve(connection.exec('ROLLBACK')).catch(() => {})
        throw error
      }
    }, limitMs + RESPONSE_GRACE_MS)
  }
}

/** Ignores an error event of the connection, because the pending query is rejected with the same error. */
function ignoreConnectionError(): void {}

/** @throws HttpError 503 in every method if the server is unavailable, DatabaseError if it rejects a statement */
function createConnection(client: PoolClient, address: string, responseTimeoutMs: number): SqlConnection {
  const query = async (config: { readonly text: string; readonly name?: string; readonly values?: unknown[] }) => {
    const startedAt = performance.now()
    let isFailed = true
    try {
      // The cast is needed because the driver's types lack `query_timeout`.
      const result = await client.query({ ...config, query_timeout: responseTimeoutMs } as typeof config)
      isFailed = false
      return result
    } catch (error) {
      throw translatePostgresError(error, address)
    } finally {
      publishQuery(address, startedAt, isFailed)
    }
  }
  const prepared = (text: string, values: readonly unknown[]) =>
    query({ name: hash('sha1', text), text, values: values.map(bind) })
  return {
    rows: async (text, ...values) => (await prepared(text, values)).rows as Row[],
    run: async (text, ...values) => (await prepared(text, values)).rowCount ?? 0,
    async exec(text) {
      await query({ text })
    },
  }
}

function bind(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bind)
  return typeof value === 'string' ? storableText(value) : value
}

const POLL_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 3_000

/** Reads the revision every second, so that requests need no query for it. */
class RevisionWatch implements Revisions {
  latest: number
  unavailableSince: number | null = null
  failure: Error | null = null
  #respondedAt = performance.now()
  readonly #server: ServerPool
  readonly #polled: ServerPool
  readonly #closing = new AbortController()
  readonly #polling: Promise<void>

  /** @param polled a pool of its own, so that a poll never waits for the queries of requests; it is closed with the watch */
  constructor(server: ServerPool, polled: ServerPool, latest: number) {
    this.#server = server
    this.#polled = polled
    this.latest = latest
    this.#polling = this.#pollRegularly()
  }

  record(revision: number): void {
    this.latest = Math.max(this.latest, revision)
  }

  async ping(): Promise<void> {
    await this.#server.rows('SELECT 1')
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#polling
    await this.#polled.close()
  }

  async #pollRegularly(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#poll()
      await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Accepts a lower revision, which a restored backup may have, unless a higher one was recorded during the query. */
  async #poll(): Promise<void> {
    const before = this.latest
    try {
      const revision = await this.#polled.withConnection(readRevision, RESPONSE_TIMEOUT_MS)
      this.#respondedAt = performance.now()
      this.failure = null
      this.unavailableSince = null
      if (this.latest === before) this.latest = revision
      else this.record(revision)
    } catch (error) {
      this.failure = error as Error
      this.unavailableSince = this.#respondedAt
    }
  }
}

/** @throws HttpError 503 if the server is unavailable */
async function readRevision(connection: Pick<SqlConnection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'revision'")
  return readMetaValue(row)
}
