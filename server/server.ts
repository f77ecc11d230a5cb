import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from './app-context.ts'
import { fillWithDemo } from './demo/fill-with-demo.ts'
import { drain } from './concurrency/drain.ts'
import { connectionTimeouts, limitConnections } from './http/limits/connection-limits.ts'
import { trackSockets } from './http/limits/open-sockets.ts'
import { createRequestListener } from './http/request-listener.ts'
import { logStarted } from './log.ts'
import { publishMetrics } from './metrics/publish-metrics.ts'
import { watchDatabase } from './store/watch-database.ts'

/** At the end: a proxy under load sends something on each connection well within this, or finds the port closed. */
const IDLE_DRAIN_MAX_MS = 1_000

export interface RunningServer {
  readonly port: number
  readonly url: string
  /** Null where they are not served. */
  readonly metricsUrl: string | null
  /**
   * Takes no more requests, finishes what is under way and closes the store.
   * @returns false where something had to be cut off at the time limit
   */
  stop(): Promise<boolean>
}

/**
 * Listens, with everything ready behind it.
 * @throws where the port is taken or the database cannot be used
 */
export async function startServer(context: AppContext): Promise<RunningServer> {
  const { config, logger, store, outbox, build, projectDir } = context
  if (config.hasDemo) await fillWithDemo(store, projectDir, logger)
  const server = createServer(connectionTimeouts(config), createRequestListener(context))
  const sockets = trackSockets(server)
  limitConnections(server, sockets, config, logger)
  const metrics = await publishMetrics(context, server)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  context.phase = 'serving'
  logStarted(logger, url, build.id)
  outbox?.start()
  const endWatch = watchDatabase(context)

  return {
    port,
    url,
    metricsUrl: metrics?.url ?? null,
    async stop() {
      context.phase = 'draining'
      endWatch()
      await wait(config.shutdownDelayMs)
      // A mail that is on its way has the same time as the requests, not more of it afterwards.
      const mailed = outbox?.stop(config.shutdownTimeoutMs)
      const isComplete = await drain(server, sockets, {
        idleMs: Math.min(config.shutdownDelayMs, IDLE_DRAIN_MAX_MS),
        requestsMs: config.shutdownTimeoutMs,
      })
      await mailed
      await metrics?.[Symbol.asyncDispose]()
      await context.closeStores()
      return isComplete
    },
  }
}
