import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../server/catalog/store/sqlite/sqlite-store.ts'
import { writeEmptyDatabase } from '../support/empty-database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { testCatalogChanges } from './catalog-change-contract.ts'
import { testCatalogStore } from './catalog-store-contract.ts'
import { testFacets } from './facet-contract.ts'
import { testFamilies } from './families-contract.ts'
import { testFamilyRows } from './family-rows-contract.ts'
import { testListings } from './listing-contract.ts'
import type { OpenedStore } from './opened-store.ts'
import { testCategories } from './categories-contract.ts'
import { testNumbers } from './number-contract.ts'
import { testTags } from './tags-contract.ts'
import { testPartLists } from './part-list-contract.ts'
import { testOwnerPages } from './owner-pages-contract.ts'
import { testRanges } from './range-contract.ts'
import { testSynonyms } from './synonym-contract.ts'
import { testTables } from './table-contract.ts'

async function open(): Promise<OpenedStore> {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  await writeEmptyDatabase(path)
  const store = await openSqliteStore(path)
  return {
    store,
    openAgain: async (options) => openSqliteStore(path, options),
    async run(statement) {
      const database = new DatabaseSync(path)
      database.exec(statement)
      database.close()
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

testCatalogStore('SQLite', open)
testCatalogChanges('SQLite', open)
testListings('SQLite', open)
testFacets('SQLite', open)
testTables('SQLite', open)
testRanges('SQLite', open)
testSynonyms('SQLite', open)
testCategories('SQLite', open)
testNumbers('SQLite', open)
testTags('SQLite', open)
testFamilies('SQLite', open)
testFamilyRows('SQLite', open)
testPartLists('SQLite', open)
testOwnerPages('SQLite', open)

test('refuses to open a SQLite database of a newer version of Vitrine', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 999')
  database.close()
  await expect(openSqliteStore(path)).rejects.toThrow('schema version 999')
})
