import type { Server } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { tellMetrics } from '../workers/worker-metrics.ts'
import { WORKER_NUMBER } from '../workers/worker-number.ts'
import { startMetricsServer } from './metrics-server.ts'
import { ServerWatch } from './server-watch.ts'

/** Metrics within reach of whoever may read them, until the end. */
interface SharedMetrics extends AsyncDisposable {
  /** Null in a worker: whoever started it serves those of all. */
  readonly url: string | null
}

/**
 * Serves a server's metrics, or tells them to whoever started this worker.
 * @returns null where they are not wanted
 * @throws where the port is taken
 */
export async function shareMetrics(context: AppContext, server: Server): Promise<SharedMetrics | null> {
  const { config, logger } = context
  if (!config.metrics) return null
  const watch = new ServerWatch(context, server)
  const collect = () => watch.collect()
  const own = WORKER_NUMBER === null ? await startMetricsServer(config.metrics, logger, collect) : null
  const stopTelling = own ? undefined : tellMetrics(collect)
  return {
    url: own?.url ?? null,
    async [Symbol.asyncDispose]() {
      stopTelling?.()
      watch[Symbol.dispose]()
      await own?.[Symbol.asyncDispose]()
    },
  }
}
