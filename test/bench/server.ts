// Measures the server beside two minimal servers: one that sends a fixed response with `node:http`, and one that only renders the
// same pages with React. Prints a Markdown table and the memory.
//   npm run bench -- server
//   npm run bench -- server --cases 'hot product,cold product'    only these cases
//   npm run bench -- server --pairs 3 --products 1000000          the first run takes minutes to generate a million products
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { readStart, startBuild } from './built-server.ts'
import { fetchResponse } from './fetch-response.ts'
import { prepareCatalogue } from './generated-catalogue.ts'
import { formatPairs, measurePairs, planRequests, type Contestant } from './measure-pairs.ts'
import { pinLoad, startPinned } from './pinned-process.ts'
import { readOptions } from './read-options.ts'

const { pairs, products, cases } = readOptions()
await using folder = await makeTemporaryFolder()
await using processes = new AsyncDisposableStack()
const path = await prepareCatalogue(products)
const own = await startBuild('this', PROJECT_DIR, { path, productCount: products, folder: folder.path })
processes.use(own.process)
const { flags, environment } = readStart(PROJECT_DIR)
const render = await startLimit(
  [...flags, await bundleBareRender(), path],
  { ...environment, SITE_URL: 'https://shop.example' },
  'bare-render',
)
pinLoad()

const rows: (readonly string[])[] = []
for (const benchCase of cases.filter(({ limit }) => limit)) {
  const plan = await planRequests(benchCase, own)
  if (benchCase.limit === 'render') {
    await comparePages(plan.nextPath())
    rows.push(await measurePairs(benchCase, [render, await planRequests(benchCase, render)], [own, plan], pairs))
  } else {
    const responsePath = join(folder.path, 'response.json')
    writeFileSync(responsePath, JSON.stringify(plan.response))
    const fixed = await startLimit(
      [join(import.meta.dirname, 'limits', 'fixed-response.ts'), responsePath],
      {},
      'fixed',
    )
    const fixedPlan = await planRequests({ ...benchCase, isConditional: false }, fixed)
    rows.push(await measurePairs(benchCase, [fixed, fixedPlan], [own, plan], pairs))
    await fixed.process.stop()
  }
}
console.log(formatPairs('limit', pairs, products, rows))
for (const [name, contestant] of Object.entries({ Vitrine: own, 'bare render': render })) {
  const { now, peak } = contestant.process.readMemory()
  console.log(`\nResident memory of ${name}: ${now.toFixed(0)} MiB at the end, ${peak.toFixed(0)} MiB at most.`)
}

async function startLimit(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  name: string,
): Promise<Contestant> {
  const started = processes.use(await startPinned(args, settings, join(folder.path, `${name}.log`)))
  return { process: started, productCount: products, buildId: own.buildId, requestCount: 0 }
}

/** Uses React's production build, as `build.mjs` does. @returns the path of the bundle */
async function bundleBareRender(): Promise<string> {
  const path = join(PROJECT_DIR, '.build-test', 'bare-render.js')
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  await build({
    entryPoints: [join(import.meta.dirname, 'limits', 'bare-render.tsx')],
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

/** @throws if a page is incomplete, or lacks the HTML of the bare render */
async function comparePages(page: string): Promise<void> {
  const [whole, rendered] = await Promise.all(
    [own, render].map(async ({ process: { url } }) => {
      // React streams a lazy component's fallback only in its first render.
      await fetchResponse(url + page, {})
      const { status, bodyBase64 } = await fetchResponse(url + page, { 'accept-encoding': 'identity' })
      if (status !== 200) throw new Error(`${url}${page} returned ${status} instead of 200.`)
      return Buffer.from(bodyBase64, 'base64').toString()
    }),
  )
  if (!whole!.endsWith('</html>') || !whole!.includes(rendered!))
    throw new Error(`${page} is incomplete, or does not contain the HTML that bare-render.tsx sends.`)
}
