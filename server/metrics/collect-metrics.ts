import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AppContext } from '../app-context.ts'
import { gauge, type MetricFamily } from './metric-family.ts'

/** A database that does not answer by then is left out: the other numbers are wanted most when it is gone. */
const DATABASE_LIMIT_MS = 1_000

/** What is counted of a server, and what its parts say when they are asked. */
export async function collectMetrics(context: AppContext, server: Server): Promise<readonly MetricFamily[]> {
  const { metrics, pageCache, renderQueue, pools, build, store } = context
  return [
    ...metrics.collect(),
    gauge('http_connections', await promisify(server.getConnections.bind(server))()),
    {
      name: 'vitrine_render_queue',
      samples: [
        { suffix: '', labels: { state: 'running' }, value: renderQueue.running },
        { suffix: '', labels: { state: 'waiting' }, value: renderQueue.waiting },
      ],
    },
    gauge('vitrine_page_cache_bytes', pageCache.size),
    gauge('vitrine_page_cache_entries', pageCache.entryCount),
    gauge('vitrine_catalog_revision', store.revision),
    gauge(
      'vitrine_database_silent_seconds',
      store.silentSince === null ? 0 : Math.max(0, Date.now() - store.silentSince) / 1_000,
    ),
    {
      name: 'vitrine_database_connections',
      samples: pools.flatMap(({ address, use }) => [
        { suffix: '', labels: { server: address, state: 'busy' }, value: use.busy },
        { suffix: '', labels: { server: address, state: 'idle' }, value: use.idle },
      ]),
    },
    {
      name: 'vitrine_database_waiting',
      samples: pools.map(({ address, use }) => ({ suffix: '', labels: { server: address }, value: use.waiting })),
    },
    ...(await countOutbox(context)),
    gauge('vitrine_info', 1, { build: build.id, node: process.versions.node }),
  ]
}

async function countOutbox({ enquiries }: AppContext): Promise<readonly MetricFamily[]> {
  const now = new Date()
  const unsent = await Promise.race([
    enquiries.countUnsentMails(now).catch(() => undefined),
    wait(DATABASE_LIMIT_MS, undefined, { ref: false }),
  ])
  if (!unsent) return []
  const { waiting, failed, oldestReceivedAt } = unsent
  return [
    {
      name: 'vitrine_outbox_mails',
      samples: Object.entries({ waiting, failed }).map(([state, value]) => ({ suffix: '', labels: { state }, value })),
    },
    gauge(
      'vitrine_outbox_oldest_seconds',
      oldestReceivedAt === null ? 0 : Math.max(0, now.getTime() - Date.parse(oldestReceivedAt)) / 1_000,
    ),
  ]
}
