// Measures how a running server fetches pictures from another host: time, memory, load on that host, and response times of a
// visitor meanwhile.
//   npm run bench -- pictures               5,000 pictures of 1 MB
//   npm run bench -- pictures 500
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { NEUTRAL_SITE } from '../../../server/catalog/neutral-site.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { productPath } from '../../../shared/urls.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { bundleProgram } from '../bundle-program.ts'
import { readStart } from '../contestants.ts'
import { generateProduct } from '../generate-products.ts'
import { pinLoad, startPinned } from '../pinned-process.ts'
import { formatTable } from '../results.ts'
import { percentile } from '../statistics.ts'

const PICTURE_BYTES = 1_000_000
const VISITS_BEFORE = 1_000
/** A visitor requests a page this often. */
const VISIT_INTERVAL_MS = 20

const count = Number(process.argv[2] ?? 5_000)
if (!Number.isInteger(count) || count < 1) throw new Error(`"${process.argv[2]}" is not a number of pictures.`)

const noise = await sharp({
  create: {
    width: 2_000,
    height: 1_500,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 25 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer()
let [open, mostOpen, requests] = [0, 0, 0]
const host = createServer((req, res) => {
  requests += 1
  mostOpen = Math.max(mostOpen, ++open)
  res.on('close', () => (open -= 1))
  // Bytes after the end of a JPEG are ignored, so that each address has another picture of the same size.
  const bytes = Buffer.alloc(Math.max(PICTURE_BYTES, noise.length + 100), `\n${req.url}`)
  noise.copy(bytes)
  res.end(bytes)
}).listen(0, '127.0.0.1')
await once(host, 'listening')
const hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const program = await bundleProgram('pictures/picture-server.ts')
await using folder = await makeTemporaryFolder()
const databasePath = join(folder.path, 'vitrine.db')
await fill(false)
const { flags, environment } = readStart(PROJECT_DIR)
await using server = await startPinned(
  [...flags, program, PRODUCTION_BUILD_DIR, PROJECT_DIR],
  { ...environment, HOST: '127.0.0.1', PORT: '0', DEMO: 'false', DATA_DIR: folder.path, PAGE_CACHE_MB: '1' },
  join(folder.path, 'server.log'),
)
pinLoad()
const slugs = Array.from({ length: count }, (_, index) => generateProduct(index).slug)
await visitUntil((visits) => visits.length >= VISITS_BEFORE)
const before = await visitUntil((visits) => visits.length >= VISITS_BEFORE)
const memoryBefore = server.readMemory().now
const processorBefore = server.readProcessorTime()
const startedAt = performance.now()
await fill(true)
const store = await openSqliteStore(databasePath)
let isDone = false
void pollUntilDone()
const during = await visitUntil(() => isDone)
const seconds = (performance.now() - startedAt) / 1_000
const memory = server.readMemory()
await store.close()
host.close()

console.log(
  `${count} pictures of ${(Math.max(PICTURE_BYTES, noise.length) / 1e6).toFixed(1)} MB: ${seconds.toFixed(0)} s (${((seconds * 1_000) / count).toFixed(0)} ms a picture), ${((server.readProcessorTime() - processorBefore) / count).toFixed(0)} ms of processor time a picture with the visitor's pages; ${requests} requests, at most ${mostOpen} at once; memory ${memoryBefore.toFixed(0)} MiB before, ${memory.peak.toFixed(0)} MiB at most.\n`,
)
console.log(
  formatTable(
    ['visitor', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
    [describe('before', before), describe('while pictures are fetched', during)],
  ),
)

/** Writes the products, with or without their pictures. */
async function fill(hasPictures: boolean): Promise<void> {
  const filled = await openSqliteStore(databasePath)
  await filled.write(async (writer) => {
    await writer.putSite({ ...NEUTRAL_SITE, name: 'Pictures' })
    for (let index = 0; index < count; index++) {
      const product = generateProduct(index)
      const images = hasPictures ? [{ url: `${hostUrl}/${index}.jpg`, alt: product.name }] : []
      const [first, ...others] = product.variants.map((variant) => ({ ...variant, imageIndex: null }))
      await writer.putProduct({ ...product, images, variants: [first!, ...others] })
    }
  })
  await filled.close()
}

async function pollUntilDone(): Promise<void> {
  while ((await store.readStatistics()).remoteImages > 0) await wait(1_000)
  isDone = true
}

/** Requests product pages one after the other. @returns the response times in milliseconds, ascending */
async function visitUntil(hasEnded: (visits: readonly number[]) => boolean): Promise<readonly number[]> {
  const visits: number[] = []
  while (!hasEnded(visits)) {
    const from = performance.now()
    const response = await fetch(server.url + productPath(slugs[(visits.length * 7_919) % count]!))
    await response.text()
    if (response.status !== 200) throw new Error(`the server responded with status ${response.status}`)
    visits.push(performance.now() - from)
    await wait(VISIT_INTERVAL_MS)
  }
  return visits.toSorted((one, other) => one - other)
}

function describe(name: string, visits: readonly number[]): string[] {
  const times = [0.5, 0.95, 0.99, 1].map((share) => percentile(visits, share).toFixed(1))
  return [name, String(visits.length), ...times]
}
