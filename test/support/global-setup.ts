import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { findBrowserFiles, type BrowserFiles } from './browser-files.ts'
import { DEVELOPMENT_BUILD_DIR, PRODUCTION_BUILD_DIR, PROJECT_DIR } from './folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserFiles: BrowserFiles
  }
}

const run = promisify(execFile)

/** Before the first test: the real build in both of its forms, and a browser. */
export default async function globalSetup(project: TestProject): Promise<void> {
  const [browserFiles] = await Promise.all([
    findBrowserFiles(),
    run(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR }),
    run(process.execPath, ['build.mjs', '--development', '--out', DEVELOPMENT_BUILD_DIR], { cwd: PROJECT_DIR }),
  ])
  project.provide('browserFiles', browserFiles)
}
