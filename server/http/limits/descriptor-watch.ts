import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { createEventCounter, type Logger } from '../../base/log.ts'

const CHECK_INTERVAL_MS = 1_000

interface DescriptorWatchOptions {
  readonly logger: Logger
  readonly onExhausted: () => void
  readonly tryOpen?: () => void
}

/**
 * Opens one more file each second, to notice when all file descriptors are in use. The server gets no event or error
 * then: libuv accepts a connection with its reserve descriptor and closes it.
 * @returns a function that ends the watch
 */
export function watchDescriptors({ logger, onExhausted, tryOpen = openOneMore }: DescriptorWatchOptions): () => void {
  const logExhausted = createEventCounter(logger, 'descriptorsExhausted', 'seconds')
  const timer = setInterval(() => {
    try {
      tryOpen()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EMFILE' && code !== 'ENFILE') return
      onExhausted()
      logExhausted()
    }
  }, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function openOneMore(): void {
  closeSync(openSync(devNull, 'r'))
}
