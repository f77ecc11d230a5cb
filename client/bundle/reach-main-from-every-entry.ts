import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/** What so many pages show is everybody's: in small files of its own it costs more to fetch than it spares the others. */
const SHARING_PAGES = 3

/**
 * Lets every entry import what `main` imports, and what several pages do: the set is the same for all of these modules
 * then, and so is the file. Style sheets are bundled without it, or each page's would hold those of `main`.
 * @param main path of its module
 * @param pages paths of the pages' modules
 * @param metafile of a bundle without it
 */
export function reachMainFromEveryEntry(main: string, pages: readonly string[], metafile: Metafile): Plugin {
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint = '' }) =>
    isOurs(entryPoint) ? [resolve(entryPoint)] : [],
  )
  const ofPages = pages.flatMap((page) => listImports(metafile, page))
  const shared = ofPages.filter(
    (path, index) =>
      ofPages.indexOf(path) === index && ofPages.filter((other) => other === path).length >= SHARING_PAGES,
  )
  const core = [...findImports(metafile, main), ...shared]
    .map((path) => `import ${JSON.stringify(resolve(path))}`)
    .join('\n')
  return {
    name: 'reach-main-from-every-entry',
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

/** All that a module imports at once, by way of others too. */
function listImports(metafile: Metafile, path: string, found = new Set<string>()): readonly string[] {
  for (const imported of findImports(metafile, path)) {
    if (found.has(imported)) continue
    found.add(imported)
    listImports(metafile, imported, found)
  }
  return [...found]
}

function findImports({ inputs }: Metafile, path: string): readonly string[] {
  return inputs[path]!.imports.filter(
    ({ kind, path: imported }) => kind === 'import-statement' && !imported.endsWith('.css'),
  ).map(({ path: imported }) => imported)
}

function isOurs(path: string): boolean {
  return /^(?:client|shared)\/.*\.tsx?$/.test(path)
}
