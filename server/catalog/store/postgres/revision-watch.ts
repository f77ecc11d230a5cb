import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { readMetaValue } from '../rows.ts'
import type { Connection } from './connection.ts'

const READ_REVISION = "SELECT value FROM meta WHERE key = 'revision'"

const POLL_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 3_000
const RECONNECT_MS = 500
const DISCONNECT_TIMEOUT_MS = 500

/** Reads the revision every second on a connection of its own, so that requests need no query for it. */
export class RevisionWatch {
  #latest: number
  #respondedAt = performance.now()
  #failure: unknown = null
  /** Counts calls of `record`, so that a poll detects a revision recorded during its query. */
  #recorded = 0
  readonly #connect: () => Promise<Client>
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  constructor(connect: () => Promise<Client>, latest: number) {
    this.#connect = connect
    this.#latest = latest
    this.#running = this.#run()
  }

  get latest(): number {
    return this.#latest
  }

  /** Time of the last response (`performance.now()`) if the server is unavailable, otherwise null. */
  get unavailableSince(): number | null {
    return this.#failure === null ? null : this.#respondedAt
  }

  get failure(): unknown {
    return this.#failure
  }

  /** Records a revision that was read elsewhere. An older one has no effect. */
  record(revision: number): void {
    this.#recorded++
    if (revision > this.#latest) this.#latest = revision
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      let client: Client | undefined
      try {
        client = await this.#connect()
        await this.#watch(client, signal)
      } catch (error) {
        this.#failure = error
      }
      // An unreachable server never confirms the end of the connection.
      await Promise.race([client?.end(), wait(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
      await wait(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #watch(client: Client, signal: AbortSignal): Promise<void> {
    const disconnected = rejectOnDisconnect(client, signal)
    disconnected.catch(() => {})
    while (!signal.aborted) {
      await Promise.race([this.#poll(client), disconnected])
      await Promise.race([wait(POLL_INTERVAL_MS, undefined, { signal }), disconnected])
    }
  }

  /** Accepts a lower revision, which a restored backup may have, unless another one was recorded during the query. */
  async #poll(client: Client): Promise<void> {
    const recorded = this.#recorded
    const { rows } = await query(client, READ_REVISION)
    const revision = readMetaValue(rows[0])
    this.#respondedAt = performance.now()
    this.#failure = null
    if (recorded === this.#recorded) this.#latest = revision
    else this.record(revision)
  }
}

async function rejectOnDisconnect(client: Client, signal: AbortSignal): Promise<never> {
  const error = once(client, 'error', { signal }).then(([reason]: unknown[]) => reason)
  const end = once(client, 'end', { signal }).then(() => new Error('Connection closed'))
  throw await Promise.race([error, end])
}

/** The cast is needed because the driver's types lack `query_timeout`. */
function query(client: Client, text: string): Promise<QueryResult<Readonly<Record<string, unknown>>>> {
  return client.query({ text, query_timeout: RESPONSE_TIMEOUT_MS } as QueryConfig)
}

/** @throws HttpError 503 if the server is unavailable */
export async function readRevision(connection: Pick<Connection, 'rows'>): Promise<number> {
  const [row] = await connection.rows(READ_REVISION)
  return readMetaValue(row)
}
