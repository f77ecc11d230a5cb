import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { writeEmptyDatabase } from '../support/empty-database.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { expectMigratedCards, putCardProducts } from './card-contract.ts'
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
import { expectMigratedSites, FORGET_EARLIER_CHANGES, putOldSites, testOwnerPages } from './owner-pages-contract.ts'
import { testRanges } from './range-contract.ts'
import { testMappings } from './mapping-contract.ts'
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
testMappings('SQLite', open)
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

test('migrating from an older version adds the GTINs of stored products', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const variants = [buildVariant({ key: 'a', gtin: '036000291452' }), buildVariant({ key: 'b' })] as const
  const before = await openSqliteStore(path)
  await before.write((writer) => writer.putProduct(buildProduct({ slug: 'cup', variants })))
  await before.close()
  const database = new DatabaseSync(path)
  database.exec(
    "DROP TABLE change; DROP TABLE redirects; DROP TABLE companies; DROP TABLE table_mappings; DROP TABLE synonyms; DROP TABLE attribute_rules; DROP INDEX product_other_categories; ALTER TABLE product DROP COLUMN other_category_slugs; DELETE FROM product_identifier WHERE kind = 'gtin'; PRAGMA user_version = 11",
  )
  database.close()
  const after = await openSqliteStore(path)
  expect(
    (await after.write((writer) => writer.listProductsByIdentifier('gtin', '00036000291452'))).map(({ slug }) => slug),
  ).toEqual(['cup'])
  await after.close()
})

test('migrating from an older version adds an empty list of mappings', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const before = await openSqliteStore(path)
  await before.close()
  const database = new DatabaseSync(path)
  database.exec(
    'DROP TABLE change; DROP TABLE redirects; DROP TABLE companies; DROP TABLE table_mappings; PRAGMA user_version = 18',
  )
  database.close()
  const after = await openSqliteStore(path)
  expect(await after.read((reader) => reader.readList('mappings'))).toEqual([])
  await after.write((writer) => writer.putList('mappings', [{ columns: { EK: null } }]))
  expect(await after.read((reader) => reader.readList('mappings'))).toEqual([{ columns: { EK: null } }])
  await after.close()
})

test('migrating from an older version adds second pictures and options to cards, as an import does', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const before = await openSqliteStore(path)
  await putCardProducts(before)
  await before.close()
  const database = new DatabaseSync(path)
  for (const key of ['secondImage', 'options'])
    database.exec(
      `UPDATE product SET card = substr(card, 1, instr(card, ',"${key}"') - 1) || '}' WHERE instr(card, ',"${key}"') > 0`,
    )
  database.exec(
    'DROP TABLE change; DROP TABLE redirects; DROP TABLE companies; DROP TABLE table_mappings; PRAGMA user_version = 16',
  )
  database.close()
  const after = await openSqliteStore(path)
  await expectMigratedCards(after)
  await after.close()
})

test('migrating from an older version adds an empty list of pages to the site and to the undo journal', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const before = await openSqliteStore(path)
  await putOldSites(before)
  await before.close()
  const database = new DatabaseSync(path)
  database.exec(
    `${FORGET_EARLIER_CHANGES}; DROP TABLE change; DROP TABLE redirects; DROP TABLE companies; DROP TABLE table_mappings; PRAGMA user_version = 15`,
  )
  database.close()
  const after = await openSqliteStore(path)
  await expectMigratedSites(after)
  await after.close()
})
