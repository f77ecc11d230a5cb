import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import type { TestProject } from 'vitest/node'
import { fillWithDemo } from '../../server/import/demo/fill-with-demo.ts'
import { createLogger } from '../../server/platform/log.ts'
import { findBrowserFiles } from './browser-files.ts'
import { build } from './builds.ts'
import { startDemoOn } from './demo-server.ts'
import { PROJECT_DIR } from './folders.ts'
import { offer, takeOffer } from './offer.ts'
import { offerPostgres } from './postgres-starter.ts'
import { openRunFolder } from './run-folder.ts'
import { startProcess } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { openSqliteStore } from './open-stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    offers: Readonly<Record<OfferName, number>>
  }
}

type OfferName =
  'browser' | 'changed' | 'demo' | 'demoData' | 'development' | 'developmentServer' | 'postgres' | 'production'

/**
 * Offers what many tests share. Each starts when the first test requests it.
 * @returns a function that stops all and throws if the run left something behind
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await openRunFolder()
  const [production, development, changed, browser, postgres, demoData] = await Promise.all([
    offer(async () => ({ made: await build('production') })),
    offer(async () => ({ made: await build('development') })),
    offer(async () => ({ made: await build('changed') })),
    offer(async () => ({ made: await findBrowserFiles() })),
    offerPostgres(),
    offer(makeDemoData),
  ])
  const developmentServer = await offer(async () => {
    const buildDir = await takeOffer<string>(development.port)
    const server = await startProcess({ buildDir, environment: { NODE_ENV: 'development' } })
    return { made: server.url, stop: () => server[Symbol.asyncDispose]() }
  })
  const demo = await offer(async () => {
    const buildDir = await takeOffer<string>(production.port)
    const server = await startDemoOn(await takeOffer<string>(demoData.port), { buildDir })
    return { made: server.url, stop: () => server[Symbol.asyncDispose]() }
  })
  const offers = { production, development, changed, browser, postgres, demoData, developmentServer, demo }
  const ports = Object.entries(offers).map(([name, { port }]) => [name, port])
  project.provide('offers', Object.fromEntries(ports) as Record<OfferName, number>)
  return async () => {
    // The demo's servers use the database.
    await demo.stop()
    await Promise.all(Object.values(offers).map((offered) => offered.stop()))
    await runFolder.close()
  }
}

async function makeDemoData() {
  const folder = await makeTemporaryFolder()
  const store = await openSqliteStore(join(folder.path, 'vitrine.db'))
  await fillWithDemo(store, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
  await store.close()
  await makePicturesSmall(join(folder.path, 'vitrine.db'))
  return { made: folder.path, stop: () => folder[Symbol.asyncDispose]() }
}

/** With the demo's own pictures, tests would mostly resize. */
async function makePicturesSmall(databasePath: string): Promise<void> {
  const small = await sharp({ create: { width: 64, height: 80, channels: 3, background: '#8a7f6d' } })
    .webp()
    .toBuffer()
  const database = new DatabaseSync(databasePath)
  database.prepare('UPDATE image SET bytes = ?').run(small)
  database.close()
}
