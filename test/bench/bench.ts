// Measures the server beside its two limits, a finished answer behind bare `node:http` and a bare render of the same pages,
// and prints tables in Markdown. The first line says how the cores were shared.
//   npm run bench -- server                                          ten thousand products
//   npm run bench -- server --products 10000,1000000              a million too; its database is made once, in some minutes
//   npm run bench -- server --cases 'hot page,cold product'       these only
//   npm run bench -- server --rounds 3 --seconds 1                of load on each server for each case, in turn
//   npm run bench -- server --folder /var/tmp/catalogues          where generated databases stay
import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { readBuildManifest } from '../../server/render/build-manifest.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { CaseResult, MemoryResult } from './case-result.ts'
import { bundleProgram } from './bundle-program.ts'
import { CASES, type BenchCase } from './cases.ts'
import { compareAnswers, comparePages, countLines } from './check-answers.ts'
import { startBareAnswer, startBareRender, startVitrine, type Served } from './contestants.ts'
import { CATALOGUE_FOLDER, prepareCatalogue } from './generated-catalogue.ts'
import { measureInTurn, prepareAsked, type Contestant } from './measure-case.ts'
import { IS_PINNED, pinLoad } from './pinned-process.ts'
import { formatResults } from './results.ts'
import { judge } from './targets.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    cases: { type: 'string', default: CASES.map(({ name }) => name).join(',') },
    folder: { type: 'string', default: CATALOGUE_FOLDER },
  },
})
const LEAST_PRODUCTS = 10_000
const productCounts = values.products.split(',').map(Number)
if (!productCounts.every((count) => count >= LEAST_PRODUCTS))
  throw new Error(`--products takes numbers from ${LEAST_PRODUCTS} on.`)
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const cases = values.cases.split(',').map((name) => {
  const found = CASES.find((candidate) => candidate.name === name.trim())
  if (!found) throw new Error(`--cases knows ${CASES.map((candidate) => candidate.name).join(', ')}; not ${name}.`)
  return found
})

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const bareRenderProgram = await bundleProgram('limits/bare-render.tsx')
const { id: buildId } = readBuildManifest(PRODUCTION_BUILD_DIR)
await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
const entrants: { served: Served; vitrine: Awaited<ReturnType<typeof startVitrine>>; render: Contestant }[] = []
for (const productCount of productCounts) {
  const served = {
    productCount,
    databasePath: await prepareCatalogue(productCount, values.folder),
    folder: folder.path,
  }
  const [vitrine, render] = [await startVitrine(served), await startBareRender(bareRenderProgram, served)]
  for (const contestant of [vitrine, render]) processes.use(contestant.process)
  entrants.push({ served, vitrine, render })
}
pinLoad()

const results: CaseResult[] = []
for (const benchCase of cases) {
  console.error(benchCase.name)
  results.push(...(await measure(benchCase)))
}
const memory: MemoryResult[] = entrants.flatMap(({ vitrine, render }) =>
  [vitrine, render].map((contestant) => ({
    name: contestant.name,
    productCount: contestant.productCount,
    ...contestant.process.readMemory(),
  })),
)
for (const { vitrine } of entrants) {
  await vitrine.process.stop()
  const lines = await countLines(vitrine.logPath)
  if (lines < vitrine.answered) throw new Error(`The log has ${lines} lines for ${vitrine.answered} answers.`)
}
const targets = judge(
  results,
  memory.filter(({ name }) => name === 'Vitrine'),
)
console.log(
  `${IS_PINNED ? 'Each server on one core, the load from another' : '**Servers and load share all cores: there is no taskset here**'}; ${cpus()[0]?.model}, Node ${process.version}, ${effort.rounds} rounds of ${effort.seconds} s.\n`,
)
console.log(formatResults(results, memory, targets))

/** Measures a case at each size of the catalogue, against the case's limit. */
async function measure(benchCase: BenchCase): Promise<CaseResult[]> {
  await using bare = new AsyncDisposableStack()
  const pairs: { vitrine: Contestant; limit: Contestant | null }[] = []
  const contestants: { contestant: Contestant; asked: Awaited<ReturnType<typeof prepareAsked>> }[] = []
  for (const { served, vitrine, render } of entrants) {
    const asked = await prepareAsked(benchCase, vitrine, buildId)
    const pair = { vitrine, limit: benchCase.limit === 'render' ? render : (null as Contestant | null) }
    contestants.push({ contestant: vitrine, asked })
    if (benchCase.limit === 'answer') {
      pair.limit = await startBareAnswer(asked.answer!, served)
      bare.use(pair.limit.process)
      const bareAsked = await prepareAsked({ ...benchCase, hasCopy: false }, pair.limit, buildId)
      compareAnswers(asked.answer!, bareAsked.answer!)
      contestants.push({ contestant: pair.limit, asked: bareAsked })
    } else if (benchCase.limit === 'render') {
      await comparePages(vitrine, render, asked.nextPath())
      contestants.push({ contestant: render, asked: await prepareAsked(benchCase, render, buildId) })
    }
    pairs.push(pair)
  }
  for (const { served } of entrants) await readIntoMemory(served.databasePath)
  const measured = await measureInTurn(benchCase, contestants, effort)
  return pairs.map(({ vitrine, limit }) => ({
    name: benchCase.name,
    productCount: vitrine.productCount,
    vitrine: measured.get(vitrine)!,
    limit: limit && measured.get(limit)!,
  }))
}

/** Reads the file into the system's cache, so that no round measures the disk. */
async function readIntoMemory(path: string): Promise<void> {
  for await (const _bytes of createReadStream(path, { highWaterMark: 2 ** 20 }));
}
