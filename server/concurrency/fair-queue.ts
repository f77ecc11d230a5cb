import { HttpError } from '../../shared/http-error.ts'
import { STATUS_MESSAGES } from '../http-errors.ts'

/** The queue has more work than it can do in time. */
export class BusyError extends HttpError {
  /** The client whose task was refused. */
  readonly client: string

  constructor(client: string) {
    super(503, STATUS_MESSAGES[503])
    this.client = client
  }
}

interface FairQueueLimits {
  /** Most tasks that run concurrently, for instance while they wait for the database. */
  readonly maxRunning: number
  /** Longest wait of a task for a slot. If the expected wait is longer, the task is refused immediately. */
  readonly maxWaitMs: number
  /** Most tasks that may wait, however short their wait. */
  readonly maxWaiting: number
}

interface WaitingTask {
  readonly since: number
  start(): void
  refuse(): void
}

/** Weight of the newest interval in the moving average, and the longest interval that counts, so that one pause has little effect. */
const NEWEST_WEIGHT = 0.2
const INTERVAL_MAX_MS = 250

/** The assumed interval before the first measurement: a process that has just started is slow. */
const INITIAL_INTERVAL_MS = 10

/** The expected wait may take this share of the longest wait: less if other clients' tasks may be queued in front. */
const CERTAIN_SHARE = 0.8
const CROWDED_SHARE = 0.4

/**
 * Short tasks start together, as many as fit in this time and at most four per event loop iteration: running the same step of
 * several tasks in a row is faster for the processor, and they share the cost of the iteration.
 */
const BATCH_MS = 3
const BATCH_MAX = 4

/** This many times `maxRunning` tasks may run or wait before the expected wait decides. */
const FREE_TIMES = 2

/**
 * A queue of expensive tasks that serves clients in rotation, so that a client with many tasks waits only for its own. Each event
 * loop iteration starts few tasks: cheap requests are handled in between, and excess tasks are refused as they arrive.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** Clients in the order in which they are served next. */
  readonly #waitingByClient = new Map<string, WaitingTask[]>()
  #waiting = 0
  #running = 0
  #isBatchScheduled = false
  #isExpiryScheduled = false
  /** Moving average of the time between the starts of two tasks while others wait. */
  #meanIntervalMs = INITIAL_INTERVAL_MS
  /** Undefined if no task was waiting after the last batch. */
  #lastBatch: { readonly at: number; readonly started: number } | undefined

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** The number of tasks that wait for a slot. */
  get waiting(): number {
    return this.#waiting
  }

  /** The number of tasks that are running. */
  get running(): number {
    return this.#running
  }

  /**
   * Runs a task when its client has a slot.
   * @param client the key by which tasks are distributed fairly
   * @returns what the task returns
   * @throws BusyError if there would be no slot in time; else what the task throws
   */
  async run<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#limits.maxWaiting || !this.#canStartInTime(client)) throw new BusyError(client)
    await new Promise<void>((resolve, reject) => {
      const own = this.#waitingByClient.get(client)
      const waiting: WaitingTask = {
        since: performance.now(),
        start: resolve,
        refuse: () => reject(new BusyError(client)),
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

  /** Estimates the wait: before a client's next task, each other client may start as many tasks as it, and later ones may come in between. */
  #canStartInTime(client: string): boolean {
    const { maxRunning, maxWaitMs } = this.#limits
    const own = this.#waitingByClient.get(client)?.length ?? 0
    // These tasks are accepted at any pace, because the measured pace is that of the past.
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
    // A few waiting tasks will start soon, even if something else has delayed the process: only more of them expire.
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

  /** Refuses expired tasks also while no running task ends. */
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
