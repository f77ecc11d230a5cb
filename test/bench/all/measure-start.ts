import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DATABASE_FILE } from '../../../server/platform/settings/database-settings.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { PROJECT_DIR } from '../../support/folders.ts'
import { readStart } from '../contestants.ts'
import type { Figure } from './figure.ts'

interface StartOptions {
  /** The built server's program. */
  readonly program: string
  readonly folder: string
  readonly runs: number
}

/** Until the end of the first page. */
export async function measureStart(
  catalogues: readonly { readonly path: string; readonly productCount: number; readonly atMostMs: number }[],
  { program, folder, runs }: StartOptions,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { path, productCount, atMostMs } of catalogues) {
    for (const isCached of [true, false]) {
      const values: number[] = []
      for (let run = 0; run < runs; run++) {
        if (!isCached) forgetFile(path)
        values.push(await timeFirstPage(program, path, join(folder, 'start')))
      }
      figures.push({
        name: `first page after the start, ${productCount.toLocaleString('en')} products${isCached ? '' : ', file not cached'}`,
        unit: 'ms',
        target: { atMost: atMostMs },
        values,
      })
    }
  }
  return figures
}

/** Asks the system to remove a file from its cache, which GNU `dd` does for `nocache` and a count of 0. */
function forgetFile(path: string): void {
  execFileSync('sync')
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

async function timeFirstPage(program: string, databasePath: string, dataDir: string): Promise<number> {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  symlinkSync(databasePath, join(dataDir, DATABASE_FILE))
  const { flags, environment } = readStart(PROJECT_DIR)
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: 'false',
      DATA_DIR: dataDir,
      SITE_URL: 'https://shop.example',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/products`).catch(() => null)
      if (response?.ok) {
        await response.text()
        return performance.now() - startedAt
      }
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before its first page.`)
      await wait(5)
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}
