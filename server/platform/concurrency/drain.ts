import type { Server } from 'node:http'
import { setImmediate as waitForTick, setTimeout as wait } from 'node:timers/promises'

const CHECK_INTERVAL_MS = 50

/** Node's default; the kernel queues at most this many connections. */
const BACKLOG = 511

/** Counts requests without a complete response. @param server must not listen yet @returns reads the count */
export function countOpenRequests(server: Server): () => number {
  let open = 0
  server.on('request', (_req, res) => {
    open += 1
    res.once('close', () => (open -= 1))
  })
  return () => open
}

/**
 * Stops accepting connections, and closes all when no request is open.
 * @returns false if a request had to be cut off
 */
export async function drain(server: Server, countOpen: () => number, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs
  await acceptPending(server)
  server.close()
  while (countOpen() > 0 && performance.now() < endsAt) await wait(CHECK_INTERVAL_MS)
  const isComplete = countOpen() === 0
  server.closeAllConnections()
  return isComplete
}

/** Closing would reset connections that the kernel has queued, of which libuv accepts one per event loop iteration. */
async function acceptPending(server: Server): Promise<void> {
  let isQuiet = false
  const onConnection = () => (isQuiet = false)
  server.on('connection', onConnection)
  for (let accepted = 0; accepted < BACKLOG && !isQuiet; accepted++) {
    isQuiet = true
    await waitForTick()
    await waitForTick()
  }
  server.off('connection', onConnection)
}
