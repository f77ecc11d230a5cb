import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CatalogReader } from '../../server/catalog/store/catalog-reader.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { useBuild } from '../support/builds.ts'
import { writeCsv } from '../support/csv-text.ts'
import { startPostgres } from '../support/embedded-postgres.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { Random } from '../support/random.ts'
import { startCommand } from '../support/run-command.ts'
import { spawnServer } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { findMixture, Visitors } from './visitors.ts'

/** `ROUNDS=100 SEED=4711 npm run test:long -- load kill-rounds` kills more processes, at the moments of an earlier run. */
const seed = Number(process.env['SEED'] ?? randomInt(1e9))
const rounds = Number(process.env['ROUNDS'] ?? 2)

const ROUND_MAX_MS = 120_000

/** Importing that many takes long enough for the import to be killed halfway. */
const PRODUCT_COUNT = 300

/** Writes a CSV file with all products of an edition, whose brand shows a mixture of two editions. @returns its path */
async function writeEdition(folder: string, edition: number): Promise<string> {
  const path = join(folder, `edition-${edition}.csv`)
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, number) => ({
    Slug: `product-${number}`,
    Name: `Product ${number}`,
    Brand: `Edition ${edition}`,
    Price: `${edition}.00`,
    Description: `Description of product ${number} in edition ${edition}. `.repeat(20),
  }))
  await writeFile(path, writeCsv(rows))
  return path
}

/** Describes the fault if the stored catalogue is not one complete edition. */
async function checkEdition(reader: CatalogReader): Promise<string | undefined> {
  const brands: (string | null)[] = []
  for await (const { brand } of reader.scanProducts()) brands.push(brand)
  return findMixture(brands, PRODUCT_COUNT)
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

/** Waits until the server serves a page that is not cached. */
async function waitUntilServing(url: string): Promise<void> {
  const response = await fetch(`${url}/products?q=product+${Math.random()}`).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  if (response?.status === 200) return
  await wait(10)
  await waitUntilServing(url)
}

test.each([
  ['sqlite', ['server', 'importer']],
  ['postgres', ['importer', 'database', 'server']],
] as const)(
  'with %s, no data is lost, duplicated or partly visible if a process is killed',
  { timeout: (rounds + 2) * ROUND_MAX_MS },
  async (kind, victims) => {
    console.log(`SEED=${seed}`)
    const random = new Random(seed)
    await using folder = await makeTemporaryFolder()
    await using stack = new AsyncDisposableStack()
    const postgres = kind === 'postgres' ? await startPostgres() : undefined
    if (postgres) stack.defer(() => postgres.stop())
    const settings = { DATA_DIR: folder.path, ...(postgres && { DATABASE_URL: postgres.url }) }
    const openSite = () => openStores(readDatabaseSettings(postgres?.url, folder.path, { poolSize: 2 }))
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const buildDir = await useBuild('production')
    const startServer = () => spawnServer(buildDir, { ...settings, PORT: String(port), TRUST_PROXY: '1' })
    let edition = 1
    const importEdition = async () => {
      const child = startCommand('catalog', settings, ['import', await writeEdition(folder.path, edition++)])
      child.stdout.resume()
      child.stderr.resume()
      return child
    }
    expect(await waitForExit(await importEdition())).toBe(0)
    // A server that had started before would show the empty catalogue until it reads the new revision.
    let server = startServer()
    const killServer = async () => {
      server.child.kill('SIGKILL')
      await server.ended
    }
    stack.defer(killServer)
    await waitUntilServing(url)
    const startedAt = performance.now()
    expect(await waitForExit(await importEdition())).toBe(0)
    const importMs = performance.now() - startedAt
    const visitors = new Visitors(url)

    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length]!
      const importer = await importEdition()
      await wait(random.next() * importMs * 1.2)
      if (victim === 'server') {
        await killServer()
        server = startServer()
      } else if (victim === 'database') {
        await postgres!.kill()
        await postgres!.restart()
      } else importer.kill('SIGKILL')
      await waitUntilServing(url)
      await waitForExit(importer)
      await using stores = await openSite()
      expect(await stores.catalog.read(checkEdition), `round ${round + 1}: ${victim}`).toBeUndefined()
    }
    await visitors.stop()
    await using stores = await openSite()
    visitors.compare(await stores.enquiries.list('all'))
    expect(visitors.faults).toEqual([])
    expect(visitors.acknowledged.size).toBeGreaterThan(0)
    expect(visitors.pageCount).toBeGreaterThan(0)
  },
)
