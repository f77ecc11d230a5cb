import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findBrowserFiles } from './browser-files.ts'
import { build, hashSources, makeOnce } from './builds.ts'
import { startDemoOn } from './demo-server.ts'
import { DEMO_DIR } from './folders.ts'
import { offer, takeOffer } from './offer.ts'
import { offerPostgres } from './postgres-starter.ts'
import { openRunFolder } from './run-folder.ts'
import { startProcess } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

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

/** Copies the demo, which is imported anew if its sources change. Each day too, because it contains dates. */
async function makeDemoData() {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const sources = await hashSources('test/support/import-demo.ts')
  await makeOnce(DEMO_DIR, `${sources} ${new Date().toDateString()}`, async () => {
    const { importDemo } = await import('./import-demo.ts')
    await importDemo(path)
    await mkdir(DEMO_DIR, { recursive: true })
    await copyFile(path, join(DEMO_DIR, 'vitrine.db'))
  })
  await copyFile(join(DEMO_DIR, 'vitrine.db'), path)
  return { made: folder.path, stop: () => folder[Symbol.asyncDispose]() }
}
