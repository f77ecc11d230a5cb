import { Client } from 'pg'
import { expect, test } from 'vitest'
import { CATALOG_SCHEMA } from '../../server/store/postgres/schema.ts'
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts'
import type { CatalogStore } from '../../server/store/catalog-store.ts'
import { COUNT_ROWS } from '../../server/store/statistics-rows.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { createTestDatabase } from '../support/test-database.ts'
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
  const database = await createTestDatabase({ hasTables: true })
  const pools = [database.openPool(), database.openPool()] as const
  const opened: CatalogStore[] = []
  const openOn = async (pool: (typeof pools)[number], options?: Parameters<OpenedStore['openAgain']>[0]) => {
    const store = await openPostgresStore(pool, options)
    opened.push(store)
    return store
  }
  return {
    store: await openOn(pools[0]),
    openAgain: (options) => openOn(pools[1], options),
    run: (statement) => database.run(statement),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((store) => store.close()))
      await database[Symbol.asyncDispose]()
    },
  }
}

testCatalogStore('PostgreSQL', open)
testCatalogChanges('PostgreSQL', open)
testListings('PostgreSQL', open)
testFacets('PostgreSQL', open)
testTables('PostgreSQL', open)
testRanges('PostgreSQL', open)
testMappings('PostgreSQL', open)
testSynonyms('PostgreSQL', open)
testCategories('PostgreSQL', open)
testNumbers('PostgreSQL', open)
testTags('PostgreSQL', open)
testFamilies('PostgreSQL', open)
testFamilyRows('PostgreSQL', open)
testPartLists('PostgreSQL', open)
testOwnerPages('PostgreSQL', open)

test('migrating from an older version adds the GTINs of stored products', async () => {
  await using database = await createTestDatabase()
  const pool = database.openPool()
  const store = await openPostgresStore(pool)
  const variants = [buildVariant({ key: 'a', gtin: '036000291452' }), buildVariant({ key: 'b' })] as const
  await store.write((writer) => writer.putProduct(buildProduct({ slug: 'cup', variants })))
  await database.run("DELETE FROM product_identifier WHERE kind = 'gtin'")
  await database.run(CATALOG_SCHEMA.migrations[1]!)
  expect(
    (await store.write((writer) => writer.listProductsByIdentifier('gtin', '00036000291452'))).map(({ slug }) => slug),
  ).toEqual(['cup'])
  await store.close()
})

test('migrating from an older version adds an empty list of mappings', async () => {
  await using database = await createTestDatabase()
  await (await openPostgresStore(database.openPool())).close()
  await database.run('DROP TABLE change, table_mappings, redirects, companies')
  await database.run("UPDATE schema_version SET version = 8 WHERE part = 'catalog'")
  const after = await openPostgresStore(database.openPool())
  expect(await after.read((reader) => reader.readList('mappings'))).toEqual([])
  await after.close()
})

test('migrating from an older version adds second pictures and options to cards, as an import does', async () => {
  await using database = await createTestDatabase()
  const before = await openPostgresStore(database.openPool())
  await putCardProducts(before)
  await before.close()
  for (const key of ['secondImage', 'options'])
    await database.run(
      `UPDATE product SET card = left(card, strpos(card, ',"${key}"') - 1) || '}' WHERE strpos(card, ',"${key}"') > 0`,
    )
  await database.run('DROP TABLE change, table_mappings, redirects, companies')
  await database.run("UPDATE schema_version SET version = 7 WHERE part = 'catalog'")
  const after = await openPostgresStore(database.openPool())
  await expectMigratedCards(after)
  await after.close()
})

test('migrating from an older version adds an empty list of pages to the site and to the undo journal', async () => {
  await using database = await createTestDatabase()
  const before = await openPostgresStore(database.openPool())
  await putOldSites(before)
  await before.close()
  await database.run(FORGET_EARLIER_CHANGES)
  await database.run('DROP TABLE change, table_mappings, redirects, companies')
  await database.run("UPDATE schema_version SET version = 5 WHERE part = 'catalog'")
  const after = await openPostgresStore(database.openPool())
  await expectMigratedSites(after)
  await after.close()
})

test('counting what a rollback restores does not compare each changed product with all products', async () => {
  await using database = await createTestDatabase()
  const store = await openPostgresStore(database.openPool())
  await store.close()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${COUNT_ROWS}`)
  await client.end()
  // If a subplan's result does not fit into PostgreSQL's memory for a query, it is scanned for each row.
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('SubPlan')
})
