import type { RequestListener, Server } from 'node:http'
import type { Config } from '../../platform/settings/config.ts'
import { countEachMinute, type Logger } from '../../platform/log.ts'

// An import of the module would also load the client of `fetch`, which takes a tenth of a start's processor time.
const { createServer } = process.getBuiltinModule('node:http')

/** Load balancers commonly close idle connections after 60 s, and should do so before the server. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Node responds to longer headers with a 431. */
const HEADERS_MAX_BYTES = 16_384

/** The headers' share of the request timeout; nearly all clients send them in one packet. */
const HEADERS_SHARE = 1 / 3

const CHECK_INTERVAL_MAX_MS = 1_000

/**
 * The response to the last request has `Connection: close`. If a client sends more without waiting, they get a 503,
 * because Node handles all requests of a packet concurrently.
 */
const REQUESTS_MAX = 100

/** Limits connections and the requests on each. A proxy limits them for each client. */
export function createLimitedServer(
  handler: RequestListener,
  { connectionsMax, requestTimeoutMs }: Pick<Config, 'requestTimeoutMs' | 'connectionsMax'>,
  logger: Logger,
): Server {
  const connectionsCheckingInterval = Math.min(CHECK_INTERVAL_MAX_MS, Math.ceil(requestTimeoutMs / 10))
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    headersTimeout: Math.ceil(requestTimeoutMs * HEADERS_SHARE),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval,
    maxHeaderSize: HEADERS_MAX_BYTES,
  }
  const server = createServer(timeouts, handler)
  server.maxConnections = connectionsMax
  server.maxRequestsPerSocket = REQUESTS_MAX
  // Closes connections without traffic, but after `requestTimeout` has sent its 408.
  server.timeout = requestTimeoutMs + 2 * connectionsCheckingInterval
  const logRefused = countEachMinute((refused) =>
    logger.warn({ refused }, 'too many connections: new connections are refused'),
  )
  server.on('drop', () => {
    logRefused()
    server.closeIdleConnections()
  })
  const logDropped = (requests: number) =>
    logger.warn({ requests }, 'too many requests on one connection: they get a 503')
  server.on('dropRequest', countEachMinute(logDropped))
  return server
}
