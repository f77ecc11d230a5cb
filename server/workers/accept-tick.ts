import cluster, { type Worker } from 'node:cluster'
import { setImmediate as waitForTick } from 'node:timers/promises'

const TICK_MESSAGE = 'tick'

/** In the primary process: echoes a worker's tick messages, behind the connections that were already handed to the worker. */
export function echoTicks(worker: Worker): void {
  worker.on('message', (message) => {
    if (message === TICK_MESSAGE) worker.send(TICK_MESSAGE, () => {})
  })
}

/**
 * Resolves after one iteration of the event loop that accepts connections: in a worker that of the primary process, else
 * the process's own.
 */
export function waitForAcceptTick(): Promise<void> {
  if (!cluster.isWorker) return waitForTick()
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (message !== TICK_MESSAGE) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
    process.send!(TICK_MESSAGE)
  })
}
