// Compares the speed of this checkout with that of another one, such as an older commit. Both are built for production and serve
// the same generated catalogue. Rounds of requests alternate between them, so that the varying speed of the machine affects both.
//   npm run bench -- compare ../other-checkout
//   npm run bench -- compare ../other-checkout --cases 'hot product,cold product'
//   npm run bench -- compare ../other-checkout --pairs 20 --products 100000
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { latestBuildUrl, payloadUrl } from '../../shared/urls.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { bundleProgram } from './bundle-program.ts'
import { CASES, type BenchCase } from './cases.ts'
import { startVitrine } from './contestants.ts'
import type { prepareCatalogue } from './generated-catalogue.ts'
import { applyLoad, type RequestPlan } from './load.ts'
import { waitUntilIdle, CONNECTIONS, planRequests, type Contestant } from './measure-case.ts'
import { IS_PINNED, pinLoad } from './pinned-process.ts'
import { formatTable } from './results.ts'
import { median } from './statistics.ts'

/** Requests per round. Processor time is counted in steps of 10 ms, so a round should use about half a second of it. */
const HOT_REQUESTS = 16_000
const COLD_REQUESTS = 600
const SHORT_COLD_REQUESTS = 2_000
/** Requests that a single client sends, one after the other, after each round of cold pages. */
const SEQUENTIAL_REQUESTS = 30
const WARMING_ROUNDS = 3
/** A page cache of 1 MB holds the page of a hot case, but evicts those of a cold case before they are requested again. */
const ENVIRONMENT = { PAGE_CACHE_MB: '1' }
const LATE_MS = 500

interface ComparedCase extends BenchCase {
  /** Number of requests in a round, if it differs from the usual number. */
  readonly requests?: number
}

const hot = (name: string, path: string): ComparedCase => ({
  name,
  limit: null,
  isOneUrl: true,
  acceptEncoding: 'br',
  paths: () => () => path,
})
const existing = (name: string, changes: Partial<BenchCase> = {}): BenchCase => ({
  ...CASES.find((candidate) => candidate.name === name)!,
  ...changes,
})
const coldProduct = existing('cold product')
const COMPARED: readonly ComparedCase[] = [
  hot('hot home', '/'),
  existing('hot page', { name: 'hot product' }),
  hot('hot listing', '/products'),
  existing('not modified'),
  coldProduct,
  existing('cold product (brotli)'),
  existing('cold listing'),
  existing('cold listing', { name: 'cold listing (brotli)', acceptEncoding: 'br' }),
  {
    ...coldProduct,
    name: 'cold payload',
    requests: SHORT_COLD_REQUESTS,
    paths: (catalogue) => {
      const productPathOf = coldProduct.paths(catalogue)
      return (number) => payloadUrl(productPathOf(number), '', catalogue.buildId)
    },
  },
  {
    ...coldProduct,
    name: 'not found',
    requests: SHORT_COLD_REQUESTS,
    status: 404,
    paths: () => (number) => `/products/missing-${number}`,
  },
]

/** Milliseconds from sending a request to its response's head, first body byte and end. */
interface ResponseTimes {
  readonly head: number
  readonly body: number
  readonly end: number
}

interface Round {
  /** Microseconds of processor time for each request. */
  readonly processorTime: number
  readonly requestsPerSecond: number
  /** Response times of the single client; empty in hot cases. */
  readonly times: readonly ResponseTimes[]
}

interface Entrant {
  readonly contestant: Contestant
  readonly buildId: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '10' },
    products: { type: 'string', default: '10000' },
    cases: { type: 'string', default: COMPARED.map(({ name }) => name).join(',') },
  },
})
const [otherDir, ...unexpected] = positionals
if (otherDir === undefined || unexpected.length > 0)
  throw new Error('Expected one argument: the folder of the other checkout.')
const [pairCount, productCount] = [Number(values.pairs), Number(values.products)]
if (!(pairCount >= 1) || !(productCount >= 1_000))
  throw new Error('--pairs must be at least 1, and --products at least 1000.')
const cases = values.cases.split(',').map((name) => {
  const found = COMPARED.find((candidate) => candidate.name === name.trim())
  if (!found)
    throw new Error(`unknown case "${name}"; the cases are ${COMPARED.map((candidate) => candidate.name).join(', ')}`)
  return found
})

await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
// The other checkout generates the database, because it is usually older and its schema can be migrated.
const generator = (await import(pathToFileURL(resolve(otherDir, 'test/bench/generated-catalogue.ts')).href)) as {
  readonly prepareCatalogue: typeof prepareCatalogue
}
const catalogue = await generator.prepareCatalogue(productCount, folder.path)
const other = await startBuild('other', resolve(otherDir))
const current = await startBuild('this', PROJECT_DIR)
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

/** Builds a checkout, and starts its server with a copy of the catalogue. */
async function startBuild(name: string, projectDir: string): Promise<Entrant> {
  // The build is inside the checkout, so that Node finds its node_modules.
  const buildDir = join(projectDir, '.build-test', 'compare')
  execFileSync(process.execPath, ['build.mjs', '--out', buildDir], { cwd: projectDir, stdio: 'ignore' })
  const contestant = await startWithCopy(name, projectDir, [join(buildDir, 'server', 'main.js')])
  const latest = (await (await fetch(contestant.process.url + latestBuildUrl(0))).json()) as { readonly id: string }
  return { contestant, buildId: latest.id }
}

async function startWithCopy(name: string, projectDir: string, command: readonly string[]): Promise<Contestant> {
  const ownFolder = join(folder.path, name)
  mkdirSync(ownFolder)
  const databasePath = join(ownFolder, 'catalogue.db')
  copyFileSync(catalogue, databasePath)
  const contestant = await startVitrine(
    { productCount, databasePath, folder: ownFolder, environment: ENVIRONMENT },
    { name, projectDir, command },
  )
  processes.use(contestant.process)
  return contestant
}

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

async function measureRound(
  { isOneUrl, requests }: ComparedCase,
  { process: server }: Contestant,
  plan: RequestPlan,
): Promise<Round> {
  const amount = requests ?? (isOneUrl ? HOT_REQUESTS : COLD_REQUESTS)
  const before = server.readProcessorTime()
  const { requestsPerSecond } = await applyLoad(server.url, plan, { amount }, CONNECTIONS)
  await waitUntilIdle(server)
  const processorTime = ((server.readProcessorTime() - before) * 1_000) / amount
  return { processorTime, requestsPerSecond, times: isOneUrl ? [] : await timeSequentially(server.url, plan) }
}

/** Sends requests one after the other over one connection. */
async function timeSequentially(
  url: string,
  { headers, status, nextPath }: RequestPlan,
): Promise<readonly ResponseTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: ResponseTimes[] = []
  while (times.length < SEQUENTIAL_REQUESTS) times.push(await timeResponse(url + nextPath(), headers, status, agent))
  agent.destroy()
  return times
}

function timeResponse(
  url: string,
  headers: RequestPlan['headers'],
  status: number,
  agent: Agent,
): Promise<ResponseTimes> {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  return new Promise((done, reject) => {
    const sent = request(url, { headers, agent }, (response) => {
      const head = elapsed()
      let body = 0
      if (response.statusCode !== status)
        reject(new Error(`${url} returned ${response.statusCode} instead of ${status}.`))
      response.once('data', () => (body = elapsed())).on('error', reject)
      response.on('end', () => done({ head, body, end: elapsed() }))
    })
    sent.on('error', reject).end()
  })
}

/** Returns the table cells that describe the results of a case. */
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

/** Measures this checkout's product pages if their related products arrive late. A delay simulates a slow database. */
async function describeLateData(): Promise<string> {
  const program = await bundleProgram('late-related.ts')
  const contestant = await startWithCopy('late', PROJECT_DIR, [
    program,
    join(PROJECT_DIR, '.build-test', 'compare'),
    String(LATE_MS),
  ])
  const plan = await planRequests(existing('cold product (brotli)'), contestant, current.buildId)
  // The first responses run code that V8 has not compiled yet, so they are not used.
  await timeSequentially(contestant.process.url, plan)
  const times = await timeSequentially(contestant.process.url, plan)
  const [head, body, end] = (['head', 'body', 'end'] as const).map((point) =>
    median(times.map((time) => time[point])),
  ) as [number, number, number]
  return `Related products ${LATE_MS} ms late, this checkout: head after ${head.toFixed(1)} ms, first byte after ${body.toFixed(1)} ms, which is ${((body / end) * 100).toFixed(0)} % of the time until the end, ${end.toFixed(1)} ms.`
}
