import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../server/platform/settings/database-settings.ts'
import { latestBuildUrl } from '../../shared/urls.ts'
import type { Contestant } from './measure-rounds.ts'
import { startPinned } from './pinned-process.ts'

/** A generated database. Servers use copies of it, because a newer version may migrate the schema. */
export interface SharedCatalogue {
  readonly path: string
  readonly productCount: number
  /** Folder for the copies and logs. */
  readonly folder: string
}

/** Builds a checkout for production, and starts its server. */
export async function startBuild(
  name: string,
  projectDir: string,
  { path, productCount, folder }: SharedCatalogue,
): Promise<Contestant> {
  // The build is inside the checkout, so that Node finds its node_modules.
  const buildDir = join(projectDir, '.build-test', 'bench')
  execFileSync(process.execPath, ['build.mjs', '--out', buildDir], { cwd: projectDir, stdio: 'ignore' })
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  copyFileSync(path, join(dataDir, DATABASE_FILE))
  const { flags, environment } = readStart(projectDir)
  const server = await startPinned(
    [...flags, join(buildDir, 'server', 'main.js')],
    {
      ...environment,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: 'false',
      // The pictures of the generated catalogue do not exist.
      DATA_DIR: dataDir,
      SITE_URL: 'https://shop.example',
      // Long enough that no request gets a 503.
      RENDER_WAIT_MS: '10000',
      // Holds the page of a hot case, but evicts those of a cold case before they are requested again.
      PAGE_CACHE_MB: '1',
    },
    join(folder, `${name}.log`),
    projectDir,
  )
  const latest = (await (await fetch(server.url + latestBuildUrl(0))).json()) as { readonly id: string }
  return { process: server, productCount, buildId: latest.id, requestCount: 0 }
}

/** Reads the options and variables of the Dockerfile. */
function readStart(projectDir: string): {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
} {
  const [, name, value, command] = /^ENV (\w+)=(\d+)\nCMD (\[.+\])$/m.exec(
    readFileSync(join(projectDir, 'Dockerfile'), 'utf8'),
  )!
  return {
    flags: (JSON.parse(command!) as string[]).filter((word) => word.startsWith('--')),
    environment: { [name!]: value! },
  }
}
