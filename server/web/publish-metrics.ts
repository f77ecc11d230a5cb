import type { Server } from 'node:http'
import { Registry } from 'prom-client'
import type { Logger } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { subscribeToQueries } from '../catalog/store/database-queries.ts'
import { startMetricsServer, type MetricsServer } from './metrics-server.ts'
import { getProcessMetrics } from '../platform/process-metrics.ts'
import { updateGauges, type MetricSources } from './update-gauges.ts'

/**
 * @returns null if `METRICS_PORT` is not set
 * @throws if the port is in use
 */
export async function publishMetrics(
  context: MetricSources & { readonly config: Config; readonly logger: Logger },
  server: Server,
): Promise<MetricsServer | null> {
  const { config, logger, metrics } = context
  const { metricsHost: host, metricsPort: port } = config
  if (port === undefined) return null
  const stopListening = subscribeToQueries(({ server: address, isFailed, durationMs }) =>
    metrics.queryDuration.observe({ server: address, result: isFailed ? 'failed' : 'ok' }, durationMs / 1_000),
  )
  const registry = Registry.merge([metrics.registry, getProcessMetrics()])
  const collect = async () => {
    await updateGauges(context, server)
    return registry
  }
  const metricsServer = await startMetricsServer({ host, port }, logger, collect)
  return {
    url: metricsServer.url,
    async [Symbol.asyncDispose]() {
      stopListening()
      await metricsServer[Symbol.asyncDispose]()
    },
  }
}
