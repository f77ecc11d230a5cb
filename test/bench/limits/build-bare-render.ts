import { join } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_DIR } from '../../support/folders.ts'

/**
 * Bundles the bare render with React's production form, as `build.mjs` bundles the server.
 * @returns the program's path
 */
export async function buildBareRender(): Promise<string> {
  const path = join(PROJECT_DIR, '.build-test', 'bare-render.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'bare-render.tsx')],
    outfile: path,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    external: ['sanitize-html', 'marked', 'zod'],
    define: { 'process.env.NODE_ENV': '"production"', DEVELOPMENT: 'false' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    loader: { '.css': 'empty' },
  })
  return path
}
