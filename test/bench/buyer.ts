// Measures how long the site takes to turn thirty pasted part numbers into an enquiry in Chromium, without the buyer's own time.
//   npm run bench -- buyer               five times each
//   npm run bench -- buyer --runs 9
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { findBrowserFiles } from '../support/browser-files.ts'
import { BUYERS_PAGES, BUYERS_WAYS, sendBuyersList, type BuyersWay } from '../support/buyer-task.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { startProcess } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { formatTable } from './results.ts'
import { median } from './statistics.ts'

/** A client may send 20 enquiries in ten minutes. */
const RUNS_MAX = 20

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const runs = Number(values.runs)
if (!(runs >= 1 && runs <= RUNS_MAX)) throw new Error(`--runs must be a number from 1 to ${RUNS_MAX}.`)

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
const browser = await launchChromium(await findBrowserFiles())
const rows: string[][] = []
for (const way of BUYERS_WAYS) rows.push(await measure(way))
await browser.close()
console.log(formatTable(['way', 'clicks', 'median s', 'longest s'], rows))

async function measure(way: BuyersWay): Promise<string[]> {
  await using folder = await makeTemporaryFolder()
  const store = await openSqliteStore(join(folder.path, 'vitrine.db'))
  await store.write(async (writer) => {
    for (const product of generateScrewCatalogue()) await writer.putProduct(product)
  })
  await store.close()
  await using server = await startProcess({
    buildDir: PRODUCTION_BUILD_DIR,
    environment: { DATA_DIR: folder.path },
  })
  const times: number[] = []
  let clicks = 0
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext(BUYERS_PAGES[way])
    if (way !== 'without scripts') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    const startedAt = performance.now()
    clicks = await sendBuyersList(page, server.url, way)
    times.push((performance.now() - startedAt) / 1_000)
    await context.close()
  }
  return [way, String(clicks), median(times).toFixed(1), Math.max(...times).toFixed(1)]
}
