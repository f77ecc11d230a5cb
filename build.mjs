// Builds the bundles of browser and server into .build/.
//   node build.mjs                 production build
//   node build.mjs --development   development build, with React's warnings and source maps
//   node build.mjs --watch         development build with a server; rebuilds and restarts after each change
import { spawn } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
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

/** Editors may save several files at once, which should cause one build. */
const CHANGES_DEBOUNCE_MS = 50

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
  const [outputs] = await Promise.all([bundleInFewFiles(browserOptions), esbuild.build(serverOptions)])
  await compressFiles(Object.keys(outputs), isDevelopment)
  const id = await writeManifests(outputs, { outDir, assetsDir, isDevelopment })
  console.log(`built ${id} into ${outDir}`)
}

/** Builds again after each change, one build at a time. If a build fails, the running server stays. */
async function buildOnChange() {
  const restartServer = prepareServer()
  let lastBuild = Promise.resolve()
  const queueBuild = () => {
    lastBuild = lastBuild.then(build).then(restartServer, (error) => {
      // esbuild has printed its own errors.
      if (!('errors' in error)) console.error(error)
    })
  }
  let timer
  for (const folder of ['client', 'server', 'shared']) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(queueBuild, CHANGES_DEBOUNCE_MS)
    })
  }
  queueBuild()
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
await (options.watch ? buildOnChange() : build())
