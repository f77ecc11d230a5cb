interface MetricDescription {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly meaning: string
  /** What its numbers call for. */
  readonly advice: string
}

/** Every metric: the table in `server/deploy/README.md` is held against this one by a test. Names that Node's servers share are the usual ones. */
export const METRICS = {
  http_request_duration_seconds: {
    type: 'histogram',
    labels: ['route', 'status'],
    meaning:
      'Answered requests and the time from the request to the end of its answer; routes are those of the log, `none` where nothing matched.',
    advice:
      'Alert on the share of 5xx, and where the 99th percentile of pages passes a second. Many 404 at once: a link somewhere is wrong, or somebody tries doors; 429 and 503: more is asked than is let in.',
  },
  http_requests_aborted_total: {
    type: 'counter',
    labels: ['route'],
    meaning: 'Requests whose visitor went away before the end of the answer.',
    advice: 'A few are people who move on. Many together with long durations: visitors give up waiting.',
  },
  http_connections: {
    type: 'gauge',
    labels: [],
    meaning: 'Open connections.',
    advice: 'Far more than requests call for, and growing: somebody holds them; let the proxy limit them by address.',
  },
  vitrine_page_phase_duration_seconds: {
    type: 'histogram',
    labels: ['route', 'phase'],
    meaning:
      'Parts of pages and payloads that were not cached: `wait` is the time in the queue, `load` queries the database, `render` is the time until the first byte can be sent, `compress` makes the first compressed copy of a cached page.',
    advice:
      'It tells which part is slow: `wait` means more work than time, `load` the database, `render` the processor. The count of `render` is how many pages were rendered.',
  },
  vitrine_render_queue: {
    type: 'gauge',
    labels: ['state'],
    meaning:
      'Pages, payloads, suggestions and feeds that are being loaded or rendered, `running`, or queued, `waiting`.',
    advice:
      'Waiting ones for long: more is requested than can be rendered; what is too much gets a 503. Add a process or a node.',
  },
  vitrine_page_cache_lookups_total: {
    type: 'counter',
    labels: ['result'],
    meaning:
      'Lookups of pages and payloads in the page cache: `hit`, `stale` (a copy of the previous catalogue, while the new one is rendered), `miss`.',
    advice:
      'Few hits with a full cache: raise `PAGE_CACHE_MB`. Few hits all the time: the catalogue changes often, or somebody reads all of it.',
  },
  vitrine_page_cache_bytes: {
    type: 'gauge',
    labels: [],
    meaning: 'Memory of the page cache.',
    advice: 'It stays below `PAGE_CACHE_MB`.',
  },
  vitrine_page_cache_entries: {
    type: 'gauge',
    labels: [],
    meaning: 'Pages and payloads in the page cache.',
    advice: 'Together with the bytes it tells how many pages fit.',
  },
  vitrine_catalog_revision: {
    type: 'gauge',
    labels: [],
    meaning:
      'Revision of the catalogue that is served; each import that changes something makes it higher, by a random step.',
    advice: 'It is equal on all nodes within 2 s. A node that stays behind does not reach its database.',
  },
  vitrine_database_silent_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'How long the database has not answered; 0 while it does.',
    advice: 'Alert above 0. Kept pages are shown with their `Age` meanwhile, others are answered with 503.',
  },
  vitrine_database_query_duration_seconds: {
    type: 'histogram',
    labels: ['server', 'result'],
    meaning: 'Statements to the database: `sqlite`, or the address of the PostgreSQL server; `ok` or `failed`.',
    advice: 'Alert on `failed`. Slow ones with few connections busy: the database itself is slow, or far away.',
  },
  vitrine_database_connections: {
    type: 'gauge',
    labels: ['server', 'state'],
    meaning: 'Connections of the PostgreSQL pool, `busy` or `idle`.',
    advice: 'All of `DATABASE_POOL_SIZE` busy for long: see whether statements are slow before raising it.',
  },
  vitrine_database_waiting: {
    type: 'gauge',
    labels: ['server'],
    meaning: 'Who waits for a connection of the pool.',
    advice: 'Above 0 for long: the pool is too small for the load, or the database too slow.',
  },
  vitrine_outbox_mails: {
    type: 'gauge',
    labels: ['state'],
    meaning:
      'Enquiries whose mail has not been sent: `waiting` for their first try, or `failed` at least once and tried again.',
    advice:
      'Alert on `failed`: the mail server refuses or is gone, see the log. Nothing is lost; `npm run enquiries` shows them.',
  },
  vitrine_outbox_oldest_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'Age of the oldest enquiry whose mail has not been sent; 0 where there is none.',
    advice: 'Alert above some minutes: the owner does not know of an enquiry.',
  },
  vitrine_workers: {
    type: 'gauge',
    labels: [],
    meaning: 'Workers that told their numbers; only with `WEB_CONCURRENCY` above 1.',
    advice: 'Fewer than `WEB_CONCURRENCY` for long: one crashes again and again, or its event loop is held.',
  },
  vitrine_info: {
    type: 'gauge',
    labels: ['build', 'node'],
    meaning: 'Always 1; its labels tell the build and the version of Node.',
    advice: 'Shows how far a rollout is.',
  },
  nodejs_eventloop_lag_mean_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'How much later than due the event loop came to its work, on average, since it was last asked.',
    advice: 'See the 99th percentile.',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'The 99th percentile of that.',
    advice: 'Above 0.1: the processor is busy, or one request holds all others; compare with the durations by route.',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'The longest of that.',
    advice: 'Single high ones come with the reading of a new catalogue.',
  },
  nodejs_eventloop_active_seconds_total: {
    type: 'counter',
    labels: [],
    meaning: 'Time in which the event loop had something to do.',
    advice: 'Its rate is the load: from 0.7 on add a process or a node.',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    labels: [],
    meaning: 'Processor time, of all threads.',
    advice: 'Above the event loop by much: pictures are made and pages compressed, on other threads.',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    labels: [],
    meaning: 'Memory of the process.',
    advice: 'Alert near the limit of the container. It grows to a plateau and stays there.',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    labels: [],
    meaning: 'Memory of JavaScript objects.',
    advice:
      'Growing over days without a plateau would be a leak: please report it, with the revision and the routes asked for.',
  },
  nodejs_external_memory_bytes: {
    type: 'gauge',
    labels: [],
    meaning: 'Memory of buffers and the like, kept pages among it.',
    advice: 'Compare with `vitrine_page_cache_bytes`.',
  },
  process_start_time_seconds: {
    type: 'gauge',
    labels: [],
    meaning: 'When the process started, in seconds since 1970.',
    advice: 'Changes without a rollout: it crashed; its last log line says why.',
  },
} as const satisfies Record<string, MetricDescription>

export type MetricName = keyof typeof METRICS
