import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../config.ts'
import { createRefusalLogger, type Logger } from '../../log.ts'
import { isPublicAddress } from '../../public-address.ts'
import { clientKey } from './client-limits.ts'
import { disconnectSlowReaders } from './pending-responses.ts'

/** Longer than the idle timeout of common load balancers (60 s), so that the load balancer closes the connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** For the request line and the headers together; Node responds to more with a 431. */
const HEADERS_MAX_BYTES = 16_384

/** Share of the request timeout in which the headers have to arrive: nearly all clients send them in one packet. */
const HEADERS_SHARE = 1 / 3

/** Longest interval between two checks for timeouts. */
const CHECK_INTERVAL_MAX_MS = 1_000

/** Share of all connections that one public address may have; the visitors of a whole company may share it. */
const CLIENT_SHARE = 1 / 20

/** If more of the allowed connections than this are open, idle ones are closed. */
const CROWDED_SHARE = 9 / 10

/** Shortest interval between two closings of idle connections. */
const CLOSE_IDLE_INTERVAL_MS = 1_000

type Limits = Pick<Config, 'requestTimeoutMs' | 'connectionsMax'>

/** The timeouts of a connection, for `createServer`. */
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
  return Math.min(CHECK_INTERVAL_MAX_MS, Math.ceil(requestTimeoutMs / 10))
}

/**
 * Returns the set of open connections, which stays up to date.
 * @param server one that does not listen yet
 */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Limits the number of connections, overall and for each client, and how long they may be inactive.
 * @param sockets the open connections, from `trackSockets`
 */
export function limitConnections(server: Server, sockets: ReadonlySet<Socket>, limits: Limits, logger: Logger): void {
  const { connectionsMax, requestTimeoutMs } = limits
  server.maxConnections = connectionsMax
  // If all workers are full, Node would otherwise pass a connection between them forever. Node's types lack this option.
  Object.assign(server, { dropMaxConnection: true })
  // This timeout ends connections without any traffic. It is longer than `requestTimeout`, which responds with a 408 first.
  server.timeout = requestTimeoutMs + 2 * checkInterval(requestTimeoutMs)
  disconnectSlowReaders(server, sockets, requestTimeoutMs)

  const connectionsByClient = new Map<string, number>()
  let closedIdleAt = -Infinity
  const logRefused = createRefusalLogger(logger)
  const closeIdle = () => {
    if (performance.now() - closedIdleAt < CLOSE_IDLE_INTERVAL_MS) return
    closedIdleAt = performance.now()
    server.closeIdleConnections()
  }
  server.on('drop', () => {
    logRefused()
    closeIdle()
  })
  server.on('connection', (socket) => {
    if (sockets.size > connectionsMax * CROWDED_SHARE) closeIdle()
    const { remoteAddress = '' } = socket
    // Private addresses belong to the operator's proxies, which have the connections of many clients.
    if (!isPublicAddress(remoteAddress)) return
    const client = clientKey(remoteAddress)
    const count = (connectionsByClient.get(client) ?? 0) + 1
    connectionsByClient.set(client, count)
    socket.once('close', () => {
      const rest = (connectionsByClient.get(client) ?? 0) - 1
      if (rest > 0) connectionsByClient.set(client, rest)
      else connectionsByClient.delete(client)
    })
    if (count > Math.max(1, connectionsMax * CLIENT_SHARE)) {
      logRefused()
      socket.destroy()
    }
  })
}
