// Sends four times as many requests as the server can serve, from 200 clients and a greedy one that sends half of all requests,
// beside idle connections. Prints a Markdown table, and exits with 1 if a target is missed.
//   npm run bench -- soak                           ten minutes
//   npm run bench -- soak --minutes 2 --times 6     two minutes, with six times as many requests
//   npm run bench -- soak --products 1000000        with a million products
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { readBuildManifest } from '../../../server/web/render/build-manifest.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { openConnection } from '../../support/raw-connection.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { CASES } from '../cases.ts'
import { startVitrine } from '../contestants.ts'
import { prepareCatalogue } from '../generated-catalogue.ts'
import { applyLoad } from '../load.ts'
import { IS_PINNED, pinLoad } from '../pinned-process.ts'
import { median, percentile } from '../statistics.ts'
import { startModestVisitor } from './modest-visitor.ts'
import { overload } from './overload.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    times: { type: 'string', default: '4' },
    products: { type: 'string', default: '10000' },
  },
})
const [minutes, times, productCount] = [Number(values.minutes), Number(values.times), Number(values.products)]

const ROWS = 10
const WARMING_S = 2
const CAPACITY_ROUNDS = 3

/** So few that no request gets a 503 while the capacity is measured. */
const CAPACITY_CONNECTIONS = 16
const IDLE_CONNECTIONS = 200

/** Small, so that it is soon full. */
const PAGE_CACHE_MB = 8

const P99_MAX_MS = 1_000
/** Peak memory in the last third of the run, as a multiple of that in the middle third. */
const MEMORY_GROWTH_MAX = 1.1

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const { id: buildId } = readBuildManifest(PRODUCTION_BUILD_DIR)
await using folder = await makeTemporaryFolder()
const served = {
  productCount,
  databasePath: await prepareCatalogue(productCount),
  folder: folder.path,
  environment: { RENDER_WAIT_MS: '', TRUST_PROXY: '1', PAGE_CACHE_MB: String(PAGE_CACHE_MB) },
}
const { process: server } = await startVitrine(served)
await using _ = server
pinLoad()

const pathsOf = (name: string) => CASES.find((candidate) => candidate.name === name)!.paths({ productCount, buildId })
const mixed = [pathsOf('cold product'), pathsOf('cold listing'), pathsOf('cold product'), pathsOf('search')]
let number = 0
const nextPath = () => mixed[number % mixed.length]!(Math.floor(number++ / mixed.length))

const rounds: number[] = []
for (let round = 0; round <= CAPACITY_ROUNDS; round++) {
  const { requestsPerSecond } = await applyLoad(
    server.url,
    { headers: { 'accept-encoding': 'br' }, status: 200, responseBytes: null, nextPath },
    { duration: WARMING_S },
    CAPACITY_CONNECTIONS,
  )
  if (round > 0) rounds.push(requestsPerSecond)
}
const capacity = median(rounds)
console.log(
  `${IS_PINNED ? 'The server on one core, the load on another.' : 'The server and the load share all cores.'} It serves ${capacity.toFixed(0)} cold pages per second, and gets ${(capacity * times).toFixed(0)} requests per second: half of them from 200 clients, half from one, beside ${IDLE_CONNECTIONS} idle connections.\n`,
)

await fetch(`${server.url}/about`)
const load = overload(server.url, Math.round(capacity * times), nextPath)
const cold = startModestVisitor(server.url, nextPath)
const cached = startModestVisitor(server.url, () => '/about')
const idle = keepIdleConnections(server.url)
const columns = [
  'minute',
  'served/s',
  'refused/s',
  'p50 ms',
  'p99 ms',
  'refused p50',
  'p99',
  'modest visitor p99',
  'refused',
  'cached page p99',
  'failed',
  'wrong',
  'MiB',
]
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => ' ---: |').join('')}`)
const rows: { p99: number; memory: number; failed: number; wrong: number }[] = []
const seconds = (minutes * 60) / ROWS
for (let row = 1; row <= ROWS; row++) {
  await wait(seconds * 1_000)
  const [responses, modest, hot, memory] = [load.take(), cold.take(), cached.take(), server.readMemory().now]
  const cells = [
    ((row * seconds) / 60).toFixed(1),
    (responses.served.length / seconds).toFixed(0),
    (responses.refused.length / seconds).toFixed(0),
    ...[
      at(responses.served, 0.5),
      at(responses.served, 0.99),
      at(responses.refused, 0.5),
      at(responses.refused, 0.99),
      at(modest.milliseconds, 0.99),
    ].map((value) => value.toFixed(0)),
    modest.failed,
    at(hot.milliseconds, 0.99).toFixed(0),
    hot.failed,
    responses.wrong,
    memory.toFixed(0),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  rows.push({
    p99: Math.max(at(responses.served, 0.99), at(modest.milliseconds, 0.99)),
    memory,
    failed: hot.failed,
    wrong: responses.wrong,
  })
}
load.stop()
idle.stop()
await Promise.all([cold.stop(), cached.stop()])

const third = Math.floor(ROWS / 3)
const highest = (of: readonly { readonly memory: number }[]) => Math.max(...of.map(({ memory }) => memory))
const figures: readonly (readonly [string, boolean])[] = [
  [`99th percentile below ${P99_MAX_MS} ms`, rows.every(({ p99 }) => p99 < P99_MAX_MS)],
  ['memory bounded', highest(rows.slice(-third)) < highest(rows.slice(-2 * third, -third)) * MEMORY_GROWTH_MAX],
  ['every cached page served', rows.every(({ failed }) => failed === 0)],
  ['every other response a 503', rows.every(({ wrong }) => wrong === 0)],
]
for (const [figure, isMet] of figures) console.log(`\n${figure}: ${isMet ? 'met' : '**missed**'}`)
process.exitCode = figures.every(([, isMet]) => isMet) ? 0 : 1

function at(given: readonly number[], share: number): number {
  return given.length === 0 ? NaN : percentile(Float64Array.from(given).sort(), share)
}

/** Keeps idle connections open, and replaces those that the server closes. */
function keepIdleConnections(url: string): { stop(): void } {
  const stopping = new AbortController()
  const open = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      using connection = await openConnection({ url })
      connections.add(connection)
      await connection.closed
      connections.delete(connection)
    }
  }
  const connections = new Set<Disposable>()
  for (let count = 0; count < IDLE_CONNECTIONS; count++) void open()
  return {
    stop() {
      stopping.abort()
      for (const connection of connections) connection[Symbol.dispose]()
    },
  }
}
