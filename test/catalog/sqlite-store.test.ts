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

// The query is the same for both databases; in PostgreSQL so many rows take ten times as long.
test('the oldest changes are forgotten if their entries take too much space, but never the newest', async () => {
  await using opened = await open()
  const { store } = opened
  const putAll = (name: string, count: number) =>
    store.write(async (writer) => {
      for (let number = 0; number < count; number++)
        await writer.putPictureSource(`${number}.png`, { hash: name, format: 'png', width: 1, height: 1 })
      await writer.describeChange({ source: name, created: 0, changed: count, removed: 0 })
    })
  // The journal may have 20,000 entries.
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await putAll(name, 3_000)
  await putAll('h', 1)
  const sources = (await store.listChanges()).map(({ description }) => description?.source)
  expect(sources).toEqual(['h', 'g', 'f', 'e', 'd', 'c', 'b'])
})

test('refuses to open a SQLite database of a newer version of Vitrine', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 999')
  database.close()
  await expect(openSqliteStore(path)).rejects.toThrow('schema version 999')
})
