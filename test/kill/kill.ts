// Kills server, workers, importer and database at random moments, while visitors look and ask, and tells what was lost,
// doubled or seen by halves. Ends with 1 where anything was, or where a restart took longer than it may.
//   npm run test:long -- kill                                   a hundred rounds over each database
//   npm run test:long -- kill --rounds 10 --database sqlite
//   npm run test:long -- kill --seed 4711                    as in the run that printed it
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { runRounds } from './run-rounds.ts'
import type { DatabaseKind } from './site.ts'

/** From a restart to the first page. */
const SERVES_WITHIN_MS = 2_000

const KINDS: readonly DatabaseKind[] = ['sqlite', 'postgres']

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(randomInt(1e9)) },
    database: { type: 'string', default: KINDS.join(',') },
  },
})

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
console.log(`seed ${values.seed}`)
for (const kind of KINDS.filter((kind) => values.database.split(',').includes(kind))) {
  const report = await runRounds({
    kind,
    seed: Number(values.seed),
    victims: Number(values.rounds),
    onRound: (round, victim, killedAfterMs, servesAfterMs) =>
      console.log(
        `${kind} ${round}: ${victim} killed after ${killedAfterMs.toFixed(0)} ms, serves after ${servesAfterMs.toFixed(0)} ms`,
      ),
  })
  const { faults, acknowledged, pages, imports, servesAfterMs } = report
  const slow = servesAfterMs.filter((time) => time > SERVES_WITHIN_MS).length
  const sorted = servesAfterMs.toSorted((one, other) => one - other)
  console.log(
    `${kind}: ${values.rounds} rounds, ${acknowledged} enquiries acknowledged, ${pages} pages looked at, imports: ${imports.complete} complete, ` +
      `${imports.killed} killed, ${imports.failed} failed; serves after ${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms (median), ` +
      `${sorted.at(-1)!.toFixed(0)} ms (longest), ${slow} above ${SERVES_WITHIN_MS} ms; ${faults.length} faults`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0 || slow > 0) process.exitCode = 1
}
