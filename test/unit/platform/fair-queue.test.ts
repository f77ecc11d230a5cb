import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BusyError, FairQueue } from '../../../server/platform/concurrency/fair-queue.ts'

const LONG_WAITS = { maxRunning: 2, maxWaitMs: 60_000, maxWaiting: 1_000 }

function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('serves clients in rotation, however many tasks each has queued', async () => {
  const queue = new FairQueue(LONG_WAITS)
  const started: string[] = []
  const add = (client: string, count: number) =>
    Array.from({ length: count }, (_, number) => queue.run(client, async () => started.push(`${client}${number}`)))
  await Promise.all([...add('a', 4), ...add('b', 2), ...add('c', 1)])
  expect(started).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3'])
})

test('runs at most maxRunning tasks, and starts at most four in an event loop iteration', async () => {
  const queue = new FairQueue({ ...LONG_WAITS, maxRunning: 10 })
  let [running, most, iterations] = [0, 0, 0]
  const startIterations: number[] = []
  const next = () => {
    iterations += 1
    if (startIterations.length < 20) setImmediate(next)
  }
  setImmediate(next)
  await Promise.all(
    Array.from({ length: 20 }, () =>
      queue.run('a', async () => {
        startIterations.push(iterations)
        most = Math.max(most, ++running)
        for (let turn = 0; turn < 5; turn++) await nextIteration()
        running -= 1
      }),
    ),
  )
  expect(most).toBe(10)
  const counts = [...Map.groupBy(startIterations, (iteration) => iteration).values()].map(({ length }) => length)
  expect(Math.max(...counts)).toBe(4)
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

test('refuses tasks above half of maxWaiting for one client, but not the first task of another client', async () => {
  const queue = new FairQueue({ ...LONG_WAITS, maxWaiting: 100 })
  const greedy = Array.from({ length: 200 }, () =>
    queue.run('a', () => Promise.resolve('done')).catch((error: unknown) => error),
  )
  const modest = queue.run('b', () => Promise.resolve('done'))
  expect(await modest).toBe('done')
  const results = await Promise.all(greedy)
  expect(results.slice(0, 50)).toEqual(Array(50).fill('done'))
  expect(results.slice(50).every((error) => error instanceof BusyError && error.status === 503)).toBe(true)
})

test('refuses a task after its maximum wait even if no running task ends', async () => {
  useFakeClock()
  const queue = new FairQueue({ ...LONG_WAITS, maxRunning: 1, maxWaitMs: 30 })
  const gate = Promise.withResolvers<void>()
  const first = queue.run('a', () => gate.promise)
  const second = expect(queue.run('b', () => Promise.resolve())).rejects.toThrow(BusyError)
  await nextIteration()
  expect([queue.running, queue.waiting]).toEqual([1, 1])
  vi.advanceTimersByTime(50)
  await second
  gate.resolve()
  await first
  expect(await queue.run('b', () => Promise.resolve('again'))).toBe('again')
})

test('serves tasks that waited too long because the event loop was blocked', async () => {
  useFakeClock()
  const queue = new FairQueue({ ...LONG_WAITS, maxWaitMs: 20 })
  const works = [queue.run('a', () => Promise.resolve('done')), queue.run('b', () => Promise.resolve('done'))]
  vi.advanceTimersByTime(60)
  expect(await Promise.all(works)).toEqual(['done', 'done'])
})

test('refuses tasks above maxWaiting, however short their wait', async () => {
  const queue = new FairQueue({ ...LONG_WAITS, maxWaiting: 3 })
  const works = Array.from({ length: 5 }, (_, number) =>
    queue.run(`client ${number}`, () => Promise.resolve('done')).catch(() => 'refused'),
  )
  expect(await Promise.all(works)).toEqual(['done', 'done', 'done', 'refused', 'refused'])
})

test('rejects with the error of a failed task and frees its slot', async () => {
  const queue = new FairQueue({ ...LONG_WAITS, maxRunning: 1 })
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes')
})
