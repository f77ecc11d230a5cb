// Measures page loads and navigations of the demo in Chromium, and prints Markdown tables.
//   npm run bench -- browser                       each page five times
//   npm run bench -- browser --runs 9 --slow 6     nine times, with the processor slowed down by a factor of six
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findBrowserFiles } from '../../support/browser-files.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { startProcess } from '../../support/start-process.ts'
import { PAGES } from '../lighthouse-report.ts'
import { formatTable } from '../results.ts'
import { median } from '../statistics.ts'
import { blockingTime, KINDS, measureFirstLoad, type FirstLoad } from './first-load.ts'
import { measureMoves, type Arrival, type Move } from './moves.ts'

const KILOBYTE = 1024

const SCRIPT_KB = 103
const READER_SCRIPT_KB = 20
const STYLE_KB = 12
const DOCUMENT_KB: Readonly<Record<string, number>> = { '/products/breakfast-bowl': 6.5, '/products': 8.5 }
const LONG_TASK_MS = 50
const MOVE_MS: Readonly<Record<Move, number>> = {
  'link that was in view': 50,
  'link that was not in view': 100,
  back: 50,
  forward: 50,
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, slow: { type: 'string', default: '4' } },
})
const [runs, slowdown] = [Number(values.runs), Number(values.slow)]

execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })
await using server = await startProcess({ buildDir: PRODUCTION_BUILD_DIR, environment: { DEMO: 'true' } })
const browser = await launchChromium(await findBrowserFiles())

const loads = new Map<string, FirstLoad>()
for (const path of PAGES) {
  // The first loads make the server render and cache pages and pictures.
  for (let visit = 0; visit < 2; visit++) await measureFirstLoad(browser, server.url + path, 1)
  const measured: FirstLoad[] = []
  for (let run = 0; run < runs; run++) measured.push(await measureFirstLoad(browser, server.url + path, slowdown))
  measured.sort((one, other) => blockingTime(one) - blockingTime(other))
  loads.set(path, { ...measured[Math.floor(runs / 2)]!, paintMs: median(measured.map(({ paintMs }) => paintMs)) })
}
const moves: Readonly<Record<Move, Arrival>>[] = []
for (let run = 0; run <= runs; run++) moves.push(await measureMoves(browser, server.url))
// The first round warms up the browser.
const timeOf = (move: string, moment: keyof Arrival) =>
  median(moves.slice(1).map((round) => round[move as Move][moment]))
await browser.close()

const kilobytes = (bytes: number) => (bytes / KILOBYTE).toFixed(1)
const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**')
console.log(
  `Median of ${runs} loads of each page; blocking time with the processor slowed down by a factor of ${slowdown}.\n`,
)
console.log(
  formatTable(
    [
      'page',
      'requests',
      'scripts of a reader KB',
      ...KINDS.map((kind) => `${kind} KB`),
      'all KB',
      'LCP ms',
      'TBT ms',
      'long tasks, ms',
    ],
    [...loads].map(([path, load]) => [
      path,
      String(load.requests),
      kilobytes(load.readerScriptBytes),
      ...[...KINDS, 'all' as const].map((kind) => kilobytes(load.bytes[kind])),
      load.paintMs.toFixed(0),
      blockingTime(load).toFixed(0),
      load.longTasksMs.map((duration) => duration.toFixed(0)).join(', ') || 'none',
    ]),
  ),
)
console.log(
  `\n${formatTable(
    ['navigation', 'heading in the document, ms', 'shown, ms'],
    Object.keys(MOVE_MS).map((move) => [move, timeOf(move, 'inDocument').toFixed(0), timeOf(move, 'shown').toFixed(0)]),
  )}`,
)
const largest = (kind: 'Script' | 'Stylesheet') =>
  Math.max(...[...loads.values()].map(({ bytes }) => bytes[kind])) / KILOBYTE
const longest = Math.max(0, ...[...loads.values()].flatMap(({ longTasksMs }) => longTasksMs))
const atMost = (figure: string, bound: number, unit: string, measured: number) => [
  figure,
  `at most ${bound} ${unit}`,
  measured.toFixed(1),
  verdict(measured <= bound),
]
console.log(
  `\n${formatTable(
    ['figure', 'target', 'measured', ''],
    [
      atMost(
        'scripts of a reader',
        READER_SCRIPT_KB,
        'KB',
        Math.max(...[...loads.values()].map(({ readerScriptBytes }) => readerScriptBytes)) / KILOBYTE,
      ),
      atMost('scripts of a first load', SCRIPT_KB, 'KB', largest('Script')),
      atMost('style sheets of a first load', STYLE_KB, 'KB', largest('Stylesheet')),
      ...Object.entries(DOCUMENT_KB).map(([path, bound]) =>
        atMost(`HTML of ${path}`, bound, 'KB', loads.get(path)!.bytes.Document / KILOBYTE),
      ),
      atMost('longest task', LONG_TASK_MS, 'ms', longest),
      ...Object.entries(MOVE_MS).map(([move, bound]) =>
        atMost(`click to heading: ${move}`, bound, 'ms', timeOf(move, 'inDocument')),
      ),
    ],
  )}`,
)
