// Measures the server of this checkout, alone or beside that of another one, such as an older commit. Both are built for production
// and serve the same generated catalogue. Their rounds alternate, because the speed of the machine varies.
//   npm run bench -- server
//   npm run bench -- compare ../other-checkout
//   npm run bench -- compare ../other-checkout --cases 'hot product,cold product'
//   npm run bench -- server --rounds 20 --products 100000
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { pinLoad, startBuild, type BenchServer } from './bench-server.ts'
import { findCases } from './cases.ts'
import type { prepareCatalogue } from './generated-catalogue.ts'
import { formatRounds, measureRounds } from './measure-rounds.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    products: { type: 'string', default: '10000' },
    cases: { type: 'string' },
  },
})
const [roundCount, productCount] = [Number(values.rounds), Number(values.products)]
// One of the cases requests the 4,242nd product.
if (!(roundCount >= 1) || !(productCount >= 5_000))
  throw new Error('--rounds must be at least 1, and --products at least 5000.')
const cases = findCases(values.cases)
const [otherDir, ...unexpected] = positionals.map((path) => resolve(path))
if (unexpected.length > 0) throw new Error('Expected at most one argument: the folder of the other checkout.')

await using folder = await makeTemporaryFolder()
await using running = new AsyncDisposableStack()
// The older checkout generates the catalogue, because the newer one can migrate its schema.
const generatorPath = join(otherDir ?? PROJECT_DIR, 'test/bench/generated-catalogue.ts')
const generator = (await import(pathToFileURL(generatorPath).href)) as {
  readonly prepareCatalogue: typeof prepareCatalogue
}
const path = await generator.prepareCatalogue(productCount, otherDir && folder.path)
const servers: BenchServer[] = []
for (const projectDir of [...(otherDir ? [otherDir] : []), PROJECT_DIR]) {
  const catalogue = { path, productCount, folder: folder.path }
  servers.push(running.use(await startBuild(`server-${servers.length}`, projectDir, catalogue)))
}
pinLoad()

const rows: (readonly string[])[] = []
for (const benchCase of cases) rows.push(await measureRounds(benchCase, servers, roundCount))
console.log(formatRounds(otherDir !== undefined, roundCount, rows))
const { now, peak } = servers.at(-1)!.readMemory()
console.log(`\nResident memory: ${now.toFixed(0)} MiB at the end, ${peak.toFixed(0)} MiB at most.`)
