import { dirname } from 'node:path'
import { openAppContext } from './app-context.ts'
import { readConfig } from './config.ts'
import { createLogger, logStartFailed, logStopped, logStopping } from './log.ts'
import { findProjectDir } from './project-dir.ts'
import { startServer, type RunningServer } from './server.ts'

// The build puts this into a folder beside what it serves.
const buildDir = dirname(import.meta.dirname)

try {
  const config = readConfig(process.env)
  const context = await openAppContext(config, { buildDir, projectDir: findProjectDir(buildDir) })
  const server = await startServer(context)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logStopping(context.logger, signal)
      void stop(server).then(() => logStopped(context.logger))
      // The second time somebody means it.
      process.once(signal, () => process.exit(1))
    })
  }
} catch (error) {
  logStartFailed(createLogger({ logLevel: 'info' }), error)
  throw error
}

async function stop(server: RunningServer): Promise<void> {
  const isComplete = await server.stop()
  process.exitCode = isComplete ? 0 : 1
}
