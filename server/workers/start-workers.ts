import type { Config } from '../config/config.ts'
import type { Logger } from '../base/log.ts'
import { startMetricsServer } from '../metrics/metrics-server.ts'
import { collectWorkerMetrics } from '../metrics/worker-metrics.ts'
import { WorkerSlot } from './worker-slot.ts'

/** How long a worker may take after its last request before it is killed. */
const STOP_GRACE_MS = 10_000

interface RunningWorkers {
  /** @returns false if a worker was killed or had to cut off requests */
  stop(): Promise<boolean>
}

/**
 * The first worker starts alone: it updates the schema, fills an empty database and fails if a setting cannot be used.
 * @throws if it cannot serve, or the metrics' port is in use
 */
export async function startWorkers(
  { workerCount, shutdownDelayMs, shutdownTimeoutMs, metrics }: Config,
  logger: Logger,
): Promise<RunningWorkers> {
  const metricsServer = metrics && (await startMetricsServer(metrics, logger, collectWorkerMetrics))
  const slots = Array.from({ length: workerCount }, (_, index) => new WorkerSlot(index + 1, logger))
  await slots[0]?.startFirst()
  for (const slot of slots.slice(1)) slot.start()
  return {
    async stop() {
      const limitMs = shutdownDelayMs + shutdownTimeoutMs + STOP_GRACE_MS
      const results = await Promise.all(slots.map((slot) => slot.stop(limitMs)))
      await metricsServer?.[Symbol.asyncDispose]()
      return results.every((isComplete) => isComplete)
    },
  }
}
