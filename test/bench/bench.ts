// Measures the server and, for comparison, two minimal servers: one that sends a fixed response, and one that only renders the
// same pages. Prints Markdown tables.
//   npm run bench -- server                                       with 10,000 products
//   npm run bench -- server --products 10000,1000000              also with a million; the first run takes minutes to generate it
//   npm run bench -- server --cases 'hot page,cold product'       only these cases
//   npm run bench -- server --rounds 3 --seconds 1                number of rounds per server and case, and their length
//   npm run bench -- server --folder /var/tmp/catalogues          folder of the generated databases
import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { readBuildManifest } from '../../server/web/render/build-manifest.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { CaseResult, MemoryResult } from './case-result.ts'
import { bundleProgram } from './bundle-program.ts'
import { CASES, type BenchCase } from './cases.ts'
import { compareResponses, comparePages, countLines } from './check-responses.ts'
import { startFixedResponse, startBareRender, startVitrine, type ServerOptions } from './contestants.ts'
import { CATALOGUE_FOLDER, prepareCatalogue } from './generated-catalogue.ts'
import { measureAlternately, planRequests, type Contestant } from './measure-case.ts'
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
const MIN_PRODUCTS = 10_000
const productCounts = values.products.split(',').map(Number)
if (!productCounts.every((count) => count >= MIN_PRODUCTS))
  throw new Error(`--products must be numbers of at least ${MIN_PRODUCTS}.`)
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const cases = values.cases.split(',').map((name) => {
  const found = CASES.find((candidate) => candidate.name === name.trim())
  if (!found)
    throw new Error(`unknown case "${name}"; the cases are ${CASES.map((candidate) => candidate.name).join(', ')}`)
  return found
})

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const bareRenderProgram = await bundleProgram('limits/bare-render.tsx')
const { id: buildId } = readBuildManifest(PRODUCTION_BUILD_DIR)
await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
const entrants: { options: ServerOptions; vitrine: Awaited<ReturnType<typeof startVitrine>>; render: Contestant }[] = []
for (const productCount of productCounts) {
  const options = {
    productCount,
    databasePath: await prepareCatalogue(productCount, values.folder),
    folder: folder.path,
  }
  const [vitrine, render] = [await startVitrine(options), await startBareRender(bareRenderProgram, options)]
  for (const contestant of [vitrine, render]) processes.use(contestant.process)
  entrants.push({ options, vitrine, render })
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
  if (lines < vitrine.responseCount)
    throw new Error(`The log has ${lines} lines for ${vitrine.responseCount} responses.`)
}
const targets = judge(
  results,
  memory.filter(({ name }) => name === 'Vitrine'),
)
console.log(
  `${IS_PINNED ? 'Each server on one core, the load on another' : '**Servers and load share all cores, because taskset is missing**'}; ${cpus()[0]?.model}, Node ${process.version}, ${effort.rounds} rounds of ${effort.seconds} s.\n`,
)
console.log(formatResults(results, memory, targets))

/** Measures a case with each catalogue, beside its minimal server. */
async function measure(benchCase: BenchCase): Promise<CaseResult[]> {
  await using bare = new AsyncDisposableStack()
  const pairs: { vitrine: Contestant; limit: Contestant | null }[] = []
  const contestants: { contestant: Contestant; plan: Awaited<ReturnType<typeof planRequests>> }[] = []
  for (const { options, vitrine, render } of entrants) {
    const plan = await planRequests(benchCase, vitrine, buildId)
    const pair = { vitrine, limit: benchCase.limit === 'render' ? render : (null as Contestant | null) }
    contestants.push({ contestant: vitrine, plan })
    if (benchCase.limit === 'response') {
      pair.limit = await startFixedResponse(plan.response!, options)
      bare.use(pair.limit.process)
      const fixedPlan = await planRequests({ ...benchCase, isConditional: false }, pair.limit, buildId)
      compareResponses(plan.response!, fixedPlan.response!)
      contestants.push({ contestant: pair.limit, plan: fixedPlan })
    } else if (benchCase.limit === 'render') {
      await comparePages(vitrine, render, plan.nextPath())
      contestants.push({ contestant: render, plan: await planRequests(benchCase, render, buildId) })
    }
    pairs.push(pair)
  }
  for (const { options } of entrants) await readIntoMemory(options.databasePath)
  const measured = await measureAlternately(benchCase, contestants, effort)
  return pairs.map(({ vitrine, limit }) => ({
    name: benchCase.name,
    productCount: vitrine.productCount,
    vitrine: measured.get(vitrine)!,
    limit: limit && measured.get(limit)!,
  }))
}

/** Fills the system's cache, so that no round measures the disk. */
async function readIntoMemory(path: string): Promise<void> {
  for await (const _bytes of createReadStream(path, { highWaterMark: 2 ** 20 }));
}
