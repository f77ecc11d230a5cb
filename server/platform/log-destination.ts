import { writeSync } from 'node:fs'
import { pino, type DestinationStream } from 'pino'

interface LogDestination extends DestinationStream {
  flushSync(): void
}

/** While the disk is full, this much is buffered; further lines are lost. */
const BUFFERED_MAX_BYTES = 4 * 2 ** 20

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/**
 * Opens standard output for log lines, which are written once per event loop iteration. If that fails, the server keeps
 * running and reports the error once on standard error.
 */
export function openLogDestination(): LogDestination {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: BUFFERED_MAX_BYTES })
  let isReported = false
  output.on('error', (error: Error) => {
    if (!isReported) reportError(error)
    isReported = true
  })
  let lines = ''
  const flushSync = () => {
    if (lines === '') return
    const written = lines
    lines = ''
    output.write(written)
  }
  process.once('exit', flushSync)
  return {
    write(line) {
      if (lines === '') setImmediate(flushSync)
      lines += line
    },
    flushSync,
  }
}

function reportError({ message }: Error): void {
  try {
    writeSync(STANDARD_ERROR, `The log cannot be written: ${message}\n`)
  } catch {
    // The error cannot be reported anywhere else.
  }
}
