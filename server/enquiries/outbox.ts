import { setTimeout as wait } from 'node:timers/promises'
import { logMailFailed, logMailSent, logOutboxFailed, type Logger } from '../log.ts'
import type { EnquiryStore, OutboxMail } from './enquiry-store.ts'
import { LEASE_MS, RETRY_MAX_MS } from './mail-times.ts'
import type { SendEnquiryMail } from './mail-transport.ts'

const POLL_INTERVAL_MS = 5_000

const SEND_TIMEOUT_MS = 30_000

const RETRY_FIRST_MS = 5_000

/** Retries never stop: without the mail, the owner would miss the enquiry. */
function retryDelay(attempts: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempts - 1))
}

interface OutboxOptions {
  readonly enquiries: EnquiryStore
  readonly send: SendEnquiryMail
  readonly logger: Logger
  readonly pollIntervalMs?: number
  readonly leaseMs?: number
  readonly sendTimeoutMs?: number
  readonly retryDelayMs?: (attempts: number) => number
}

/**
 * Sends the queued mails one at a time. If a process is killed, its lease expires: the mail may be sent twice, with the same
 * message id, but is never lost.
 */
export class Outbox {
  readonly #options: Required<OutboxOptions>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()
  #hasWork = false
  #isStopped = false

  constructor(options: OutboxOptions) {
    this.#options = {
      pollIntervalMs: POLL_INTERVAL_MS,
      leaseMs: LEASE_MS,
      sendTimeoutMs: SEND_TIMEOUT_MS,
      retryDelayMs: retryDelay,
      ...options,
    }
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.pollIntervalMs).unref()
    this.wake()
  }

  /** Sends all due mails. Call it when a mail was added. */
  wake(): void {
    this.#hasWork = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Sends no further mails, and aborts the present one after `limitMs` milliseconds; the next process sends it. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.race([this.#running, wait(limitMs, undefined, { ref: false })])
    this.#stopping.abort(new Error('The server was stopped.'))
    await this.#running
  }

  async #run(): Promise<void> {
    const { enquiries, leaseMs, logger } = this.#options
    try {
      while (this.#hasWork && !this.#isStopped) {
        this.#hasWork = false
        const now = Date.now()
        const mail = await enquiries.leaseMail(new Date(now), new Date(now + leaseMs))
        if (!mail) continue
        await this.#deliver(mail)
        this.#hasWork = true
      }
    } catch (error) {
      if (!this.#isStopped) logOutboxFailed(logger, error)
    }
  }

  async #deliver({ enquiry, attempts }: OutboxMail): Promise<void> {
    const { enquiries, send, sendTimeoutMs, retryDelayMs, logger } = this.#options
    try {
      await send(enquiry, AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(sendTimeoutMs)]))
    } catch (error) {
      const retryInMs = this.#stopping.signal.aborted ? 0 : retryDelayMs(attempts)
      logMailFailed(logger, { attempts, retryInMs, error })
      await enquiries.rescheduleMail(enquiry.reference, new Date(Date.now() + retryInMs))
      return
    }
    logMailSent(logger, attempts)
    await enquiries.markMailSent(enquiry.reference, new Date())
  }
}
