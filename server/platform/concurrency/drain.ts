import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as waitForTick, setTimeout as wait } from 'node:timers/promises'

const CHECK_INTERVAL_MS = 50

/** Node's default; the kernel queues at most this many connections. */
const BACKLOG = 511

/** The backlog counts as empty after this many event loop iterations without a new connection. */
const QUIET_ITERATIONS = 2

interface DrainLimits {
  /** How long idle connections stay open, in case a proxy sends one more request. */
  readonly idleMs: number
  readonly requestsMs: number
}

/**
 * Stops accepting connections and closes the open ones: each after its current response, idle ones after `idleMs`.
 * @returns false if a request had to be cut off
 */
export async function drain(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { idleMs, requestsMs }: DrainLimits,
): Promise<boolean> {
  await acceptPending(server)
  const closed = once(server, 'close')
  // `http.Server.close` would also close idle connections.
  NetServer.prototype.close.call(server)
  const idleUntil = performance.now() + idleMs
  const bytesRead = new WeakMap<Socket, number>()
  const closeIdle = () => {
    const isQuiet = [...sockets].every((socket) => bytesRead.get(socket) === socket.bytesRead)
    for (const socket of sockets) bytesRead.set(socket, socket.bytesRead)
    // New data may begin a request, so nothing is closed until a check finds none.
    if (!isQuiet || performance.now() < idleUntil) return
    server.closeIdleConnections()
    // Browsers open connections in advance, which Node does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  closeIdle()
  const timer = setInterval(closeIdle, CHECK_INTERVAL_MS)
  const isComplete =
    (await Promise.race([closed, wait(idleMs + requestsMs, 'late' as const, { ref: false })])) !== 'late'
  clearInterval(timer)
  if (!isComplete) server.closeAllConnections()
  return isComplete
}

/**
 * Accepts the connections in the kernel's backlog, which closing would reset. libuv accepts one per event loop
 * iteration.
 */
async function acceptPending(server: Server): Promise<void> {
  let quietIterations = 0
  const onConnection = () => {
    quietIterations = 0
  }
  server.on('connection', onConnection)
  for (let iteration = 0; iteration < BACKLOG && quietIterations < QUIET_ITERATIONS; iteration++) {
    quietIterations += 1
    await waitForTick()
  }
  server.off('connection', onConnection)
}
