// Measures how long listings, searches and suggestions of a large catalogue take, and how long each blocks the event loop.
//   npm run bench -- listings              with 100,000 products
//   npm run bench -- listings 1000000      with a million; the first run takes minutes to generate the database
//   npm run bench -- listings 1000000 FILE also writes the figures to a file, as JSON
import { statSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { openSqliteStore } from '../../server/catalog/store/sqlite/sqlite-store.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { prepareCatalogue } from './generated-catalogue.ts'
import { percentile } from './statistics.ts'

const ROUNDS = 100

/** Limits that must be met with a million products. */
const LIMITS = { p99: 50, blockedMs: 20, openingMs: 1_000, mebibytes: 300 } as const

export interface ListingReport {
  /** 99th percentile of each case, in milliseconds. */
  readonly p99: Readonly<Record<string, number>>
  readonly mebibytes: number
}

const count = Number(process.argv[2] ?? 100_000)
const reportPath = process.argv[3]
const path = await prepareCatalogue(count)

const openedAt = performance.now()
const opened = await openSqliteStore(path)
await opened.listCategoryTree()
const openingMs = performance.now() - openedAt
console.log(
  `${count} products, ${mebibytes(statSync(path).size)} MiB on disk; opened with its categories in ${openingMs.toFixed(0)} ms\n`,
)

const pageCount = Math.ceil(count / 24)
const listing = (given: Partial<ListingQuery>, category?: string) => (target: CatalogStore) =>
  target.listProducts({ ...EMPTY_LISTING_QUERY, ...given }, category)
const search = (text: (round: number) => string) => (target: CatalogStore, round: number) =>
  target.listProducts({ ...EMPTY_LISTING_QUERY, search: text(round), sort: 'relevance' })
const suggestions = (text: (round: number) => string) => (target: CatalogStore, round: number) =>
  target.suggest(text(round), 5)
const chooseRanges = (round: number): ListingQuery['ranges'] => ({
  height: { from: { value: 8 + (round % 20), unit: 'cm' }, to: { value: 30 + (round % 10), unit: 'cm' } },
  weight: { from: { value: 500 + round, unit: 'g' }, to: { value: 3 + (round % 2), unit: 'kg' } },
})
const CASES: Readonly<Record<string, (target: CatalogStore, round: number) => Promise<unknown>>> = {
  'all, first page': listing({}),
  'all, any page, by price': (target, round) =>
    listing({ sort: 'price-asc', page: 1 + ((round * 7919) % pageCount) })(target),
  'all, last page, by name': listing({ sort: 'name', page: pageCount }),
  'a category': (target, round) => listing({}, `kind-${round % 12}`)(target),
  'two filters': (target, round) =>
    listing({ brands: [`Maker ${round}`, `Maker ${round + 1}`], attributes: { material: ['Oak'] } })(target),
  'two wide filters, by price': listing({
    inStock: true,
    attributes: { care: ['By hand', 'Oil it'] },
    sort: 'price-desc',
  }),
  'two ranges of numbers': (target, round) => listing({ ranges: chooseRanges(round) })(target),
  'two ranges, by attribute': (target, round) =>
    listing({ ranges: chooseRanges(round), sort: 'attr-weight', view: 'table' })(target),
  'a table, by attribute': (target, round) =>
    listing({ sort: '-attr-height', view: 'table', page: 1 + ((round * 7919) % pageCount) })(target),
  'price range': (target, round) => listing({ minPrice: 20 + round, maxPrice: 120 + round })(target),
  'part number': search((round) => `BO-${round * 7}-0`),
  'a word': search((round) => ['porcelain', 'candlestick', 'oak', 'maker'][round % 4]!),
  'a word that all have': search(() => 'handmade'),
  'two words': search((round) => ['low bowl', 'winter lamp oak', 'tall vase glass'][round % 3]!),
  'an incomplete word': search((round) => ['por', 'can', 'gla', 'st'][round % 4]!),
  'a mistyped word': search((round) => ['porcelian', 'candelstick', 'stonewear'][round % 3]!),
  'no match': search(() => 'qqqqqqqq'),
  'suggestions, letters': suggestions((round) => ['p', 'po', 'por', 'porc', 'b', 'bo', 'm', 'ma'][round % 8]!),
  'suggestions, words': suggestions((round) => ['low bo', 'winter la', 'maker 1'][round % 3]!),
  'suggestions, part number': suggestions((round) => `LA-${round}`),
}

console.log(`${'ms'.padEnd(30)}${['p50', 'p99', 'max', 'blocked'].map((title) => title.padStart(9)).join('')}`)
const worst = { p99: 0, blockedMs: 0 }
const p99s: Record<string, number> = {}
for (const [name, run] of Object.entries(CASES)) {
  const times: number[] = []
  // The first run fills the cache.
  await run(opened, 0)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await run(opened, round)
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setImmediate(resolve))
  }
  delay.disable()
  times.sort((one, other) => one - other)
  const [p99, blockedMs] = [percentile(times, 0.99), delay.max / 1e6]
  p99s[name] = p99
  worst.p99 = Math.max(worst.p99, p99)
  worst.blockedMs = Math.max(worst.blockedMs, blockedMs)
  const row = [percentile(times, 0.5), p99, times.at(-1)!, blockedMs]
  console.log(name.padEnd(30) + row.map((value) => value.toFixed(1).padStart(9)).join(''))
}
await opened.close()
console.log()
if (reportPath) {
  const report: ListingReport = { p99: p99s, mebibytes: process.memoryUsage().rss / 2 ** 20 }
  writeFileSync(reportPath, JSON.stringify(report))
}
judge('highest 99th percentile', worst.p99, LIMITS.p99, 'ms')
judge('event loop blocked', worst.blockedMs, LIMITS.blockedMs, 'ms')
judge('database opened', openingMs, LIMITS.openingMs, 'ms')
judge('resident memory', process.memoryUsage().rss / 2 ** 20, LIMITS.mebibytes, 'MiB')

function judge(figure: string, measured: number, most: number, unit: string): void {
  console.log(
    `${figure.padEnd(32)}${measured.toFixed(1).padStart(8)} ${unit.padEnd(4)} at most ${most}: ${measured <= most ? 'met' : 'missed'}`,
  )
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
