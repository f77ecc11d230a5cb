import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, Gauge, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { z } from 'zod'

/** Longest wait for a worker; prom-client's `clusterMetrics` would fail if one is late. */
const RESPONSE_LIMIT_MS = 2_000

const requestSchema = z.object({ kind: z.literal('collect-metrics'), id: z.number() })
type MetricsRequest = z.infer<typeof requestSchema>

type WorkerMetric = MetricObjectWithValues<MetricValue<string>>

interface MetricsResponse {
  readonly kind: 'metrics'
  readonly id: number
  readonly worker: number
  readonly metrics: readonly WorkerMetric[]
}

/** In a worker: responds to requests of the primary process. @returns a function that stops this */
export function sendMetrics(worker: number, collect: () => Promise<Registry>): () => void {
  const respond = async (id: number) => {
    const metrics = await describeMetrics(worker, collect).catch(() => [])
    const response = { kind: 'metrics', id, worker, metrics } satisfies MetricsResponse
    if (process.connected) process.send?.(response, undefined, undefined, () => {})
  }
  const onMessage = (message: unknown) => {
    const request = requestSchema.safeParse(message)
    if (request.success) void respond(request.data.id)
  }
  process.on('message', onMessage)
  return () => process.off('message', onMessage)
}

/** A replacement has the worker's number too, so counters restart at 0. */
async function describeMetrics(worker: number, collect: () => Promise<Registry>): Promise<readonly WorkerMetric[]> {
  const metrics = await (await collect()).getMetricsAsJSON()
  return metrics.map((metric) => ({
    ...metric,
    // The label of the worker keeps values apart; prom-client's `omit` would drop some.
    aggregator: 'first',
    // JSON has no NaN, which the mean event loop delay is before its first sample.
    values: metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map((value) => ({ ...value, labels: { worker, ...value.labels } })),
  }))
}

export function createWorkerGauge(registry: Registry): Gauge {
  return new Gauge({
    name: 'vitrine_workers',
    help: 'Number of workers whose metrics are included; only with `WEB_CONCURRENCY` above 1.',
    registers: [registry],
  })
}

let lastRequestId = 0

/** In the primary process: leaves out workers that do not respond in time. */
export async function collectWorkerMetrics(): Promise<Registry> {
  const request = { kind: 'collect-metrics', id: ++lastRequestId } satisfies MetricsRequest
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const responses = (await Promise.all(workers.map((worker) => requestMetrics(worker, request))))
    .filter((response) => response !== undefined)
    .toSorted((one, other) => one.worker - other.worker)
  const own = new Registry()
  createWorkerGauge(own).set(responses.length)
  return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...responses.map(({ metrics }) => metrics)])
}

async function requestMetrics(worker: Worker, request: MetricsRequest): Promise<MetricsResponse | undefined> {
  const done = new AbortController()
  const responded = new Promise<MetricsResponse>((resolve) => {
    const onMessage = (message: Partial<MetricsResponse>) => {
      if (message.kind === 'metrics' && message.id === request.id) resolve(message as MetricsResponse)
    }
    worker.on('message', onMessage)
    done.signal.addEventListener('abort', () => worker.off('message', onMessage))
  })
  worker.send(request, () => {})
  const response = await Promise.race([
    responded,
    wait(RESPONSE_LIMIT_MS, undefined, { ref: false, signal: done.signal }).catch(() => undefined),
  ])
  done.abort()
  return response
}
