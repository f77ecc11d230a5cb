import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { findBrowserFiles, type BrowserFiles } from './browser-files.ts'
import { DEVELOPMENT_BUILD_DIR, PRODUCTION_BUILD_DIR, PROJECT_DIR } from './folders.ts'
import { offerPostgres } from './postgres-starter.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserFiles: BrowserFiles
    /** Where PostgreSQL is asked for. */
    postgresPort: number
  }
}

const run = promisify(execFile)

/** Before the first test: the real build in both of its forms, a browser, and somebody to ask for a PostgreSQL. @returns what ends it */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const [browserFiles, postgres] = await Promise.all([
    findBrowserFiles(),
    offerPostgres(),
    run(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR }),
    run(process.execPath, ['build.mjs', '--development', '--out', DEVELOPMENT_BUILD_DIR], { cwd: PROJECT_DIR }),
  ])
  project.provide('browserFiles', browserFiles)
  project.provide('postgresPort', postgres.port)
  return () => postgres.stop()
}
