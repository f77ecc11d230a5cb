import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import { copySite } from '../../server/copy-site.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { startNginx } from './nginx.ts'
import { takeOffer } from './offer.ts'
import { startProcess, type ProcessOptions } from './start-process.ts'
import { createTestDatabase } from './test-database.ts'

export interface DemoServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Finds the demo server of the run, or starts another one for other options. They share the catalogue, whose pictures
 * are small, so tests must not change it.
 */
export async function startDemo(options?: ProcessOptions): Promise<DemoServer> {
  if (options) return startDemoOn(await findDemoData(), inject('offers').postgres, options)
  return { url: await takeOffer<string>(inject('offers').demo), [Symbol.asyncDispose]: async () => {} }
}

export function findDemoData(): Promise<string> {
  return takeOffer(inject('offers').demoData)
}

/** Starts the demo; if TEST_NODES is set, as two servers behind nginx. */
export function startDemoOn(
  dataDir: string,
  postgresPort: number,
  { environment, ...options }: ProcessOptions,
): Promise<DemoServer> {
  const own = { ...options, environment: { DATA_DIR: dataDir, ...environment } }
  return process.env['TEST_NODES'] ? startDemoNodes(dataDir, postgresPort, own) : startProcess(own)
}

export async function copyDemoData(folder: string): Promise<void> {
  const database = new DatabaseSync(join(await findDemoData(), 'vitrine.db'))
  database.prepare('VACUUM INTO ?').run(join(folder, 'vitrine.db'))
  database.close()
}

async function startDemoNodes(
  dataDir: string,
  postgresPort: number,
  { environment, ...options }: ProcessOptions,
): Promise<DemoServer> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await createTestDatabase({ hasTables: true, port: postgresPort }))
  {
    await using from = await openStores(readDatabaseSettings(undefined, dataDir))
    await using to = await openStores(readDatabaseSettings(database.url, dataDir))
    await copySite(from, to, { force: false })
  }
  const shared = { ...options, environment: { DATABASE_URL: database.url, TRUST_PROXY: '1', ...environment } }
  const one = started.use(await startProcess(shared))
  const other = started.use(await startProcess(shared))
  const nginx = started.use(await startNginx([new URL(one.url), new URL(other.url)]))
  const owned = started.move()
  return { url: nginx.url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
