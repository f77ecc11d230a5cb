import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { BusyError } from '../../../server/platform/concurrency/fair-queue.ts'
import { SingleFlight } from '../../../server/platform/concurrency/single-flight.ts'

const PATIENT = new AbortController().signal

test('callers with the same key share one run, others do not', async () => {
  const flights = new SingleFlight<string>()
  const held = Promise.withResolvers<string>()
  const work = vi.fn(() => held.promise)
  const calls = ['a', 'a', 'b'].map((key) => flights.run(key, PATIENT, work))
  held.resolve('page')
  expect(await Promise.all(calls)).toEqual([
    { result: 'page', isOwn: true },
    { result: 'page', isOwn: false },
    { result: 'page', isOwn: true },
  ])
  expect(work).toHaveBeenCalledTimes(2)
  await flights.run('a', PATIENT, work)
  expect(work).toHaveBeenCalledTimes(3)
})

test('aborts the work only when its last caller aborts', async () => {
  const flights = new SingleFlight<string>()
  const callers = [new AbortController(), new AbortController()]
  let signal: AbortSignal | undefined
  const work = (controller: AbortController) => {
    signal = controller.signal
    return new Promise<string>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  }
  const calls = callers.map((caller) => flights.run('a', caller.signal, work).catch((error: unknown) => error))
  callers[0]!.abort(new Error('first left'))
  await nextTurn()
  expect(signal!.aborted).toBe(false)
  callers[1]!.abort(new Error('second left'))
  await nextTurn()
  expect(signal!.aborted).toBe(true)
  expect((await Promise.all(calls)).map(String)).toEqual(['Error: first left', 'Error: second left'])
})

test('starts new work for a call after the previous work was aborted', async () => {
  const flights = new SingleFlight<string>()
  const leaver = new AbortController()
  const left = flights.run('a', leaver.signal, () => new Promise(() => {})).catch(() => 'left')
  leaver.abort(new Error('left'))
  expect(await flights.run('a', PATIENT, () => Promise.resolve('new'))).toEqual({ result: 'new', isOwn: true })
  expect(await left).toBe('left')
})

test('rejects every caller with the error of a failed run', async () => {
  const flights = new SingleFlight<string>()
  const held = Promise.withResolvers<string>()
  const calls = [1, 2].map(() => flights.run('a', PATIENT, () => held.promise).catch((error: unknown) => String(error)))
  held.reject(new Error('no database'))
  expect(await Promise.all(calls)).toEqual(['Error: no database', 'Error: no database'])
})

test('starts a separate run if the shared run is refused because its client is over its limit', async () => {
  const flights = new SingleFlight<string>()
  const held = Promise.withResolvers<string>()
  const greedy = flights.run('a', PATIENT, () => held.promise)
  const modest = flights.run('a', PATIENT, () => Promise.resolve('page'))
  held.reject(new BusyError())
  await expect(greedy).rejects.toThrow(BusyError)
  expect(await modest).toEqual({ result: 'page', isOwn: true })
})
