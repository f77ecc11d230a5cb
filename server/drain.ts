import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How often connections that have come to rest are looked for. */
const LOOK_INTERVAL_MS = 50

interface DrainLimits {
  /** For connections that rest: a proxy that does not know yet may send one more request on each, which closes it. */
  readonly idleMs: number
  /** For what is under way; what is left then is cut off. */
  readonly requestsMs: number
}

/**
 * Takes no more connections and ends those that there are: each after the answer that is under way on it, resting ones after
 * their time. To break off one on which a request is just coming would lose it.
 * @param sockets that are open
 * @returns false where something had to be cut off
 */
export async function drain(server: Server, sockets: ReadonlySet<Socket>, { idleMs, requestsMs }: DrainLimits): Promise<boolean> {
  const closed = once(server, 'close')
  // What `node:http` makes of it breaks resting connections off at once.
  NetServer.prototype.close.call(server)
  const idleUntil = performance.now() + idleMs
  const closeIdle = () => {
    if (performance.now() < idleUntil) return
    server.closeIdleConnections()
    // Browsers open some before they need them; to Node a request may be coming on those.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  closeIdle()
  const look = setInterval(closeIdle, LOOK_INTERVAL_MS)
  const isComplete = (await Promise.race([closed, wait(idleMs + requestsMs, 'late' as const, { ref: false })])) !== 'late'
  clearInterval(look)
  if (!isComplete) server.closeAllConnections()
  return isComplete
}
