// Opens thousands of connections, sends one request on each, and measures the memory and processor time of the idle connections
// and the latency of other requests.
//   npm run bench -- idle                      10,000 connections
//   npm run bench -- idle --connections 5000   fewer, if the system limits open files
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { openConnection, type RawConnection } from '../../support/raw-connection.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { startVitrine } from '../contestants.ts'
import { prepareCatalogue } from '../generated-catalogue.ts'
import { pinLoad } from '../pinned-process.ts'
import { formatTable } from '../results.ts'
import { percentile } from '../statistics.ts'

const { values } = parseArgs({ options: { connections: { type: 'string', default: '10000' } } })
const count = Number(values.connections)

const PRODUCTS = 10_000
const OPENED_AT_ONCE = 200
const REQUESTS = 200

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
await using folder = await makeTemporaryFolder()
const { process: server } = await startVitrine({
  productCount: PRODUCTS,
  databasePath: await prepareCatalogue(PRODUCTS),
  folder: folder.path,
})
await using _ = server
pinLoad()

const before = await requestPages('before')
const memoryBefore = server.readMemory().now
const connections: RawConnection[] = []
while (connections.length < count) {
  const opened = await Promise.all(
    Array.from({ length: Math.min(OPENED_AT_ONCE, count - connections.length) }, () => openConnection(server)),
  )
  for (const { send } of opened) send('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  connections.push(...opened)
}
while (!connections.every(({ received }) => received().includes('ok\n'))) await wait(10)
const memory = server.readMemory().now
const beside = await requestPages(`beside ${count} idle connections`)
const processorBefore = server.readProcessorTime()
await wait(5_000)
const idleTime = (server.readProcessorTime() - processorBefore) / 5_000
const open = connections.filter(({ socket }) => !socket.destroyed && !socket.readableEnded).length
for (const connection of connections) connection[Symbol.dispose]()

console.log(formatTable(['pages', 'p50 ms', 'p99 ms'], [before, beside]))
console.log(
  `\n${open} of ${count} connections are open; each takes ${(((memory - memoryBefore) * 1024) / count).toFixed(1)} KB, and all of them ${(idleTime * 100).toFixed(1)} % of a core.`,
)
process.exitCode = open === count ? 0 : 1

async function requestPages(name: string): Promise<string[]> {
  const milliseconds: number[] = []
  for (let number = 0; number < REQUESTS; number++) {
    const startedAt = performance.now()
    const response = await fetch(`${server.url}/about?number=${number}`)
    await response.text()
    if (response.status !== 200) throw new Error(`A page returned ${response.status} instead of 200.`)
    milliseconds.push(performance.now() - startedAt)
  }
  const ascending = Float64Array.from(milliseconds).sort()
  return [name, percentile(ascending, 0.5).toFixed(2), percentile(ascending, 0.99).toFixed(2)]
}
