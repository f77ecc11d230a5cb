import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import type { ClientErrorReport } from '../../shared/client-error.ts'
import { openLogDestination } from './log-destination.ts'
import { redactUrl } from './redact-url.ts'
import { describeStartFailure } from './start-failure.ts'
import { findDatabaseError } from './database-error.ts'

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
  /** In seconds; undefined if the response is fresh. */
  readonly age: number | undefined
  readonly error: unknown
}

/** Caches the last text, because many lines have the same time. */
function formatTime(): string {
  const now = Date.now()
  if (now !== lastTime.at) lastTime = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return lastTime.text
}
let lastTime = { at: 0, text: '' }

/** Fields with personal data or secrets in nested objects. */
const REDACTED = ['*.authorization', '*.cookie', '*.email', '*.phone', '*.message.text', '*.password', '*.token']

export function createLogger(
  { logLevel: level }: { readonly logLevel: LevelWithSilent },
  destination: DestinationStream = openLogDestination(),
): Logger {
  return pino({ timestamp: formatTime, base: null, level, redact: REDACTED }, destination)
}

export function createRequestLogger(logger: Logger): (record: RequestRecord) => void {
  // Searching a line for fields to redact would take several times as long as writing it.
  const plain = logger.child({}, { redact: [] })
  return ({ error, url, ...record }) => {
    const line = { ...record, url: redactUrl(url) }
    // A warning, because refusing requests under overload is intended and frequent.
    if (record.outcome === 'busy') plain.warn(line, 'request')
    else if (record.status >= 500) logger.error(error === undefined ? line : { ...line, err: error }, 'request')
    else plain[record.route === 'health' ? 'debug' : 'info'](line, 'request')
  }
}

/** The events whose text is always the same. */
export const EVENTS = {
  metricsStarted: ['info', 'metrics are served'],
  metricsFailed: ['error', 'the metrics could not be collected'],
  demoFilled: ['info', 'the demo catalogue was imported into the empty database; your first import replaces it'],
  connectionsRefused: ['warn', 'too many connections: new connections are refused'],
  pipelinesClosed: ['warn', 'too many requests without a response on one connection: it is closed'],
  databaseAvailable: ['info', 'the database is available again'],
  stopping: ['info', 'stopping: new connections are refused, open requests are finished'],
  stopped: ['info', 'stopped'],
  compressionFailed: ['error', 'a cached page could not be compressed again; its larger copy stays in use'],
  frameFailed: ['error', 'the site name and navigation could not be loaded; a page is shown without them'],
  feedSent: ['info', 'a client downloaded the complete product feed'],
  renditionsNotCached: ['error', 'resized pictures cannot be cached on disk; they are resized for each request'],
  mailSent: ['info', 'an enquiry was mailed'],
  confirmationSent: ['info', 'the confirmation mail for an enquiry was sent to the visitor'],
  outboxFailed: ['error', 'the outbox could not be read or written; another attempt follows later'],
  enquiriesDeleted: ['info', 'answered enquiries were deleted, as ENQUIRY_RETENTION_DAYS says'],
  suspectedDeleted: ['info', 'suspected enquiries were deleted after 30 days'],
  retentionFailed: ['error', 'old enquiries could not be deleted; another attempt follows later'],
  searchesDropped: ['warn', 'searches without results were not counted'],
} as const satisfies Readonly<Record<string, readonly ['info' | 'warn' | 'error', string]>>

type Event = keyof typeof EVENTS

/** @param fields of the line; `err` is an error */
export function logEvent(logger: Logger, event: Event, fields: Readonly<Record<string, unknown>> = {}): void {
  const [level, text] = EVENTS[event]
  logger[level](fields, text)
}

const MINUTE_MS = 60_000

/** Returns a function to call at each event, which logs their number in the given field at most once a minute. */
export function createEventCounter(logger: Logger, event: Event, field: string): () => void {
  let count = 0
  let loggedAt = -Infinity
  return () => {
    count += 1
    if (performance.now() - loggedAt < MINUTE_MS) return
    logEvent(logger, event, { [field]: count })
    loggedAt = performance.now()
    count = 0
  }
}

export function logRenderFailure(logger: Logger, requestId: string, error: unknown): void {
  logger.error({ requestId, err: error }, 'part of a page could not be loaded or rendered')
}

/** Only a warning, because any client can report errors. */
export function logClientError(
  logger: Logger,
  { path, ...report }: ClientErrorReport & { readonly requestId: string; readonly bot: boolean },
): void {
  logger.warn({ ...report, path: redactUrl(path) }, 'a browser reported an error')
}

export function logStarted(logger: Logger, address: string, buildId: string): void {
  logger.info({ address, buildId }, `Vitrine serves ${address}`)
}

export function logStartFailed(logger: Logger, error: unknown): void {
  const reason = describeStartFailure(error)
  logger.fatal({ err: error }, `Vitrine cannot start: ${reason}`)
}

/** Call it once per outage. */
export function logDatabaseUnavailable(logger: Logger, failure: Error): void {
  const error = findDatabaseError(failure) ?? failure
  logger.error({ err: error }, `the database is unavailable: ${error.message}`)
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

/** Failures of the connection. Their messages come from Node, those of other failures from the mail server. */
const MAIL_CONNECTION_CODES: readonly unknown[] = ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']

/** Reads no message of the mail server, because these quote addresses. */
function readMailError(error: unknown) {
  const { code, responseCode, mailServer, message } = (error instanceof Error ? error : {}) as {
    readonly code?: unknown
    readonly responseCode?: unknown
    readonly mailServer?: unknown
    readonly message?: string
  }
  const isConnection = responseCode === undefined && MAIL_CONNECTION_CODES.includes(code)
  return { code, responseCode, ...(isConnection && { mailServer, reason: message }) }
}
