import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../server/catalog/sqlite/sqlite-store.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { testCatalogStore, type OpenedStore } from './catalog-store-contract.ts'
import { testListings } from './listing-contract.ts'

async function open(): Promise<OpenedStore> {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'data', 'vitrine.db')
  const store = openSqliteStore(path)
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
testListings('SQLite', open)

test('a file that is no database says so and stays as it is', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  await writeFile(path, 'this is a letter, not a database; it is long enough to be looked at as one'.repeat(20))
  expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ cause: expect.objectContaining({ message: `The database ${path} cannot be used: the file is no database`, code: 'SQLITE_NOTADB' }) as unknown }))
})

test('a database of a newer version is left alone', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 999')
  database.close()
  expect(() => openSqliteStore(path)).toThrow('schema version 999')
})
