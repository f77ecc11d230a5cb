import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { startMetricsServer } from '../metrics/metrics-server.ts'
import { collectWorkerMetrics } from './worker-metrics.ts'
import { WorkerSlot } from './worker-slot.ts'

/** Beyond its own time limits: the time in which a worker closes its stores. */
const END_GRACE_MS = 10_000

/** The processes that serve; this one only starts and replaces them. */
interface RunningWorkers {
  /** Has all of them finish what is under way. @returns false where something had to be cut off */
  stop(): Promise<boolean>
}

/**
 * Starts `WEB_CONCURRENCY` workers, which share the port. The first one makes the schema, fills an empty database with the
 * demo and finds out what cannot be used, before there are others.
 * @throws where the first worker cannot serve, or the port of the metrics is taken
 */
export async function startWorkers(
  { workerCount, shutdownDelayMs, shutdownTimeoutMs, metrics }: Config,
  logger: Logger,
): Promise<RunningWorkers> {
  const metricsServer = metrics && (await startMetricsServer(metrics, logger, collectWorkerMetrics))
  const [first, ...others] = Array.from({ length: workerCount }, (_, index) => new WorkerSlot(index + 1, logger))
  await first!.startFirst()
  for (const slot of others) slot.start()
  return {
    async stop() {
      const limitMs = shutdownDelayMs + shutdownTimeoutMs + END_GRACE_MS
      const ends = await Promise.all([first!, ...others].map((slot) => slot.stop(limitMs)))
      await metricsServer?.[Symbol.asyncDispose]()
      return ends.every((isComplete) => isComplete)
    },
  }
}
