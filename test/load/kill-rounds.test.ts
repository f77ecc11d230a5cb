import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Random } from '../support/random.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { checkEdition, writeEdition } from './editions.ts'
import { KilledSite, waitForExit, type DatabaseKind } from './killed-site.ts'
import { Visitors } from './visitors.ts'

type Victim = 'server' | 'importer' | 'database'

/** `ROUNDS=100 SEED=4711 npm run test:long -- load kill-rounds` kills more processes, at the moments of an earlier run. */
const seed = Number(process.env['SEED'] ?? randomInt(1e9))
const rounds = Number(process.env['ROUNDS'] ?? 2)

const ROUND_MAX_MS = 120_000

test.each<[DatabaseKind, readonly Victim[]]>([
  ['sqlite', ['server', 'importer']],
  ['postgres', ['importer', 'database', 'server']],
])(
  'with %s, no data is lost, duplicated or partly visible if a process is killed',
  { timeout: (rounds + 2) * ROUND_MAX_MS },
  async (kind, victims) => {
    console.log(`SEED=${seed}`)
    const random = new Random(seed)
    await using folder = await makeTemporaryFolder()
    await using site = await KilledSite.start(kind, folder.path)
    let edition = 1
    const importEdition = async () => site.startImport(await writeEdition(folder.path, edition++))

    await waitForExit(await importEdition())
    await site.startServer()
    const startedAt = performance.now()
    expect(await waitForExit(await importEdition())).toBe(0)
    const importMs = performance.now() - startedAt
    const visitors = new Visitors(site.url, { readers: 2, senders: 2 })

    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length]!
      const importer = await importEdition()
      await wait(random.next() * importMs * 1.2)
      if (victim === 'server') await site.restartServer()
      else if (victim === 'database') await site.restartDatabase()
      else importer.kill('SIGKILL')
      await site.waitUntilServing()
      await waitForExit(importer)
      await using stores = await site.openStores()
      expect(await stores.catalog.read(checkEdition), `round ${round + 1}: ${victim}`).toBeUndefined()
    }
    await visitors.stop()
    await using stores = await site.openStores()
    visitors.compare(await stores.enquiries.list('all'))
    expect(visitors.faults).toEqual([])
    expect(visitors.acknowledged.size).toBeGreaterThan(0)
    expect(visitors.pageCount).toBeGreaterThan(0)
  },
)
