// Builds the browser's bundle and the server's into .build/.
//   node build.mjs                 once, for production
//   node build.mjs --development   once, with React's warnings and source maps
//   node build.mjs --watch         development, again at every change, with a running server
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
    /** Folder of the build. */
    out: { type: 'string', default: '.build' },
  },
})
const isDevelopment = options.development || options.watch
const outDir = options.out
const assetsDir = join(outDir, 'builds')

// The table of routes is the build's own: it asks for the constant that the bundles get.
globalThis.DEVELOPMENT = isDevelopment
const { buildBrowserOptions } = await import('./client/bundle/browser-options.ts')
const { bundleInFewFiles } = await import('./client/bundle/bundle-in-few-files.ts')
const { compressFiles } = await import('./client/bundle/compress-files.ts')
const { reactAsModule } = await import('./client/bundle/react-as-module.ts')
const { writeManifests } = await import('./client/bundle/write-manifests.ts')

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
  entryPoints: { main: 'server/main.ts' },
  outdir: join(outDir, 'server'),
  platform: 'node',
  target: 'node24',
  // What is a dependency stays outside. React and what draws with it are none: they are bundled on both sides, so that the build
  // decides between their development and production forms, not the environment that the server happens to start in.
  external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
  minify: false,
  // They would take much memory in production, where the names of functions say enough.
  sourcemap: isDevelopment && 'linked',
  // React's server part is CommonJS and asks for Node's modules with `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  loader: { '.css': 'empty' },
  plugins: [reactAsModule],
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

/** Makes what browsers load of what was bundled for them. */
async function finishAssets(outputs) {
  await compressFiles(Object.keys(outputs), isDevelopment)
  return writeManifests(outputs, { outDir, assetsDir, isDevelopment })
}

/** Builds again at every change, and starts the server anew when both bundles are there. */
async function watch() {
  let server
  let running = Promise.resolve()
  const startServer = () => {
    running = running.then(async () => {
      server?.kill('SIGTERM')
      if (server && server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      server = spawn(process.execPath, ['--enable-source-maps', join(outDir, 'server', 'main.js')], {
        stdio: 'inherit',
        env: { ...process.env, NODE_ENV: 'development', SHUTDOWN_TIMEOUT_MS: '200' },
      })
    })
  }
  const ready = new Set()
  const restartAfter = (side, onBuilt = async () => {}) => ({
    name: 'restart-server',
    setup({ onEnd }) {
      onEnd(async ({ errors, metafile }) => {
        if (errors.length > 0) return
        await onBuilt(metafile)
        if (ready.add(side).size === 2) startServer()
      })
    },
  })
  const restartAfterBrowser = restartAfter('browser', ({ outputs }) => finishAssets(outputs))
  const contexts = await Promise.all([
    esbuild.context({ ...browserOptions, plugins: [...browserOptions.plugins, restartAfterBrowser] }),
    esbuild.context({ ...serverOptions, plugins: [...serverOptions.plugins, restartAfter('server')] }),
  ])
  await Promise.all(contexts.map((context) => context.watch()))
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      server?.kill(signal)
      await Promise.all(contexts.map((context) => context.dispose()))
    })
  }
}

await rm(outDir, { recursive: true, force: true })
await (options.watch ? watch() : build())
