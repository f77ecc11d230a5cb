import { HttpError } from '../../shared/http-error.ts'
import { STATUS_MESSAGES } from '../base/http-errors.ts'

export class BusyError extends HttpError {
  constructor() {
    super(503, STATUS_MESSAGES[503])
  }
}

interface FairQueueLimits {
  readonly maxRunning: number
  /** A task whose expected wait is longer is refused immediately. */
  readonly maxWaitMs: number
  readonly maxWaiting: number
}

interface WaitingTask {
  readonly since: number
  start(): void
  refuse(): void
}

/** Weight of the newest interval in the moving average. */
const NEWEST_WEIGHT = 0.2

/** Longer intervals count as this long. */
const INTERVAL_MAX_MS = 250

/** A process that has just started is slow. */
const INITIAL_INTERVAL_MS = 10

/** Share of `maxWaitMs` that the expected wait may take; less if other clients are waiting. */
const CERTAIN_SHARE = 0.8
const CROWDED_SHARE = 0.4

/** Running the same step of several tasks in a row is faster for the processor. */
const BATCH_MS = 3
const BATCH_MAX = 4

/** Up to this many times `maxRunning` tasks are accepted even if the expected wait is long. */
const FREE_TIMES = 2

/**
 * Serves clients in rotation, so that a client with many tasks delays only itself. Few tasks start per event loop
 * iteration, so that cheap requests run in between.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #waitingByClient = new Map<string, WaitingTask[]>()
  #waiting = 0
  #running = 0
  #isBatchScheduled = false
  #isExpiryScheduled = false
  /** Moving average of the time between two starts while tasks wait. */
  #meanIntervalMs = INITIAL_INTERVAL_MS
  #lastBatch: { readonly at: number; readonly started: number } | undefined

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
   * Runs a task when its client has a slot.
   * @param client key of the client, for fair queueing
   * @throws BusyError if there would be no slot in time; else what the task throws
   */
  async run<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#limits.maxWaiting || !this.#canStartInTime(client)) throw new BusyError()
    await new Promise<void>((resolve, reject) => {
      const own = this.#waitingByClient.get(client)
      const waiting: WaitingTask = {
        since: performance.now(),
        start: resolve,
        refuse: () => reject(new BusyError()),
      }
      if (own) own.push(waiting)
      else this.#waitingByClient.set(client, [waiting])
      this.#waiting += 1
      this.#scheduleBatch()
      this.#scheduleExpiry()
    })
    try {
      return await task()
    } finally {
      this.#running -= 1
      this.#scheduleBatch()
    }
  }

  /**
   * Estimates the wait: before this task, each other client can start at most one task more than this client has
   * queued.
   */
  #canStartInTime(client: string): boolean {
    const { maxRunning, maxWaitMs } = this.#limits
    const own = this.#waitingByClient.get(client)?.length ?? 0
    // The measured pace may be outdated, so this many tasks are accepted at any pace.
    let before = this.#running - FREE_TIMES * maxRunning
    for (const { length } of this.#waitingByClient.values()) before += Math.min(length, own + 1)
    const isCrowded = own > 0 && this.#waitingByClient.size > 1
    return before * this.#meanIntervalMs <= maxWaitMs * (isCrowded ? CROWDED_SHARE : CERTAIN_SHARE)
  }

  #scheduleBatch(): void {
    if (this.#isBatchScheduled || this.#waiting === 0 || this.#running >= this.#limits.maxRunning) return
    this.#isBatchScheduled = true
    setImmediate(() => {
      this.#isBatchScheduled = false
      this.#runBatch()
      this.#scheduleBatch()
    })
  }

  #runBatch(): void {
    const now = performance.now()
    // After a delay of the whole process, a short queue is still served soon, so no task is refused.
    if (this.#waiting > this.#limits.maxRunning) this.#refuseExpired(now)
    if (this.#lastBatch) {
      const interval = Math.min(INTERVAL_MAX_MS, (now - this.#lastBatch.at) / this.#lastBatch.started)
      this.#meanIntervalMs += (interval - this.#meanIntervalMs) * NEWEST_WEIGHT
    }
    const started = this.#startTasks(Math.max(1, Math.min(BATCH_MAX, Math.floor(BATCH_MS / this.#meanIntervalMs))))
    this.#lastBatch = started > 0 && this.#waiting > 0 ? { at: now, started } : undefined
  }

  /** @returns the number of started tasks */
  #startTasks(most: number): number {
    let started = 0
    while (started < most && this.#running < this.#limits.maxRunning) {
      const next = this.#takeNext()
      if (!next) break
      this.#running += 1
      started += 1
      next.start()
    }
    return started
  }

  /** Also refuses expired tasks while no running task ends. */
  #scheduleExpiry(): void {
    if (this.#isExpiryScheduled) return
    this.#isExpiryScheduled = true
    setTimeout(
      () => {
        this.#isExpiryScheduled = false
        if (this.#running >= this.#limits.maxRunning) this.#refuseExpired(performance.now())
        if (this.#waiting > 0) this.#scheduleExpiry()
      },
      this.#limits.maxWaitMs / 2 + 1,
    ).unref()
  }

  #refuseExpired(now: number): void {
    for (const [client, tasks] of this.#waitingByClient) {
      while (tasks[0] && now - tasks[0].since > this.#limits.maxWaitMs) {
        tasks.shift()?.refuse()
        this.#waiting -= 1
      }
      if (tasks.length === 0) this.#waitingByClient.delete(client)
    }
  }

  /** Takes the first task of the next client, which is then served last. */
  #takeNext(): WaitingTask | undefined {
    for (const [client, tasks] of this.#waitingByClient) {
      const next = tasks.shift()
      this.#waitingByClient.delete(client)
      if (tasks.length > 0) this.#waitingByClient.set(client, tasks)
      this.#waiting -= 1
      return next
    }
    return undefined
  }
}
