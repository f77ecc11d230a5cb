import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../../server/config/database-settings.ts'
import { startProcess } from '../../support/start-process.ts'
import type { SharedCatalogue } from '../compared-builds.ts'
import { findComparedCase } from '../compared-cases.ts'
import { applyLoad } from '../load.ts'
import { CONNECTIONS } from '../measure-case.ts'
import type { Figure } from './figure.ts'

const SECONDS = 3
const LEAST_GAIN = 1.8

/** The load needs the same cores, so the gain is smaller than on a machine with more of them. */
export async function measureCores(catalogue: SharedCatalogue, buildDir: string, runs: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of ['hot product', 'cold product']) {
    const benchCase = findComparedCase(name)
    const nextPath = benchCase.paths({ productCount: catalogue.productCount, buildId: '' })
    let count = 0
    const rates: Record<number, number[]> = { 1: [], 2: [] }
    for (let run = 0; run < runs; run++) {
      for (const processes of [1, 2]) {
        const dataDir = join(catalogue.folder, `cores-${name}-${run}-${processes}`)
        mkdirSync(dataDir)
        symlinkSync(catalogue.path, join(dataDir, DATABASE_FILE))
        await using server = await startProcess({
          buildDir,
          environment: {
            DATA_DIR: dataDir,
            DEMO: 'false',
            FETCH_PICTURES: 'off',
            PAGE_CACHE_MB: '1',
            RENDER_WAIT_MS: '10000',
            WEB_CONCURRENCY: String(processes),
          },
        })
        const plan = {
          headers: { 'accept-encoding': 'identity' },
          status: 200,
          responseBytes: null,
          nextPath: () => nextPath(count++),
        }
        // The first load lets V8 compile the code.
        for (const duration of [SECONDS, SECONDS]) {
          const { requestsPerSecond } = await applyLoad(server.url, plan, { duration }, CONNECTIONS)
          rates[processes]![run] = requestsPerSecond
        }
      }
    }
    figures.push({
      name: `${name}: requests with WEB_CONCURRENCY=2 / 1`,
      unit: '',
      target: { atLeast: LEAST_GAIN },
      values: rates[2]!.map((rate, run) => rate / rates[1]![run]!),
      beside: `1: ${Math.max(...rates[1]!).toFixed(0)}/s, 2: ${Math.max(...rates[2]!).toFixed(0)}/s`,
    })
  }
  return figures
}
