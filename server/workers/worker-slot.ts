import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { WORKER_RESTART_FIRST_MS, WORKER_RESTART_MAX_MS, WORKER_STABLE_MS } from '../../shared/constants.ts'
import { logEvent, type Logger } from '../base/log.ts'
import { echoTicks } from '../concurrency/accept-tick.ts'
import { WORKER_NUMBER_VARIABLE } from '../base/worker-number.ts'

export const STOP_MESSAGE = 'stop'

/** Exit code, signal, or error of a failed start. */
type WorkerExit = number | string

/**
 * Milliseconds before an exited worker is replaced, doubled with each failure up to a limit.
 * @param failures workers in a row that exited soon after their start
 */
export function restartDelay(failures: number): number {
  return Math.min(WORKER_RESTART_MAX_MS, WORKER_RESTART_FIRST_MS * 2 ** Math.max(0, failures - 1))
}

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
   * Waits until the first worker accepts connections.
   * @throws if it exits before, because the others would fail in the same way
   */
  async startFirst(): Promise<void> {
    const worker = this.#fork()
    const exit = await Promise.race([once(worker, 'listening').then(() => undefined), this.#exited])
    if (exit !== undefined)
      throw new Error(
        `The first worker exited with ${exit} before it accepted connections; see its last log line for the reason`,
      )
    void this.#replaceOnExit()
  }

  start(): void {
    this.#fork()
    void this.#replaceOnExit()
  }

  /**
   * Lets the worker finish its requests, and does not replace it.
   * @param limitMs time after which it is killed
   * @returns false if the worker was killed or cut off requests after it had accepted connections
   */
  async stop(limitMs: number): Promise<boolean> {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (!worker) return true
    // A worker that is starting does not read messages yet.
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
    logEvent(this.#logger, 'workerStarted', { worker: this.#number, pid: worker.process.pid })
    return worker
  }

  async #replaceOnExit(): Promise<void> {
    const end = await this.#exited
    if (this.#isStopping) return
    const restartInMs = restartDelay(this.#failures)
    logEvent(this.#logger, 'workerEnded', { worker: this.#number, end, restartInMs })
    this.#restart = setTimeout(() => this.start(), restartInMs)
  }
}

function waitForExit(worker: Worker): Promise<WorkerExit> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? code))
    // A failed fork has no process id and no `exit` event. Other errors, such as an undelivered message, do not mean
    // that the worker has exited.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
}
