import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../config.ts'
import { logConnectionsRefused, type Logger } from '../../log.ts'
import { clientKey } from './client-limits.ts'
import { countPerMinute } from './count-per-minute.ts'
import { disconnectSlowReaders } from './slow-readers.ts'
import { isPublicAddress } from '../../public-address.ts'

/** Above the idle time of common load balancers (60 s), so that it is they who close a connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Of the request's line and headers together; Node answers more with a 431. */
const HEADERS_MAX_BYTES = 16_384

/** Headers come in one piece from nearly everybody. */
const HEADERS_SHARE = 1 / 3

/** How often it is looked whose time is over, at most. */
const CHECK_MS = 1_000

/** Of all connections, those that one address of the public internet may have; behind it may be the visitors of a whole company. */
const CLIENT_SHARE = 1 / 20

/** From here on those that only wait for a next request are closed to make room. */
const CROWDED_SHARE = 9 / 10

const MAKE_ROOM_MS = 1_000

type Limits = Pick<Config, 'requestTimeoutMs' | 'connectionsMax'>

/** How long a connection may take for what it does; for `createServer`. */
export function connectionTimeouts({ requestTimeoutMs }: Limits): ServerOptions {
  return {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    headersTimeout: Math.ceil(requestTimeoutMs * HEADERS_SHARE),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: checkInterval(requestTimeoutMs),
    maxHeaderSize: HEADERS_MAX_BYTES,
  }
}

function checkInterval(requestTimeoutMs: number): number {
  return Math.min(CHECK_MS, Math.ceil(requestTimeoutMs / 10))
}

/**
 * Bounds what all connections together, and those of one client, may take.
 * @param sockets that are open
 */
export function limitConnections(server: Server, sockets: ReadonlySet<Socket>, limits: Limits, logger: Logger): void {
  const { connectionsMax, requestTimeoutMs } = limits
  server.maxConnections = connectionsMax
  // Where all workers are full, a connection would be handed from one to the other for ever. Node's types do not know it.
  Object.assign(server, { dropMaxConnection: true })
  // Nothing moves: neither a byte of a request nor one of an answer. Whose request takes too long is told so before that.
  server.timeout = requestTimeoutMs + 2 * checkInterval(requestTimeoutMs)
  disconnectSlowReaders(server, sockets, requestTimeoutMs)

  const connectionsByClient = new Map<string, number>()
  let madeRoomAt = -Infinity
  const noteRefused = countPerMinute((refused) => logConnectionsRefused(logger, refused))
  const makeRoom = () => {
    if (performance.now() - madeRoomAt < MAKE_ROOM_MS) return
    madeRoomAt = performance.now()
    server.closeIdleConnections()
  }
  server.on('drop', () => {
    noteRefused()
    makeRoom()
  })
  server.on('connection', (socket) => {
    if (sockets.size > connectionsMax * CROWDED_SHARE) makeRoom()
    const { remoteAddress = '' } = socket
    const client = isPublicAddress(remoteAddress) ? clientKey(remoteAddress) : undefined
    const count = client === undefined ? 0 : (connectionsByClient.get(client) ?? 0) + 1
    if (client !== undefined) connectionsByClient.set(client, count)
    socket.once('close', () => {
      if (client === undefined) return
      const left = connectionsByClient.get(client)! - 1
      if (left === 0) connectionsByClient.delete(client)
      else connectionsByClient.set(client, left)
    })
    if (count > Math.max(1, connectionsMax * CLIENT_SHARE)) {
      noteRefused()
      socket.destroy()
    }
  })
}
