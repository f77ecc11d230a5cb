import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of answers that may wait in memory for visitors who do not read them, all together. */
const HELD_MAX_BYTES = 64 * 2 ** 20

/** So much longer than nothing at all may move, one piece of an answer may be on its way: a picture on the poorest line. */
const PIECE_TIMES = 10

const LOOK_MS = 1_000

/** Since when a connection has been given nothing more to send. */
interface Stall {
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Cuts off who takes an answer byte by byte, and, where too much waits in memory, those who have taken nothing for longest.
 * Connections on which nothing moves at all are the server's own `timeout`.
 * @param sockets that are open
 * @param timeoutMs longest time in which nothing moves
 */
export function cutOffSlowReaders(server: Server, sockets: ReadonlySet<Socket>, timeoutMs: number, heldMaxBytes = HELD_MAX_BYTES): void {
  const stalls = new Map<Socket, Stall>()
  const look = () => {
    const now = performance.now()
    let held = 0
    for (const socket of stalls.keys()) if (!sockets.has(socket)) stalls.delete(socket)
    for (const socket of sockets) {
      const { writableLength, bytesWritten } = socket
      held += writableLength
      if (writableLength === 0) stalls.delete(socket)
      else if (stalls.get(socket)?.bytesWritten !== bytesWritten) stalls.set(socket, { bytesWritten, since: now })
    }
    if (stalls.size === 0) return
    const longestFirst = [...stalls].toSorted(([, one], [, other]) => one.since - other.since)
    for (const [socket, { since }] of longestFirst) {
      const isTooMuch = held > heldMaxBytes && since < now
      if (!isTooMuch && now - since < timeoutMs * PIECE_TIMES) return
      held -= socket.writableLength
      socket.destroy()
    }
  }
  const watch = setInterval(look, Math.min(LOOK_MS, Math.ceil(timeoutMs / 10))).unref()
  server.once('close', () => clearInterval(watch))
}
