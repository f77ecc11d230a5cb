import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, QueryConfig, QueryResult } from 'pg'

export const REVISION_CHANNEL = 'vitrine_revision'

/** Looks for itself so often, for what a message does not tell: it may be lost with its connection. */
const POLL_INTERVAL_MS = 1_000
/** A server that does not answer in this time is looked for anew. */
const ANSWER_TIMEOUT_MS = 3_000
const RECONNECT_MS = 500
const FAREWELL_MS = 500

/** Knows the catalogue's revision without asking: the database sends each new one to all who listen. */
export class RevisionWatch {
  #known: number
  #heardAt = Date.now()
  #failure: unknown = null
  /** Grows with what is learnt otherwise, so that an older answer does not count. */
  #news = 0
  readonly #connect: () => Promise<Client>
  readonly #ending = new AbortController()
  readonly #running: Promise<void>

  /**
   * @param connect makes a connection that is the watch's own
   * @param known when it begins
   */
  constructor(connect: () => Promise<Client>, known: number) {
    this.#connect = connect
    this.#known = known
    this.#running = this.#run()
  }

  get known(): number {
    return this.#known
  }

  /** Since when the server has not been heard, in milliseconds since 1970; null while it answers. */
  get silentSince(): number | null {
    return this.#failure === null ? null : this.#heardAt
  }

  /** What ended the connection, or refused the next one; null while the server responds. */
  get failure(): unknown {
    return this.#failure
  }

  /** Somebody has seen a revision. */
  note(revision: number): void {
    this.#news++
    if (revision > this.#known) this.#known = revision
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      let client: Client | undefined
      try {
        client = await this.#connect()
        await this.#watch(client, signal)
      } catch (error) {
        this.#failure = error
      }
      // A server that is unreachable does not close the connection with us.
      await Promise.race([client?.end(), wait(FAREWELL_MS, undefined, { ref: false })])
      await wait(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Listens until the connection breaks. @throws the reason */
  async #watch(client: Client, signal: AbortSignal): Promise<void> {
    const broken = rejectWhenBroken(client, signal)
    broken.catch(() => {})
    client.on('notification', ({ payload }) => this.note(Number(payload)))
    await ask(client, `LISTEN ${REVISION_CHANNEL}`)
    while (!signal.aborted) {
      await Promise.race([this.#poll(client), broken])
      await Promise.race([wait(POLL_INTERVAL_MS, undefined, { signal }), broken])
    }
  }

  /** Where nothing else was learnt meanwhile, the answer counts as it is: a database may have been brought back from a copy. */
  async #poll(client: Client): Promise<void> {
    const news = this.#news
    const { rows } = await ask(client, "SELECT value FROM meta WHERE key = 'revision'")
    const revision = Number(rows[0]!['value'])
    this.#heardAt = Date.now()
    this.#failure = null
    if (news === this.#news) this.#known = revision
    else this.note(revision)
  }
}

/** @throws the driver's reason for the end of the connection, or an AbortError */
async function rejectWhenBroken(client: Client, signal: AbortSignal): Promise<never> {
  const error = once(client, 'error', { signal }).then(([reason]: unknown[]) => reason)
  const end = once(client, 'end', { signal }).then(() => new Error('Connection closed'))
  throw await Promise.race([error, end])
}

/** The driver takes a limit for each statement, which its types do not know. */
function ask(client: Client, text: string): Promise<QueryResult<Readonly<Record<string, unknown>>>> {
  return client.query({ text, query_timeout: ANSWER_TIMEOUT_MS } as QueryConfig)
}
