import { BusyError } from './fair-queue.ts'

interface Flight<Result> {
  readonly promise: Promise<Result>
  readonly controller: AbortController
  waiting: number
}

/** Callers with the same key share one run of the work, which is aborted when none of them waits any more. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  /**
   * Waits for the work of a key. If the run of another caller is refused because that caller has too much queued, this one
   * starts its own.
   * @param caller aborts when the caller no longer waits
   * @param work is called unless the work for this key is under way; its controller aborts it
   * @returns the result, and whether this caller's own function did the work
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
    // If no caller is left, nobody handles its failure.
    promise.catch(() => {})
    const flight: Flight<Result> = { promise, controller, waiting: 0 }
    this.#flights.set(key, flight)
    return flight
  }
}

async function waitFor<Result>(flight: Flight<Result>, caller: AbortSignal): Promise<Result> {
  flight.waiting += 1
  let leave: (() => void) | undefined
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => {
      reject(caller.reason as Error)
      flight.waiting -= 1
      if (flight.waiting === 0) flight.controller.abort(caller.reason)
    }
    caller.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([flight.promise, left])
  } finally {
    caller.removeEventListener('abort', leave!)
  }
}
