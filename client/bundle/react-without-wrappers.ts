import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const NAMESPACE = 'react-without-wrappers'

/** React's production files by the specifier of the module that exports them. */
const FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/** The specifier or the absolute path of one of these modules. */
const MODULE = /(?:^|[/\\]node_modules[/\\])(react|react-dom|scheduler)(?:[/\\](client|jsx-runtime|index))?(?:\.js)?$/

const REQUIRES = /^var (?:\w+ = require\("[\w-]+"\)[,;]\s*)+/m

/**
 * Turns React's CommonJS into ES modules. esbuild would wrap each file in a function, which browsers parse only when it
 * is called: 10 of the 18 ms in which the scripts are evaluated. Functions at the top level are parsed while the module
 * is loaded.
 */
export const reactWithoutWrappers: Plugin = {
  name: NAMESPACE,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: MODULE }, ({ path }) => {
      const [, name, part] = MODULE.exec(path)!
      return { path: part === undefined || part === 'index' ? name! : `${name}/${part}`, namespace: NAMESPACE }
    })
    onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
      const file = findFile(path)
      const names = Object.keys(createRequire(import.meta.url)(file) as object)
      return { contents: toModule(await readFile(file, 'utf8'), names), resolveDir: '.' }
    })
  },
}

/** @throws if React has no such production file */
function findFile(path: string): string {
  const file = FILES[path]
  if (file === undefined) throw new Error(`The browser's bundle cannot contain "${path}"; add it to FILES.`)
  const packages = createRequire(import.meta.url)
    .resolve('react/package.json')
    .replace(/react[/\\]package\.json$/, '')
  return packages + file
}

function toModule(source: string, names: readonly string[]): string {
  const body = source.replace(REQUIRES, (statement) =>
    [...statement.matchAll(/(\w+) = require\("([\w-]+)"\)/g)]
      .map(([, name, module]) => `import * as ${name} from "${module}";`)
      .join('\n'),
  )
  if (body.includes('require(')) throw new Error('React imports a module in a way that this plugin does not know.')
  // The file may have functions with these names.
  const variables = names.map((name) => `const exported_${name} = exports.${name};`)
  const exported = names.map((name) => `exported_${name} as ${name}`)
  return ['const exports = {};', body, ...variables, `export { exports as default, ${exported.join(', ')} };`].join(
    '\n',
  )
}
