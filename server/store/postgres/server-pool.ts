import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool, type PoolClient } from 'pg'
import { ClientConnection, type Connection, type Row } from './connection.ts'
import { describePostgresError } from './postgres-error.ts'
import { buildConnectionString, describeAddress } from './server-address.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the server's own limit: it only ends the wait for a server that is gone. */
const ANSWER_GRACE_MS = 5_000
const IDLE_TIMEOUT_MS = 30_000
const CLOSE_LIMIT_MS = 5_000

/** Of statements that go through a whole catalogue, as imports have them. */
const LONG_STATEMENT_TIMEOUT_MS = 30 * 60_000

/**
 * What each connection begins with: time limits, also for one whose process does not come back, commits that are on the
 * disk when they return, and none of the compiling that short statements only wait for.
 */
const SESSION = `SET jit = off; SET timezone = 'UTC';
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

/** How a pool's connections are used at the moment. */
interface PoolUse {
  readonly busy: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}

interface TransactionOptions {
  /** It goes through a whole catalogue. */
  readonly isLong?: boolean
  /** It only reads, everything as it is at one moment. */
  readonly isSnapshot?: boolean
}

/** A PostgreSQL server with a bounded pool of connections. */
export class ServerPool implements Connection {
  /** Host, port and database, without user and password. */
  readonly address: string
  readonly #url: string
  readonly #pool: Pool

  /**
   * @param size most connections at once; who needs one more waits
   * @throws DatabaseError where the address makes no sense
   */
  constructor(url: string, size: number) {
    this.address = describeAddress(url)
    this.#url = url
    this.#pool = new Pool({
      ...buildClientConfig(url),
      max: size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits this callback; its types do not say so.
      onConnect: async (client) => {
        await client.query(SESSION)
      },
    })
    // A connection that breaks while nobody uses it is replaced when one is needed.
    this.#pool.on('error', () => {})
  }

  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.lend((connection) => connection.rows(text, ...values))
  }

  run(text: string, ...values: unknown[]): Promise<number> {
    return this.lend((connection) => connection.run(text, ...values))
  }

  exec(text: string): Promise<void> {
    return this.lend((connection) => connection.exec(text))
  }

  /** Lends a connection; one on which something failed is not used again. */
  async lend<Result>(
    work: (connection: Connection, client: object) => Promise<Result>,
    answerTimeoutMs = STATEMENT_TIMEOUT_MS + ANSWER_GRACE_MS,
  ): Promise<Result> {
    const client = await this.#connect()
    client.on('error', leaveToWaiting)
    let isSound = false
    try {
      const result = await work(new ClientConnection(client, this.address, answerTimeoutMs), client)
      isSound = true
      return result
    } finally {
      client.removeListener('error', leaveToWaiting)
      client.release(!isSound)
    }
  }

  /**
   * Runs a transaction: all of it or nothing.
   * @throws what the work throws, after everything is as it was
   */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { isLong = false, isSnapshot = false }: TransactionOptions = {},
  ): Promise<Result> {
    const limit = isLong ? LONG_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS
    return this.lend(async (connection) => {
      const begin = isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN'
      // A plan that was made for an empty table does not suit one that is being filled.
      await connection.exec(
        isLong
          ? `${begin}; SET LOCAL statement_timeout = ${limit}; SET LOCAL plan_cache_mode = force_custom_plan`
          : begin,
      )
      const result = await work(connection)
      await connection.exec('COMMIT')
      return result
    }, limit + ANSWER_GRACE_MS)
  }

  /** A connection of its own, outside the pool, which its user ends. */
  async connectAlone(): Promise<Client> {
    const client = new Client(buildClientConfig(this.#url))
    client.on('error', leaveToWaiting)
    await client.connect()
    return client
  }

  /** Waits for what is under way, but not for a server that is gone. */
  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), wait(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw describePostgresError(error, this.address)
    }
  }
}

/** Whoever waits for an answer hears of it there. */
function leaveToWaiting(): void {}

function buildClientConfig(url: string) {
  return {
    connectionString: buildConnectionString(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'vitrine',
    // What is asked on one connection at once goes out at once.
    pipeline: true,
  }
}
