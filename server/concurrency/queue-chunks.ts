import { setTimeout as wait } from 'node:timers/promises'
import { BusyError, type FairQueue } from './fair-queue.ts'

/** Characters that are generated in one slot of the queue: about fifty products. */
const CHUNK_LENGTH = 65_536

/** A file that has begun is retried after this delay if the queue is full. */
const RETRY_DELAY_MS = 250

/**
 * Generates a long text in chunks, each in its own slot of the queue, so that other clients' work runs in between and no slot is
 * occupied while a client reads a chunk.
 * @param isCancelled whether the text is no longer needed
 * @throws BusyError if there is no slot for the first chunk, and what `parts` throws
 */
export async function* queueChunks(
  queue: FairQueue,
  client: string,
  parts: AsyncGenerator<string>,
  isCancelled: () => boolean,
): AsyncGenerator<string> {
  let hasBegun = false
  try {
    while (!isCancelled()) {
      try {
        const { text, isDone } = await queue.run(client, () => takeChunk(parts))
        hasBegun = true
        if (text !== '') yield text
        if (isDone) return
      } catch (error) {
        if (!hasBegun || !(error instanceof BusyError)) throw error
        await wait(RETRY_DELAY_MS)
      }
    }
  } finally {
    await parts.return(undefined)
  }
}

async function takeChunk(parts: AsyncGenerator<string>): Promise<{ readonly text: string; readonly isDone: boolean }> {
  let text = ''
  while (text.length < CHUNK_LENGTH) {
    const { done: isDone, value } = await parts.next()
    if (isDone) return { text, isDone }
    text += value
  }
  return { text, isDone: false }
}
