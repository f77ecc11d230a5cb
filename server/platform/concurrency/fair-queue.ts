import { HttpError } from '../../../shared/http-error.ts'
import { STATUS_MESSAGES } from '../http-errors.ts'

export class BusyError extends HttpError {
  constructor() {
    super(503, STATUS_MESSAGES[503])
  }
}

interface FairQueueLimits {
  readonly maxRunning: number
  /** A task with a longer expected wait is refused immediately. */
  readonly maxWaitMs: number
  readonly maxWaiting: number
}

interface WaitingTask {
  readonly since: number
  start(): void
  refuse(): void
}

/** Weight of the newest interval between two starts in the moving average. */
const NEWEST_WEIGHT = 0.2

/** Bounds the intervals in the average, so that one pause does not dominate it. */
const INTERVAL_MAX_MS = 250

/** Assumed time between the starts of two tasks until it is measured; high, because a process that has just started is slow. */
const INITIAL_INTERVAL_MS = 10

/** A task is accepted if its expected wait is at most this share of `maxWaitMs`. */
const ACCEPTED_WAIT_SHARE = 0.8

/** The share for a client that has queued tasks while other clients wait. */
const ACCEPTED_WAIT_SHARE_CROWDED = 0.4

/**
 * As many tasks as usually start within this time form a batch: similar tasks in a row make better use of processor
 * caches.
 */
const BATCH_MS = 3
const BATCH_MAX = 4

/** A task is accepted anyway if at most this many times `maxRunning` precede it. */
const ALWAYS_ACCEPTED_FACTOR = 2

/**
 * Limits how many tasks run concurrently, and serves clients in rotation, so that a client with many tasks delays only
 * itself. Few tasks start per event loop iteration, so that cheap requests are handled in between.
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
   * Runs a task when a slot is free and the client is next in the rotation.
   * @throws BusyError if the task cannot start in time; otherwise the errors of the task
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
   * By the rotation, each other client starts at most one task more than this client has queued before the new task.
   */
  #canStartInTime(client: string): boolean {
    const { maxRunning, maxWaitMs } = this.#limits
    const own = this.#waitingByClient.get(client)?.length ?? 0
    // The first tasks do not count, because the average may be outdated.
    let before = this.#running - ALWAYS_ACCEPTED_FACTOR * maxRunning
    for (const { length } of this.#waitingByClient.values()) before += Math.min(length, own + 1)
    const isCrowded = own > 0 && this.#waitingByClient.size > 1
    const share = isCrowded ? ACCEPTED_WAIT_SHARE_CROWDED : ACCEPTED_WAIT_SHARE
    return before * this.#meanIntervalMs <= maxWaitMs * share
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
    // After a blocked event loop, all tasks have expired. A short queue is kept, because it is served quickly.
    if (this.#waiting > this.#limits.maxRunning) this.#refuseExpired(now)
    if (this.#lastBatch) {
      const interval = Math.min(INTERVAL_MAX_MS, (now - this.#lastBatch.at) / this.#lastBatch.started)
      this.#meanIntervalMs += (interval - this.#meanIntervalMs) * NEWEST_WEIGHT
    }
    const started = this.#startTasks(Math.max(1, Math.min(BATCH_MAX, Math.floor(BATCH_MS / this.#meanIntervalMs))))
    this.#lastBatch = started > 0 && this.#waiting > 0 ? { at: now, started } : undefined
  }

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

  /** A timer, because no batch runs while long tasks occupy all slots. */
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

  /** Also moves the client to the end of the rotation. */
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
