import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Most requests of one connection that may wait for their responses. Browsers and proxies send one after the other. */
const PENDING_MAX = 50

/** Memory that Node and Express use for a request that waits behind another one, without its response. */
const WAITING_BYTES = 4_096

/** The pending responses of each connection, each with the bytes of its page that wait for the compressor. */
const pending = new WeakMap<Socket, Map<ServerResponse, number>>()

/**
 * Counts a request until it is released.
 * @param onRefused called when a connection is closed because it has too many
 * @returns false if its connection is closed: the request must not be handled
 */
export function admitRequest({ socket }: IncomingMessage, res: ServerResponse, onRefused: () => void): boolean {
  if (socket.destroyed) return false
  const responses = pending.get(socket) ?? new Map<ServerResponse, number>()
  if (responses.size >= PENDING_MAX) {
    socket.destroy()
    stopParsing(socket)
    onRefused()
    return false
  }
  pending.set(socket, responses.set(res, 0))
  return true
}

/** Ends the count of a request: its response is finished, or its connection closed. */
export function releaseRequest(res: ServerResponse): void {
  pending.get(res.req.socket)?.delete(res)
}

/** Adds a page to the bytes buffered for its client, until the request is released. */
export function countBufferedPage(res: ServerResponse, bytes: number): void {
  const responses = pending.get(res.req.socket)
  if (responses?.has(res)) responses.set(res, bytes)
}

/** Bytes in memory for a connection: what its client has not read, and the responses behind it. */
function countBufferedBytes(socket: Socket): number {
  let bytes = socket.writableLength
  const responses = pending.get(socket)
  if (!responses) return bytes
  for (const [res, pageBytes] of responses)
    bytes += pageBytes + (res.socket === null ? res.writableLength + WAITING_BYTES : 0)
  return bytes
}

/**
 * Stops the parser of a closed connection: it would parse thousands of requests that arrived in the same packet, which delays
 * all other clients. Node documents no way to stop it; 2 is what `onIncoming` returns for an upgrade, which ends the parsing.
 */
function stopParsing(socket: Socket & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2
}

/** Most bytes that may be buffered for all clients together. */
const BUFFERED_MAX_BYTES = 64 * 2 ** 20

/** A chunk of a response may take this many connection timeouts: a picture on a very slow line needs that long. */
const CHUNK_TIMEOUTS = 10

const CHECK_INTERVAL_MAX_MS = 1_000

/** A connection whose client has bytes left to read, and since when the server has written no more to it. */
interface Stall {
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Disconnects clients that read a response byte by byte and, if too many bytes are buffered, the clients that have been stalled
 * longest. The server's `timeout` closes connections without any traffic.
 * @param sockets the open connections
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
