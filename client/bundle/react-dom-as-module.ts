import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

const PRODUCTION_FILE = 'cjs/react-dom-client.production.js'
const REQUIRED = /(\w+) = require\(("[\w-]+")\)[,;]/g

/**
 * React's part for the browser as a module, in its production form. It is published as CommonJS, which esbuild wraps in one
 * function: the browser would read all of it a second time, on the main thread, in the task that calls the function.
 */
export const reactDomAsModule: Plugin = {
  name: 'react-dom-as-module',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]react-dom[\\/]client\.js$/ }, async ({ path }) => {
      const published = await readFile(join(dirname(path), PRODUCTION_FILE), 'utf8')
      const contents = published
        .replace(new RegExp(`^var (?:${REQUIRED.source}\\s*)+`, 'm'), (statement) =>
          [...statement.matchAll(REQUIRED)].map(([, name, from]) => `import ${name} from ${from};`).join('\n'),
        )
        .replace(/^exports\.(\w+) = /gm, 'export const $1 = ')
      return { contents }
    })
  },
}
