import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FairQueue } from '../platform/concurrency/fair-queue.ts'
import type { PoolMetrics } from '../site.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import type { BuildManifest } from './render/build-manifest.ts'
import type { PageCache } from './render/page-cache.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { ServerMetrics } from '../platform/server-metrics.ts'

/** An unavailable database must not delay the other metrics, which are needed most then. */
const DATABASE_LIMIT_MS = 1_000

export interface MetricSources {
  readonly metrics: ServerMetrics
  readonly build: BuildManifest
  readonly pageCache: PageCache
  readonly renderQueue: FairQueue
  readonly pools: readonly PoolMetrics[]
  readonly store: CatalogPages
  readonly enquiries: EnquiryStore
}

export async function updateGauges(context: MetricSources, server: Server): Promise<void> {
  const { metrics, pageCache, renderQueue, pools, build, store } = context
  metrics.connections.set(await promisify(server.getConnections.bind(server))())
  metrics.renderQueue.set({ state: 'running' }, renderQueue.running)
  metrics.renderQueue.set({ state: 'waiting' }, renderQueue.waiting)
  metrics.pageCacheBytes.set(pageCache.size)
  metrics.pageCacheEntries.set(pageCache.entryCount)
  metrics.catalogRevision.set(store.revision)
  metrics.databaseUnavailable.set(
    store.unavailableSince === null ? 0 : (performance.now() - store.unavailableSince) / 1_000,
  )
  for (const { address, usage } of pools) {
    metrics.databaseConnections.set({ server: address, state: 'busy' }, usage.busy)
    metrics.databaseConnections.set({ server: address, state: 'idle' }, usage.idle)
    metrics.databaseWaiting.set({ server: address }, usage.waiting)
  }
  metrics.info.set({ build: build.id, node: process.versions.node }, 1)
  await updateOutbox(context)
}

async function updateOutbox({ metrics, enquiries }: MetricSources): Promise<void> {
  const unsent = await Promise.race([
    enquiries.countUnsentMails(new Date()).catch(() => undefined),
    wait(DATABASE_LIMIT_MS, undefined, { ref: false }),
  ])
  if (!unsent) {
    metrics.outboxMails.reset()
    metrics.outboxAge.remove()
    return
  }
  const { waiting, failed, oldestReceivedAt } = unsent
  metrics.outboxMails.set({ state: 'waiting' }, waiting)
  metrics.outboxMails.set({ state: 'failed' }, failed)
  metrics.outboxAge.set(oldestReceivedAt === null ? 0 : secondsSince(oldestReceivedAt))
}

function secondsSince(receivedAt: string): number {
  return Math.max(0, Date.now() - Date.parse(receivedAt)) / 1_000
}
