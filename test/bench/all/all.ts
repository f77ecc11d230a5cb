// Measures every figure that has a target, and prints one table with the minimum, median and maximum of three runs. The other
// checkout is that of an older commit, with its dependencies installed; the targets are meant for commit 21a64cd.
//   npm run bench -- all ../other-checkout                           takes about an hour
//   npm run bench -- all ../other-checkout --parts pages,start       only these parts
//   npm run bench -- all ../other-checkout --runs 1 --no-million     a first impression
import { cpus } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../support/folders.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { buildCheckout, generateCatalogue } from '../compared-builds.ts'
import { prepareCatalogue } from '../generated-catalogue.ts'
import { IS_PINNED, pinLoad } from '../pinned-process.ts'
import { formatFigures, type Figure } from './figure.ts'
import { measureImports } from './measure-imports.ts'
import { measurePages } from './measure-pages.ts'
import { measureScripts } from './measure-scripts.ts'
import { measureSearch } from './measure-search.ts'
import { measureStart } from './measure-start.ts'

const FEW = 10_000
const MANY = 1_000_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    runs: { type: 'string', default: '3' },
    parts: { type: 'string', default: 'start,scripts,imports,search,pages' },
    million: { type: 'boolean', default: true },
  },
})
const [otherDir, ...unexpected] = positionals
if (otherDir === undefined || unexpected.length > 0)
  throw new Error('Expected one argument: the folder of the other checkout.')
const runs = Number(values.runs)

await using folder = await makeTemporaryFolder()
const options = { projectDir: PROJECT_DIR, otherDir: resolve(otherDir), folder: folder.path, runs }
const program = buildCheckout(PROJECT_DIR)
const buildDir = dirname(dirname(program))

const PARTS: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  pages: async () => {
    pinLoad()
    return measurePages({ ...options, catalogue: await generateCatalogue(options.otherDir, FEW, folder.path) })
  },
  imports: () => measureImports({ ...options, withMillion: values.million }),
  start: async () =>
    measureStart(
      [
        { path: await prepareCatalogue(FEW), productCount: FEW, atMostMs: 500 },
        ...(values.million ? [{ path: await prepareCatalogue(MANY), productCount: MANY, atMostMs: 1_000 }] : []),
      ],
      { ...options, program },
    ),
  scripts: () => measureScripts(buildDir, folder.path, runs),
  search: () => (values.million ? measureSearch(folder.path, runs) : []),
}

const figures: Figure[] = []
for (const part of values.parts.split(',')) {
  const measure = PARTS[part]
  if (!measure) throw new Error(`unknown part "${part}"; the parts are ${Object.keys(PARTS).join(', ')}`)
  console.error(part)
  figures.push(...(await measure()))
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${runs} runs${IS_PINNED ? '' : ', servers and load on all cores'}.\n`,
)
console.log(formatFigures(figures))
