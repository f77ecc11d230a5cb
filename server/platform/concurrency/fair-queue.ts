import { HttpError } from '../../../shared/http-error.ts'
import { STATUS_MESSAGES } from '../http-errors.ts'

export class BusyError extends HttpError {
  constructor() {
    super(503, STATUS_MESSAGES[503])
  }
}

interface FairQueueLimits {
  readonly maxRunning: number
  readonly maxWaitMs: number
  readonly maxWaiting: number
}

/** How much of the queue one client may take, behind whose address a whole company may be. */
const CLIENT_SHARE = 1 / 2

/** The tasks that start together share what is done once per event loop iteration, such as reading the revision. */
const STARTS_MAX = 4

/**
 * A semaphore that serves clients in rotation, so that a client with many tasks delays only itself. It starts a few tasks
 * per event loop iteration, so that cheap requests are handled in between.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** The functions that start each client's tasks. The client that is next comes first. */
  readonly #waitingByClient = new Map<string, Set<() => void>>()
  #waiting = 0
  #running = 0
  #isStartScheduled = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting
  }

  get running(): number {
    return this.#running
  }

  /**
   * Runs a task when a slot is free and the client is next in the rotation.
   * @throws BusyError if the queue or the client's share is full, or after `maxWaitMs`; otherwise the errors of the task
   */
  async run<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
    await this.#waitForSlot(client)
    try {
      return await task()
    } finally {
      this.#running -= 1
      this.#scheduleStart()
    }
  }

  async #waitForSlot(client: string): Promise<void> {
    const { maxRunning, maxWaitMs, maxWaiting } = this.#limits
    const own = this.#waitingByClient.get(client) ?? new Set()
    if (this.#waiting >= maxWaiting || own.size >= maxWaiting * CLIENT_SHARE) throw new BusyError()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waitingByClient.set(client, own.add(resolve))
    this.#waiting += 1
    this.#scheduleStart()
    const timer = setTimeout(() => {
      // After a blocked event loop, all tasks have waited too long. A short queue is served quickly.
      if (this.#running < maxRunning && this.#waiting <= maxRunning) return
      this.#remove(client, own, resolve)
      reject(new BusyError())
    }, maxWaitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #remove(client: string, tasks: Set<() => void>, start: () => void): void {
    tasks.delete(start)
    if (tasks.size === 0) this.#waitingByClient.delete(client)
    this.#waiting -= 1
  }

  #scheduleStart(): void {
    if (this.#isStartScheduled || this.#waiting === 0 || this.#running >= this.#limits.maxRunning) return
    this.#isStartScheduled = true
    setImmediate(() => {
      this.#isStartScheduled = false
      const free = this.#limits.maxRunning - this.#running
      for (let starts = Math.min(STARTS_MAX, free); starts > 0; starts--) this.#startNext()
      this.#scheduleStart()
    })
  }

  #startNext(): void {
    for (const [client, tasks] of this.#waitingByClient) {
      const [start] = tasks
      // The client moves to the end of the rotation.
      this.#waitingByClient.delete(client)
      this.#waitingByClient.set(client, tasks)
      this.#remove(client, tasks, start!)
      this.#running += 1
      return start!()
    }
  }
}
