import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_DIR } from '../support/folders.ts'

/** Uses React's production build, as `build.mjs` does. @param source path below `test/bench` @returns the path of the bundle */
export async function bundleProgram(source: string): Promise<string> {
  const path = join(PROJECT_DIR, '.build-test', `${parse(source).name}.js`)
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  await build({
    entryPoints: [join(import.meta.dirname, source)],
    outfile: path,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    external: Object.keys(dependencies),
    define: { 'process.env.NODE_ENV': '"production"', DEVELOPMENT: 'false' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    loader: { '.css': 'empty' },
  })
  return path
}
