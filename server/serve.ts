import { dirname } from 'node:path'
import { createLogger, type Logger } from './platform/log.ts'
import { findProjectDir } from './platform/project-dir.ts'
import { readConfig } from './platform/settings/config.ts'
import { openAppContext } from './web/app-context.ts'
import { describeStartFailure, startServer, type RunningServer } from './server.ts'

// This file is bundled into the `server` folder of the build.
const buildDir = dirname(import.meta.dirname)

try {
  const config = readConfig(process.env)
  const logger = createLogger(config)
  const context = await openAppContext(config, { buildDir, projectDir: findProjectDir(buildDir) }, { logger })
  stopOnSignal(await startServer(context), logger)
} catch (error) {
  createLogger({ logLevel: 'info' }).fatal({ err: error }, `Vitrine cannot start: ${describeStartFailure(error)}`)
  process.exit(1)
}

/** The first SIGTERM or SIGINT lets requests finish; a second one ends the process immediately. */
function stopOnSignal(server: RunningServer, logger: Logger): void {
  let stopped: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stopped ??= stop(server, logger, signal)
      process.once(signal, () => process.exit(1))
    })
  }
}

async function stop(server: RunningServer, logger: Logger, signal: string): Promise<void> {
  logger.info({ signal }, 'stopping: new connections are refused, open requests are finished')
  const isComplete = await server.stop()
  process.exitCode = isComplete ? 0 : 1
  logger.info('stopped')
}
