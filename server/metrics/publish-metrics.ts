import type { Server } from 'node:http'
import { Registry } from 'prom-client'
import type { Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { subscribeToQueries } from '../store/database-queries.ts'
import { sendMetrics } from './worker-metrics.ts'
import { WORKER_NUMBER } from '../base/worker-number.ts'
import { startMetricsServer } from './metrics-server.ts'
import { getProcessMetrics } from './process-metrics.ts'
import { updateGauges, type MetricSources } from './update-gauges.ts'

interface PublishedMetrics extends AsyncDisposable {
  /** Null in a worker, because the primary process serves the metrics. */
  readonly url: string | null
}

/**
 * Serves the metrics or, in a worker, sends them to the primary process.
 * @returns null if `METRICS_PORT` is not set
 * @throws if the port is in use
 */
export async function publishMetrics(
  context: MetricSources & { readonly config: Config; readonly logger: Logger },
  server: Server,
): Promise<PublishedMetrics | null> {
  const { config, logger, metrics } = context
  if (!config.metrics) return null
  const stopListening = subscribeToQueries(({ server: address, isFailed, durationMs }) =>
    metrics.queryDuration.observe({ server: address, result: isFailed ? 'failed' : 'ok' }, durationMs / 1_000),
  )
  const registry = Registry.merge([metrics.registry, getProcessMetrics()])
  const collect = async () => {
    await updateGauges(context, server)
    return registry
  }
  const metricsServer = WORKER_NUMBER === null ? await startMetricsServer(config.metrics, logger, collect) : null
  const stopSending = WORKER_NUMBER === null ? undefined : sendMetrics(WORKER_NUMBER, collect)
  return {
    url: metricsServer?.url ?? null,
    async [Symbol.asyncDispose]() {
      stopSending?.()
      stopListening()
      await metricsServer?.[Symbol.asyncDispose]()
    },
  }
}
