import { pino, type DestinationStream, type Logger } from 'pino'
import type { ClientErrorReport } from '../shared/client-error.ts'
import type { Config } from './config.ts'
import { findDatabaseError } from './store/database-error.ts'
import { openLogDestination } from './log-destination.ts'
import { redactUrl } from './redact-url.ts'
import { describeStartFailure } from './start-failure.ts'
import { WORKER_NUMBER } from './workers/worker-number.ts'

export type { Logger }

/** What one line tells of a request. */
interface RequestRecord {
  readonly requestId: string
  /** W3C trace context, as it was sent; undefined where it was not. */
  readonly traceparent: string | undefined
  readonly method: string
  readonly url: string
  readonly route: string | null
  readonly status: number
  /** From the first byte of the request to the end of the answer. */
  readonly durationMs: number
  /** Sent on the connection, headers included. */
  readonly bytes: number
  readonly bot: boolean
  /** What happened: `page`, `not-modified`, `error` and so on. */
  readonly outcome: string
  /** Of an answer that may be out of date, in seconds, as in its header `Age`. */
  readonly age: number | undefined
  readonly error: unknown
}

/** The time as pino puts it into a line; many lines have the same. */
function writeTime(): string {
  const now = Date.now()
  if (now !== written.at) written = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return written.text
}
let written = { at: 0, text: '' }

const FORM = { timestamp: writeTime, base: WORKER_NUMBER === null ? null : { worker: WORKER_NUMBER } }

/** What is in an object of a line; those without one need not be searched for it. */
const REDACTED = ['*.authorization', '*.cookie', '*.email', '*.phone', '*.message.text', '*.password', '*.token']

/** @param destination where the lines go; standard output unless given */
export function createLogger(
  { logLevel: level }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = openLogDestination(1, WORKER_NUMBER !== null),
): Logger {
  return pino({ ...FORM, level, redact: REDACTED }, destination)
}

/** Writes the one line of a request; its level follows what it means to the operator. */
export function createRequestLogger(logger: Logger): (record: RequestRecord) => void {
  const plain = pino({ ...FORM, level: logger.level }, Reflect.get(logger, pino.symbols.streamSym) as DestinationStream)
  return ({ error, url, ...record }) => {
    const line = { ...record, url: redactUrl(url) }
    // To refuse what is too much is no failure, and there may be thousands in a second.
    if (record.outcome === 'busy') plain.warn(line, 'request')
    else if (record.status >= 500) logger.error(error === undefined ? line : { ...line, err: error }, 'request')
    else plain[record.route === 'health' ? 'debug' : 'info'](line, 'request')
  }
}

/** A failure after the answer had begun, or of a part that a page can do without. */
export function logRenderFailure(logger: Logger, requestId: string, error: unknown): void {
  logger.error({ requestId, err: error }, 'part of a page failed')
}

/** The copy that was compressed first stays in use. */
export function logCompressionFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'a cached page could not be compressed again; its larger copy stays in use')
}

export function logFrameFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'name and navigation of the site could not be loaded; a page is shown without them')
}

/** An error in a visitor's browser, as it reports it: anybody may send one, so it is a warning and no more. */
export function logClientError(
  logger: Logger,
  { path, ...report }: ClientErrorReport & { readonly requestId: string; readonly bot: boolean },
): void {
  logger.warn({ ...report, path: redactUrl(path) }, 'error in a browser')
}

export function logStarted(logger: Logger, address: string, buildId: string): void {
  logger.info({ address, buildId }, `Vitrine serves ${address}`)
}

export function logMetricsStarted(logger: Logger, address: string): void {
  logger.info({ metricsAddress: address }, 'metrics are served')
}

export function logMetricsFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'the metrics could not be collected')
}

export function logStartFailed(logger: Logger, error: unknown): void {
  const reason = describeStartFailure(error)
  logger.fatal({ err: error }, `Vitrine cannot start: ${reason}`)
}

export function logDemoFilled(logger: Logger, productCount: number): void {
  logger.info(
    { products: productCount },
    'the database was empty and now holds the demo; import a catalogue of your own and it steps aside',
  )
}

/** A feed that was read to its end; `excluded` counts by reason what may not be in it. */
export function logFeed(
  logger: Logger,
  path: string,
  report: { readonly items: number; readonly excluded: Readonly<Record<string, number>> },
): void {
  logger.info({ path, ...report }, 'feed read')
}

export function logWorkerStarted(
  logger: Logger,
  worker: { readonly worker: number; readonly pid: number | undefined },
): void {
  logger.info(worker, 'a worker was started')
}

/** @param ended `end` is its exit code, or the signal that killed it */
export function logWorkerEnded(
  logger: Logger,
  ended: { readonly worker: number; readonly end: number | string; readonly restartInMs: number },
): void {
  logger.error(ended, 'a worker ended by itself; another one takes its place')
}

/** Said once a minute at most; `refused` counts those since the last time. */
export function logConnectionsRefused(logger: Logger, refused: number): void {
  logger.warn({ refused }, 'too many connections: new ones are refused')
}

/** Written once, until the database is available again. */
export function logDatabaseUnavailable(logger: Logger, failure: Error): void {
  const error = findDatabaseError(failure) ?? failure
  logger.error({ err: error }, `the database is unavailable: ${error.message}`)
}

export function logDatabaseAvailable(logger: Logger): void {
  logger.info('the database is available again')
}

/** Said once a minute at most; `connections` counts those since the last time. */
export function logPipelinesCutOff(logger: Logger, connections: number): void {
  logger.warn({ connections }, 'too many requests without a response: the connection is closed')
}

export function logStopping(logger: Logger, signal: string): void {
  logger.info({ signal }, 'stopping: no new requests, what is under way is finished')
}

export function logStopped(logger: Logger): void {
  logger.info('stopped')
}

export function logMailSent(logger: Logger, attempts: number): void {
  logger.info({ attempts }, 'an enquiry was mailed')
}

/** Of the error only its codes: mail servers quote addresses and more in what they say. */
export function logMailFailed(
  logger: Logger,
  failure: { readonly attempts: number; readonly retryInMs: number; readonly error: unknown },
): void {
  const { attempts, retryInMs, error } = failure
  const { code, responseCode } = (error instanceof Error ? error : {}) as {
    readonly code?: unknown
    readonly responseCode?: unknown
  }
  logger.warn({ attempts, retryInMs, code, responseCode }, 'an enquiry could not be mailed; it is kept and tried again')
}

/** Said once: each picture is made anew for whoever asks from then on. */
export function logRenditionsNotKept(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'pictures in the sizes that were asked for cannot be kept on disk')
}

export function logOutboxFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'the outbox could not be read or written; it is tried again')
}
