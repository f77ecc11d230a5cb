import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { latestBuildUrl } from '../../shared/urls.ts'
import { startVitrine } from './contestants.ts'
import type { prepareCatalogue } from './generated-catalogue.ts'
import type { Contestant } from './measure-case.ts'

/** Holds the page of a hot case, but evicts those of a cold case before they are requested again. */
const ENVIRONMENT = { PAGE_CACHE_MB: '1' }

export interface SharedCatalogue {
  readonly path: string
  readonly productCount: number
  /** Folder for the copies. */
  readonly folder: string
}

export interface BuiltServer {
  readonly contestant: Contestant
  readonly buildId: string
}

/** The older checkout generates the catalogue, because the newer one can migrate its schema. */
export async function generateCatalogue(
  projectDir: string,
  productCount: number,
  folder: string,
): Promise<SharedCatalogue> {
  const generator = (await import(pathToFileURL(join(projectDir, 'test/bench/generated-catalogue.ts')).href)) as {
    readonly prepareCatalogue: typeof prepareCatalogue
  }
  return { path: await generator.prepareCatalogue(productCount, folder), productCount, folder }
}

/** @returns the path of the server's program */
export function buildCheckout(projectDir: string): string {
  // The build is inside the checkout, so that Node finds its node_modules.
  const buildDir = join(projectDir, '.build-test', 'compare')
  execFileSync(process.execPath, ['build.mjs', '--out', buildDir], { cwd: projectDir, stdio: 'ignore' })
  return join(buildDir, 'server', 'main.js')
}

export async function startBuild(name: string, projectDir: string, catalogue: SharedCatalogue): Promise<BuiltServer> {
  const contestant = await startWithCopy(name, projectDir, [buildCheckout(projectDir)], catalogue)
  const latest = (await (await fetch(contestant.process.url + latestBuildUrl(0))).json()) as { readonly id: string }
  return { contestant, buildId: latest.id }
}

export async function startWithCopy(
  name: string,
  projectDir: string,
  command: readonly string[],
  { path, productCount, folder }: SharedCatalogue,
): Promise<Contestant> {
  const ownFolder = join(folder, name)
  mkdirSync(ownFolder)
  const databasePath = join(ownFolder, 'catalogue.db')
  copyFileSync(path, databasePath)
  return startVitrine(
    { productCount, databasePath, folder: ownFolder, environment: ENVIRONMENT },
    { name, projectDir, command },
  )
}
