import cluster, { type Worker } from 'node:cluster'
import { setImmediate as waitForTick } from 'node:timers/promises'

const TICK_MESSAGE = 'tick'

/**
 * In the primary process: sends a worker's tick messages back. Messages and connections arrive in order, so the reply
 * follows all connections that the worker was given before.
 */
export function echoTicks(worker: Worker): void {
  worker.on('message', (message) => {
    if (message === TICK_MESSAGE) worker.send(TICK_MESSAGE, () => {})
  })
}

/** Waits for one event loop iteration of the process that accepts connections: for a worker, the primary process. */
export function waitForAcceptTick(): Promise<void> {
  const { worker } = cluster
  if (!worker) return waitForTick()
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (message !== TICK_MESSAGE) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
    worker.send(TICK_MESSAGE)
  })
}
