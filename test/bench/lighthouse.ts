// Runs Lighthouse on pages of the demo, with desktop and mobile settings.
//   npm run bench -- lighthouse              each page once
//   npm run bench -- lighthouse --runs 3     the median of three runs of each page
//   npm run bench -- lighthouse /about       only these pages
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig, type Config, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { findFreePort } from '../support/find-free-port.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'
import { startProcess } from '../support/start-process.ts'
import { median } from './results.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type CategoryId = (typeof CATEGORIES)[number]

/** Without settings, Lighthouse simulates a mid-range phone on slow 4G. */
const DEVICES: readonly (readonly [name: string, config: Config | undefined])[] = [
  ['desktop', desktopConfig],
  ['mobile', undefined],
]

/** One page of the demo for each route. */
const PAGES = ['/', '/about', '/contact', '/category', '/category/table', '/products', '/products/breakfast-bowl']

const METRICS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'total-byte-weight']

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const runs = Number(values.runs)
const paths = positionals.length > 0 ? positionals : PAGES

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'inherit' })
const [port, debuggingPort] = [await findFreePort(), await findFreePort()]
await using server = await startProcess({
  buildDir: PRODUCTION_BUILD_DIR,
  environment: { DEMO: 'true', PORT: String(port), SITE_URL: `http://localhost:${port}` },
})
const browser = await chromium.launch({
  executablePath: findInstalledBrowser(),
  args: ['--no-sandbox', `--remote-debugging-port=${debuggingPort}`],
})

console.log(
  `\n${'page'.padEnd(28)}device   ${CATEGORIES.map((id) => id.padEnd(16)).join('')}LCP ms  TBT ms  CLS    KiB`,
)
for (const path of paths) {
  for (const [device, config] of DEVICES) {
    // The first audit makes the server render the pictures.
    await audit(server.url + path, config)
    const results: Result[] = []
    for (let run = 0; run < runs; run++) results.push(await audit(server.url + path, config))
    const scores = CATEGORIES.map((id) =>
      median(results.map(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100))),
    )
    const [paint, blocking, shift, bytes] = METRICS.map((id) =>
      median(results.map(({ audits }) => audits[id]?.numericValue ?? NaN)),
    )
    console.log(
      `${path.padEnd(28)}${device.padEnd(9)}${scores.map((score) => String(score).padEnd(16)).join('')}` +
        `${paint!.toFixed(0).padEnd(8)}${blocking!.toFixed(0).padEnd(8)}${shift!.toFixed(3).padEnd(7)}${(bytes! / 1024).toFixed(0)}`,
    )
    CATEGORIES.forEach((id, index) => {
      if (scores[index]! < 100) console.log(`  ${id}: ${listLosses(results[0]!, id).join('; ')}`)
    })
  }
}
await browser.close()

/** Lighthouse cannot use the headless Chromium of the tests. */
function findInstalledBrowser(): string {
  const path = [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (candidate) => candidate && existsSync(candidate),
  )
  if (path === undefined)
    throw new Error('There is no Chromium or Chrome. Install one, or set CHROMIUM_PATH to its path.')
  return path
}

/** Repeats an audit that loses the trace of the page, which happens sometimes. */
async function audit(url: string, config: Config | undefined, triesLeft = 3): Promise<Result> {
  const result = await lighthouse(
    url,
    { port: debuggingPort, logLevel: 'error', onlyCategories: [...CATEGORIES] },
    config,
  )
  if (result && !result.lhr.runtimeError) return result.lhr
  if (triesLeft > 0) return audit(url, config, triesLeft - 1)
  throw new Error(`lighthouse failed at ${url}: ${result?.lhr.runtimeError?.message}`)
}

function listLosses({ categories, audits }: Result, id: CategoryId): string[] {
  return categories[id]!.auditRefs.flatMap(({ id: auditId, weight }) => {
    const audit = audits[auditId]!
    return weight > 0 && audit.score !== null && audit.score < 1
      ? [`${auditId} ${Math.round(audit.score * 100)} ${audit.displayValue ?? ''}`.trim()]
      : []
  })
}
