// Opens connections that each send many requests without reading a response, and measures the server's memory and the longest
// response time of /healthz meanwhile. Node's heap is limited to 512 MB.
//   npm run bench -- pipelined
import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { openConnection, type RawConnection } from '../../support/raw-connection.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { startVitrine } from '../contestants.ts'
import { prepareCatalogue } from '../generated-catalogue.ts'
import { pinLoad } from '../pinned-process.ts'
import { formatTable } from '../results.ts'

const PRODUCTS = 1_000
const DURATION_MS = 10_000
const HEAP_MB = 512
/** Maximum growth of the memory, which comes from cached pages and buffered responses. */
const GROWTH_MAX_MB = 250

const CASES = [
  { connections: 100, requests: 2_307 },
  { connections: 400, requests: 300 },
  { connections: 400, requests: 50 },
]

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const databasePath = await prepareCatalogue(PRODUCTS)
pinLoad()
const rows = []
for (const { connections, requests } of CASES) {
  await using folder = await makeTemporaryFolder()
  const environment = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }
  const { process: server } = await startVitrine({
    productCount: PRODUCTS,
    databasePath,
    folder: folder.path,
    environment,
  })
  await using _ = server
  await measureHealth()
  const before = server.readMemory().now
  const opened: RawConnection[] = []
  const until = performance.now() + DURATION_MS
  const longest = watchHealth()
  for (let index = 0; index < connections; index++) {
    const connection = await openConnection(server)
    connection.socket.pause()
    connection.send('GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(requests))
    opened.push(connection)
  }
  const longestWait = await longest
  const { peak } = server.readMemory()
  for (const connection of opened) connection[Symbol.dispose]()
  if (peak - before > GROWTH_MAX_MB) process.exitCode = 1
  rows.push([`${connections} × ${requests}`, before.toFixed(0), peak.toFixed(0), longestWait.toFixed(0)])

  async function measureHealth(): Promise<number> {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    return performance.now() - startedAt
  }

  async function watchHealth(): Promise<number> {
    let most = 0
    while (performance.now() < until) {
      most = Math.max(most, await measureHealth())
      await wait(20)
    }
    return most
  }
}
console.log(formatTable(['connections × requests', 'MiB before', 'MiB peak', 'longest /healthz ms'], rows))
