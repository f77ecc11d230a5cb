import cluster, { type Worker } from 'node:cluster'
import { setImmediate as passOwnTurn } from 'node:timers/promises'

const TURN_MESSAGE = 'turn'

/** In the process that started a worker: returns its messages, behind the connections that were handed to it before. */
export function returnTurns(worker: Worker): void {
  worker.on('message', (message) => {
    if (message === TURN_MESSAGE) worker.send(TURN_MESSAGE, () => {})
  })
}

/** Resolves after a turn of the event loop that accepts connections: in a worker, that of the process that started it. */
export function passTurn(): Promise<void> {
  if (!cluster.isWorker) return passOwnTurn()
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (message !== TURN_MESSAGE) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
    process.send!(TURN_MESSAGE)
  })
}
