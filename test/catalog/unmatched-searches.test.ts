import { expect, test, vi } from 'vitest'
import { createLogger } from '../../server/platform/log.ts'
import { DatabaseError, unavailableError } from '../../server/platform/database-error.ts'
import { findUnmatchedSearch } from '../../server/web/page.ts'
import { formatSearches } from '../../server/commands/catalog-tasks.ts'
import {
  isPrivate,
  normaliseSearch,
  UnmatchedTextRecorder,
} from '../../server/catalog/unmatched-texts/unmatched-text-recorder.ts'
import type { CountedText, UnmatchedTextStore } from '../../server/catalog/unmatched-texts/unmatched-text-store.ts'
import { readListingQuery } from '../../shared/listing-query.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

async function openRecorder(change: Partial<Pick<UnmatchedTextStore, 'add'>> = {}) {
  const batches: (readonly CountedText[])[] = []
  const lines: string[] = []
  const store = { add: async (searches: readonly CountedText[]) => void batches.push(searches), ...change }
  const clock = { now: NOW }
  const recorder = new UnmatchedTextRecorder({
    store,
    logger: createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) }),
    now: () => clock.now,
    flushIntervalMs: 10,
  })
  return {
    recorder,
    clock,
    batches,
    lines,
    async [Symbol.asyncDispose]() {
      await recorder.stop()
    },
  }
}

test('normalises searches', () => {
  for (const [search, text] of [
    ['  Oak \t DESK ', 'oak desk'],
    ['ＯＡＫ　desk', 'oak desk'],
    ['oak\u0000\u001B[31m\u202Edesk', 'oak [31m desk'],
    ['\uD800', '\uFFFD'],
    ['ß'.repeat(200), 'ß'.repeat(100)],
    ['🛋'.repeat(200), '🛋'.repeat(100)],
  ] as const) {
    expect(normaliseSearch(search)).toBe(text)
  }
})

test('recognises e-mail addresses and long numbers', () => {
  for (const [text, is] of [
    ['123456', false],
    ['1234567', true],
    ['call +49 171 23-45 now', true],
    ['(0171)/123.4 5', true],
    ['٠١٢٣٤٥٦', true],
    ['pen ab1234567x blue', true],
    ['m8 x 30 din 933 10 mm', false],
    ['jo@visitor.example', true],
  ] as const) {
    expect(isPrivate(text), text).toBe(is)
  }
})

test('only a first page without filters and results is an unmatched search', () => {
  for (const [search, total, isPartial, text] of [
    ['q=oak', 0, false, 'oak'],
    ['q=oak', 7, true, 'oak'],
    ['q=oak', 7, false, null],
    ['', 0, false, null],
    ['q=oak&page=2', 7, true, null],
    ['q=oak&brand=Vasari', 0, false, null],
    ['q=oak&in-stock=1', 0, false, null],
    ['q=oak&sort=name', 0, false, null],
    ['q=oak&view=table', 0, false, null],
    ['q=oak&verbatim=1', 0, false, null],
  ] as const) {
    const query = readListingQuery(new URLSearchParams(search))
    const page = { name: 'products', data: { listing: { query, total, isPartial } } }
    expect(findUnmatchedSearch(page as unknown as Parameters<typeof findUnmatchedSearch>[0])).toBe(text)
  }
})

test('adds up the counts of equal normalised texts by day, without e-mail addresses and long numbers', async () => {
  await using opened = await openRecorder()
  const { recorder, clock, batches } = opened
  const personal = ['jo@visitor.example', 'jo＠visitor.example', '0171 2345678', 'order 7654321']
  for (const search of ['Oak desk', ' oak  DESK', 'lamp', '', ...personal]) recorder.count(search)
  clock.now += 86_400_000
  recorder.count('oak desk')
  await recorder.flush()
  expect(batches).toEqual([
    [
      { text: 'oak desk', day: '2026-03-10', count: 2 },
      { text: 'lamp', day: '2026-03-10', count: 1 },
      { text: 'oak desk', day: '2026-03-11', count: 1 },
    ],
  ])
  await recorder.flush()
  expect(batches).toHaveLength(1)
})

test('drops and logs the counts if the database is unavailable, and stores later ones', async () => {
  const add = vi.fn<UnmatchedTextStore['add']>()
  add.mockRejectedValueOnce(unavailableError(new DatabaseError('gone')))
  await using opened = await openRecorder({ add })
  const { recorder, lines } = opened
  recorder.count('oak desk')
  recorder.count('oak desk')
  await recorder.flush()
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, searches: 2, msg: 'searches without results were not counted' },
  ])
  recorder.count('lamp')
  await recorder.flush()
  expect(add).toHaveBeenLastCalledWith([{ text: 'lamp', day: '2026-03-10', count: 1 }], '2026-03-10')
  expect(lines).toHaveLength(1)
})

test('keeps at most 500 texts in memory, and logs how many searches were dropped', async () => {
  await using opened = await openRecorder()
  const { recorder, batches, lines } = opened
  for (let number = 0; number < 505; number++) recorder.count(`text ${number}`)
  recorder.count('text 0')
  await recorder.flush()
  expect(batches.map(({ length }) => length)).toEqual([500])
  expect(batches[0]![0]).toMatchObject({ text: 'text 0', count: 2 })
  expect(JSON.parse(lines[0]!)).toMatchObject({ searches: 5 })
})

test('formats searches as a table', () => {
  expect(formatSearches('searches', [{ text: 'oak desk', days: 12, count: 345, lastDay: '2026-03-10' }])).toBe(
    'Count  Days  Last day    Search\n  345    12  2026-03-10  oak desk',
  )
  expect(formatSearches('searches', [])).toMatch(/^No searches without results\./)
})
