import { writeSync } from 'node:fs'
import { pino, type DestinationStream } from 'pino'

interface LogDestination extends DestinationStream {
  flushSync(): void
}

/** Writes to a pipe are not split or mixed up to this size (PIPE_BUF of Linux). */
const ATOMIC_BYTES = 4_096

/** While the disk is full, this much is buffered; further lines are lost. */
const BUFFERED_MAX_BYTES = 4 * 2 ** 20

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/**
 * Opens standard output for log lines, which are written once per event loop iteration. If that fails, the server keeps
 * running and reports the error once on standard error.
 * @param isShared whether other processes also write to it
 */
export function openLogDestination(isShared: boolean): LogDestination {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: BUFFERED_MAX_BYTES })
  let isReported = false
  output.on('error', (error: Error) => {
    if (!isReported) reportError(error)
    isReported = true
  })
  let lines = ''
  let bytes = 0
  const flushSync = () => {
    if (lines === '') return
    const written = lines
    lines = ''
    bytes = 0
    output.write(written)
  }
  process.once('exit', flushSync)
  return {
    write(line) {
      if (isShared) {
        const length = Buffer.byteLength(line)
        if (bytes + length > ATOMIC_BYTES) flushSync()
        bytes += length
      }
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
