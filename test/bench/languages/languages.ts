// Measures a catalogue in several languages beside one: npm run bench -- languages [--products 100000] [--crawled 10000]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { importFolder } from '../../../server/import/import-catalog.ts'
import { openStores } from '../../../server/site.ts'
import { readDatabaseSettings } from '../../../server/platform/settings/database-settings.ts'
import { crawlLanguages } from '../../support/crawl-languages.ts'
import { PRODUCTION_BUILD_DIR, PROJECT_DIR } from '../../support/folders.ts'
import { startPostgres } from '../../support/embedded-postgres.ts'
import { importTwice } from '../all/measure-imports.ts'
import { startPinned, type PinnedProcess } from '../pinned-process.ts'
import { median } from '../statistics.ts'
import { writeTranslatedFolder } from './translated-products.ts'

const ROUNDS = 7
const REQUESTS = 300
const SITE_URL = 'https://bench.example'

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, crawled: { type: 'string', default: '10000' } },
})
const folder = mkdtempSync(join(tmpdir(), 'vitrine-languages-'))
execFileSync(process.execPath, ['build.mjs', '--out', PRODUCTION_BUILD_DIR], { cwd: PROJECT_DIR, stdio: 'ignore' })

function makeFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

function start(environment: Readonly<Record<string, string>>): Promise<PinnedProcess> {
  const output = join(folder, 'server.log')
  return startPinned(
    [join(PRODUCTION_BUILD_DIR, 'server', 'main.js')],
    { HOST: '127.0.0.1', PORT: '0', DEMO: 'false', SITE_URL, ...environment },
    output,
  )
}

/** Prints what a second language costs. */
async function measureImports(): Promise<string> {
  console.log(`Imports of ${values.products} products, and again without a change:\n`)
  console.log(
    '| languages | import s | unchanged s | peak MiB | index MiB by language |\n| --- | ---: | ---: | ---: | ---: |',
  )
  for (const languages of [['en'], ['en', 'de']]) {
    const content = makeFolder(`content-${languages.length}`)
    await writeTranslatedFolder(content, Number(values.products), languages)
    const [first, again] = await importTwice(PROJECT_DIR, folder, content)
    const sizes = readIndexSizes(join(folder, 'import', 'vitrine.db'))
    const peak = Math.max(first!.memoryMiB, again!.memoryMiB)
    console.log(
      `| ${languages.join(', ')} | ${[first!.seconds, again!.seconds, peak].map((figure) => figure.toFixed(1)).join(' | ')} | ${sizes} |`,
    )
  }
  return join(folder, 'import')
}

function readIndexSizes(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database
    .prepare(
      `SELECT CASE WHEN instr(name, '/') > 0 THEN substr(name, 1, instr(name, '/') - 1) ELSE 'first' END AS language,
         sum(length(bytes)) AS bytes FROM listing_blob
       WHERE generation = (SELECT value FROM meta WHERE key = 'listing-generation') AND name <> 'summary' GROUP BY 1`,
    )
    .all()
  database.close()
  return rows.map((row) => `${String(row['language'])} ${(Number(row['bytes']) / 2 ** 20).toFixed(1)}`).join(', ')
}

/** Compares pages of both languages in one server. */
async function measurePages(dataDir: string): Promise<void> {
  console.log('\nProcessor time of pages in the second language, divided by that in the first one:\n')
  console.log('| page | min | median | max |\n| --- | ---: | ---: | ---: |')
  const cases = [
    { name: 'product, not cached', cacheMb: '0', path: '/products/low-bowl-0' },
    { name: 'listing, not cached', cacheMb: '0', path: '/products?page=3' },
    { name: 'search, not cached', cacheMb: '0', path: '/products?q=oak' },
    { name: 'product, cached', cacheMb: '64', path: '/products/low-bowl-0' },
  ]
  for (const { name, cacheMb, path } of cases) {
    await using server = await start({ DATA_DIR: dataDir, PAGE_CACHE_MB: cacheMb })
    const paths = [await resolvePath(server.url, path), await resolvePath(server.url, `/de${path}`)] as const
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await measure(server, paths[0]), await measure(server, paths[1])]
      if (round > 0) ratios.push(other / one)
    }
    const figures = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
    console.log(`| ${name} | ${figures.join(' | ')} |`)
  }
}

async function resolvePath(url: string, path: string): Promise<string> {
  const response = await fetch(url + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} has the status ${response.status}`)
  return response.url.slice(url.length)
}

async function measure(server: PinnedProcess, path: string): Promise<number> {
  const before = server.readProcessorTime()
  for (let request = 0; request < REQUESTS; request++) await (await fetch(server.url + path)).arrayBuffer()
  return server.readProcessorTime() - before
}

/** Prints the memory after all kinds of listings in one language, and in both. */
async function measureMemory(dataDir: string): Promise<void> {
  await using server = await start({ DATA_DIR: dataDir, PAGE_CACHE_MB: '0' })
  const figures: string[] = []
  for (const base of ['', '/de']) {
    for (const query of ['', '?sort=name', '?q=oak', '?q=eiche', '?view=table', '?attr-material=Oak', '?filter=brand'])
      for (let page = 0; page < 20; page++) await (await fetch(`${server.url}${base}/products${query}`)).arrayBuffer()
    figures.push(`${base === '' ? 'the first language' : 'both'} ${server.readMemory().now.toFixed(0)} MiB`)
  }
  console.log(`\nMemory after listings in ${figures.join(', in ')}.`)
}

async function crawl(): Promise<void> {
  const content = makeFolder('crawled')
  await writeTranslatedFolder(content, Number(values.crawled), ['en', 'de', 'fr'])
  for (const kind of ['SQLite', 'PostgreSQL']) {
    const dataDir = makeFolder(kind)
    const database = kind === 'PostgreSQL' ? await startPostgres() : undefined
    {
      await using stores = await openStores(readDatabaseSettings(database?.url, dataDir, { setting: 'DATABASE_URL' }))
      await importFolder(stores.catalog, content)
    }
    await using server = await start({ DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) })
    const startedAt = performance.now()
    const { pages, alternates, problems } = await crawlLanguages(server.url, SITE_URL, ['/', '/de', '/fr'])
    const counts = [...pages].map(([base, count]) => `${base || 'first'} ${count}`).join(', ')
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    console.log(`\n${kind}: ${counts} pages, ${alternates} alternates, ${problems.length} problems in ${seconds} s.`)
    for (const problem of problems) console.log(`- ${problem}`)
    await server.stop()
    await database?.stop()
  }
}

const dataDir = await measureImports()
await measurePages(dataDir)
await measureMemory(dataDir)
if (values.crawled !== '0') await crawl()
rmSync(folder, { recursive: true })
