import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import type { ClientErrorReport } from '../../shared/client-error.ts'
import { openLogDestination } from './log-destination.ts'
import { redactUrl } from './redact-url.ts'
import { describeStartFailure } from './start-failure.ts'
import { findDatabaseError } from './database-error.ts'
import { WORKER_NUMBER } from './worker-number.ts'

export type { Logger }

interface RequestRecord {
  readonly requestId: string
  readonly traceparent: string | undefined
  readonly method: string
  readonly url: string
  readonly route: string | null
  readonly status: number
  readonly durationMs: number
  readonly bytes: number
  readonly bot: boolean
  readonly outcome: string
  /** Age of a stale response in seconds; undefined if the response is fresh. */
  readonly age: number | undefined
  readonly error: unknown
}

/** Formats the current time. Many lines have the same time, so the last text is cached. */
function formatTime(): string {
  const now = Date.now()
  if (now !== lastTime.at) lastTime = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return lastTime.text
}
let lastTime = { at: 0, text: '' }

/** Fields with personal data or secrets, which are redacted in nested objects. */
const REDACTED = ['*.authorization', '*.cookie', '*.email', '*.phone', '*.message.text', '*.password', '*.token']

/** Creates the logger. @param destination stream for the log lines; standard output by default */
export function createLogger(
  { logLevel: level }: { readonly logLevel: LevelWithSilent },
  destination: DestinationStream = openLogDestination(1, WORKER_NUMBER !== null),
): Logger {
  const base = WORKER_NUMBER === null ? null : { worker: WORKER_NUMBER }
  return pino({ timestamp: formatTime, base, level, redact: REDACTED }, destination)
}

/** Returns a function that logs a request, at a level that depends on its outcome. */
export function createRequestLogger(logger: Logger): (record: RequestRecord) => void {
  // This logger redacts nothing, because searching a line for redacted fields takes several times as long as writing it.
  const plain = logger.child({}, { redact: [] })
  return ({ error, url, ...record }) => {
    const line = { ...record, url: redactUrl(url) }
    // Not logged as an error, because refusing requests under overload is intended and frequent.
    if (record.outcome === 'busy') plain.warn(line, 'request')
    else if (record.status >= 500) logger.error(error === undefined ? line : { ...line, err: error }, 'request')
    else plain[record.route === 'health' ? 'debug' : 'info'](line, 'request')
  }
}

/** Logs an error that occurred after the response had begun, or in an optional part of a page. */
export function logRenderFailure(logger: Logger, requestId: string, error: unknown): void {
  logger.error({ requestId, err: error }, 'part of a page could not be loaded or rendered')
}

export function logCompressionFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'a cached page could not be compressed again; its larger copy stays in use')
}

export function logFrameFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'the site name and navigation could not be loaded; a page is shown without them')
}

/** Logs an error that a browser reported. It is only a warning, because any client can send reports. */
export function logClientError(
  logger: Logger,
  { path, ...report }: ClientErrorReport & { readonly requestId: string; readonly bot: boolean },
): void {
  logger.warn({ ...report, path: redactUrl(path) }, 'a browser reported an error')
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
    'the demo catalogue was imported into the empty database; your first import replaces it',
  )
}

/** Logs that a feed was sent completely; `excluded` counts the products that the feed may not contain, by reason. */
export function logFeed(
  logger: Logger,
  path: string,
  report: { readonly items: number; readonly excluded: Readonly<Record<string, number>> },
): void {
  logger.info({ path, ...report }, 'a client downloaded the complete product feed')
}

export function logWorkerStarted(
  logger: Logger,
  worker: { readonly worker: number; readonly pid: number | undefined },
): void {
  logger.info(worker, 'a worker was started')
}

/** @param ended `end` is the worker's exit code, or the signal that killed it */
export function logWorkerEnded(
  logger: Logger,
  ended: { readonly worker: number; readonly end: number | string; readonly restartInMs: number },
): void {
  logger.error(ended, 'a worker exited unexpectedly; a new worker replaces it')
}

/** Returns a function to be called for each refused connection. It logs their number at most once a minute. */
export function createRefusalLogger(logger: Logger): () => void {
  return countPerMinute((refused) => {
    logger.warn({ refused }, 'too many connections: new connections are refused')
  })
}

/** Returns a function to be called for each second without a free file descriptor. It logs their number at most once a minute. */
export function createDescriptorLogger(logger: Logger): () => void {
  return countPerMinute((seconds) => {
    logger.error({ seconds }, 'all file descriptors are in use: new connections are closed')
  })
}

/** Logs that the database is unavailable. Call it once per outage. */
export function logDatabaseUnavailable(logger: Logger, failure: Error): void {
  const error = findDatabaseError(failure) ?? failure
  logger.error({ err: error }, `the database is unavailable: ${error.message}`)
}

export function logDatabaseAvailable(logger: Logger): void {
  logger.info('the database is available again')
}

/**
 * Returns a function to be called for each connection closed because of too many pending requests. It logs their number at most
 * once a minute.
 */
export function createPipelineLogger(logger: Logger): () => void {
  return countPerMinute((connections) => {
    logger.warn({ connections }, 'too many requests without a response on one connection: it is closed')
  })
}

const MINUTE_MS = 60_000

function countPerMinute(report: (count: number) => void): () => void {
  let count = 0
  let reportedAt = -Infinity
  return () => {
    count += 1
    if (performance.now() - reportedAt < MINUTE_MS) return
    report(count)
    reportedAt = performance.now()
    count = 0
  }
}

export function logStopping(logger: Logger, signal: string): void {
  logger.info({ signal }, 'stopping: new connections are refused, open requests are finished')
}

export function logStopped(logger: Logger): void {
  logger.info('stopped')
}

export function logMailSent(logger: Logger, attempts: number): void {
  logger.info({ attempts }, 'an enquiry was mailed')
}

export function logConfirmationSent(logger: Logger, attempts: number): void {
  logger.info({ attempts }, 'the confirmation mail for an enquiry was sent to the visitor')
}

interface MailFailure {
  readonly attempts: number
  readonly error: unknown
}

export function logMailFailed(
  logger: Logger,
  { error, ...failure }: MailFailure & { readonly kind: string; readonly retryInMs: number },
): void {
  logger.warn({ ...failure, ...readMailError(error) }, 'an enquiry could not be mailed; another attempt follows later')
}

export function logConfirmationDropped(logger: Logger, { attempts, error }: MailFailure): void {
  logger.warn(
    { attempts, ...readMailError(error) },
    'the confirmation mail for an enquiry could not be sent to the visitor',
  )
}

/** Reads only the codes of an error, because the messages of mail servers quote addresses. */
function readMailError(error: unknown) {
  const { code, responseCode } = (error instanceof Error ? error : {}) as {
    readonly code?: unknown
    readonly responseCode?: unknown
  }
  return { code, responseCode }
}

/** Logs that resized pictures are no longer cached on disk. Call it once. */
export function logRenditionsNotCached(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'resized pictures cannot be cached on disk; they are resized for each request')
}

export function logOutboxFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'the outbox could not be read or written; another attempt follows later')
}

export function logEnquiriesDeleted(logger: Logger, count: number): void {
  logger.info({ count }, 'answered enquiries were deleted, as ENQUIRY_RETENTION_DAYS says')
}

export function logRetentionFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'answered enquiries could not be deleted; another attempt follows later')
}

/**
 * Logs that counted searches were dropped, because the database was unavailable or too many different texts were searched for.
 */
export function logSearchesDropped(
  logger: Logger,
  dropped: { readonly searches: number; readonly err?: unknown },
): void {
  logger.warn(dropped, 'searches without results were not counted')
}

/** Logs that products show stored pictures instead of remote ones. */
export function logPicturesFetched(logger: Logger, products: number): void {
  logger.info({ products }, 'remote pictures were fetched and stored; products show them now')
}

export function logPictureFetcherFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'remote pictures could not be fetched; another attempt follows later')
}

/** Logs what became of a source: its file was imported or is unchanged, or it was refused or could not be downloaded. */
export function logSourceRefreshed(
  logger: Logger,
  run: {
    readonly address: string
    readonly result: string
    readonly reason: string | null
    readonly products: unknown
  },
): void {
  if (run.reason === null) logger.info(run, 'a source of products was refreshed')
  else logger.warn(run, 'a source of products changed nothing')
}

export function logSourcesFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'the sources of products could not be refreshed; another attempt follows later')
}

export function logSourceMailFailed(logger: Logger, error: unknown): void {
  logger.warn(readMailError(error), 'the owner could not be told by mail about a source; another attempt follows later')
}

export function logPushServerStarted(logger: Logger, url: string): void {
  logger.info({ importAddress: url }, 'products’ files are accepted')
}

/** Logs what became of a pushed file. A reason says why nothing was changed. */
export function logFilePushed(
  logger: Logger,
  push: {
    readonly token: string
    readonly reason: string | null
    readonly isRepeated?: boolean
    readonly products?: unknown
  },
): void {
  if (push.reason === null) logger.info(push, 'a pushed file was imported')
  else logger.warn(push, 'a pushed file changed nothing')
}

export function logPushRefused(logger: Logger, client: string | undefined): void {
  logger.warn({ client }, 'a push without a valid token was refused')
}

export function logPushFailed(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'a pushed file could not be imported')
}
