import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { subscribeToQueries } from '../catalog/store/database-queries.ts'
import type { AppContext } from './app-context.ts'

/** In seconds, from a cache hit to the longest wait in the queue. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** An unavailable database must not delay the other metrics, which are needed most then. */
const DATABASE_LIMIT_MS = 1_000

type Sources = AppContext & { readonly server: Server }

/** A test compares names and help texts with `server/deploy/README.md`. Gauges are read when Prometheus asks. */
export class ServerMetrics {
  readonly registry = new Registry()
  /** Undefined until metrics are served. */
  sources: Sources | undefined
  readonly #requestDuration = this.#createHistogram(
    'http_request_duration_seconds',
    'Completed requests, with the time from the request to the end of its response; `route` is the route in the log, or `none` if no route matched.',
    ['route', 'status'],
  )
  readonly #requestsAborted = this.#createCounter(
    'http_requests_aborted_total',
    'Requests whose client disconnected before the end of the response.',
    ['route'],
  )
  readonly #phaseDuration = this.#createHistogram(
    'vitrine_page_phase_duration_seconds',
    'Durations of rendering pages and payloads that were not cached, by phase: `wait` is the time in the queue, `load` queries the database, `render` is the time until the first byte can be sent, `compress` makes the first compressed copy of a cached page.',
    ['route', 'phase'],
  )
  readonly queryDuration = this.#createHistogram(
    'vitrine_database_query_duration_seconds',
    'Durations of database statements, by server (`sqlite`, or the address of the PostgreSQL server) and by result (`ok` or `failed`).',
    ['server', 'result'],
  )
  /** Plain numbers, because each cached page is a lookup, and `inc` with a label takes 0.2 µs of its 27 µs. */
  readonly #lookups = { hit: 0, stale: 0, miss: 0 }
  #unsentMails: ReturnType<typeof countUnsentMails> | undefined

  constructor() {
    const lookups = this.#lookups
    new Counter({
      name: 'vitrine_page_cache_lookups_total',
      help: 'Lookups of pages and payloads in the page cache: `hit`, `stale` (a copy of the previous catalogue, while the new one is rendered), `miss`.',
      labelNames: ['result'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [result, count] of Object.entries(lookups)) this.inc({ result }, count)
      },
    })
    this.#createGauge('http_connections', 'Open connections.', [], async (gauge, { server }) =>
      gauge.set(await promisify(server.getConnections.bind(server))()),
    )
    this.#createGauge(
      'vitrine_render_queue',
      'Pages, payloads, suggestions and feeds that are being loaded or rendered (`running`) or wait in the queue (`waiting`).',
      ['state'],
      (gauge, { renderQueue }) => {
        gauge.set({ state: 'running' }, renderQueue.running)
        gauge.set({ state: 'waiting' }, renderQueue.waiting)
      },
    )
    this.#createGauge('vitrine_page_cache_bytes', 'Memory that the page cache uses.', [], (gauge, { pageCache }) =>
      gauge.set(pageCache.size),
    )
    this.#createGauge(
      'vitrine_page_cache_entries',
      'Pages and payloads in the page cache.',
      [],
      (gauge, { pageCache }) => gauge.set(pageCache.entryCount),
    )
    this.#createGauge(
      'vitrine_catalog_revision',
      'Revision of the catalogue that is served; each import that changes something increases it by a random step.',
      [],
      (gauge, { catalog }) => gauge.set(catalog.revision),
    )
    this.#createGauge(
      'vitrine_database_unavailable_seconds',
      'How long the database has been unreachable; 0 while it responds.',
      [],
      (gauge, { catalog: { unavailableSince } }) =>
        gauge.set(unavailableSince === null ? 0 : (performance.now() - unavailableSince) / 1_000),
    )
    this.#createGauge(
      'vitrine_database_connections',
      'Connections of the PostgreSQL pool, `busy` or `idle`.',
      ['server', 'state'],
      (gauge, { pools }) => {
        for (const { address, usage } of pools) {
          gauge.set({ server: address, state: 'busy' }, usage.busy)
          gauge.set({ server: address, state: 'idle' }, usage.idle)
        }
      },
    )
    this.#createGauge(
      'vitrine_database_waiting',
      'Requests that wait for a connection to PostgreSQL.',
      ['server'],
      (gauge, { pools }) => {
        for (const { address, usage } of pools) gauge.set({ server: address }, usage.waiting)
      },
    )
    this.#createGauge(
      'vitrine_outbox_mails',
      'Enquiries whose mail has not been sent: `waiting` for the first attempt, or `failed` at least once and retried later.',
      ['state'],
      async (gauge, sources) => {
        const unsent = await this.#countUnsentMails(sources)
        if (!unsent) return gauge.reset()
        gauge.set({ state: 'waiting' }, unsent.waiting)
        gauge.set({ state: 'failed' }, unsent.failed)
      },
    )
    this.#createGauge(
      'vitrine_outbox_oldest_seconds',
      'Age of the oldest enquiry whose mail has not been sent; 0 if there is none.',
      [],
      async (gauge, sources) => {
        const unsent = await this.#countUnsentMails(sources)
        if (!unsent) return gauge.remove()
        const { oldestReceivedAt } = unsent
        gauge.set(oldestReceivedAt === null ? 0 : Math.max(0, Date.now() - Date.parse(oldestReceivedAt)) / 1_000)
      },
    )
    this.#createGauge(
      'vitrine_info',
      'Always 1; its labels are the build and the version of Node.',
      ['build', 'node'],
      (gauge, { build }) => gauge.set({ build: build.id, node: process.versions.node }, 1),
    )
  }

  /** Both gauges of the outbox share one query, because all gauges are read at the same time. */
  #countUnsentMails(sources: Sources): ReturnType<typeof countUnsentMails> {
    return (this.#unsentMails ??= countUnsentMails(sources).finally(() => {
      this.#unsentMails = undefined
    }))
  }

  #createCounter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #createHistogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.registry] })
  }

  #createGauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    update: (gauge: Gauge<Label>, sources: Sources) => void | Promise<void>,
  ): void {
    const collect = async (gauge: Gauge<Label>) => {
      if (this.sources) await update(gauge, this.sources)
    }
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        return collect(this)
      },
    })
  }

  /**
   * @param route null if none matched
   * @param isAborted whether the client disconnected before the end
   */
  countRequest(route: string | null, status: number, durationMs: number, isAborted: boolean): void {
    if (isAborted) this.#requestsAborted.inc({ route: route ?? 'none' })
    else this.#requestDuration.observe({ route: route ?? 'none', status }, durationMs / 1_000)
  }

  /** Counts a phase that ends now. @param startedAt `performance.now()` */
  countPhase(route: string | null, phase: 'wait' | 'load' | 'render' | 'compress', startedAt: number): void {
    this.#phaseDuration.observe({ route: route ?? 'none', phase }, (performance.now() - startedAt) / 1_000)
  }

  countLookup(result: 'hit' | 'stale' | 'miss'): void {
    this.#lookups[result] += 1
  }
}

/** @returns undefined if the database is unavailable */
async function countUnsentMails({ enquiries }: Sources) {
  const counted = enquiries.countUnsentMails(new Date()).catch(() => undefined)
  return Promise.race([counted, wait(DATABASE_LIMIT_MS, undefined, { ref: false })])
}

let processMetrics: Registry | undefined

/** Created once, because prom-client never stops watching the event loop. */
export function getProcessMetrics(): Registry {
  if (processMetrics) return processMetrics
  processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  new Counter({
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Total time that the event loop was busy.',
    registers: [processMetrics],
    collect() {
      this.reset()
      this.inc(performance.eventLoopUtilization().active / 1_000)
    },
  })
  return processMetrics
}

interface MetricsServer extends AsyncDisposable {
  readonly url: string
}

/**
 * @returns null if `METRICS_PORT` is not set
 * @throws if the port is in use
 */
export async function publishMetrics(context: AppContext, server: Server): Promise<MetricsServer | null> {
  const { logger, metrics } = context
  const { metricsHost: host, metricsPort } = context.config
  if (metricsPort === undefined) return null
  metrics.sources = { ...context, server }
  const stopListening = subscribeToQueries(({ server: address, isFailed, durationMs }) =>
    metrics.queryDuration.observe({ server: address, result: isFailed ? 'failed' : 'ok' }, durationMs / 1_000),
  )
  const registry = Registry.merge([metrics.registry, getProcessMetrics()])
  const serve = async ({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (url?.split('?')[0] !== '/metrics') return void res.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    try {
      const text = await registry.metrics()
      res
        .writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
        .end(method === 'HEAD' ? undefined : text)
    } catch (error) {
      logger.error({ err: error }, 'the metrics could not be collected')
      res.writeHead(500).end()
    }
  }
  const metricsServer = createServer((req, res) => void serve(req, res)).listen(metricsPort, host)
  await once(metricsServer, 'listening')
  const { port } = metricsServer.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`
  logger.info({ metricsAddress: url }, 'metrics are served')
  return {
    url,
    async [Symbol.asyncDispose]() {
      stopListening()
      const closed = once(metricsServer, 'close')
      metricsServer.close()
      metricsServer.closeAllConnections()
      await closed
    },
  }
}
