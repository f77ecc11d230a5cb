import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { MAIN, pageFile, type BrowserOptions } from './browser-options.ts'
import { reachMainFromEveryEntry } from './reach-main-from-every-entry.ts'
import { reactAsModule } from './react-as-module.ts'

type Outputs = Metafile['outputs']

/**
 * The browser's bundle with all that `main` and most pages are made of in one file. By itself esbuild makes a file of
 * each set of modules that the same entries reach, which is two dozen for a page: slow to fetch over HTTP/1.1, and badly compressed.
 */
export async function bundleInFewFiles(options: BrowserOptions): Promise<Outputs> {
  const styles = await build({ ...options, plugins: [], write: false })
  const pageStyles = listPageStyles(styles.metafile.outputs, options.outdir)
  const scripts = await build({
    ...options,
    loader: { '.css': 'empty' },
    define: { ...options.define, PAGE_STYLES: JSON.stringify(JSON.stringify(pageStyles)) },
    plugins: [reactAsModule, reachMainFromEveryEntry(MAIN, ROUTE_NAMES.map(pageFile), styles.metafile)],
    // Said of packages without side effects: they come with whoever uses them.
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

/** Each page's style sheets, which the scripts of a production build know: their names are found before the scripts are made. */
function listPageStyles(outputs: Outputs, outdir: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    ROUTE_NAMES.map((name) => {
      const { cssBundle } = findOutput(outputs, pageFile(name))
      return [name, cssBundle === undefined ? [] : [relative(outdir, cssBundle)]]
    }),
  )
}

function findOutput(outputs: Outputs, entry: string | undefined): Outputs[string] {
  return Object.values(outputs).find(({ entryPoint }) => entryPoint === entry)!
}
