import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { waitForAcceptTick } from '../workers/accept-tick.ts'

/** How often idle connections are looked for. */
const LOOK_INTERVAL_MS = 50

/** Node's own: the kernel holds so many connections that are not accepted yet. */
const BACKLOG = 511

/** Turns without a new connection after which none can be waiting: one of them may have begun before it could be seen. */
const QUIET_TURNS = 2

interface DrainLimits {
  /** For idle connections: a proxy that does not know yet may send one more request on each, which closes it. */
  readonly idleMs: number
  /** For requests that are being served; what is left then is cut off. */
  readonly requestsMs: number
}

/**
 * Takes no more connections and ends those that exist: each after the response that is being sent on it, idle ones after
 * their time. A connection on which a request may have arrived is not closed, because the request would be lost.
 * @param sockets that are open
 * @returns false if something had to be cut off
 */
export async function drain(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { idleMs, requestsMs }: DrainLimits,
): Promise<boolean> {
  await acceptWaiting(server)
  const closed = once(server, 'close')
  // `close` of `node:http` would close idle connections immediately.
  NetServer.prototype.close.call(server)
  const idleUntil = performance.now() + idleMs
  const bytesRead = new WeakMap<Socket, number>()
  const closeIdle = () => {
    const isQuiet = [...sockets].every((socket) => bytesRead.get(socket) === socket.bytesRead)
    for (const socket of sockets) bytesRead.set(socket, socket.bytesRead)
    // The event loop reads what has arrived between two looks, however late it is.
    if (!isQuiet || performance.now() < idleUntil) return
    server.closeIdleConnections()
    // Browsers open some before they need them; Node expects a request on those.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  closeIdle()
  const look = setInterval(closeIdle, LOOK_INTERVAL_MS)
  const isComplete =
    (await Promise.race([closed, wait(idleMs + requestsMs, 'late' as const, { ref: false })])) !== 'late'
  clearInterval(look)
  if (!isComplete) server.closeAllConnections()
  return isComplete
}

/** Accepts the connections that clients have made already: to stop listening resets them. libuv accepts one in each turn. */
async function acceptWaiting(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = 0
  }
  server.on('connection', onConnection)
  for (let turn = 0; turn < BACKLOG && quietTurns < QUIET_TURNS; turn++) {
    quietTurns += 1
    await waitForAcceptTick()
  }
  server.off('connection', onConnection)
}
