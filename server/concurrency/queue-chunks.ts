import { setTimeout as wait } from 'node:timers/promises'
import { BusyError, type FairQueue } from './fair-queue.ts'

/** Made in one turn: some fifty products. */
const TURN_LENGTH = 65_536

/** A file that has begun waits where a page would be refused. */
const PATIENCE_MS = 250

/**
 * Makes a long text a piece at a time, each in its client's turn, so that whoever asks for many waits for its own, and no place
 * is taken while a piece is read.
 * @param isOver whether nobody wants it any more
 * @throws BusyError where there is no turn for the first piece, else what the parts throw
 */
export async function* queueChunks(
  queue: FairQueue,
  client: string,
  parts: AsyncGenerator<string>,
  isOver: () => boolean,
): AsyncGenerator<string> {
  let hasBegun = false
  try {
    while (!isOver()) {
      try {
        const { text, isDone } = await queue.run(client, () => takeSome(parts))
        hasBegun = true
        if (text !== '') yield text
        if (isDone) return
      } catch (error) {
        if (!hasBegun || !(error instanceof BusyError)) throw error
        await wait(PATIENCE_MS)
      }
    }
  } finally {
    await parts.return(undefined)
  }
}

async function takeSome(parts: AsyncGenerator<string>): Promise<{ readonly text: string; readonly isDone: boolean }> {
  let text = ''
  while (text.length < TURN_LENGTH) {
    const { done: isDone, value } = await parts.next()
    if (isDone) return { text, isDone }
    text += value
  }
  return { text, isDone: false }
}
