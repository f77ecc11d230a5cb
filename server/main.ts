import cluster from 'node:cluster'
import { dirname } from 'node:path'
import { openAppContext } from './http/app-context.ts'
import { readConfig, type Config } from './config/config.ts'
import { createLogger, logStartFailed, logStopped, logStopping, type Logger } from './base/log.ts'
import { findProjectDir } from './base/project-dir.ts'
import { startServer, type RunningServer } from './server.ts'
import { startWorkers } from './workers/start-workers.ts'
import { STOP_MESSAGE } from './workers/worker-slot.ts'

// The build bundles this file into the `server` folder of the build.
const buildDir = dirname(import.meta.dirname)

try {
  const config = readConfig(process.env)
  const logger = createLogger(config)
  const isServing = cluster.isWorker || config.workerCount === 1
  const running = isServing ? await serve(config, logger) : await startWorkers(config, logger)
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
  // The primary process sends this message. A worker may also get a signal that was sent to the whole process group.
  if (cluster.isWorker) process.on('message', (message) => message === STOP_MESSAGE && stop(STOP_MESSAGE))
} catch (error) {
  logStartFailed(createLogger({ logLevel: 'info' }), error)
  process.exit(1)
}

async function serve(config: Config, logger: Logger): Promise<RunningServer> {
  return startServer(await openAppContext(config, { buildDir, projectDir: findProjectDir(buildDir) }, { logger }))
}

async function end(running: Pick<RunningServer, 'stop'>, logger: Logger, reason: string): Promise<void> {
  logStopping(logger, reason)
  const isComplete = await running.stop()
  process.exitCode = isComplete ? 0 : 1
  logStopped(logger)
  // The open IPC channel to the primary process would keep the worker alive.
  cluster.worker?.disconnect()
}
