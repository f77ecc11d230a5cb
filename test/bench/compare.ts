// Compares the speed of this checkout with that of another one, such as an older commit. Both are built for production and serve
// the same generated catalogue. Their rounds alternate, because the speed of the machine varies.
//   npm run bench -- compare ../other-checkout
//   npm run bench -- compare ../other-checkout --cases 'hot product,cold product'
//   npm run bench -- compare ../other-checkout --pairs 20 --products 100000
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { bundleProgram } from './bundle-program.ts'
import { COMPARED_CASES, findComparedCase, type ComparedCase } from './compared-cases.ts'
import { generateCatalogue, startBuild, startWithCopy } from './compared-builds.ts'
import { planRequests } from './measure-case.ts'
import { measureRound, timeSequentially, WARMING_ROUNDS, type Round } from './measure-round.ts'
import { IS_PINNED, pinLoad } from './pinned-process.ts'
import { formatTable } from './results.ts'
import { median } from './statistics.ts'

const LATE_MS = 500

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '10' },
    products: { type: 'string', default: '10000' },
    cases: { type: 'string', default: COMPARED_CASES.map(({ name }) => name).join(',') },
  },
})
const [otherDir, ...unexpected] = positionals
if (otherDir === undefined || unexpected.length > 0)
  throw new Error('Expected one argument: the folder of the other checkout.')
const [pairCount, productCount] = [Number(values.pairs), Number(values.products)]
if (!(pairCount >= 1) || !(productCount >= 1_000))
  throw new Error('--pairs must be at least 1, and --products at least 1000.')
const cases = values.cases.split(',').map((name) => findComparedCase(name.trim()))

await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
const catalogue = await generateCatalogue(resolve(otherDir), productCount, folder.path)
const other = await startBuild('other', resolve(otherDir), catalogue)
processes.use(other.contestant.process)
const current = await startBuild('this', PROJECT_DIR, catalogue)
processes.use(current.contestant.process)
pinLoad()

const rows: string[][] = []
for (const benchCase of cases) {
  console.error(benchCase.name)
  const { otherRounds, rounds } = await comparePairs(benchCase)
  rows.push([benchCase.name, ...describe(otherRounds, rounds)])
}
const cores = IS_PINNED
  ? 'Both servers on one core, the load on another'
  : '**Servers and load share all cores, because taskset is missing**'
console.log(
  `${cores}; ${cpus()[0]?.model}, Node ${process.version}, ${pairCount} pairs, ${productCount} products. CPU time is per request; ratios are this checkout / the other.\n`,
)
console.log(
  formatTable(
    [
      'case',
      'CPU µs, other',
      'CPU µs, this',
      'ratio',
      'inverse',
      'pairs: median (range)',
      'requests/s, ratio',
      'head ms, other',
      'head ms, this',
      'ratio',
      'first byte ms, other',
      'first byte ms, this',
      'ratio',
    ],
    rows,
  ),
)
console.log(`\n${await describeLateData()}`)

async function comparePairs(
  benchCase: ComparedCase,
): Promise<{ readonly otherRounds: readonly Round[]; readonly rounds: readonly Round[] }> {
  const sides = await Promise.all(
    [other, current].map(async ({ contestant, buildId }) => ({
      contestant,
      plan: await planRequests(benchCase, contestant, buildId),
      rounds: [] as Round[],
    })),
  )
  for (let pair = -WARMING_ROUNDS; pair < pairCount; pair++) {
    for (const { contestant, plan, rounds } of pair % 2 === 0 ? sides : sides.toReversed()) {
      const round = await measureRound(benchCase, contestant, plan)
      if (pair >= 0) rounds.push(round)
    }
  }
  return { otherRounds: sides[0]!.rounds, rounds: sides[1]!.rounds }
}

function describe(otherRounds: readonly Round[], rounds: readonly Round[]): string[] {
  const medians = (read: (round: Round) => number) =>
    [otherRounds, rounds].map((side) => median(side.map(read))) as [number, number]
  const [otherTime, time] = medians(({ processorTime }) => processorTime)
  const [otherRate, rate] = medians(({ requestsPerSecond }) => requestsPerSecond)
  const ofPairs = rounds.map(({ processorTime }, index) => processorTime / otherRounds[index]!.processorTime)
  return [
    otherTime.toFixed(0),
    time.toFixed(0),
    (time / otherTime).toFixed(2),
    (otherTime / time).toFixed(2),
    `${median(ofPairs).toFixed(2)} (${Math.min(...ofPairs).toFixed(2)}–${Math.max(...ofPairs).toFixed(2)})`,
    (rate / otherRate).toFixed(2),
    ...compareTimes(otherRounds, rounds, 'head'),
    ...compareTimes(otherRounds, rounds, 'body'),
  ]
}

function compareTimes(otherRounds: readonly Round[], rounds: readonly Round[], point: 'head' | 'body'): string[] {
  const [otherTimes, times] = [otherRounds, rounds].map((side) =>
    side.flatMap((round) => round.times.map((time) => time[point])),
  ) as [number[], number[]]
  if (times.length === 0) return ['', '', '']
  const [before, now] = [median(otherTimes), median(times)]
  return [before.toFixed(2), now.toFixed(2), (now / before).toFixed(2)]
}

/** A delay of the related products simulates a slow database. */
async function describeLateData(): Promise<string> {
  const program = await bundleProgram('late-related.ts')
  const command = [program, join(PROJECT_DIR, '.build-test', 'compare'), String(LATE_MS)]
  const contestant = await startWithCopy('late', PROJECT_DIR, command, catalogue)
  processes.use(contestant.process)
  const plan = await planRequests(findComparedCase('cold product (brotli)'), contestant, current.buildId)
  // V8 has not compiled the code of the first responses yet.
  await timeSequentially(contestant.process.url, plan)
  const times = await timeSequentially(contestant.process.url, plan)
  const [head, body, end] = (['head', 'body', 'end'] as const).map((point) =>
    median(times.map((time) => time[point])),
  ) as [number, number, number]
  return `Related products ${LATE_MS} ms late, this checkout: head after ${head.toFixed(1)} ms, first byte after ${body.toFixed(1)} ms, which is ${((body / end) * 100).toFixed(0)} % of the time until the end, ${end.toFixed(1)} ms.`
}
