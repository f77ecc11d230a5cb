import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../platform/settings/config.ts'
import { countEachMinute, type Logger } from '../../platform/log.ts'
import { isPublicAddress } from '../../platform/public-address.ts'
import { clientKey } from './client-limits.ts'
import { disconnectSlowReaders } from './pending-responses.ts'

/** Load balancers commonly close idle connections after 60 s, and should do so before the server. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Node responds to longer headers with a 431. */
const HEADERS_MAX_BYTES = 16_384

/** The headers' share of the request timeout; nearly all clients send them in one packet. */
const HEADERS_SHARE = 1 / 3

const CHECK_INTERVAL_MAX_MS = 1_000

/** The largest share for one client, whose address a whole company may use. */
const CLIENT_SHARE = 1 / 20

/** From this share on, idle connections are closed. */
const CROWDED_SHARE = 9 / 10

const CLOSE_IDLE_INTERVAL_MS = 1_000

type Limits = Pick<Config, 'requestTimeoutMs' | 'connectionsMax'>

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

/** The set stays up to date. @param server must not listen yet */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Limits connections, overall and for each client, and how long they may be inactive.
 * @param sockets from `trackSockets`
 */
export function limitConnections(server: Server, sockets: ReadonlySet<Socket>, limits: Limits, logger: Logger): void {
  const { connectionsMax, requestTimeoutMs } = limits
  server.maxConnections = connectionsMax
  // Node's types lack this option, without which Node would pass a connection between full workers forever.
  Object.assign(server, { dropMaxConnection: true })
  // Closes connections without traffic, but after `requestTimeout` has sent its 408.
  server.timeout = requestTimeoutMs + 2 * checkInterval(requestTimeoutMs)
  disconnectSlowReaders(server, sockets, requestTimeoutMs)

  const connectionsByClient = new Map<string, number>()
  let closedIdleAt = -Infinity
  const logRefused = countEachMinute((refused) =>
    logger.warn({ refused }, 'too many connections: new connections are refused'),
  )
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
    // Private addresses are the operator's proxies, which are not limited.
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
