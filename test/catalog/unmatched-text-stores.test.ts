import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CountedText, UnmatchedTextStore } from '../../server/catalog/unmatched-texts/unmatched-text-store.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { SqliteDatabase } from '../../server/catalog/store/sqlite/sqlite-database.ts'
import type { SqlDatabase } from '../../server/catalog/store/sql-dialect.ts'
import { openBackgroundState } from '../../server/catalog/unmatched-texts/unmatched-text-store.ts'

const dayOf = (date: number) => `2026-03-${String(date).padStart(2, '0')}`

async function addOn(store: UnmatchedTextStore, day: string, ...searches: Omit<CountedText, 'day'>[]) {
  await store.add(
    searches.map((search) => ({ ...search, day })),
    day,
  )
}

async function openStore(kind: 'SQLite' | 'PostgreSQL', rowsMax?: number) {
  const opened = new AsyncDisposableStack()
  const database = kind === 'PostgreSQL' ? opened.use(await createTestDatabase({ hasTables: true })) : undefined
  const folder = opened.use(await makeTemporaryFolder())
  const connect = (): SqlDatabase =>
    database?.openPool() ?? opened.adopt(new SqliteDatabase(join(folder.path, 'vitrine.db')), (file) => file.close())
  /** Opens the same database a second time, as another process does. */
  const openAgain = async () => (await openBackgroundState(connect(), rowsMax)).unmatchedSearches
  const reads = connect()
  return {
    store: await openAgain(),
    openAgain,
    readTable: (name: string) => reads.rows(`SELECT * FROM ${name} ORDER BY 1, 2, 3`),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const HASHED = { kind: 'search', text: null, hash: expect.stringMatching(/^[\w-]{43}$/) as unknown }

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (kind) => {
  const open = (rowsMax?: number) => openStore(kind, rowsMax)

  test('lists a text with its count after it was searched for on three days, and stores only a keyed hash before', async () => {
    await using opened = await open()
    const { store } = opened
    await addOn(store, dayOf(1), { text: 'oak desk', count: 2 })
    await addOn(store, dayOf(1), { text: 'oak desk', count: 3 })
    await addOn(store, dayOf(4), { text: 'oak desk', count: 1 })
    expect(await store.list()).toEqual([])
    const [one, other] = await opened.readTable('unmatched_text')
    expect(one).toMatchObject({ ...HASHED, day: dayOf(1) })
    expect(other).toMatchObject({ ...HASHED, hash: one!['hash'], day: dayOf(4) })
    await addOn(store, dayOf(9), { text: 'oak desk', count: 1 })
    expect(await store.list()).toEqual([{ text: 'oak desk', days: 3, count: 7, lastDay: dayOf(9) }])
    await addOn(store, dayOf(9), { text: 'oak desk', count: 1 })
    await addOn(store, dayOf(10), { text: 'oak desk', count: 1 })
    expect(await store.list()).toEqual([{ text: 'oak desk', days: 4, count: 9, lastDay: dayOf(10) }])
  })

  test('replaces the key after 30 days and deletes the hashes of the old one', async () => {
    await using opened = await open()
    const { store } = opened
    await addOn(store, dayOf(1), { text: 'oak desk', count: 1 })
    await addOn(store, dayOf(30), { text: 'oak desk', count: 1 })
    const [key] = await opened.readTable('unmatched_text_key')
    expect(await opened.readTable('unmatched_text')).toHaveLength(2)
    await addOn(store, dayOf(31), { text: 'oak desk', count: 1 })
    const [newKey, ...others] = await opened.readTable('unmatched_text_key')
    expect(others).toEqual([])
    expect(newKey!['key']).not.toBe(key!['key'])
    expect(await opened.readTable('unmatched_text')).toHaveLength(1)
    expect(await store.list()).toEqual([])
  })

  test('lists the texts with their days and counts, most frequent first', async () => {
    await using opened = await open()
    const { store } = opened
    for (const date of [1, 2, 3])
      await addOn(store, dayOf(date), { text: 'rare', count: 1 }, { text: 'frequent', count: 5 })
    for (const date of [11, 12, 13]) await addOn(store, dayOf(date), { text: 'recent', count: 3 })
    await addOn(store, dayOf(12), { text: 'rare', count: 1 })
    expect((await store.list()).map(({ text, days, count }) => [text, days, count])).toEqual([
      ['frequent', 3, 15],
      ['recent', 3, 9],
      ['rare', 4, 4],
    ])
  })

  test('deletes searches that are older than 90 days', async () => {
    await using opened = await open()
    const { store } = opened
    for (const date of [1, 2, 3]) await addOn(store, dayOf(date), { text: 'oak desk', count: 1 })
    await addOn(store, '2026-05-30', { text: 'other', count: 1 })
    expect(await store.list()).toMatchObject([{ text: 'oak desk', days: 2 }])
    await addOn(store, '2026-06-01', { text: 'other', count: 1 })
    expect(await store.list()).toEqual([])
    expect(await opened.readTable('unmatched_text')).toMatchObject([
      { ...HASHED, day: '2026-05-30' },
      { ...HASHED, day: '2026-06-01' },
    ])
  })

  test('deletes rows beyond the limit, hashes first, then those of the oldest days and the rarest', async () => {
    await using opened = await open(10)
    const { store } = opened
    for (const date of [1, 2, 3]) await addOn(store, dayOf(date), { text: 'old', count: 9 })
    for (const date of [3, 4, 5]) await addOn(store, dayOf(date), { text: 'frequent', count: 5 })
    await addOn(store, dayOf(6), { text: 'a', count: 9 })
    const counts = [1, 2, 3, 4].map((count) => ({ text: `text ${count}`, count }))
    await addOn(store, dayOf(7), ...counts)
    const hashes = (await opened.readTable('unmatched_text')).filter(({ text }) => text === null)
    expect(hashes.map(({ searches }) => Number(searches)).toSorted()).toEqual([2, 3, 4])
    expect((await store.list()).map(({ text }) => text)).toEqual(['old', 'frequent'])
  })

  test('clear deletes the searches, the hashes of those who searched and the key of the hashes', async () => {
    await using opened = await open()
    for (const date of [1, 2, 3]) await addOn(opened.store, dayOf(date), { text: 'oak desk', count: 1 })
    await addOn(opened.store, dayOf(3), { text: 'lamp', count: 1 })
    await opened.store.clear()
    for (const table of ['unmatched_text', 'unmatched_text_key']) expect(await opened.readTable(table)).toEqual([])
  })

  test('counts every search if two stores add the same texts at the same moment', async () => {
    await using opened = await open()
    const again = await opened.openAgain()
    for (const date of [1, 2, 3])
      await Promise.all(
        [opened.store, again, opened.store, again].map((store) =>
          addOn(store, dayOf(date), { text: 'oak desk', count: 1 }, { text: '\u{1F6CB} ß', count: 1 }),
        ),
      )
    expect(await again.list()).toEqual([
      { text: 'oak desk', days: 3, count: 12, lastDay: dayOf(3) },
      { text: '\u{1F6CB} ß', days: 3, count: 12, lastDay: dayOf(3) },
    ])
    expect(await opened.readTable('unmatched_text_key')).toHaveLength(1)
  })
})
