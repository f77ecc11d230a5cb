// Builds the bundles of browser and server into .build/.
//   node build.mjs                 production build
//   node build.mjs --development   development build, with React's warnings and source maps
//   node build.mjs --watch         development build with a server; rebuilds and restarts after each change
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as esbuild from 'esbuild'

const { values: options } = parseArgs({
  options: {
    development: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    out: { type: 'string', default: '.build' },
  },
})
const isDevelopment = options.development || options.watch
const outDir = options.out
const assetsDir = join(outDir, 'builds')

// The modules imported below load `shared/routes.ts`, which reads this constant. In the bundles, esbuild defines it.
globalThis.DEVELOPMENT = isDevelopment
const { buildBrowserOptions, bundleInFewFiles } = await import('./client/bundle/browser-bundle.ts')
const { compressFiles, writeManifests } = await import('./client/bundle/finish-assets.ts')

/** @type {esbuild.BuildOptions} */
const shared = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  minify: !isDevelopment,
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': JSON.stringify(isDevelopment ? 'development' : 'production'),
    DEVELOPMENT: String(isDevelopment),
    PAGE_STYLES: 'undefined',
  },
}

const browserOptions = buildBrowserOptions(shared, assetsDir, isDevelopment)

/** @type {esbuild.BuildOptions} */
const serverOptions = {
  ...shared,
  entryPoints: { main: 'server/main.ts', serve: 'server/serve.ts' },
  outdir: join(outDir, 'server'),
  platform: 'node',
  target: 'node24',
  // A start loads only what the first page needs. A watched build stays in few files, so that one change of the sources
  // restarts the server once.
  splitting: !isDevelopment,
  // Dependencies are not bundled, except zod, of which a start needs only a fifth. React and the router are devDependencies
  // and therefore bundled, so that the build, not NODE_ENV at run time, selects their development or production version.
  external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies).filter((name) => name !== 'zod'),
  // The package's own entry also loads the renderer of `renderToString`, which the server does not use.
  alias: {
    'react-dom/server': `./node_modules/react-dom/cjs/react-dom-server.node.${isDevelopment ? 'development' : 'production'}.js`,
  },
  minify: false,
  // The server is not minified, so production stack traces are readable without source maps, which would use a lot of
  // memory.
  sourcemap: isDevelopment && 'linked',
  // The bundled `react-dom/server` is CommonJS and calls `require`, which ES modules do not have.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  loader: { '.css': 'empty' },
  plugins: [
    {
      name: 'separate-bundles',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\/serve\.ts$/ }, ({ path }) => ({
          path: path.replace(/ts$/, 'js'),
          external: true,
        })),
    },
  ],
}

async function build() {
  const [outputs] = await Promise.all([
    isDevelopment
      ? esbuild.build(browserOptions).then(({ metafile }) => metafile.outputs)
      : bundleInFewFiles(browserOptions),
    esbuild.build(serverOptions),
  ])
  console.log(`built ${await finishAssets(outputs)} into ${outDir}`)
}

/** Compresses the files for browsers and writes the manifests. @returns the build id */
async function finishAssets(outputs) {
  await compressFiles(Object.keys(outputs), isDevelopment)
  return writeManifests(outputs, { outDir, assetsDir, isDevelopment })
}

/** Rebuilds after each change. Node restarts the server when a bundle of the server or the manifest has changed. */
async function watch() {
  let waiting = 2
  const onBuilt = (handle) => ({
    name: 'on-built',
    setup({ onEnd }) {
      onEnd(async ({ errors, metafile }) => {
        if (errors.length > 0) return
        await handle?.(metafile.outputs)
        if (--waiting === 0) startServer()
      })
    },
  })
  const contexts = await Promise.all([
    esbuild.context({ ...browserOptions, plugins: [onBuilt(finishAssets)] }),
    esbuild.context({ ...serverOptions, plugins: [...serverOptions.plugins, onBuilt()] }),
  ])
  await Promise.all(contexts.map((context) => context.watch()))
}

function startServer() {
  const watched = ['server', 'manifest.json'].map((name) => `--watch-path=${join(outDir, name)}`)
  const args = ['--watch-preserve-output', ...watched, '--enable-source-maps', join(outDir, 'server', 'main.js')]
  const env = { ...process.env, NODE_ENV: 'development', SHUTDOWN_TIMEOUT_MS: '200' }
  const server = spawn(process.execPath, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill(signal))
  server.once('exit', () => process.exit())
}

await rm(outDir, { recursive: true, force: true })
await (options.watch ? watch() : build())
