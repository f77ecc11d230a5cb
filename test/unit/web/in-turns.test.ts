import { expect, test } from 'vitest'
import { BusyError, FairQueue } from '../../../server/platform/concurrency/fair-queue.ts'
import { queueChunks } from '../../../server/web/files/crawler-files.ts'

const LIMITS = { maxRunning: 1, maxWaitMs: 20, maxWaiting: 10 }
const PART = 'x'.repeat(40_000)

async function* makeParts(count: number, onEnd: () => void): AsyncGenerator<string> {
  try {
    for (let number = 0; number < count; number++) yield PART
  } finally {
    onEnd()
  }
}

/** Occupies the only slot of a queue. @returns a function that frees it */
function occupy(queue: FairQueue): () => void {
  const gate = Promise.withResolvers<void>()
  void queue.run('another', () => gate.promise)
  return () => gate.resolve()
}

/** @returns the chunks of a file with parts of 40 kB, and whether the file was closed */
function openFile(queue: FairQueue, count: number, isOver = () => false) {
  let hasEnded = false
  const parts = makeParts(count, () => (hasEnded = true))
  return { chunks: queueChunks(queue, 'a', parts, isOver), hasEnded: () => hasEnded }
}

test('queueChunks retries a refused chunk after the file has begun, and yields the whole file', async () => {
  const queue = new FairQueue(LIMITS)
  const { chunks, hasEnded } = openFile(queue, 5)
  let length = (await chunks.next()).value!.length
  expect(length).toBe(2 * PART.length)
  const freeSlot = occupy(queue)
  await expect.poll(() => queue.running).toBe(1)
  const next = chunks.next()
  expect(queue.waiting).toBe(1)
  // Waits until the queue has refused the chunk; only then is the slot freed.
  await expect.poll(() => queue.waiting).toBe(0)
  freeSlot()
  length += (await next).value!.length
  for await (const chunk of chunks) length += chunk.length
  expect([length, hasEnded()]).toEqual([5 * PART.length, true])
})

test('queueChunks throws BusyError if the first chunk is refused, and ends early if the file is cancelled', async () => {
  const queue = new FairQueue(LIMITS)
  const freeSlot = occupy(queue)
  await expect.poll(() => queue.running).toBe(1)
  await expect(openFile(queue, 1).chunks.next()).rejects.toThrow(BusyError)
  freeSlot()
  let isOver = false
  const { chunks, hasEnded } = openFile(queue, 100, () => isOver)
  await chunks.next()
  isOver = true
  expect((await chunks.next()).done).toBe(true)
  expect(hasEnded()).toBe(true)
})
