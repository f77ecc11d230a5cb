import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DATABASE_FILE } from '../../server/platform/settings/database-settings.ts'
import { latestBuildUrl } from '../../shared/urls.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { spawnServer } from '../support/start-process.ts'

const SERVER_CORE = '0'
const LOAD_CORE = '1'

/** The kernel counts processor time in these ticks. */
const TICK_MS = 10

/** A measured server. Counts its requests across all cases, so that no cold URL is requested twice in a row. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string
  readonly productCount: number
  readonly buildId: string
  requestCount: number
  /** Processor time of all threads since the start, in user and kernel mode, in milliseconds. */
  readProcessorTime(): number
  /** Resident memory in MiB. */
  readMemory(): { readonly now: number; readonly peak: number }
}

/** Moves this process to another core than the servers'. */
export function pinLoad(): void {
  execFileSync('taskset', ['-a', '-c', '-p', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
}

/**
 * Builds a checkout for production and starts its server with the options of the Dockerfile.
 * @param catalogue a generated database, of which the server gets a copy in the folder
 */
export async function startBuild(
  name: string,
  projectDir: string,
  catalogue: { readonly path: string; readonly productCount: number; readonly folder: string },
): Promise<BenchServer> {
  // The build is inside the checkout, so that Node finds its node_modules.
  const buildDir = join(projectDir, '.build-test', 'bench')
  execFileSync(process.execPath, ['build.mjs', '--out', buildDir], { cwd: projectDir, stdio: 'ignore' })
  const dataDir = join(catalogue.folder, name)
  mkdirSync(dataDir)
  copyFileSync(catalogue.path, join(dataDir, DATABASE_FILE))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  // The log is written to a file, because reading it would take processor time of the load.
  const log = join(catalogue.folder, `${name}.log`)
  const start = `exec taskset -c ${SERVER_CORE} "$@" > '${log}'`
  const { child, ended } = spawnServer(
    buildDir,
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_URL: 'https://shop.example',
      MALLOC_ARENA_MAX: '1',
      NODE_OPTIONS: '--max-semi-space-size=16',
      // Holds the page of a hot case, but evicts those of a cold case before they are requested again.
      PAGE_CACHE_MB: '1',
    },
    ['sh', '-c', start, 'sh'],
  )
  const readBuildId = async (): Promise<string> => {
    const latest = await fetch(url + latestBuildUrl(0)).catch(() => undefined)
    if (latest?.ok) return ((await latest.json()) as { readonly id: string }).id
    await wait(10)
    return readBuildId()
  }
  const failed = ended.then(() => Promise.reject(new Error(`the server ended: ${readFileSync(log, 'utf8')}`)))
  const readMebibytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) /
    1024
  return {
    url,
    productCount: catalogue.productCount,
    buildId: await Promise.race([readBuildId(), failed]),
    requestCount: 0,
    readProcessorTime() {
      // The program's name in the second field may contain spaces, so everything up to its end is skipped.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    readMemory: () => ({ now: readMebibytes('VmRSS'), peak: readMebibytes('VmHWM') }),
    async [Symbol.asyncDispose]() {
      failed.catch(() => {})
      child.kill('SIGKILL')
      await ended
    },
  }
}
