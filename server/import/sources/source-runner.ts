import { randomUUID } from 'node:crypto'
import type { CatalogSource } from '../../../shared/site.ts'
import type { SourceResult } from '../../background-state/source-store.ts'
import { isUnavailable } from '../../base/database-error.ts'
import { logEvent, logSourceMailFailed, logSourceRefreshed, type Logger } from '../../base/log.ts'
import { nameAddress } from '../files/download-file.ts'
import type { SourceRun } from './refresh-source.ts'
import type { SourceStores } from './refresh-sources.ts'
import { isDue } from './schedule.ts'
import type { SendSourceMail } from './source-mail.ts'

const POLL_INTERVAL_MS = 30_000

/** Duration of the lease for a mail, which is longer than sending takes. */
const MAIL_LEASE_MS = 120_000

export interface SourceRunnerOptions extends SourceStores {
  readonly logger: Logger
  readonly countRun: (result: SourceResult) => void
  /** Sends a mail; null if no mail server is set. */
  readonly sendMail: SendSourceMail | null
  /** Refreshes the sources in another process. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly SourceRun[]>
  readonly pollIntervalMs?: number
}

/**
 * Refreshes sources at their times of day, in another process, because an import would delay the responses of this one.
 * Only one server does so at a time.
 */
export class SourceRunner {
  readonly #options: Required<SourceRunnerOptions>
  readonly #holder = randomUUID()
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(options: SourceRunnerOptions) {
    this.#options = { pollIntervalMs: POLL_INTERVAL_MS, ...options }
  }

  /** Begins with what was due while no server was running. */
  start(): void {
    this.#wake()
    this.#timer = setInterval(() => this.#wake(), this.#options.pollIntervalMs).unref()
  }

  /** Ends the process. What it has not finished changes nothing, and is done after the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopped.abort(new Error('The server was stopped.'))
    await this.#running
  }

  #wake(): void {
    if (this.#options.catalog.unavailableSince !== null) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    const { catalog, background, refresh, logger, countRun } = this.#options
    try {
      const { sources = [], timeZone } = await catalog.readSite()
      const isAnyDue = (await Promise.all(sources.map((source) => this.#isDue(source, timeZone)))).some(Boolean)
      if (isAnyDue && !(await background.sourceLease.isTaken(Date.now())))
        for (const run of await refresh(this.#stopped.signal)) {
          countRun(run.result)
          logSourceRefreshed(logger, run)
        }
      await this.#sendMails(sources)
    } catch (error) {
      if (!this.#stopped.signal.aborted && !isUnavailable(error)) logEvent(logger, 'sourcesFailed', { err: error })
    }
  }

  /** A new source is due at its next time of day. */
  async #isDue(source: CatalogSource, timeZone: string): Promise<boolean> {
    const { sources } = this.#options.background
    const state = await sources.find(source.address)
    if (state) return isDue(source, timeZone, state, Date.now())
    await sources.put(source.address, { doneUntil: Date.now() })
    return false
  }

  async #sendMails(sources: readonly CatalogSource[]): Promise<void> {
    const { background, sendMail, logger } = this.#options
    if (!sendMail) return
    for (const { address } of sources) {
      const state = await background.sources.find(address)
      if (!state?.isNoticeDue || !state.lastRun) continue
      const now = Date.now()
      if (!(await background.sourceLease.take(this.#holder, now, now + MAIL_LEASE_MS))) return
      try {
        await sendMail({ address: nameAddress(address), ...state.lastRun }, this.#stopped.signal)
        await background.sources.put(address, { ...state, isNoticeDue: false })
      } catch (error) {
        // The mail is tried again at the next poll.
        if (!this.#stopped.signal.aborted) logSourceMailFailed(logger, error)
      } finally {
        await background.sourceLease.end(this.#holder)
      }
    }
  }
}
