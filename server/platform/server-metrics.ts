import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** In seconds, from a cache hit to the longest wait in the queue. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `updateGauges` sets the gauges. A test compares names and help texts with `server/deploy/README.md`. */
export class ServerMetrics {
  readonly registry = new Registry()

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
  readonly connections = this.#createGauge('http_connections', 'Open connections.')
  readonly #phaseDuration = this.#createHistogram(
    'vitrine_page_phase_duration_seconds',
    'Durations of rendering pages and payloads that were not cached, by phase: `wait` is the time in the queue, `load` queries the database, `render` is the time until the first byte can be sent, `compress` makes the first compressed copy of a cached page.',
    ['route', 'phase'],
  )
  readonly renderQueue = this.#createGauge(
    'vitrine_render_queue',
    'Pages, payloads, suggestions and feeds that are being loaded or rendered (`running`) or wait in the queue (`waiting`).',
    ['state'],
  )
  /** Plain numbers, because each cached page is a lookup, and `inc` with a label takes 0.2 µs of its 27 µs. */
  readonly #lookups = { hit: 0, stale: 0, miss: 0 }
  readonly pagesRefreshed = this.#createCounter(
    'vitrine_pages_refreshed_total',
    'Pages and payloads that were rendered again after a change of the catalogue, before a visitor requested them.',
  )
  readonly pageCacheBytes = this.#createGauge('vitrine_page_cache_bytes', 'Memory that the page cache uses.')
  readonly pageCacheEntries = this.#createGauge('vitrine_page_cache_entries', 'Pages and payloads in the page cache.')
  readonly catalogRevision = this.#createGauge(
    'vitrine_catalog_revision',
    'Revision of the catalogue that is served; each import that changes something increases it by a random step.',
  )
  readonly databaseUnavailable = this.#createGauge(
    'vitrine_database_unavailable_seconds',
    'How long the database has been unreachable; 0 while it responds.',
  )
  readonly queryDuration = this.#createHistogram(
    'vitrine_database_query_duration_seconds',
    'Durations of database statements, by server (`sqlite`, or the address of the PostgreSQL server) and by result (`ok` or `failed`).',
    ['server', 'result'],
  )
  readonly databaseConnections = this.#createGauge(
    'vitrine_database_connections',
    'Connections of the PostgreSQL pool, `busy` or `idle`.',
    ['server', 'state'],
  )
  readonly databaseWaiting = this.#createGauge(
    'vitrine_database_waiting',
    'Requests that wait for a connection to PostgreSQL.',
    ['server'],
  )
  readonly outboxMails = this.#createGauge(
    'vitrine_outbox_mails',
    'Enquiries whose mail has not been sent: `waiting` for the first attempt, or `failed` at least once and retried later.',
    ['state'],
  )
  readonly outboxAge = this.#createGauge(
    'vitrine_outbox_oldest_seconds',
    'Age of the oldest enquiry whose mail has not been sent; 0 if there is none.',
  )
  readonly info = this.#createGauge('vitrine_info', 'Always 1; its labels are the build and the version of Node.', [
    'build',
    'node',
  ])

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
  }

  #createCounter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #createGauge<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] })
  }

  #createHistogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.registry] })
  }

  /**
   * @param route null if none matched
   * @param isAborted whether the client disconnected before the end
   */
  countRequest(route: string | null, status: number, durationMs: number, isAborted: boolean): void {
    if (isAborted) this.#requestsAborted.inc({ route: route ?? 'none' })
    else this.#requestDuration.observe({ route: route ?? 'none', status }, durationMs / 1_000)
  }

  /** @param route null if none matched */
  countPhase(route: string | null, phase: string, durationMs: number): void {
    this.#phaseDuration.observe({ route: route ?? 'none', phase }, durationMs / 1_000)
  }

  countLookup(result: 'hit' | 'stale' | 'miss'): void {
    this.#lookups[result] += 1
  }
}
