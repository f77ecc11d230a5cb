import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as waitForTick, setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from './web/app-context.ts'
import { fillWithDemo } from './import/demo/fill-with-demo.ts'
import { createLimitedServer } from './web/limits/connection-limits.ts'
import { startRetention } from './enquiries/retention.ts'
import { createApp } from './web/app.ts'
import { watchDatabase } from './watch-database.ts'

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
