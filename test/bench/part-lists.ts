// Measures how long pasted lists of 100 part numbers take to resolve, and how long each blocks the event loop.
//   npm run bench -- part-lists                      with 100,000 products in SQLite
//   npm run bench -- part-lists 1000000              with a million; the first run takes minutes to generate the database
//   npm run bench -- part-lists 20000 --postgres     with 20,000 products in a PostgreSQL server that is started for this
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openCatalog } from '../../server/site.ts'
import { parseList } from '../../server/enquiries/part-lists/parse-list.ts'
import { resolveList } from '../../server/enquiries/part-lists/resolve-list.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { openSqliteStore } from '../../server/catalog/store/sqlite/sqlite-store.ts'
import { startPostgres } from '../support/embedded-postgres.ts'
import { generateProduct } from './generate-products.ts'
import { fillCatalogue, prepareCatalogue } from './generated-catalogue.ts'
import { formatTable } from './results.ts'
import { percentile } from './statistics.ts'

const ROUNDS = 100
const LINES = 100

/** As for requests of scripts, which leave further searches to the next one. */
const SEARCH_LIMIT_MS = 100

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const count = Number(positionals[0] ?? 100_000)
if (!Number.isInteger(count) || count < 1) throw new Error(`"${positionals[0]}" is not a number of products.`)

/** Mistyped and unknown lines need a search, which takes longer than a look-up. */
const CASES: Readonly<Record<string, { readonly mistyped: number; readonly unknown: number }>> = {
  'part numbers': { mistyped: 0, unknown: 0 },
  '10 mistyped, 5 unknown': { mistyped: 10, unknown: 5 },
  'all mistyped': { mistyped: LINES, unknown: 0 },
}

await using disposables = new AsyncDisposableStack()
const store = await openFilled()
const rows: string[][] = []
for (const [name, given] of Object.entries(CASES)) rows.push([name, ...(await measure(given))])
console.log(`${count} products in ${values.postgres ? 'PostgreSQL' : 'SQLite'}, lists of ${LINES} lines; ms\n`)
console.log(formatTable(['lines', 'list p50', 'list p99', 'request p99', 'blocked'], rows))

async function openFilled(): Promise<CatalogStore> {
  if (!values.postgres) {
    const opened = await openSqliteStore(await prepareCatalogue(count))
    disposables.defer(() => opened.close())
    return opened
  }
  const server = await startPostgres()
  disposables.defer(() => server.stop())
  const { catalog } = disposables.use(await openCatalog(readDatabaseSettings(server.url, '')))
  await fillCatalogue(catalog, count)
  return catalog
}

/** @returns times of whole lists and of single requests, and how long the event loop was blocked */
async function measure(given: (typeof CASES)[string]): Promise<readonly string[]> {
  const [lists, requests]: [number[], number[]] = [[], []]
  // The first list fills the cache.
  await resolveAll(writeList(-1, given), [])
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = 0; round < ROUNDS; round++) {
    const before = requests.length
    await resolveAll(writeList(round, given), requests)
    lists.push(requests.slice(before).reduce((sum, time) => sum + time, 0))
    await new Promise((resolve) => setImmediate(resolve))
  }
  delay.disable()
  for (const times of [lists, requests]) times.sort((one, other) => one - other)
  return [percentile(lists, 0.5), percentile(lists, 0.99), percentile(requests, 0.99), delay.max / 1e6].map((time) =>
    time.toFixed(1),
  )
}

async function resolveAll(text: string, times: number[]): Promise<void> {
  for (let from: number | null = 0; from !== null;) {
    const startedAt = performance.now()
    const { next } = await resolveList(store, parseList(text, 'en'), {
      language: { locale: 'en' },
      from,
      limitMs: SEARCH_LIMIT_MS,
    })
    times.push(performance.now() - startedAt)
    from = next
  }
}

/** Each round has other products. */
function writeList(round: number, { mistyped, unknown }: (typeof CASES)[string]): string {
  return Array.from({ length: LINES }, (_, line) => {
    const { sku } = generateProduct((((round + 1) * LINES + line) * 7_919) % count).variants[0]
    const number = line < mistyped ? `${sku}7x` : line < mistyped + unknown ? `QZ${round}W${line}` : sku
    return `${number}\t${line + 1}`
  }).join('\n')
}
