import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** In seconds, from a cache hit to the longest queue wait. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `updateGauges` sets the gauges when the metrics are read. A test compares names and help texts with `server/deploy/README.md`. */
export class ServerMetrics {
  readonly registry = new Registry()
  readonly #registers = [this.registry]

  readonly #requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Completed requests, with the time from the request to the end of its response; `route` is the route in the log, or `none` if no route matched.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: this.#registers,
  })
  readonly #requestsAborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client disconnected before the end of the response.',
    labelNames: ['route'],
    registers: this.#registers,
  })
  readonly connections = new Gauge({
    name: 'http_connections',
    help: 'Open connections.',
    registers: this.#registers,
  })
  readonly #phaseDuration = new Histogram({
    name: 'vitrine_page_phase_duration_seconds',
    help: 'Durations of rendering pages and payloads that were not cached, by phase: `wait` is the time in the queue, `load` queries the database, `render` is the time until the first byte can be sent, `compress` makes the first compressed copy of a cached page.',
    labelNames: ['route', 'phase'],
    buckets: BUCKETS,
    registers: this.#registers,
  })
  readonly renderQueue = new Gauge({
    name: 'vitrine_render_queue',
    help: 'Pages, payloads, suggestions and feeds that are being loaded or rendered (`running`) or wait in the queue (`waiting`).',
    labelNames: ['state'],
    registers: this.#registers,
  })
  readonly #pageCacheLookups = new Counter({
    name: 'vitrine_page_cache_lookups_total',
    help: 'Lookups of pages and payloads in the page cache: `hit`, `stale` (a copy of the previous catalogue, while the new one is rendered), `miss`.',
    labelNames: ['result'],
    registers: this.#registers,
  })
  readonly pageCacheBytes = new Gauge({
    name: 'vitrine_page_cache_bytes',
    help: 'Memory that the page cache uses.',
    registers: this.#registers,
  })
  readonly pageCacheEntries = new Gauge({
    name: 'vitrine_page_cache_entries',
    help: 'Pages and payloads in the page cache.',
    registers: this.#registers,
  })
  readonly catalogRevision = new Gauge({
    name: 'vitrine_catalog_revision',
    help: 'Revision of the catalogue that is served; each import that changes something increases it by a random step.',
    registers: this.#registers,
  })
  readonly databaseUnavailable = new Gauge({
    name: 'vitrine_database_silent_seconds',
    help: 'How long the database has been unreachable; 0 while it responds.',
    registers: this.#registers,
  })
  readonly queryDuration = new Histogram({
    name: 'vitrine_database_query_duration_seconds',
    help: 'Durations of database statements, by server (`sqlite`, or the address of the PostgreSQL server) and by result (`ok` or `failed`).',
    labelNames: ['server', 'result'],
    buckets: BUCKETS,
    registers: this.#registers,
  })
  readonly databaseConnections = new Gauge({
    name: 'vitrine_database_connections',
    help: 'Connections of the PostgreSQL pool, `busy` or `idle`.',
    labelNames: ['server', 'state'],
    registers: this.#registers,
  })
  readonly databaseWaiting = new Gauge({
    name: 'vitrine_database_waiting',
    help: 'Requests that wait for a connection to PostgreSQL.',
    labelNames: ['server'],
    registers: this.#registers,
  })
  readonly outboxMails = new Gauge({
    name: 'vitrine_outbox_mails',
    help: 'Enquiries whose mail has not been sent: `waiting` for the first attempt, or `failed` at least once and retried later.',
    labelNames: ['state'],
    registers: this.#registers,
  })
  readonly outboxAge = new Gauge({
    name: 'vitrine_outbox_oldest_seconds',
    help: 'Age of the oldest enquiry whose mail has not been sent; 0 if there is none.',
    registers: this.#registers,
  })
  readonly info = new Gauge({
    name: 'vitrine_info',
    help: 'Always 1; its labels are the build and the version of Node.',
    labelNames: ['build', 'node'],
    registers: this.#registers,
  })

  constructor() {
    for (const result of ['hit', 'stale', 'miss']) this.#pageCacheLookups.inc({ result }, 0)
  }

  /**
   * Counts a request whose response has ended.
   * @param route null if no route matched
   * @param isAborted whether the client disconnected before the end
   */
  countRequest(route: string | null, status: number, durationMs: number, isAborted: boolean): void {
    if (isAborted) this.#requestsAborted.inc({ route: route ?? 'none' })
    else this.#requestDuration.observe({ route: route ?? 'none', status }, durationMs / 1_000)
  }

  /** Counts a part of the work for a page that is not cached. @param route null if no route matched */
  countPhase(route: string | null, phase: string, durationMs: number): void {
    this.#phaseDuration.observe({ route: route ?? 'none', phase }, durationMs / 1_000)
  }

  countLookup(result: 'hit' | 'stale' | 'miss'): void {
    this.#pageCacheLookups.inc({ result })
  }
}
