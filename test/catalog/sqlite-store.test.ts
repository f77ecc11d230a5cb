import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { writeEmptyDatabase } from '../support/empty-database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { testCatalogChanges } from './catalog-change-contract.ts'
import { testCatalogStore } from './catalog-store-contract.ts'
import { testListings } from './listing-contract.ts'
import type { OpenedStore } from './opened-store.ts'
import { openSqliteStore } from '../support/open-stores.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

async function open(): Promise<OpenedStore> {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  await writeEmptyDatabase(path)
  const store = await openSqliteStore(path)
  return {
    store,
    openAgain: async (options) => openSqliteStore(path, options),
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

testCatalogStore('SQLite', open)
testCatalogChanges('SQLite', open)
testListings('SQLite', open)

// The query is the same for both databases.
test('the oldest changes are forgotten beyond 20,000 entries, or two for each product, but never the newest', async () => {
  await using catalog = await openTempCatalog()
  const { store } = catalog
  using database = new DatabaseSync(catalog.databasePath)
  /** Replaces a picture, which is a change with a single entry. */
  const change = (source: string) =>
    store.write(async (writer) => {
      await writer.putPictureSource('a.png', { hash: source, format: 'png', width: 1, height: 1 })
      await writer.describeChange({ source, created: 0, changed: 1, removed: 0 })
    })
  const insert = (count: number, into: string) =>
    database.exec(`WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO ${into} FROM number`)
  /** Adds entries to the newest change. */
  const addEntries = (count: number) => insert(count, `undo (kind, key) SELECT 'picture', n`)
  const listSources = async () => (await store.listChanges()).map(({ description }) => description?.source)

  await change('the picture is added, which is no change')
  for (const source of ['a', 'b']) await change(source)
  addEntries(19_997)
  for (const source of ['c', 'd']) await change(source)
  expect(await listSources(), '19,999 entries since a').toEqual(['d', 'c', 'b', 'a'])
  await change('e')
  expect(await listSources(), '20,000 entries since a').toEqual(['e', 'd', 'c', 'b'])
  insert(
    10_001,
    `product (slug, visibility, featured, in_stock, variant_count, part_count, remote_image_count, card, document)
     SELECT n, 'hidden', 0, 0, 1, 0, 0, '', ''`,
  )
  await change('f')
  expect(await listSources(), '10,001 products').toEqual(['f', 'e', 'd', 'c', 'b'])
  addEntries(30_000)
  await change('g')
  expect(await listSources(), '30,000 entries since f').toEqual(['g', 'f'])
})

test('refuses to open a SQLite database of a newer version of Vitrine', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 999')
  database.close()
  await expect(openSqliteStore(path)).rejects.toThrow('schema version 999')
})
