import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { useBuild } from '../support/builds.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../support/folders.ts'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  /** True if the parent package contains this package, so that it is not downloaded separately. */
  readonly inBundle?: boolean
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT_DIR, name), 'utf8'))
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> }
const { allowScripts, dependencies } = readJson('package.json') as {
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
}
const installed = Object.entries(packages).filter(([path]) => path !== '')

test('package.json lists all packages with install scripts and allows only the script of node', () => {
  const withScripts = installed.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)!] : [],
  )
  expect(withScripts.toSorted()).toEqual(Object.keys(allowScripts).toSorted())
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node'])
})

test('every locked package comes from a registry and has a SHA-512 hash', () => {
  expect(installed.length).toBeGreaterThan(100)
  for (const [path, { resolved, integrity, inBundle }] of installed) {
    if (inBundle) continue
    // A package without a URL comes from the registry that is configured in npm.
    expect(resolved ?? '', path).toMatch(/^(?:https:\/\/[^/]+\/.+\.tgz)?$/)
    expect(integrity, path).toMatch(/^sha512-/)
  }
})

test('CI and the Dockerfile run no npm command that changes the lockfile', () => {
  for (const file of ['.ci/run', 'Dockerfile'])
    expect(readFileSync(join(PROJECT_DIR, file), 'utf8'), file).not.toMatch(/npm (?:install|i|add|update)\b/)
})

/** Returns the packages that bundles and commands import. */
async function listImports(entryPoints: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    outdir: PRODUCTION_BUILD_DIR,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  const names = imported.filter((path) => !isBuiltin(path)).map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0])
  return [...new Set(names)].toSorted()
}

const bundle = (name: string) => join(PRODUCTION_BUILD_DIR, `server/${name}.js`)

test('production dependencies are exactly the packages that the server and its commands import', async () => {
  await useBuild('production')
  const commands = ['catalog', 'enquiries'].map((name) => join(PROJECT_DIR, `server/commands/${name}.ts`))
  expect(await listImports([...['main', 'serve'].map(bundle), ...commands])).toEqual(
    Object.keys(dependencies).toSorted(),
  )
})
