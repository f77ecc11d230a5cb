import { Histogram } from './histogram.ts'
import type { MetricFamily } from './metric-family.ts'

type LookupResult = 'hit' | 'stale' | 'miss'

/** What a server counts while it works. Counting goes on whether or not somebody asks: it costs less than asking would. */
export class ServerMetrics {
  readonly #durations = new Histogram('http_request_duration_seconds', ['route', 'status'])
  readonly #aborted = new Map<string, number>()
  readonly #lookups: Record<LookupResult, number> = { hit: 0, stale: 0, miss: 0 }
  readonly phases = new Histogram('vitrine_page_phase_duration_seconds', ['route', 'phase'])

  /** @param route null where nothing matched */
  countRequest(route: string | null, status: number, durationMs: number, isAborted: boolean): void {
    if (isAborted) this.#aborted.set(route ?? 'none', (this.#aborted.get(route ?? 'none') ?? 0) + 1)
    else this.#durations.observe(route ?? 'none', status, durationMs / 1_000)
  }

  /** Whether a page was kept. */
  countLookup(result: LookupResult): void {
    this.#lookups[result]++
  }

  collect(): readonly MetricFamily[] {
    return [
      this.#durations.collect(),
      {
        name: 'http_requests_aborted_total',
        samples: [...this.#aborted].map(([route, value]) => ({ suffix: '', labels: { route }, value })),
      },
      this.phases.collect(),
      {
        name: 'vitrine_page_cache_lookups_total',
        samples: Object.entries(this.#lookups).map(([result, value]) => ({ suffix: '', labels: { result }, value })),
      },
    ]
  }
}
