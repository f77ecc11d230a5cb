// Kills the server, an importer or the database at random moments, while clients read pages and send enquiries. Reports
// lost, duplicated and changed enquiries, and mixtures of two catalogues. Exits with 1 if there is a fault or a slow restart.
//   npm run test:long -- kill                                 100 rounds with each database
//   npm run test:long -- kill --rounds 10 --database sqlite   10 rounds with SQLite
//   npm run test:long -- kill --seed 4711                     repeats the random choices of the run that printed this seed
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { median } from '../bench/statistics.ts'
import { runRounds } from './run-rounds.ts'
import type { DatabaseKind } from './site.ts'

/** Maximum time from a restart to the first page. */
const RESTART_MAX_MS = 2_000

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
  const slow = servesAfterMs.filter((time) => time > RESTART_MAX_MS).length
  console.log(
    `${kind}: ${values.rounds} rounds, ${acknowledged} acknowledged enquiries, ${pages} listings read, imports: ${imports.complete} complete, ` +
      `${imports.killed} killed, ${imports.failed} failed; serves after ${median(servesAfterMs).toFixed(0)} ms (median), ` +
      `${Math.max(...servesAfterMs).toFixed(0)} ms (longest), ${slow} times after more than ${RESTART_MAX_MS} ms; ${faults.length} faults`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0 || slow > 0) process.exitCode = 1
}
