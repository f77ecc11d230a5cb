import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies do not send many requests without waiting for a response. */
const PENDING_MAX = 50

/** Estimated memory of a request that waits for the previous response on its connection. */
const WAITING_BYTES = 4_096

/** The pending responses of each connection. An array is faster than a map, because there is rarely more than one. */
const pending = new WeakMap<Socket, ServerResponse[]>()

/** Bytes of a page that wait for the compressor. */
const bufferedPages = new WeakMap<ServerResponse, number>()

/** Counts a request as pending until it is released. @returns false if its connection is closed */
export function admitRequest({ socket }: IncomingMessage, res: ServerResponse, onRefused: () => void): boolean {
  if (socket.destroyed) return false
  let responses = pending.get(socket)
  if (!responses) pending.set(socket, (responses = []))
  if (responses.length >= PENDING_MAX) {
    socket.destroy()
    stopParsing(socket)
    onRefused()
    return false
  }
  responses.push(res)
  return true
}

export function releaseRequest(res: ServerResponse): void {
  const responses = pending.get(res.req.socket)
  const index = responses?.indexOf(res) ?? -1
  if (index !== -1) responses!.splice(index, 1)
}

export function countBufferedPage(res: ServerResponse, bytes: number): void {
  bufferedPages.set(res, bytes)
}

function countBufferedBytes(socket: Socket): number {
  let bytes = socket.writableLength
  const responses = pending.get(socket)
  if (!responses) return bytes
  for (const res of responses)
    bytes += (bufferedPages.get(res) ?? 0) + (res.socket === null ? res.writableLength + WAITING_BYTES : 0)
  return bytes
}

/**
 * Stops a closed connection's parser, which would go on with thousands of requests from the same packet. Node documents
 * no way to do this, but as for an upgrade, the parser stops if `onIncoming` returns 2.
 */
function stopParsing(socket: Socket & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2
}

/** Limit for all clients together. */
const BUFFERED_MAX_BYTES = 64 * 2 ** 20

/**
 * A client that stalls for this many times the timeout is disconnected; a very slow line needs that long for a chunk of
 * a picture.
 */
const CHUNK_TIMEOUTS = 10

const CHECK_INTERVAL_MAX_MS = 1_000

interface Stall {
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Disconnects clients that read far too slowly and, if too many bytes are buffered in total, those that have stalled
 * longest.
 * @param timeoutMs longest time without any traffic
 */
export function disconnectSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  timeoutMs: number,
  bufferedMaxBytes = BUFFERED_MAX_BYTES,
): void {
  const stalls = new Map<Socket, Stall>()
  const check = () => {
    const now = performance.now()
    let total = 0
    for (const socket of stalls.keys()) if (!sockets.has(socket)) stalls.delete(socket)
    for (const socket of sockets) {
      const { bytesWritten } = socket
      const buffered = countBufferedBytes(socket)
      total += buffered
      if (buffered === 0) stalls.delete(socket)
      else if (stalls.get(socket)?.bytesWritten !== bytesWritten) stalls.set(socket, { bytesWritten, since: now })
    }
    if (stalls.size === 0) return
    const longestFirst = [...stalls].toSorted(([, one], [, other]) => one.since - other.since)
    for (const [socket, { since }] of longestFirst) {
      const isTooMuch = total > bufferedMaxBytes && since < now
      if (!isTooMuch && now - since < timeoutMs * CHUNK_TIMEOUTS) return
      total -= countBufferedBytes(socket)
      socket.destroy()
    }
  }
  const timer = setInterval(check, Math.min(CHECK_INTERVAL_MAX_MS, Math.ceil(timeoutMs / 10))).unref()
  server.once('close', () => clearInterval(timer))
}
