import cluster, { type Worker } from 'node:cluster'
import { setImmediate as waitForTick } from 'node:timers/promises'

const TICK_MESSAGE = 'tick'

/**
 * In the primary process: echoes a worker's tick messages, after the connections that were handed to the worker before.
 */
export function echoTicks(worker: Worker): void {
  worker.on('message', (message) => {
    if (message === TICK_MESSAGE) worker.send(TICK_MESSAGE, () => {})
  })
}

/** Resolves after one event loop iteration of the process that accepts connections. */
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
