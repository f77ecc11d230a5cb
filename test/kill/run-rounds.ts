import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '../support/random.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { checkEdition, writeEdition } from './editions.ts'
import { Site, waitForExit, type DatabaseKind } from './site.ts'
import { Visitors } from './visitors.ts'

export type Victim = 'server' | 'importer' | 'database'

interface RoundsOptions {
  readonly kind: DatabaseKind
  readonly seed: number
  /** The processes to kill, one in each round; if only the number of rounds is given, they are chosen at random. */
  readonly victims: readonly Victim[] | number
  readonly onRound?: (round: number, victim: Victim, killedAfterMs: number, servesAfterMs: number) => void
}

interface RoundsReport {
  readonly faults: readonly string[]
  readonly acknowledged: number
  readonly pages: number
  readonly imports: { readonly complete: number; readonly killed: number; readonly failed: number }
  /** Milliseconds from each restart until a page that is not cached is served. */
  readonly servesAfterMs: readonly number[]
}

const VICTIMS: Readonly<Record<DatabaseKind, readonly Victim[]>> = {
  // With SQLite there is no database process to kill.
  sqlite: ['server', 'importer'],
  postgres: ['server', 'importer', 'database'],
}

/** Kills a process in each round, while visitors send requests and imports run. */
export async function runRounds({ kind, seed, victims, onRound }: RoundsOptions): Promise<RoundsReport> {
  const random = new Random(seed)
  const chosen =
    typeof victims === 'number' ? Array.from({ length: victims }, () => random.pick(VICTIMS[kind])) : victims
  await using folder = await makeTemporaryFolder()
  await using site = await Site.start(kind, folder.path)
  const imports = { complete: 0, killed: 0, failed: 0 }
  const servesAfterMs: number[] = []
  const faults: string[] = []
  let edition = 1
  const importEdition = async () => site.startImport(await writeEdition(folder.path, edition++))

  await waitForExit(await importEdition())
  await site.startServer()
  const startedAt = performance.now()
  if ((await waitForExit(await importEdition())) !== 0) faults.push('an import failed without being killed')
  const importMs = performance.now() - startedAt
  const visitors = new Visitors(site.url, { readers: 2, senders: 2 })

  for (const [round, victim] of chosen.entries()) {
    const importer = await importEdition()
    const killAfterMs = random.next() * importMs * 1.2
    await wait(killAfterMs)
    const served = await kill(site, victim, () => importer.kill('SIGKILL'))
    servesAfterMs.push(served)
    const end = await waitForExit(importer)
    imports[end === 0 ? 'complete' : end === 'SIGKILL' ? 'killed' : 'failed']++
    faults.push(...(await check(site)).map((fault) => `round ${round + 1}, ${victim}: ${fault}`))
    onRound?.(round + 1, victim, killAfterMs, served)
  }
  await visitors.stop()
  await using stores = await site.openStores()
  visitors.compare(await stores.enquiries.list('all'))
  return {
    faults: [...faults, ...visitors.faults],
    acknowledged: visitors.acknowledged.size,
    pages: visitors.pageCount,
    imports,
    servesAfterMs,
  }
}

/**
 * Kills a process. A killed server or database is restarted here.
 * @returns the number of milliseconds until the site serves pages again
 */
async function kill(site: Site, victim: Victim, killImporter: () => void): Promise<number> {
  switch (victim) {
    case 'server':
      await site.killServer()
      return site.startServer()
    case 'importer':
      killImporter()
      return site.waitUntilServing()
    case 'database': {
      await site.killDatabase()
      const startedAt = performance.now()
      await site.restartDatabase()
      await site.waitUntilServing()
      return performance.now() - startedAt
    }
  }
}

async function check(site: Site): Promise<readonly string[]> {
  await using stores = await site.openStores()
  const fault = await stores.catalog.read(checkEdition)
  return fault === undefined ? [] : [`the stored catalogue is not one edition: ${fault}`]
}
