import { expect, test } from 'vitest'
import { runRounds, type Victim } from '../kill/run-rounds.ts'
import type { DatabaseKind } from '../kill/site.ts'

test.each<[DatabaseKind, readonly Victim[]]>([
  ['sqlite', ['server', 'importer']],
  ['postgres', ['importer', 'database']],
])('with %s, no data is lost, duplicated or partly visible if a process is killed', async (kind, victims) => {
  const report = await runRounds({ kind, seed: 1, victims })
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.pages).toBeGreaterThan(0)
})
