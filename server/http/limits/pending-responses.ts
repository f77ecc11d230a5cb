import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Most requests of one connection that wait for their responses. Browsers and proxies send one after the other. */
const UNANSWERED_MAX = 50

/** What Node and Express keep for a request that waits behind another one, without its response. */
const WAITING_BYTES = 4_096

/** Responses that are not finished, each with the bytes of its page that wait for the compressor. */
const unfinished = new WeakMap<Socket, Map<ServerResponse, number>>()

/**
 * Counts a request until it is released.
 * @param onRefused called when a connection is closed because it has too many
 * @returns false if its connection is closed: nobody may work for the request
 */
export function admitRequest({ socket }: IncomingMessage, res: ServerResponse, onRefused: () => void): boolean {
  if (socket.destroyed) return false
  const responses = unfinished.get(socket) ?? new Map<ServerResponse, number>()
  if (responses.size >= UNANSWERED_MAX) {
    socket.destroy()
    stopParsing(socket)
    onRefused()
    return false
  }
  unfinished.set(socket, responses.set(res, 0))
  return true
}

/** Ends the count of a request: its response is finished, or its connection closed. */
export function releaseRequest(res: ServerResponse): void {
  unfinished.get(res.req.socket)?.delete(res)
}

/** Counts a page that its client has not read to the end among the bytes held for the client. */
export function countBufferedPage(res: ServerResponse, bytes: number): void {
  const responses = unfinished.get(res.req.socket)
  if (responses?.has(res)) responses.set(res, bytes)
}

/** Bytes held in memory for a connection: what its client has not read, and what waits behind that. */
export function countBufferedBytes(socket: Socket): number {
  let held = socket.writableLength
  const responses = unfinished.get(socket)
  if (!responses) return held
  for (const [res, pageBytes] of responses)
    held += pageBytes + (res.socket === null ? res.writableLength + WAITING_BYTES : 0)
  return held
}

/**
 * Node would parse thousands of requests that came in the same piece, and make objects and errors for each, which holds up all
 * other clients. It has no documented way to stop: 2 is what its parser gets for an upgrade, after which it reads no more.
 */
function stopParsing(socket: Socket & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2
}
