import { setTimeout as wait } from 'node:timers/promises'
import { BusyError, type FairQueue } from './fair-queue.ts'

const CHUNK_LENGTH = 65_536

const RETRY_DELAY_MS = 250

/**
 * Generates a long text in chunks, each of which waits for its own slot, so that tasks of other clients run in between.
 * @throws BusyError if there is no slot for the first chunk; otherwise the errors of `parts`
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
        const text = await queue.run(client, () => takeChunk(parts))
        if (text === '') return
        hasBegun = true
        yield text
      } catch (error) {
        if (!hasBegun || !(error instanceof BusyError)) throw error
        await wait(RETRY_DELAY_MS)
      }
    }
  } finally {
    await parts.return(undefined)
  }
}

/** @returns '' at the end */
async function takeChunk(parts: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (text.length < CHUNK_LENGTH) {
    const { done: isDone, value } = await parts.next()
    if (isDone) break
    text += value
  }
  return text
}
