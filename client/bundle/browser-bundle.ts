import { writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { LANGUAGES, type Language } from '../../shared/messages/messages.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'

export const START = 'client/start.ts'
export const MAIN = 'client/main.tsx'

export type Outputs = Metafile['outputs']

export function pageFile(name: RouteName): string {
  return `client/pages/${name}/page.tsx`
}

export function messagesFile(language: Language): string {
  return `shared/messages/${language}.ts`
}

interface BrowserOptions extends BuildOptions {
  readonly outdir: string
  readonly metafile: true
}

/** @param shared options common to the browser and server bundles @param outdir relative to the project */
export function buildBrowserOptions(shared: BuildOptions, outdir: string, isDevelopment: boolean): BrowserOptions {
  return {
    ...shared,
    entryPoints: {
      start: START,
      main: MAIN,
      // As an entry point, each page gets its own style sheet.
      ...Object.fromEntries(ROUTE_NAMES.map((name) => [name, pageFile(name)])),
      ...Object.fromEntries(LANGUAGES.map((language) => [language, messagesFile(language)])),
    },
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    splitting: true,
    // Within the scripts, every page would load the licences.
    legalComments: 'linked',
    metafile: true,
    sourcemap: isDevelopment,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    external: ['/fonts/*'],
  }
}

/**
 * Bundles into few files. By itself, esbuild writes one for each combination of entry points that share modules: two
 * dozen for a page, slow to fetch over HTTP/1.1 and badly compressed.
 */
export async function bundleInFewFiles(options: BrowserOptions): Promise<Outputs> {
  const styles = await build({ ...options, plugins: [leaveOutLazyModules], sourcemap: false, write: false })
  const pageStyles = listPageStyles(styles.metafile.outputs, options.outdir)
  const scripts = await build({
    ...options,
    loader: { '.css': 'empty' },
    define: { ...options.define, PAGE_STYLES: JSON.stringify(JSON.stringify(pageStyles)) },
    plugins: [importCoreInEveryEntry],
    // `core.ts` imports packages without side effects.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  const outputs = { ...scripts.metafile.outputs }
  for (const [path, output] of Object.entries(styles.metafile.outputs)) {
    if (path.endsWith('.css')) outputs[path] = output
    else if (output.cssBundle !== undefined) findOutput(outputs, output.entryPoint)[1].cssBundle = output.cssBundle
  }
  const cssFiles = styles.outputFiles.filter(({ path }) => path.endsWith('.css'))
  await Promise.all(cssFiles.map(({ path, contents }) => writeFile(path, contents)))
  return outputs
}

function listPageStyles(outputs: Outputs, outdir: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    ROUTE_NAMES.map((name) => {
      const [, { cssBundle }] = findOutput(outputs, pageFile(name))
      return [name, cssBundle === undefined ? [] : [relative(outdir, cssBundle)]]
    }),
  )
}

/** @returns the path of an entry point's output, and esbuild's description of it */
export function findOutput(outputs: Outputs, entry: string | undefined): readonly [string, Outputs[string]] {
  const output = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.replace(/^with-core:/, '') === entry)
  if (!output) throw new Error(`The bundle has no output for the entry point "${entry}".`)
  return output
}

/** Keeps the style sheets of pages out of that of `main`. */
const leaveOutLazyModules: Plugin = {
  name: 'leave-out-lazy-modules',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined))
  },
}

/**
 * Makes every entry point and lazy module but `start` import `core.ts`: esbuild writes modules with the same importers
 * into one file. Style sheets are bundled without this plugin, which would repeat that of `main` in each.
 */
const importCoreInEveryEntry: Plugin = {
  name: 'import-core-in-every-entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) => {
      const entry = relative('.', resolve(resolveDir, path)).replaceAll('\\', '/')
      const isEntry = kind === 'entry-point' || kind === 'dynamic-import'
      return isEntry && entry !== START ? { path: entry, namespace: 'with-core' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'with-core' }, ({ path }) => ({
      contents: `import './client/core.ts'\nexport * from './${path}'`,
      resolveDir: '.',
    }))
  },
}
