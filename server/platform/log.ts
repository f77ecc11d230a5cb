import { writeSync } from 'node:fs'
import { pino, stdTimeFunctions, type DestinationStream, type LevelWithSilent, type Logger } from 'pino'

export type { Logger }

/** Fields with personal data or secrets in nested objects. */
const REDACTED = ['*.authorization', '*.cookie', '*.email', '*.phone', '*.message.text', '*.password', '*.token']

/** While the disk is full, this much is buffered; further lines are lost. */
const BUFFERED_MAX_BYTES = 4 * 2 ** 20

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/** `server/deploy/README.md` explains each warning and error. */
export function createLogger(
  { logLevel: level }: { readonly logLevel: LevelWithSilent },
  destination: DestinationStream = openStandardOutput(),
): Logger {
  return pino({ timestamp: stdTimeFunctions.isoTime, base: null, level, redact: REDACTED }, destination)
}

/**
 * Writes lines once per event loop iteration. If that fails, the server keeps running and reports the error once on
 * standard error.
 */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: BUFFERED_MAX_BYTES })
  let isReported = false
  output.on('error', ({ message }: Error) => {
    if (isReported) return
    isReported = true
    try {
      writeSync(STANDARD_ERROR, `The log cannot be written: ${message}\n`)
    } catch {
      // The error cannot be reported anywhere else.
    }
  })
  let lines = ''
  const flush = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

export function logRenderFailure(logger: Logger, requestId: string, error: unknown): void {
  logger.error({ requestId, err: error }, 'part of a page could not be loaded or rendered')
}

const MINUTE_MS = 60_000

/** @returns a function to call at each event; their number is logged at most once a minute */
export function countEachMinute(log: (count: number) => void): () => void {
  let count = 0
  let loggedAt = -Infinity
  return () => {
    count += 1
    if (performance.now() - loggedAt < MINUTE_MS) return
    log(count)
    loggedAt = performance.now()
    count = 0
  }
}
