import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'

let registry: Registry | undefined

/** Created once, because prom-client never stops watching the event loop. */
export function getProcessMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Total time that the event loop was busy.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(performance.eventLoopUtilization().active / 1_000)
    },
  })
  return registry
}
