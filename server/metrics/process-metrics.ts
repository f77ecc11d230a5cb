import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { gauge, type MetricFamily } from './metric-family.ts'

/** How often the event loop is looked at. */
const RESOLUTION_MS = 10

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/** What Node knows of itself; the delay of the event loop is watched until the end. */
export class ProcessMetrics implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

  constructor() {
    this.#delay.enable()
  }

  /** Delays are those since the last time this was asked. */
  collect(): readonly MetricFamily[] {
    const { heapUsed, external, rss } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const delays = [
      gauge('nodejs_eventloop_lag_mean_seconds', readDelay(this.#delay.mean)),
      gauge('nodejs_eventloop_lag_p99_seconds', readDelay(this.#delay.percentile(99))),
      gauge('nodejs_eventloop_lag_max_seconds', readDelay(this.#delay.max)),
    ]
    this.#delay.reset()
    return [
      ...delays,
      gauge('nodejs_eventloop_active_seconds_total', performance.eventLoopUtilization().active / 1_000),
      gauge('process_cpu_seconds_total', (user + system) / MICROSECONDS),
      gauge('process_resident_memory_bytes', rss),
      gauge('nodejs_heap_size_used_bytes', heapUsed),
      gauge('nodejs_external_memory_bytes', external),
      gauge('process_start_time_seconds', performance.timeOrigin / 1_000),
    ]
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
  }
}

/** Each look comes after the time between two of them; only what is more is delay. There is no mean before the first one. */
function readDelay(nanoseconds: number): number {
  return Math.max(0, (Number.isNaN(nanoseconds) ? 0 : nanoseconds) / NANOSECONDS - RESOLUTION_MS / 1_000)
}
