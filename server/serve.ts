import { dirname } from 'node:path'
import { findProjectDir } from './base/project-dir.ts'
import { openAppContext } from './http/app-context.ts'
import { runProcess } from './run-process.ts'
import { startServer } from './server.ts'

// This file is bundled into the `server` folder of the build.
const buildDir = dirname(import.meta.dirname)

await runProcess(async (config, logger) =>
  startServer(await openAppContext(config, { buildDir, projectDir: findProjectDir(buildDir) }, { logger })),
)
