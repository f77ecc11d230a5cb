import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const NAMESPACE = 'react-as-module'

/**
 * Wraps React's CommonJS in an ES module with named exports. Otherwise esbuild copies all exports for each importing
 * file, and calls `jsx` through a getter.
 */
export const reactAsModule: Plugin = {
  name: 'react-as-module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace !== NAMESPACE ? { path, namespace: NAMESPACE } : undefined,
    )
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
      const names = Object.keys(createRequire(import.meta.url)(path) as object)
      const exported = names.map((name) => `export const ${name} = React.${name}`)
      return {
        contents: [`import React from '${path}'`, 'export default React', ...exported].join('\n'),
        resolveDir: '.',
      }
    })
  },
}
