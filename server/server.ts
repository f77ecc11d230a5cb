import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as waitForTick, setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from './web/app-context.ts'
import { findDatabaseError } from './platform/database-error.ts'
import { countEachMinute, type Logger } from './platform/log.ts'
import type { Config } from './platform/settings/config.ts'
import { fillWithDemo } from './import/demo/fill-with-demo.ts'
import { startRetention } from './enquiries/retention.ts'
import { createApp } from './web/app.ts'

// An import of the module would also load the client of `fetch`, which takes a tenth of a start's processor time.
const { createServer } = process.getBuiltinModule('node:http')

/** Load balancers commonly close idle connections after 60 s, and should do so before the server. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Node responds to longer headers with a 431. */
const HEADERS_MAX_BYTES = 16_384

/** The headers' share of the request timeout; nearly all clients send them in one packet. */
const HEADERS_SHARE = 1 / 3

const TIMEOUTS_CHECKED_MAX_MS = 1_000

/**
 * The response to the last request has `Connection: close`. If a client sends more without waiting, they get a 503,
 * because Node handles all requests of a packet concurrently.
 */
const REQUESTS_MAX = 100

const CHECK_INTERVAL_MS = 50

/** Node's default; the kernel queues at most this many connections. */
const BACKLOG = 511

export interface RunningServer {
  readonly port: number
  readonly url: string
  readonly metricsUrl: string | null
  /** Refuses new requests, finishes running ones and closes the store. @returns false if a request had to be cut off */
  stop(): Promise<boolean>
}

/** @throws if the port is in use or the database is unavailable */
export async function startServer(context: AppContext): Promise<RunningServer> {
  const { config, logger, catalog, enquiries, outbox, unmatchedSearches, missingAddresses, build, projectDir } = context
  if (config.demo) await fillWithDemo(catalog, projectDir, logger)
  const server = createLimitedServer(createApp(context), config, logger)
  const countOpen = countOpenRequests(server)
  const metrics = await context.metrics?.serve({ ...context, server }, config.metricsHost, config.metricsPort ?? 0)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  context.phase = 'serving'
  logger.info({ address: url, buildId: build.id }, `Vitrine serves ${url}`)
  outbox?.start()
  unmatchedSearches?.start()
  missingAddresses?.start()
  const endRetention = startRetention({ enquiries, answeredDays: config.enquiryRetentionDays, logger })
  const endWatch = watchDatabase(context)

  return {
    port,
    url,
    metricsUrl: metrics?.url ?? null,
    async stop() {
      context.phase = 'draining'
      endWatch()
      await wait(config.shutdownDelayMs)
      // The outbox stops while requests finish, so that a mail in progress does not prolong the shutdown.
      const mailed = outbox?.stop(config.shutdownTimeoutMs)
      const isComplete = await drain(server, countOpen, config.shutdownTimeoutMs)
      await mailed
      await endRetention()
      await Promise.all([unmatchedSearches?.stop(), missingAddresses?.stop()])
      await metrics?.[Symbol.asyncDispose]()
      await context.closeStores()
      return isComplete
    },
  }
}

/** Limits connections and the requests on each. A proxy limits them for each client. */
function createLimitedServer(
  handler: RequestListener,
  { connectionsMax, requestTimeoutMs }: Pick<Config, 'requestTimeoutMs' | 'connectionsMax'>,
  logger: Logger,
): Server {
  const connectionsCheckingInterval = Math.min(TIMEOUTS_CHECKED_MAX_MS, Math.ceil(requestTimeoutMs / 10))
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

/** Counts requests without a complete response. @param server must not listen yet @returns reads the count */
function countOpenRequests(server: Server): () => number {
  let open = 0
  server.on('request', (_req, res) => {
    open += 1
    res.once('close', () => (open -= 1))
  })
  return () => open
}

/**
 * Stops accepting connections, and closes all when no request is open.
 * @returns false if a request had to be cut off
 */
async function drain(server: Server, countOpen: () => number, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs
  await acceptPending(server)
  server.close()
  while (countOpen() > 0 && performance.now() < endsAt) await wait(CHECK_INTERVAL_MS)
  const isComplete = countOpen() === 0
  server.closeAllConnections()
  return isComplete
}

/** Closing would reset connections that the kernel has queued, of which libuv accepts one per event loop iteration. */
async function acceptPending(server: Server): Promise<void> {
  let isQuiet = false
  const onConnection = () => (isQuiet = false)
  server.on('connection', onConnection)
  for (let accepted = 0; accepted < BACKLOG && !isQuiet; accepted++) {
    isQuiet = true
    await waitForTick()
    await waitForTick()
  }
  server.off('connection', onConnection)
}

interface ListenError extends Error {
  readonly code: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
}

/** Says what an operator can do about an error of `startServer` or `openStores`. */
export function describeStartFailure(error: unknown): string {
  if (!isListenError(error))
    return findDatabaseError(error)?.message ?? (error instanceof Error ? error.message : String(error))
  const { code, port, address, hostname = address } = error
  if (code === 'EADDRINUSE') return `port ${port} is already in use; set PORT or METRICS_PORT to another port`
  if (code === 'EACCES')
    return `port ${port} needs more permissions than this user has; set PORT or METRICS_PORT to another port`
  // Without a reachable name server, an unknown name has the code EAI_AGAIN.
  if (['EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND'].includes(code))
    return `"${hostname}" is no address of this machine; set HOST or METRICS_HOST to one such as 127.0.0.1, or to 0.0.0.0 for all`
  return error.message
}

function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
}

/** How soon changes are noticed if there are no requests. */
const WATCH_INTERVAL_MS = 500

/** @returns a function that stops watching */
function watchDatabase({ catalog, logger }: Pick<AppContext, 'catalog' | 'logger'>): () => void {
  let isAvailable = true
  const check = () => {
    // The file of a SQLite database is checked when its revision is read.
    void catalog.revision
    const { failure } = catalog.availability
    if (isAvailable === (failure === null)) return
    isAvailable = failure === null
    if (failure === null) return logger.info('the database is available again')
    const error = findDatabaseError(failure) ?? failure
    logger.error({ err: error }, `the database is unavailable: ${error.message}`)
  }
  check()
  const timer = setInterval(check, WATCH_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
