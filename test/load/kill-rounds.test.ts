import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runRounds, type Victim } from '../kill/run-rounds.ts'
import type { DatabaseKind } from '../kill/site.ts'

/** The victims and moments of a run are repeated with `SEED=… npm run test:long -- load`. */
const seed = Number(process.env['SEED'] ?? randomInt(1e9))

test.each<[DatabaseKind, readonly Victim[]]>([
  ['sqlite', ['server', 'importer']],
  ['postgres', ['importer', 'database']],
])('with %s, no data is lost, duplicated or partly visible if a process is killed', async (kind, victims) => {
  console.log(`SEED=${seed}`)
  const report = await runRounds({ kind, seed, victims })
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.pages).toBeGreaterThan(0)
})
