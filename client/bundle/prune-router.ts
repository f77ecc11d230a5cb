import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Of the router only what is used. As it is published all of it would come along, eight times as much: nothing says
 * that its contexts and components are made without side effects, and some are given names afterwards.
 */
export const pruneRouter: Plugin = {
  name: 'prune-router',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
      const published = await readFile(path, 'utf8')
      const pure = published
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/ = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1')
      return { contents: [...pure.matchAll(/^(\w+)\.contextType = \w+;$/gm)].reduce(keepInClass, pure) }
    })
  },
}

/** Moves what is set on a class from behind it into it. */
function keepInClass(source: string, [statement, name]: RegExpMatchArray): string {
  const field = statement.replace(`${name}.`, 'static ')
  return source.replace(statement, '').replace(new RegExp(String.raw`\b${name} = class [^{]*{`), `$& ${field}`)
}
