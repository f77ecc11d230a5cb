import { HttpError } from '../../shared/http-error.ts'

/** There is more to do than can be done in time. */
export class BusyError extends HttpError {
  /** Whose work was refused. */
  readonly client: string

  constructor(client: string) {
    super(503, 'Service Unavailable')
    this.client = client
  }
}

interface FairQueueLimits {
  /** Works under way at once: they may wait for a database, and take turns where they compute. */
  readonly maxRunning: number
  /** Longest time that a work waits for its turn; where it is clear that it would be longer it is refused at once. */
  readonly maxWaitMs: number
  /** Most works that wait, whatever their time. */
  readonly maxWaiting: number
}

interface Waiting {
  readonly since: number
  begin(): void
  refuse(): void
}

/** What the next interval counts in the running mean; the longest that counts, so that one stop is soon forgotten. */
const NEWEST_SHARE = 0.2
const LONGEST_INTERVAL_MS = 250

/** Before anything is measured: a process that has just started is slow. */
const FIRST_INTERVAL_MS = 10

/** Whoever is let in should be served: of the longest wait, what may be expected, alone or where others may come between. */
const CERTAIN_SHARE = 0.8
const CROWDED_SHARE = 0.4

/**
 * Works that are short begin together, for about so long in one turn of the event loop: what each of them does first is done for
 * all of them, and so on, which processors are quicker at, and the turn's own cost is shared.
 */
const TURN_MS = 3
const TOGETHER_MAX = 4

/** Of what may be under way at once, so much may be under way or wait before anybody is refused for the pace. */
const FREE_TIMES = 2

/**
 * Works that cost time, one client's after the other's: who asks for much waits for its own. Each turn of the event loop begins
 * few of them, so that in between everything else is answered, and what is too much is refused while it comes in.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** Clients in the order of their turns. */
  readonly #waitingByClient = new Map<string, Waiting[]>()
  #waiting = 0
  #running = 0
  #isTurnComing = false
  #isLookedAfter = false
  /** Between the beginnings of two works while others wait: the pace at which the queue is done. */
  #meanIntervalMs = FIRST_INTERVAL_MS
  /** Undefined where nobody waited any more after it. */
  #lastTurn: { readonly at: number; readonly begun: number } | undefined

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Works that wait for their turn. */
  get waiting(): number {
    return this.#waiting
  }

  /** Works under way. */
  get running(): number {
    return this.#running
  }

  /**
   * Does a work when it is its client's turn.
   * @param client whoever shares the turns with others
   * @returns what the work returns
   * @throws BusyError where its turn would not come in time; else what the work throws
   */
  async run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#limits.maxWaiting || !this.#comesInTime(client)) throw new BusyError(client)
    await new Promise<void>((resolve, reject) => {
      const own = this.#waitingByClient.get(client)
      const entry: Waiting = { since: performance.now(), begin: resolve, refuse: () => reject(new BusyError(client)) }
      if (own) own.push(entry)
      else this.#waitingByClient.set(client, [entry])
      this.#waiting += 1
      this.#callTurn()
      this.#watchLate()
    })
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#callTurn()
    }
  }

  /** Until a client's turn everybody has as many as it has. Where others wait, more of them may come before what is not its first. */
  #comesInTime(client: string): boolean {
    const { maxRunning, maxWaitMs } = this.#limits
    const own = this.#waitingByClient.get(client)?.length ?? 0
    // So many are let in at any pace: what is measured of it is the past.
    let before = this.#running - FREE_TIMES * maxRunning
    for (const { length } of this.#waitingByClient.values()) before += Math.min(length, own + 1)
    const isCrowded = own > 0 && this.#waitingByClient.size > 1
    return before * this.#meanIntervalMs <= maxWaitMs * (isCrowded ? CROWDED_SHARE : CERTAIN_SHARE)
  }

  #callTurn(): void {
    if (this.#isTurnComing || this.#waiting === 0 || this.#running >= this.#limits.maxRunning) return
    this.#isTurnComing = true
    setImmediate(() => {
      this.#isTurnComing = false
      this.#takeTurn()
      this.#callTurn()
    })
  }

  #takeTurn(): void {
    const now = performance.now()
    // A few are soon served, and a process that was held up by something else has no need to send them away.
    if (this.#waiting > this.#limits.maxRunning) this.#refuseLate(now)
    if (this.#lastTurn) {
      const interval = Math.min(LONGEST_INTERVAL_MS, (now - this.#lastTurn.at) / this.#lastTurn.begun)
      this.#meanIntervalMs += (interval - this.#meanIntervalMs) * NEWEST_SHARE
    }
    const begun = this.#beginSome(Math.max(1, Math.min(TOGETHER_MAX, Math.floor(TURN_MS / this.#meanIntervalMs))))
    this.#lastTurn = begun > 0 && this.#waiting > 0 ? { at: now, begun } : undefined
  }

  /** @returns how many there were */
  #beginSome(most: number): number {
    let begun = 0
    while (begun < most && this.#running < this.#limits.maxRunning) {
      const next = this.#takeNext()
      if (!next) break
      this.#running += 1
      begun += 1
      next.begin()
    }
    return begun
  }

  /** Nothing may end for a while of what is under way: those who wait are told all the same. */
  #watchLate(): void {
    if (this.#isLookedAfter) return
    this.#isLookedAfter = true
    setTimeout(
      () => {
        this.#isLookedAfter = false
        if (this.#running >= this.#limits.maxRunning) this.#refuseLate(performance.now())
        if (this.#waiting > 0) this.#watchLate()
      },
      this.#limits.maxWaitMs / 2 + 1,
    ).unref()
  }

  #refuseLate(now: number): void {
    for (const [client, works] of this.#waitingByClient) {
      while (works.length > 0 && now - works[0]!.since > this.#limits.maxWaitMs) {
        works.shift()!.refuse()
        this.#waiting -= 1
      }
      if (works.length === 0) this.#waitingByClient.delete(client)
    }
  }

  /** The first work of the client whose turn it is; the next turn is another client's. */
  #takeNext(): Waiting | undefined {
    for (const [client, works] of this.#waitingByClient) {
      const next = works.shift()
      this.#waitingByClient.delete(client)
      if (works.length > 0) this.#waitingByClient.set(client, works)
      this.#waiting -= 1
      return next
    }
    return undefined
  }
}
