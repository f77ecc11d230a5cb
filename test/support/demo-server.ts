import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import { copySite } from '../../server/databases/copy-site.ts'
import { readDatabaseSettings } from '../../server/config/database-settings.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { startNginx } from './nginx.ts'
import { takeOffer } from './offer.ts'
import { startProcess, type ProcessOptions } from './start-process.ts'
import { createTestDatabase } from './test-database.ts'

export interface DemoServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Starts the demo with small pictures; if TEST_NODES is set, as two servers behind nginx. All demo servers of a test run share
 * a folder, so tests must not change the catalogue.
 */
export async function startDemo({ environment, ...options }: ProcessOptions = {}): Promise<DemoServer> {
  const dataDir = await findDemoData()
  const own = { ...options, environment: { DATA_DIR: dataDir, ...environment } }
  return process.env['TEST_NODES'] ? startDemoNodes(dataDir, own) : startProcess(own)
}

/** Finds the shared folder of the demo servers. */
export function findDemoData(): Promise<string> {
  return takeOffer(inject('demoDataPort'))
}

/** Copies the demo into a folder. */
export async function copyDemoData(folder: string): Promise<void> {
  const database = new DatabaseSync(join(await findDemoData(), 'vitrine.db'))
  database.prepare('VACUUM INTO ?').run(join(folder, 'vitrine.db'))
  database.close()
}

async function startDemoNodes(dataDir: string, { environment, ...options }: ProcessOptions): Promise<DemoServer> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await createTestDatabase())
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
