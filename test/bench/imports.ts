// Measures imports into an empty database, and again without a change: generated exports of Shopify and WooCommerce, a BMEcat
// catalogue and a workbook with 30 columns.
//   npm run bench -- imports                 100,000 rows of each
//   npm run bench -- imports xlsx bmecat     only these
//   npm run bench -- imports --rows 1000
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { EXPORTS } from './exports.ts'
import { formatTable } from './results.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '100000' } },
})
const ROWS = Number(values.rows)

/** Prints the resources of a process as the last line of its standard error. */
const REPORTER = `data:text/javascript,process.on('exit', () => process.stderr.write('\\n' + JSON.stringify({ ...process.resourceUsage() })))`

const rows: string[][] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(EXPORTS)) {
  const found = EXPORTS[name]
  if (!found) throw new Error(`unknown file "${name}"; the files are ${Object.keys(EXPORTS).join(', ')}`)
  const [file, write] = found
  console.error(name)
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, file)
  await write(path, ROWS)
  const [first, again] = await importTwice(folder.path, path)
  const peak = Math.max(first!.memoryMiB, again!.memoryMiB)
  const figures = [first!.seconds, first!.processorSeconds, again!.seconds, peak].map((figure) => figure.toFixed(1))
  rows.push([name, ...figures])
}
console.log(
  `Imports of ${ROWS} rows (Shopify and WooCommerce: products) into an empty database, and again without a change:\n`,
)
console.log(formatTable(['file', 'import s', 'processor s', 'unchanged s', 'peak MiB'], rows))

/** The first import is into an empty database. */
async function importTwice(dataFolder: string, path: string) {
  const dataDir = join(dataFolder, 'import')
  mkdirSync(dataDir)
  const costs = []
  for (let time = 0; time < 2; time++) {
    const startedAt = performance.now()
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', REPORTER, 'server/commands/catalog.ts', 'import', path],
      { cwd: PROJECT_DIR, env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, maxBuffer: 2 ** 26 },
    )
    const usage = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as NodeJS.ResourceUsage
    costs.push({
      seconds: (performance.now() - startedAt) / 1_000,
      processorSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
      memoryMiB: usage.maxRSS / 1024,
    })
  }
  return costs
}
