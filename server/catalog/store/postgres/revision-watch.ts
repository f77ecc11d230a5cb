import { setTimeout as wait } from 'node:timers/promises'
import type { Revisions } from '../catalog-source.ts'
import { readMetaValue } from '../rows.ts'
import type { SqlConnection } from '../sql-dialect.ts'
import type { ServerPool } from './server-pool.ts'

const POLL_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 3_000

/** Reads the revision every second, so that requests need no query for it. */
export class RevisionWatch implements Revisions {
  #latest: number
  #respondedAt = performance.now()
  #failure: Error | null = null
  /** Counts calls of `record`, so that a poll detects a revision recorded during its query. */
  #recorded = 0
  readonly #server: ServerPool
  readonly #polled: ServerPool
  readonly #closing = new AbortController()
  readonly #polling: Promise<void>

  /** @param polled a pool of its own, so that a poll never waits for the queries of requests; it is closed with the watch */
  constructor(server: ServerPool, polled: ServerPool, latest: number) {
    this.#server = server
    this.#polled = polled
    this.#latest = latest
    this.#polling = this.#pollRegularly()
  }

  /** The last revision that this process has read. It may lag behind by a second. */
  get latest(): number {
    return this.#latest
  }

  /** Time of the last response (`performance.now()`) if the server is unavailable, otherwise null. */
  get unavailableSince(): number | null {
    return this.#failure === null ? null : this.#respondedAt
  }

  get failure(): Error | null {
    return this.#failure
  }

  /** Records a revision that was read elsewhere. An older one has no effect. */
  record(revision: number): void {
    this.#recorded++
    if (revision > this.#latest) this.#latest = revision
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

  /** Accepts a lower revision, which a restored backup may have, unless another one was recorded during the query. */
  async #poll(): Promise<void> {
    const recorded = this.#recorded
    try {
      const revision = await this.#polled.withConnection(readRevision, RESPONSE_TIMEOUT_MS)
      this.#respondedAt = performance.now()
      this.#failure = null
      if (recorded === this.#recorded) this.#latest = revision
      else this.record(revision)
    } catch (error) {
      this.#failure = error as Error
    }
  }
}

/** @throws HttpError 503 if the server is unavailable */
export async function readRevision(connection: Pick<SqlConnection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'revision'")
  return readMetaValue(row)
}
