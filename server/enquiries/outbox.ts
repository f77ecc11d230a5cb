import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'
import { type EnquiryStore, LEASE_MS, RETRY_MAX_MS } from './enquiry-store.ts'
import type { MailId, OutboxMail } from './stored-enquiry.ts'
import type { SendEnquiryMail } from './mail-transport.ts'

const POLL_INTERVAL_MS = 5_000

const SEND_TIMEOUT_MS = 30_000

const RETRY_FIRST_MS = 5_000

/** Attempts during a day and a half. A later confirmation would confuse the visitor. */
const CONFIRMATION_ATTEMPTS_MAX = 40

/** Mails to the owner are retried without end, because the owner would otherwise miss the enquiry. */
function retryDelay(attempts: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempts - 1))
}

interface OutboxOptions {
  readonly enquiries: EnquiryStore
  readonly send: SendEnquiryMail
  /** If false, queued confirmations are dropped. */
  readonly sendsConfirmations: boolean
  readonly logger: Logger
  readonly pollIntervalMs?: number
  readonly sendTimeoutMs?: number
  readonly retryDelayMs?: (attempts: number) => number
}

/**
 * Sends queued mails. Each process sends one at a time. If a process is killed while it sends a mail, the mail is sent
 * again when the lease ends, with the same message id.
 */
export class Outbox {
  readonly #options: Required<OutboxOptions>
  #timer: NodeJS.Timeout | undefined
  #running = Promise.resolve()
  readonly #stopping = new AbortController()
  #isStopped = false

  constructor(options: OutboxOptions) {
    this.#options = {
      pollIntervalMs: POLL_INTERVAL_MS,
      sendTimeoutMs: SEND_TIMEOUT_MS,
      retryDelayMs: retryDelay,
      ...options,
    }
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.pollIntervalMs).unref()
    this.wake()
  }

  /** Starts sending; call it after a mail was queued. */
  wake(): void {
    this.#running = this.#running.then(() => this.#sendDue())
  }

  /** Sends no further mails, and aborts the current one after `limitMs`. The next process sends the rest. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.race([this.#running, wait(limitMs, undefined, { ref: false })])
    this.#stopping.abort(new Error('The server was stopped.'))
    await this.#running
  }

  async #sendDue(): Promise<void> {
    const { enquiries, logger } = this.#options
    try {
      while (!this.#isStopped) {
        const now = Date.now()
        const mail = await enquiries.leaseMail(new Date(now), new Date(now + LEASE_MS))
        if (!mail) return
        await this.#deliver(mail)
      }
    } catch (error) {
      if (!this.#isStopped)
        logger.error({ err: error }, 'the outbox could not be read or written; another attempt follows later')
    }
  }

  async #deliver({ kind, enquiry, attempts }: OutboxMail): Promise<void> {
    const { enquiries, send, sendsConfirmations, sendTimeoutMs, logger } = this.#options
    const mail = { kind, reference: enquiry.reference }
    if (kind === 'visitor' && !sendsConfirmations) return enquiries.dropConfirmation(mail.reference)
    try {
      await send({ kind, enquiry }, AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(sendTimeoutMs)]))
    } catch (error) {
      return this.#handleFailure(mail, attempts, error)
    }
    if (kind === 'owner') logger.info({ attempts }, 'an enquiry was mailed')
    else logger.info({ attempts }, 'the confirmation mail for an enquiry was sent to the visitor')
    await enquiries.markMailSent(mail, new Date())
  }

  async #handleFailure(mail: MailId, attempts: number, error: unknown): Promise<void> {
    const { enquiries, retryDelayMs, logger } = this.#options
    const isStopping = this.#stopping.signal.aborted
    if (mail.kind === 'visitor' && !isStopping && (isRejected(error) || attempts >= CONFIRMATION_ATTEMPTS_MAX)) {
      logger.warn(
        { attempts, ...readMailError(error) },
        'the confirmation mail for an enquiry could not be sent to the visitor',
      )
      return enquiries.dropConfirmation(mail.reference)
    }
    const retryInMs = isStopping ? 0 : retryDelayMs(attempts)
    const line = { kind: mail.kind, attempts, retryInMs, ...readMailError(error) }
    logger.warn(line, 'an enquiry could not be mailed; another attempt follows later')
    await enquiries.rescheduleMail(mail, new Date(Date.now() + retryInMs))
  }
}

type MailError = Readonly<Partial<Record<'code' | 'responseCode' | 'mailServer' | 'message', unknown>>>

/** Whether the mail server rejected the mail permanently, for example because the address is unknown. */
function isRejected(error: unknown): boolean {
  const { code, responseCode } = error as MailError
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500
}

/** Failures of the connection. Their messages come from Node, those of other failures from the mail server. */
const MAIL_CONNECTION_CODES: readonly unknown[] = ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']

/** Reads no message of the mail server, because these quote addresses. */
function readMailError(error: unknown) {
  const { code, responseCode, mailServer, message } = (error instanceof Error ? error : {}) as MailError
  const isConnection = responseCode === undefined && MAIL_CONNECTION_CODES.includes(code)
  return { code, responseCode, ...(isConnection && { mailServer, reason: message }) }
}
