import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { WORKER_RESTART_FIRST_MS, WORKER_RESTART_MAX_MS, WORKER_STABLE_MS } from '../../shared/constants.ts'
import { logWorkerEnded, logWorkerStarted, type Logger } from '../log.ts'
import { returnTurns } from './pass-turn.ts'
import { WORKER_NUMBER_VARIABLE } from './worker-number.ts'

/** What a worker is sent to finish what is under way and end. */
export const STOP_MESSAGE = 'stop'

/** How a worker ended: its exit code, the signal that killed it, or why it never was. */
type WorkerEnd = number | string

/**
 * Time until a worker that ended is replaced: twice as long after each that did not last, up to a limit.
 * @param failures workers in a row that ended soon, this one included
 * @returns milliseconds
 */
export function restartDelay(failures: number): number {
  return Math.min(WORKER_RESTART_MAX_MS, WORKER_RESTART_FIRST_MS * 2 ** Math.max(0, failures - 1))
}

/** The place of one worker, and whoever has it at the time. */
export class WorkerSlot {
  readonly #number: number
  readonly #logger: Logger
  #worker: Worker | undefined
  #ended: Promise<WorkerEnd> = Promise.resolve(0)
  #restart: NodeJS.Timeout | undefined
  #failures = 0
  #isServing = false
  #isEnding = false

  constructor(number: number, logger: Logger) {
    this.#number = number
    this.#logger = logger
  }

  /**
   * Starts the first worker of all, and replaces it from then on.
   * @throws where it ends before it serves: so would all others
   */
  async startFirst(): Promise<void> {
    const worker = this.#fork()
    const end = await Promise.race([once(worker, 'listening').then(() => undefined), this.#ended])
    if (end !== undefined)
      throw new Error(`The first worker ended with ${end} before it served; the reason is its own last line`)
    void this.#keep()
  }

  /** Starts a worker and replaces it whenever it ends. */
  start(): void {
    this.#fork()
    void this.#keep()
  }

  /**
   * Has the worker finish what is under way, and starts no other.
   * @param limitMs when it is killed
   * @returns whether it ended by itself, with all finished
   */
  async stop(limitMs: number): Promise<boolean> {
    this.#isEnding = true
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (!worker) return true
    // One that is still starting listens to no message, and has nothing under way.
    if (this.#isServing) worker.send(STOP_MESSAGE, () => {})
    else worker.process.kill('SIGTERM')
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), limitMs)
    const wasServing = this.#isServing
    const end = await this.#ended
    clearTimeout(timer)
    return end === 0 || !wasServing
  }

  #fork(): Worker {
    const startedAt = performance.now()
    const worker = cluster.fork({ [WORKER_NUMBER_VARIABLE]: String(this.#number) })
    this.#worker = worker
    this.#isServing = false
    returnTurns(worker)
    worker.once('listening', () => {
      this.#isServing = true
    })
    this.#ended = untilEnd(worker).finally(() => {
      this.#worker = undefined
      this.#failures = performance.now() - startedAt >= WORKER_STABLE_MS ? 1 : this.#failures + 1
    })
    logWorkerStarted(this.#logger, { worker: this.#number, pid: worker.process.pid })
    return worker
  }

  async #keep(): Promise<void> {
    const end = await this.#ended
    if (this.#isEnding) return
    const restartInMs = restartDelay(this.#failures)
    logWorkerEnded(this.#logger, { worker: this.#number, end, restartInMs })
    this.#restart = setTimeout(() => this.start(), restartInMs)
  }
}

function untilEnd(worker: Worker): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? code))
    // Also said of a message or a connection that did not reach a worker on its way out; then its end follows.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
}
