import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { countBufferedBytes } from './pending-responses.ts'

/** Bytes of all responses together that may wait in memory for clients that do not read them. */
const HELD_MAX_BYTES = 64 * 2 ** 20

/** A piece of a response may take so many times longer than a connection may stand still: a picture on the poorest line. */
const PIECE_TIMES = 10

const CHECK_INTERVAL_MS = 1_000

/** Since when a connection has been given nothing more to send. */
interface Stall {
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Disconnects clients that read a response byte by byte and, if too much waits in memory, those that have read nothing for
 * longest. Connections on which nothing moves at all are ended by the server's own `timeout`.
 * @param sockets that are open
 * @param timeoutMs longest time in which nothing moves
 */
export function disconnectSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  timeoutMs: number,
  heldMaxBytes = HELD_MAX_BYTES,
): void {
  const stalls = new Map<Socket, Stall>()
  const check = () => {
    const now = performance.now()
    let held = 0
    for (const socket of stalls.keys()) if (!sockets.has(socket)) stalls.delete(socket)
    for (const socket of sockets) {
      const { bytesWritten } = socket
      const heldForIt = countBufferedBytes(socket)
      held += heldForIt
      if (heldForIt === 0) stalls.delete(socket)
      else if (stalls.get(socket)?.bytesWritten !== bytesWritten) stalls.set(socket, { bytesWritten, since: now })
    }
    if (stalls.size === 0) return
    const longestFirst = [...stalls].toSorted(([, one], [, other]) => one.since - other.since)
    for (const [socket, { since }] of longestFirst) {
      const isTooMuch = held > heldMaxBytes && since < now
      if (!isTooMuch && now - since < timeoutMs * PIECE_TIMES) return
      held -= countBufferedBytes(socket)
      socket.destroy()
    }
  }
  const timer = setInterval(check, Math.min(CHECK_INTERVAL_MS, Math.ceil(timeoutMs / 10))).unref()
  server.once('close', () => clearInterval(timer))
}
