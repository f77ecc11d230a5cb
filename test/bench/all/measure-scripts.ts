import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowserFiles } from '../../support/browser-files.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { startProcess } from '../../support/start-process.ts'
import { measureFirstLoad, type FirstLoad } from '../browser/first-load.ts'
import { PAGES, type LighthouseScores } from '../lighthouse-report.ts'
import { median } from '../statistics.ts'
import type { Figure } from './figure.ts'

const READER_MOST_KB = 20
const TASK_MOST_MS = 50
const SLOWDOWN = 4

export async function measureScripts(buildDir: string, folder: string, runs: number): Promise<Figure[]> {
  const loads = await loadPages(buildDir, runs)
  return [
    {
      name: 'scripts of a visitor who only reads, largest page',
      unit: 'KB',
      target: { atMost: READER_MOST_KB },
      values: Array.from({ length: runs }, (_, run) =>
        Math.max(...[...loads.values()].map((measured) => measured[run]!.readerScriptBytes / 1024)),
      ),
    },
    ...[...loads].map(([path, measured]): Figure => ({
      name: `longest task of ${path} at a quarter of the speed`,
      unit: 'ms',
      target: { atMost: TASK_MOST_MS },
      values: measured.map(({ longTasksMs }) => Math.max(0, ...longTasksMs)),
      beside: `largest paint ${median(measured.map(({ paintMs }) => paintMs)).toFixed(0)} ms at full speed`,
    })),
    ...(await runLighthouse(folder, runs)),
  ]
}

async function loadPages(buildDir: string, runs: number): Promise<ReadonlyMap<string, readonly FirstLoad[]>> {
  await using server = await startProcess({ buildDir, environment: { DEMO: 'true' } })
  const browser = await launchChromium(await findBrowserFiles())
  const loads = new Map<string, FirstLoad[]>()
  for (const path of PAGES) {
    // The first loads make the server render and cache pages and pictures.
    for (let visit = 0; visit < 2; visit++) await measureFirstLoad(browser, server.url + path, 1)
    const measured: FirstLoad[] = []
    for (let run = 0; run < runs; run++) measured.push(await measureFirstLoad(browser, server.url + path, SLOWDOWN))
    loads.set(path, measured)
  }
  await browser.close()
  return loads
}

async function runLighthouse(folder: string, runs: number): Promise<Figure[]> {
  const { executablePath, environment } = await findBrowserFiles()
  const path = join(folder, 'lighthouse.json')
  const program = join(import.meta.dirname, '..', 'lighthouse.ts')
  try {
    execFileSync(process.execPath, [program, '--runs', String(runs), '--device', 'mobile', '--json', path], {
      stdio: 'ignore',
      env: { CHROMIUM_PATH: executablePath, ...process.env, ...environment },
    })
  } catch {
    // The program also fails if a score is too low, which the table shows.
  }
  const pages = JSON.parse(readFileSync(path, 'utf8')) as readonly LighthouseScores[]
  return pages.map(({ path: page, scores }) => ({
    name: `Lighthouse, mobile, lowest of four scores of ${page}`,
    unit: '',
    target: { atLeast: 100 },
    values: scores.map((ofRun) => Math.min(...Object.values(ofRun))),
    beside: `performance ${scores.map((ofRun) => ofRun['performance']).join(', ')}`,
  }))
}
