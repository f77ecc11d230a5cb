import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from './web/app-context.ts'
import { countOpenRequests, drain } from './platform/concurrency/drain.ts'
import { fillWithDemo } from './import/demo/fill-with-demo.ts'
import { createLimitedServer } from './web/limits/connection-limits.ts'
import { startRetention } from './enquiries/retention.ts'
import { createApp } from './web/app.ts'
import { watchDatabase } from './watch-database.ts'

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
