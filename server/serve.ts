import { dirname } from 'node:path'
import { findDatabaseError } from './platform/database-error.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { findProjectDir } from './platform/project-dir.ts'
import { readConfig } from './platform/settings/config.ts'
import { openAppContext } from './web/app-context.ts'
import { startServer, type RunningServer } from './server.ts'

// This file is bundled into the `server` folder of the build.
const buildDir = dirname(import.meta.dirname)

interface ListenError extends Error {
  readonly code: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
}

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

function describeStartFailure(error: unknown): string {
  if (!isListenError(error))
    return findDatabaseError(error)?.message ?? (error instanceof Error ? error.message : String(error))
  const { code, port, address, hostname = address } = error
  if (code === 'EADDRINUSE') return `port ${port} is already in use; set PORT or METRICS_PORT to another port`
  if (code === 'EACCES')
    return `port ${port} needs more permissions than this user has; set PORT or METRICS_PORT to another port`
  // Without a reachable name server, an unknown name has the code EAI_AGAIN.
  if (['EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND'].includes(code))
    return `"${hostname}" is no address of this machine; set HOST or METRICS_HOST to one such as 127.0.0.1, or to 0.0.0.0 for all`
  return error.message
}

function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
}
