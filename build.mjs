// Builds the browser's bundle and the server's into .build/.
//   node build.mjs                 once, for production
//   node build.mjs --development   once, with React's warnings and source maps
//   node build.mjs --watch         development, again at every change, with a running server
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import * as esbuild from 'esbuild'
import { pruneRouter } from './client/bundle/prune-router.ts'
import { reachMainFromEveryEntry } from './client/bundle/reach-main-from-every-entry.ts'
import { reactDomAsModule } from './client/bundle/react-dom-as-module.ts'
import { reactAsModule } from './client/bundle/react-as-module.ts'

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
const { ROUTE_NAMES, ROUTES } = await import('./shared/routes.ts')
const { LANGUAGES } = await import('./shared/messages/languages.ts')

// What is a dependency stays outside. React and what draws with it are none: they are bundled on both sides, so that the build
// decides between their development and production forms, not the environment that the server happens to start in.
const external = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)

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

const MAIN = 'client/main.tsx'
const pageFile = (name) => `client/pages/${name}/page.tsx`
const messagesFile = (language) => `shared/messages/${language}.ts`

/** @type {esbuild.BuildOptions} */
const browserOptions = {
  ...shared,
  entryPoints: {
    main: MAIN,
    // Each page is an entry, so that its style sheet lies beside it; `main` imports it as a chunk.
    ...Object.fromEntries(ROUTE_NAMES.map((name) => [name, pageFile(name)])),
    ...Object.fromEntries(LANGUAGES.map((language) => [language, messagesFile(language)])),
  },
  outdir: assetsDir,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  splitting: true,
  metafile: true,
  sourcemap: isDevelopment,
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  external: ['/fonts/*'],
  plugins: [pruneRouter, reactAsModule],
}

/** @type {esbuild.BuildOptions} */
const serverOptions = {
  ...shared,
  entryPoints: { main: 'server/main.ts' },
  outdir: join(outDir, 'server'),
  platform: 'node',
  target: 'node24',
  external,
  minify: false,
  // They would take much memory in production, where the names of functions say enough.
  sourcemap: isDevelopment && 'linked',
  // React's server part is CommonJS and asks for Node's modules with `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  loader: { '.css': 'empty' },
  plugins: [reactAsModule],
}

/** Lays compressed copies beside the browser's files; a development build travels no distance and takes the quickest. */
async function compressAssets(metafile) {
  const quality = isDevelopment ? 1 : constants.BROTLI_MAX_QUALITY
  await Promise.all(
    Object.keys(metafile.outputs).map(async (path) => {
      const bytes = await readFile(path)
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        promisify(gzip)(bytes, { level: isDevelopment ? 1 : 9 }),
      ])
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
    }),
  )
}

/** Writes what server and browser ask of a build: its id, and which files each page needs. */
async function writeManifests(metafile) {
  const id = isDevelopment ? `development-${Date.now()}` : randomUUID()
  const timestamp = Date.now()
  const outputOf = new Map(
    Object.entries(metafile.outputs).flatMap(([path, output]) => (output.entryPoint ? [[output.entryPoint, path]] : [])),
  )
  const fileName = (path) => relative(assetsDir, path).replaceAll('\\', '/')
  const filesOf = (entry) => {
    const path = outputOf.get(entry)
    const { cssBundle } = metafile.outputs[path]
    return { scripts: staticImports(metafile, path).map(fileName), styles: cssBundle ? [fileName(cssBundle)] : [] }
  }
  const main = filesOf(MAIN)
  const pages = Object.fromEntries(
    ROUTE_NAMES.map((name) => {
      const files = filesOf(pageFile(name))
      return [name, { ...files, scripts: files.scripts.filter((file) => !main.scripts.includes(file)) }]
    }),
  )
  const messages = Object.fromEntries(
    LANGUAGES.map((language) => [language, filesOf(messagesFile(language)).scripts.filter((file) => !main.scripts.includes(file))]),
  )
  const paths = ROUTE_NAMES.map((name) => ({ name, path: ROUTES[name].path }))
  await mkdir(join(assetsDir, 'meta'), { recursive: true })
  await Promise.all([
    writeJson(join(outDir, 'manifest.json'), { id, timestamp, isDevelopment, main, messages, pages }),
    writeJson(join(assetsDir, 'latest.json'), { id, timestamp }),
    writeJson(join(assetsDir, 'meta', `${id}.json`), {
      id,
      timestamp,
      matcher: paths,
      prerendered: paths.map(({ path }) => path).filter((path) => !path.includes(':')),
    }),
  ])
  return id
}

/** An output and all that it imports at once, itself first. */
function staticImports(metafile, path, seen = new Set()) {
  seen.add(path)
  for (const { path: imported, kind } of metafile.outputs[path].imports) {
    if (kind === 'import-statement' && !seen.has(imported)) staticImports(metafile, imported, seen)
  }
  return [...seen]
}

function writeJson(path, value) {
  return writeFile(path, JSON.stringify(value))
}

async function build() {
  await rm(outDir, { recursive: true, force: true })
  const [browser] = await Promise.all([isDevelopment ? esbuild.build(browserOptions) : buildInFewFiles(), esbuild.build(serverOptions)])
  const id = await prepareAssets(browser.metafile)
  console.log(`built ${id} into ${outDir}`)
}

/**
 * The browser's bundle with all that `main` and most pages are made of in one file. By itself esbuild makes a file of
 * each set of modules that the same entries reach, which is two dozen for a page: slow to fetch over HTTP/1.1, and badly compressed.
 */
async function buildInFewFiles() {
  const styles = await esbuild.build({ ...browserOptions, plugins: [pruneRouter], write: false })
  const scripts = await esbuild.build({
    ...browserOptions,
    loader: { '.css': 'empty' },
    define: { ...shared.define, PAGE_STYLES: JSON.stringify(JSON.stringify(listPageStyles(styles.metafile))) },
    plugins: [pruneRouter, reactAsModule, reactDomAsModule, reachMainFromEveryEntry(MAIN, ROUTE_NAMES.map(pageFile), styles.metafile)],
    // Said of packages without side effects: they come with whoever uses them.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  const outputs = { ...scripts.metafile.outputs }
  for (const { entryPoint, cssBundle } of Object.values(styles.metafile.outputs)) {
    if (!cssBundle) continue
    outputs[cssBundle] = styles.metafile.outputs[cssBundle]
    Object.values(outputs).find((output) => output.entryPoint === entryPoint).cssBundle = cssBundle
    const { contents } = styles.outputFiles.find(({ path }) => relative('.', path) === relative('.', cssBundle))
    await writeFile(cssBundle, contents)
  }
  return { metafile: { outputs } }
}

/** Each page's style sheets, which the scripts of a production build know: their names are found before the scripts are made. */
function listPageStyles({ outputs }) {
  const bundleOf = (name) => Object.values(outputs).find(({ entryPoint }) => entryPoint === pageFile(name)).cssBundle
  return Object.fromEntries(ROUTE_NAMES.map((name) => [name, bundleOf(name) ? [relative(assetsDir, bundleOf(name))] : []]))
}

async function prepareAssets(metafile) {
  await compressAssets(metafile)
  return writeManifests(metafile)
}

/** Builds again at every change, and starts the server anew when both bundles are there. */
async function watch() {
  await rm(outDir, { recursive: true, force: true })
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
  const contexts = await Promise.all([
    esbuild.context({ ...browserOptions, plugins: [pruneRouter, reactAsModule, restartAfter('browser', prepareAssets)] }),
    esbuild.context({ ...serverOptions, plugins: [reactAsModule, restartAfter('server')] }),
  ])
  await Promise.all(contexts.map((context) => context.watch()))
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      server?.kill(signal)
      await Promise.all(contexts.map((context) => context.dispose()))
    })
  }
}

await (options.watch ? watch() : build())
