import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/**
 * Lets every entry import what `main` imports: the set is the same for all of these modules then, and so is the file.
 * Style sheets are bundled without it, or each page's would hold those of `main`.
 * @param main path of its module
 * @param metafile of a bundle without it
 */
export function reachMainFromEveryEntry(main: string, { inputs, outputs }: Metafile): Plugin {
  const entries = Object.values(outputs).flatMap(({ entryPoint = '' }) => (isOurs(entryPoint) ? [resolve(entryPoint)] : []))
  const imports = inputs[main]!.imports.filter(({ kind, path }) => kind === 'import-statement' && !path.endsWith('.css'))
  const core = imports.map(({ path }) => `import ${JSON.stringify(resolve(path))}`).join('\n')
  return {
    name: 'reach-main-from-every-entry',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^core$/ }, () => ({ path: 'core', namespace: 'core' }))
      onLoad({ filter: /.*/, namespace: 'core' }, () => ({ contents: core, resolveDir: '.' }))
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) =>
        entries.includes(path) ? { contents: `${await readFile(path, 'utf8')}\nimport 'core'`, loader: path.endsWith('x') ? 'tsx' : 'ts' } : undefined,
      )
    },
  }
}

function isOurs(path: string): boolean {
  return /^(?:client|shared)\/.*\.tsx?$/.test(path)
}
