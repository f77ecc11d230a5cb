import { pino, type DestinationStream } from 'pino'

/** Takes log lines; nothing that it took is lost while the process ends in any way that lets it run. */
export interface LogDestination extends DestinationStream {
  /** Writes what is still here. */
  flushSync(): void
}

/**
 * Standard output, or another file descriptor, written to once in each turn of the event loop: under load one call into the
 * kernel for the lines of many requests, and never a line that waits for the next.
 */
export function openLogDestination(fileDescriptor = 1): LogDestination {
  const output = pino.destination({ dest: fileDescriptor, sync: true })
  let lines = ''
  const flushSync = () => {
    if (lines === '') return
    const written = lines
    lines = ''
    output.write(written)
  }
  // Also after what nobody caught.
  process.once('exit', flushSync)
  return {
    write(line) {
      if (lines === '') setImmediate(flushSync)
      lines += line
    },
    flushSync,
  }
}
