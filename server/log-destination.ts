import { writeSync } from 'node:fs'
import { pino, type DestinationStream } from 'pino'

/** Takes log lines; nothing that it took is lost while the process ends in any way that lets it run. */
interface LogDestination extends DestinationStream {
  /** Writes what is still here. */
  flushSync(): void
}

/** What a pipe takes in one piece, whoever else writes to it (PIPE_BUF of Linux; POSIX asks for 512 at least). */
const ATOMIC_BYTES = 4_096

/** Kept while the disk that they go to is full; what comes beyond them is lost. */
const WAITING_MAX_BYTES = 4 * 2 ** 20

const STANDARD_ERROR = 2

/**
 * Standard output, or another file descriptor, written to once in each turn of the event loop: under load one call into the
 * kernel for the lines of many requests, and never a line that waits for the next. Where
 * nobody takes the lines, whoever writes them goes on: it is said once on standard error.
 * @param isShared whether other processes write there, too: then no more goes out at once than stays in one piece
 */
export function openLogDestination(fileDescriptor = 1, isShared = false): LogDestination {
  const output = pino.destination({ dest: fileDescriptor, sync: true, maxLength: WAITING_MAX_BYTES })
  let hasComplained = false
  output.on('error', (error: Error) => {
    if (!hasComplained) complain(error)
    hasComplained = true
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
  // Also after what nobody caught.
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

function complain({ message }: Error): void {
  try {
    writeSync(STANDARD_ERROR, `The log cannot be written: ${message}\n`)
  } catch {
    // There is nobody left to tell.
  }
}
