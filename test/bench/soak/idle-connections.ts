// Opens thousands of connections, says one request on each and then nothing, and tells what they cost and how visitors are
// served beside them.
//   npm run bench -- idle                         ten thousand
//   npm run bench -- idle --connections 5000   as many as the system allows to open
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
const TOGETHER = 200
const ASKED = 200

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
await using folder = await makeTemporaryFolder()
const { process: server } = await startVitrine({
  productCount: PRODUCTS,
  databasePath: await prepareCatalogue(PRODUCTS),
  folder: folder.path,
})
await using _ = server
pinLoad()

const before = await askForPages('before')
const memoryBefore = server.readMemory().now
const connections: RawConnection[] = []
while (connections.length < count) {
  const opened = await Promise.all(
    Array.from({ length: Math.min(TOGETHER, count - connections.length) }, () => openConnection(server)),
  )
  for (const { say } of opened) say('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  connections.push(...opened)
}
while (!connections.every(({ heard }) => heard().includes('ok\n'))) await wait(10)
const memory = server.readMemory().now
const beside = await askForPages(`beside ${count} idle connections`)
const processorBefore = server.readProcessorTime()
await wait(5_000)
const idleTime = (server.readProcessorTime() - processorBefore) / 5_000
const open = connections.filter(({ socket }) => !socket.destroyed && !socket.readableEnded).length
for (const connection of connections) connection[Symbol.dispose]()

console.log(formatTable(['pages', 'p50 ms', 'p99 ms'], [before, beside]))
console.log(
  `\n${open} of ${count} are open; each takes ${(((memory - memoryBefore) * 1024) / count).toFixed(1)} KB, and all together ${(idleTime * 100).toFixed(1)} % of a processor.`,
)
process.exitCode = open === count ? 0 : 1

/** Requests pages one after another. */
async function askForPages(name: string): Promise<string[]> {
  const milliseconds: number[] = []
  for (let number = 0; number < ASKED; number++) {
    const startedAt = performance.now()
    const answer = await fetch(`${server.url}/about?number=${number}`)
    await answer.text()
    if (answer.status !== 200) throw new Error(`A page is answered with ${answer.status}.`)
    milliseconds.push(performance.now() - startedAt)
  }
  const ascending = Float64Array.from(milliseconds).sort()
  return [name, percentile(ascending, 0.5).toFixed(2), percentile(ascending, 0.99).toFixed(2)]
}
