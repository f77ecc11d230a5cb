import cluster from 'node:cluster'
import { createLogger, logEvent, logStartFailed, type Logger } from './base/log.ts'
import { readConfig, type Config } from './config/config.ts'
import { STOP_MESSAGE } from './workers/worker-slot.ts'

interface Running {
  /** @returns false if a request had to be cut off */
  stop(): Promise<boolean>
}

/**
 * Starts what this process runs, and stops it at the first SIGTERM, SIGINT or stop message. If it cannot start, the
 * reason is logged and the process exits with 1.
 */
export async function runProcess(start: (config: Config, logger: Logger) => Promise<Running>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const logger = createLogger(config)
    const running = await start(config, logger)
    let stopped: Promise<void> | undefined
    const stop = (reason: string) => {
      stopped ??= end(running, logger, reason)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        stop(signal)
        // A second signal ends the process immediately.
        process.once(signal, () => process.exit(1))
      })
    }
    // The primary process sends this message. A worker may also get a signal to the whole process group.
    if (cluster.isWorker) process.on('message', (message) => message === STOP_MESSAGE && stop(STOP_MESSAGE))
  } catch (error) {
    logStartFailed(createLogger({ logLevel: 'info' }), error)
    process.exit(1)
  }
}

async function end(running: Running, logger: Logger, reason: string): Promise<void> {
  logEvent(logger, 'stopping', { signal: reason })
  const isComplete = await running.stop()
  process.exitCode = isComplete ? 0 : 1
  logEvent(logger, 'stopped')
  // The open IPC channel to the primary process would keep the worker alive.
  cluster.worker?.disconnect()
}
