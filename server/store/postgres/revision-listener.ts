import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, QueryConfig, QueryResult } from 'pg'

/** Channel of the notifications (`NOTIFY`) that carry a new revision. */
export const REVISION_CHANNEL = 'vitrine_revision'

/** Notifications can be lost with their connection, so the revision is polled as well. */
const POLL_INTERVAL_MS = 1_000
/** The listener reconnects if the server does not respond in this time. */
const RESPONSE_TIMEOUT_MS = 3_000
const RECONNECT_MS = 500
const DISCONNECT_TIMEOUT_MS = 500

/** Keeps track of the catalogue's revision without a query per request: the database notifies all listeners of a new one. */
export class RevisionListener {
  #latest: number
  #respondedAt = Date.now()
  #failure: unknown = null
  /** Counts revisions that did not come from a poll, so that an older poll result can be recognised. */
  #recorded = 0
  readonly #connect: () => Promise<Client>
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  /**
   * @param connect opens a connection for this listener alone
   * @param latest the present revision
   */
  constructor(connect: () => Promise<Client>, latest: number) {
    this.#connect = connect
    this.#latest = latest
    this.#running = this.#run()
  }

  get latest(): number {
    return this.#latest
  }

  /** When an unavailable server responded last, in milliseconds since 1970; null while it responds. */
  get unavailableSince(): number | null {
    return this.#failure === null ? null : this.#respondedAt
  }

  /** The error that ended the connection or prevented the next one; null while the server responds. */
  get failure(): unknown {
    return this.#failure
  }

  /** Records a revision that was read elsewhere; an older one has no effect. */
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
        await this.#listen(client, signal)
      } catch (error) {
        this.#failure = error
      }
      // An unreachable server does not take part in closing the connection.
      await Promise.race([client?.end(), wait(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
      await wait(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Listens and polls until the connection fails. @throws the reason */
  async #listen(client: Client, signal: AbortSignal): Promise<void> {
    const disconnected = rejectOnDisconnect(client, signal)
    disconnected.catch(() => {})
    client.on('notification', ({ payload }) => this.record(Number(payload)))
    await query(client, `LISTEN ${REVISION_CHANNEL}`)
    while (!signal.aborted) {
      await Promise.race([this.#poll(client), disconnected])
      await Promise.race([wait(POLL_INTERVAL_MS, undefined, { signal }), disconnected])
    }
  }

  /** Accepts a lower revision if none was recorded during the query: the database may have been restored from a backup. */
  async #poll(client: Client): Promise<void> {
    const recorded = this.#recorded
    const { rows } = await query(client, "SELECT value FROM meta WHERE key = 'revision'")
    const revision = Number(rows[0]!['value'])
    this.#respondedAt = Date.now()
    this.#failure = null
    if (recorded === this.#recorded) this.#latest = revision
    else this.record(revision)
  }
}

/** @throws the driver's error when the connection ends, or an AbortError */
async function rejectOnDisconnect(client: Client, signal: AbortSignal): Promise<never> {
  const error = once(client, 'error', { signal }).then(([reason]: unknown[]) => reason)
  const end = once(client, 'end', { signal }).then(() => new Error('Connection closed'))
  throw await Promise.race([error, end])
}

/** The driver's types lack `query_timeout`. */
function query(client: Client, text: string): Promise<QueryResult<Readonly<Record<string, unknown>>>> {
  return client.query({ text, query_timeout: RESPONSE_TIMEOUT_MS } as QueryConfig)
}
