import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { WORKER_RESTART_FIRST_MS, WORKER_RESTART_MAX_MS, WORKER_STABLE_MS } from '../../shared/constants.ts'
import { logWorkerEnded, logWorkerStarted, type Logger } from '../log.ts'
import { echoTicks } from './accept-tick.ts'
import { WORKER_NUMBER_VARIABLE } from './worker-number.ts'

/** Message that tells a worker to finish its requests and exit. */
export const STOP_MESSAGE = 'stop'

/** Exit code of a worker, the signal that killed it, or the error message if it could not be started. */
type WorkerExit = number | string

/**
 * Delay before an exited worker is replaced: doubled after each worker that exited soon after its start, up to a limit.
 * @param failures number of workers in a row that exited soon, this one included
 * @returns milliseconds
 */
export function restartDelay(failures: number): number {
  return Math.min(WORKER_RESTART_MAX_MS, WORKER_RESTART_FIRST_MS * 2 ** Math.max(0, failures - 1))
}

/** Keeps one worker running: starts it, replaces it if it exits, and stops it. */
export class WorkerSlot {
  readonly #number: number
  readonly #logger: Logger
  #worker: Worker | undefined
  #exited: Promise<WorkerExit> = Promise.resolve(0)
  #restart: NodeJS.Timeout | undefined
  #failures = 0
  #isServing = false
  #isStopping = false

  constructor(number: number, logger: Logger) {
    this.#number = number
    this.#logger = logger
  }

  /**
   * Starts the first of all workers, waits until it serves, and replaces it from then on.
   * @throws if it exits before it serves, because the other workers would fail in the same way
   */
  async startFirst(): Promise<void> {
    const worker = this.#fork()
    const exit = await Promise.race([once(worker, 'listening').then(() => undefined), this.#exited])
    if (exit !== undefined)
      throw new Error(`The first worker ended with ${exit} before it served; see its last log line for the reason`)
    void this.#replaceOnExit()
  }

  /** Starts a worker and replaces it whenever it exits. */
  start(): void {
    this.#fork()
    void this.#replaceOnExit()
  }

  /**
   * Lets the worker finish its requests, and starts no other.
   * @param limitMs time after which the worker is killed
   * @returns whether the worker exited by itself with all requests finished
   */
  async stop(limitMs: number): Promise<boolean> {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (!worker) return true
    // A worker that is still starting does not read messages yet and has no requests.
    if (this.#isServing) worker.send(STOP_MESSAGE, () => {})
    else worker.process.kill('SIGTERM')
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), limitMs)
    const wasServing = this.#isServing
    const exit = await this.#exited
    clearTimeout(timer)
    return exit === 0 || !wasServing
  }

  #fork(): Worker {
    const startedAt = performance.now()
    const worker = cluster.fork({ [WORKER_NUMBER_VARIABLE]: String(this.#number) })
    this.#worker = worker
    this.#isServing = false
    echoTicks(worker)
    worker.once('listening', () => {
      this.#isServing = true
    })
    this.#exited = waitForExit(worker).finally(() => {
      this.#worker = undefined
      this.#failures = performance.now() - startedAt >= WORKER_STABLE_MS ? 1 : this.#failures + 1
    })
    logWorkerStarted(this.#logger, { worker: this.#number, pid: worker.process.pid })
    return worker
  }

  async #replaceOnExit(): Promise<void> {
    const end = await this.#exited
    if (this.#isStopping) return
    const restartInMs = restartDelay(this.#failures)
    logWorkerEnded(this.#logger, { worker: this.#number, end, restartInMs })
    this.#restart = setTimeout(() => this.start(), restartInMs)
  }
}

function waitForExit(worker: Worker): Promise<WorkerExit> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? code))
    // `error` is also emitted if a message or connection does not reach an exiting worker; then `exit` follows.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
}
