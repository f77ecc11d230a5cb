import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openPostgresUnmatchedSearchStore } from '../../server/unmatched-searches/postgres/postgres-unmatched-search-store.ts'
import { openSqliteUnmatchedSearchStore } from '../../server/unmatched-searches/sqlite/sqlite-unmatched-search-store.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { testUnmatchedSearchStore } from './unmatched-search-store-contract.ts'

testUnmatchedSearchStore('SQLite', async (limits) => {
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const store = openSqliteUnmatchedSearchStore(path, 'unmatched_search', limits)
  return {
    store,
    openAgain: async () => openSqliteUnmatchedSearchStore(path, 'unmatched_search', limits),
    async readTable(name) {
      const database = new DatabaseSync(path)
      const rows = database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()
      database.close()
      return rows
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
})

testUnmatchedSearchStore('PostgreSQL', async (limits) => {
  const database = await createTestDatabase({ hasTables: true })
  const pools = [database.openPool(), database.openPool()] as const
  return {
    store: await openPostgresUnmatchedSearchStore(pools[0], 'unmatched_search', limits),
    openAgain: () => openPostgresUnmatchedSearchStore(pools[1], 'unmatched_search', limits),
    readTable: (name) => pools[0].rows(`SELECT * FROM ${name} ORDER BY 1, 2`),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
})
