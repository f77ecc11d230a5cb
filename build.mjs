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
  // A start loads only what the first page needs. A watched build stays in few files, which each rebuild replaces.
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

/**
 * Rebuilds after each change. A change may end both builds, one after the other, and each gives the pages a new id:
 * otherwise a tab would keep what a server with only one new bundle has sent.
 */
async function watch() {
  let waiting = 2
  let outputs
  const restartServer = prepareServer()
  const onBuilt = (isBrowser) => ({
    name: 'on-built',
    setup({ onEnd }) {
      onEnd(async ({ errors, metafile }) => {
        if (errors.length > 0) return
        if (isBrowser) outputs = metafile.outputs
        waiting -= 1
        if (waiting > 0) return
        await finishAssets(outputs)
        restartServer()
      })
    },
  })
  const contexts = await Promise.all([
    esbuild.context({ ...browserOptions, plugins: [onBuilt(true)] }),
    esbuild.context({ ...serverOptions, plugins: [...serverOptions.plugins, onBuilt(false)] }),
  ])
  await Promise.all(contexts.map((context) => context.watch()))
}

/**
 * Node's own `--watch` drops a change that follows another one too fast.
 * @returns a function that starts the server, or replaces it once it has ended
 */
function prepareServer() {
  const args = ['--enable-source-maps', join(outDir, 'server', 'main.js')]
  const env = { ...process.env, NODE_ENV: 'development', SHUTDOWN_TIMEOUT_MS: '200' }
  let server
  let isReplaced = false
  let isStopping = false
  const start = () => {
    isReplaced = false
    server = spawn(process.execPath, args, { stdio: 'inherit', env })
    server.once('exit', () => {
      server = undefined
      if (isStopping) process.exit()
      // A server that ended by itself starts again after the next change.
      if (isReplaced) start()
    })
  }
  const stop = () => {
    isStopping = true
    if (server) server.kill()
    else process.exit()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return () => {
    isReplaced = true
    if (server) server.kill()
    else start()
  }
}

await rm(outDir, { recursive: true, force: true })
await (options.watch ? watch() : build())
