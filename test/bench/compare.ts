// Compares the speed of this checkout with that of another one, such as an older commit. Both are built for production and serve
// the same generated catalogue. Their rounds alternate, because the speed of the machine varies.
//   npm run bench -- compare ../other-checkout
//   npm run bench -- compare ../other-checkout --cases 'hot product,cold product'
//   npm run bench -- compare ../other-checkout --pairs 20 --products 100000
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { startBuild } from './built-server.ts'
import type { prepareCatalogue } from './generated-catalogue.ts'
import { formatPairs, measurePairs, planRequests } from './measure-pairs.ts'
import { pinLoad } from './pinned-process.ts'
import { readOptions } from './read-options.ts'

const { pairs, products, cases, positionals } = readOptions()
const [otherDir, ...unexpected] = positionals
if (otherDir === undefined || unexpected.length > 0)
  throw new Error('Expected one argument: the folder of the other checkout.')

await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
// The older checkout generates the catalogue, because the newer one can migrate its schema.
const generator = (await import(pathToFileURL(join(resolve(otherDir), 'test/bench/generated-catalogue.ts')).href)) as {
  readonly prepareCatalogue: typeof prepareCatalogue
}
const catalogue = {
  path: await generator.prepareCatalogue(products, folder.path),
  productCount: products,
  folder: folder.path,
}
const other = await startBuild('other', resolve(otherDir), catalogue)
processes.use(other.process)
const own = await startBuild('this', PROJECT_DIR, catalogue)
processes.use(own.process)
pinLoad()

const rows: (readonly string[])[] = []
for (const benchCase of cases)
  rows.push(
    await measurePairs(
      benchCase,
      [other, await planRequests(benchCase, other)],
      [own, await planRequests(benchCase, own)],
      pairs,
    ),
  )
console.log(formatPairs('other', pairs, products, rows))
