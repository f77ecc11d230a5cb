import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { COUNT_ROWS } from '../../server/catalog/store/catalog-reader.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { testCatalogChanges } from './catalog-change-contract.ts'
import { testCatalogStore } from './catalog-store-contract.ts'
import { testListings } from './listing-contract.ts'
import type { OpenedStore } from './opened-store.ts'
import { openPostgresStore } from '../support/open-stores.ts'

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
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((store) => store.close()))
      await database[Symbol.asyncDispose]()
    },
  }
}

testCatalogStore('PostgreSQL', open)
testCatalogChanges('PostgreSQL', open)
testListings('PostgreSQL', open)

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
