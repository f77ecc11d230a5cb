import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { subscribeToQueries } from '../catalog/store/sql-dialect.ts'
import type { AppContext } from './app-context.ts'

/** Meanings of the metrics; a test compares them with the table in `server/deploy/README.md`. */
const HELP = {
  http_request_duration_seconds: 'Duration of completed requests, to the end of the response.',
  http_requests_aborted_total: 'Requests whose client disconnected before the end of the response.',
  http_connections: 'Open connections.',
  vitrine_page_phase_duration_seconds: 'Duration of the phases of a page or payload that was not cached.',
  vitrine_render_queue: 'Pages, payloads, suggestions and feeds in the queue.',
  vitrine_page_cache_lookups_total: 'Lookups of pages and payloads in the page cache.',
  vitrine_page_cache_bytes: 'Estimated memory that the page cache uses.',
  vitrine_catalog_revision: 'Revision of the catalogue that is served.',
  vitrine_database_unavailable_seconds: 'How long the database has been unreachable; 0 while it responds.',
  vitrine_database_query_duration_seconds: 'Duration of database statements.',
  vitrine_database_connections: 'Connections of the PostgreSQL pool, `busy` or `idle`.',
  vitrine_database_waiting: 'Requests that wait for a connection to PostgreSQL.',
  vitrine_outbox_mails: 'Enquiries whose mail has not been sent.',
  vitrine_outbox_oldest_seconds: 'Age of the oldest enquiry whose mail has not been sent; 0 if there is none.',
  vitrine_info: 'Always 1; its labels are the build and the version of Node.',
}

type MetricName = keyof typeof HELP
type Value = readonly [value: number, labels?: Readonly<Record<string, string>>]
type Sources = Pick<
  AppContext,
  'build' | 'catalog' | 'enquiries' | 'logger' | 'pageCache' | 'pools' | 'renderQueue'
> & { readonly server: Server }

/** In seconds, from a cache hit to the longest wait in the queue. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Loaded and counted only if `METRICS_PORT` is set. */
export class ServerMetrics {
  readonly registry = new Registry()
  readonly #requestDuration = this.#addHistogram('http_request_duration_seconds', ['route', 'status'])
  readonly #requestsAborted = this.#addCounter('http_requests_aborted_total', ['route'])
  readonly #phaseDuration = this.#addHistogram('vitrine_page_phase_duration_seconds', ['route', 'phase'])
  readonly #queryDuration = this.#addHistogram('vitrine_database_query_duration_seconds', ['server', 'result'])
  readonly #lookups = this.#addCounter('vitrine_page_cache_lookups_total', ['result'])
  /** Undefined until metrics are served. */
  #sources: Sources | undefined

  constructor() {
    this.#addGauge('http_connections', [], async ({ server }) => [
      [await promisify(server.getConnections.bind(server))()],
    ])
    this.#addGauge('vitrine_render_queue', ['state'], ({ renderQueue }) => [
      [renderQueue.running, { state: 'running' }],
      [renderQueue.waiting, { state: 'waiting' }],
    ])
    this.#addGauge('vitrine_page_cache_bytes', [], ({ pageCache }) => [[pageCache.size]])
    this.#addGauge('vitrine_catalog_revision', [], ({ catalog }) => [[catalog.revision]])
    this.#addGauge('vitrine_database_unavailable_seconds', [], ({ catalog: { availability } }) => [
      [availability.unavailableSince === null ? 0 : (performance.now() - availability.unavailableSince) / 1_000],
    ])
    this.#addGauge('vitrine_database_connections', ['server', 'state'], ({ pools }) =>
      pools.flatMap(({ address: server, usage }) =>
        (['busy', 'idle'] as const).map((state): Value => [usage[state], { server, state }]),
      ),
    )
    this.#addGauge('vitrine_database_waiting', ['server'], ({ pools }) =>
      pools.map(({ address: server, usage }) => [usage.waiting, { server }]),
    )
    this.#addGauge('vitrine_outbox_mails', ['state'], async (sources) => {
      const unsent = await readUnsentMails(sources)
      return unsent ? (['waiting', 'failed'] as const).map((state) => [unsent[state], { state }]) : []
    })
    this.#addGauge('vitrine_outbox_oldest_seconds', [], async (sources) => {
      const unsent = await readUnsentMails(sources)
      const oldest = unsent?.oldestReceivedAt
      return unsent ? [[oldest ? Math.max(0, Date.now() - Date.parse(oldest)) / 1_000 : 0]] : []
    })
    this.#addGauge('vitrine_info', ['build', 'node'], ({ build }) => [
      [1, { build: build.id, node: process.versions.node }],
    ])
  }

  #addCounter<Label extends string>(name: MetricName, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help: HELP[name], labelNames, registers: [this.registry] })
  }

  #addHistogram<Label extends string>(name: MetricName, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name, help: HELP[name], labelNames, buckets: BUCKETS, registers: [this.registry] })
  }

  /** @param read called when Prometheus asks */
  #addGauge(
    name: MetricName,
    labelNames: readonly string[],
    read: (sources: Sources) => readonly Value[] | Promise<readonly Value[]>,
  ): void {
    const collect = async () => {
      const values = this.#sources ? await read(this.#sources) : []
      gauge.reset()
      // Resetting a gauge without labels sets it to 0.
      if (labelNames.length === 0) gauge.remove()
      for (const [value, labels = {}] of values) gauge.set(labels, value)
    }
    const gauge = new Gauge({ name, help: HELP[name], labelNames, registers: [this.registry], collect })
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
  countPhase(route: string | null, phase: 'wait' | 'load' | 'render', startedAt: number): void {
    this.#phaseDuration.observe({ route: route ?? 'none', phase }, (performance.now() - startedAt) / 1_000)
  }

  countLookup(result: 'hit' | 'stale' | 'miss'): void {
    this.#lookups.inc({ result })
  }

  /** Serves `/metrics` at an address of its own. @throws if the port is in use */
  async serve(sources: Sources, host: string, port: number) {
    this.#sources = sources
    const { logger } = sources
    const stopListening = subscribeToQueries(({ server, isFailed, durationMs }) =>
      this.#queryDuration.observe({ server, result: isFailed ? 'failed' : 'ok' }, durationMs / 1_000),
    )
    const registry = Registry.merge([this.registry, PROCESS_METRICS])
    const respond = async ({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> => {
      if (url?.split('?')[0] !== '/metrics') return void res.writeHead(404).end()
      if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
      try {
        const text = await registry.metrics()
        res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' }).end(text)
      } catch (error) {
        logger.error({ err: error }, 'the metrics could not be collected')
        res.writeHead(500).end()
      }
    }
    const metricsServer = createServer((req, res) => void respond(req, res)).listen(port, host)
    await once(metricsServer, 'listening')
    const address = metricsServer.address() as AddressInfo
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/metrics`
    logger.info({ metricsAddress: url }, 'metrics are served')
    return {
      url,
      async [Symbol.asyncDispose]() {
        stopListening()
        metricsServer.close().closeAllConnections()
        await once(metricsServer, 'close')
      },
    }
  }
}

/** An unavailable database must not delay the other metrics, which are needed most then. */
const DATABASE_LIMIT_MS = 1_000

/** Returns undefined if the database is unavailable. */
async function readUnsentMails({ enquiries }: Sources) {
  const unsent = enquiries.countUnsentMails().catch(() => undefined)
  return Promise.race([unsent, wait(DATABASE_LIMIT_MS, undefined, { ref: false })])
}

/** Shared by all servers of a process, because prom-client never stops watching the event loop. */
export const PROCESS_METRICS = new Registry()
collectDefaultMetrics({ register: PROCESS_METRICS })
