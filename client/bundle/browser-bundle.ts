import { readFile, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { LANGUAGES, type Language } from '../../shared/messages/messages.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'
import { reactAsModule } from './react-as-module.ts'

export const MAIN = 'client/main.tsx'

/** Modules that at least this many pages import are part of the main file: as small separate files they cost more requests than bytes saved. */
const SHARED_BY_PAGES_MIN = 3

type Outputs = Metafile['outputs']

export function pageFile(name: RouteName): string {
  return `client/pages/${name}/page.tsx`
}

export function messagesFile(language: Language): string {
  return `shared/messages/${language}.ts`
}

interface BrowserOptions extends BuildOptions {
  readonly outdir: string
  readonly metafile: true
  readonly plugins: NonNullable<BuildOptions['plugins']>
}

/**
 * @param shared options that the bundles of browser and server have in common
 * @param outdir folder of the files that browsers load, relative to the project
 */
export function buildBrowserOptions(shared: BuildOptions, outdir: string, isDevelopment: boolean): BrowserOptions {
  return {
    ...shared,
    entryPoints: {
      main: MAIN,
      // `main` imports each page as a chunk; as an entry point it also gets its own style sheet.
      ...Object.fromEntries(ROUTE_NAMES.map((name) => [name, pageFile(name)])),
      ...Object.fromEntries(LANGUAGES.map((language) => [language, messagesFile(language)])),
    },
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    splitting: true,
    metafile: true,
    sourcemap: isDevelopment,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    external: ['/fonts/*'],
    plugins: [reactAsModule],
  }
}

/**
 * Builds the production bundle for browsers with few files. esbuild alone writes one file per set of modules that the
 * same entry points import: two dozen for a page, which are slow to fetch over HTTP/1.1 and compress badly.
 */
export async function bundleInFewFiles(options: BrowserOptions): Promise<Outputs> {
  const styles = await build({ ...options, plugins: [], write: false })
  const pageStyles = listPageStyles(styles.metafile.outputs, options.outdir)
  const scripts = await build({
    ...options,
    loader: { '.css': 'empty' },
    define: { ...options.define, PAGE_STYLES: JSON.stringify(JSON.stringify(pageStyles)) },
    plugins: [reactAsModule, importCoreInEveryEntry(styles.metafile)],
    // esbuild drops bare imports of packages without side effects and warns about each; modules that use them import them again.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  const outputs = { ...scripts.metafile.outputs }
  for (const { entryPoint, cssBundle } of Object.values(styles.metafile.outputs)) {
    if (cssBundle === undefined) continue
    outputs[cssBundle] = styles.metafile.outputs[cssBundle]!
    findOutput(outputs, entryPoint).cssBundle = cssBundle
    const { contents } = styles.outputFiles.find(({ path }) => relative('.', path) === relative('.', cssBundle))!
    await writeFile(cssBundle, contents)
  }
  return outputs
}

/** The style sheets of each page, which are built into the scripts: the CSS is bundled before the scripts. */
function listPageStyles(outputs: Outputs, outdir: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    ROUTE_NAMES.map((name) => {
      const { cssBundle } = findOutput(outputs, pageFile(name))
      return [name, cssBundle === undefined ? [] : [relative(outdir, cssBundle)]]
    }),
  )
}

function findOutput(outputs: Outputs, entry: string | undefined): Outputs[string] {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry)
  if (!output) throw new Error(`The bundle has no output for the entry point "${entry}".`)
  return output
}

/**
 * Adds imports of the core modules (those of `main`, and those that several pages share) to every entry point. Because
 * the same entry points then import all of them, esbuild writes them into one file. Style sheets are bundled without
 * this plugin, or each page's would contain those of `main`.
 * @param metafile of a bundle without this plugin
 */
function importCoreInEveryEntry(metafile: Metafile): Plugin {
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint = '' }) =>
    isOwnModule(entryPoint) ? [resolve(entryPoint)] : [],
  )
  const pageImports = ROUTE_NAMES.flatMap((name) => listImportedModules(metafile, pageFile(name)))
  const sharedByPages = [...new Set(pageImports)].filter(
    (path) => pageImports.filter((other) => other === path).length >= SHARED_BY_PAGES_MIN,
  )
  const core = [...findImports(metafile, MAIN), ...sharedByPages]
    .map((path) => `import ${JSON.stringify(resolve(path))}`)
    .join('\n')
  return {
    name: 'import-core-in-every-entry',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^core$/ }, () => ({ path: 'core', namespace: 'core' }))
      onLoad({ filter: /.*/, namespace: 'core' }, () => ({ contents: core, resolveDir: '.' }))
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) =>
        entries.includes(path)
          ? { contents: `${await readFile(path, 'utf8')}\nimport 'core'`, loader: path.endsWith('x') ? 'tsx' : 'ts' }
          : undefined,
      )
    },
  }
}

/** All modules that a module imports statically, directly or indirectly. */
function listImportedModules(metafile: Metafile, path: string, found = new Set<string>()): readonly string[] {
  for (const imported of findImports(metafile, path)) {
    if (found.has(imported)) continue
    found.add(imported)
    listImportedModules(metafile, imported, found)
  }
  return [...found]
}

function findImports({ inputs }: Metafile, path: string): readonly string[] {
  return inputs[path]!.imports.filter(
    ({ kind, path: imported }) => kind === 'import-statement' && !imported.endsWith('.css'),
  ).map(({ path: imported }) => imported)
}

function isOwnModule(path: string): boolean {
  return /^(?:client|shared)\/.*\.tsx?$/.test(path)
}
