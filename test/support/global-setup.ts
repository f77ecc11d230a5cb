import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { TestProject } from 'vitest/node'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { fillWithDemo } from '../../server/demo/fill-with-demo.ts'
import { createLogger } from '../../server/base/log.ts'
import { findBrowserFiles, type BrowserFiles } from './browser-files.ts'
import { DEVELOPMENT_BUILD_DIR, PRODUCTION_BUILD_DIR, PROJECT_DIR } from './folders.ts'
import { offer } from './offer.ts'
import { offerPostgres } from './postgres-starter.ts'
import { startProcess } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserFiles: BrowserFiles
    postgresPort: number
    developmentServerPort: number
    demoDataPort: number
  }
}

const run = promisify(execFile)

/**
 * Makes the production and development builds and finds a browser before the first test. Servers that only some tests need
 * start on request.
 * @returns a function that stops these servers
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const [browserFiles, postgres, developmentServer, demoData] = await Promise.all([
    findBrowserFiles(),
    offerPostgres(),
    offer(startDevelopmentServer),
    offer(makeDemoData),
    run(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR }),
    run(process.execPath, ['build.mjs', '--development', '--out', DEVELOPMENT_BUILD_DIR], { cwd: PROJECT_DIR }),
  ])
  project.provide('browserFiles', browserFiles)
  project.provide('postgresPort', postgres.port)
  project.provide('developmentServerPort', developmentServer.port)
  project.provide('demoDataPort', demoData.port)
  return async () => {
    await Promise.all([postgres, developmentServer, demoData].map((offered) => offered.stop()))
  }
}

async function startDevelopmentServer() {
  const server = await startProcess({ buildDir: DEVELOPMENT_BUILD_DIR, environment: { NODE_ENV: 'development' } })
  return { made: server.url, stop: () => server[Symbol.asyncDispose]() }
}

async function makeDemoData() {
  const folder = await makeTemporaryFolder()
  const store = openSqliteStore(join(folder.path, 'vitrine.db'))
  await fillWithDemo(store, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
  await store.close()
  await makePicturesSmall(join(folder.path, 'vitrine.db'))
  return { made: folder.path, stop: () => folder[Symbol.asyncDispose]() }
}

/** Replaces all pictures with a small one, because tests of the demo would spend most of their time on resizing. */
async function makePicturesSmall(databasePath: string): Promise<void> {
  const small = await sharp({ create: { width: 64, height: 80, channels: 3, background: '#8a7f6d' } })
    .webp()
    .toBuffer()
  const database = new DatabaseSync(databasePath)
  database.prepare('UPDATE image SET bytes = ?').run(small)
  database.close()
}
