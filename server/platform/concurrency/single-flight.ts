import { rejectOnAbort } from './abort-signals.ts'
import { BusyError } from './fair-queue.ts'

interface Flight<Result> {
  readonly promise: Promise<Result>
  readonly controller: AbortController
  waiting: number
}

/** Callers with the same key share one run of the work, which is aborted when all of them have aborted. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  /**
   * If a run is refused because the client that started it has too many tasks, other callers try again.
   * @param caller aborts when the caller no longer waits
   * @returns the result, and whether this call ran the work
   * @throws the reason of `caller`, and what the work throws
   */
  async run(
    key: string,
    caller: AbortSignal,
    work: (controller: AbortController) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly isOwn: boolean }> {
    for (;;) {
      caller.throwIfAborted()
      const known = this.#flights.get(key)
      const isOwn = !known || known.controller.signal.aborted
      try {
        return { result: await waitFor(isOwn ? this.#start(key, work) : known, caller), isOwn }
      } catch (error) {
        if (isOwn || !(error instanceof BusyError)) throw error
      }
    }
  }

  #start(key: string, work: (controller: AbortController) => Promise<Result>): Flight<Result> {
    const controller = new AbortController()
    const promise = work(controller).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    // Otherwise a failure after all callers have aborted would end the process.
    promise.catch(() => {})
    const flight: Flight<Result> = { promise, controller, waiting: 0 }
    this.#flights.set(key, flight)
    return flight
  }
}

async function waitFor<Result>(flight: Flight<Result>, caller: AbortSignal): Promise<Result> {
  flight.waiting += 1
  const leave = () => {
    flight.waiting -= 1
    if (flight.waiting === 0) flight.controller.abort(caller.reason)
  }
  caller.addEventListener('abort', leave, { once: true })
  try {
    return await rejectOnAbort(flight.promise, caller)
  } finally {
    caller.removeEventListener('abort', leave)
  }
}
