import { ADVISORY_LOCKS, type Connection } from '../../store/postgres/connection.ts'
import { migrate, type SchemaPart } from '../../store/postgres/migrate.ts'
import type { ServerPool } from '../../store/postgres/server-pool.ts'
import type { Row } from '../../store/rows.ts'
import {
  addSearches,
  buildTablesSql,
  clearSearches,
  LIST_SEARCHES,
  readUnmatchedSearch,
  type Statements,
} from '../unmatched-search-sql.ts'
import {
  DEFAULT_LIMITS,
  type CountedSearch,
  type UnmatchedSearch,
  type UnmatchedSearchLimits,
  type UnmatchedSearchStore,
} from '../unmatched-search-store.ts'

const SCHEMA: SchemaPart = {
  name: 'unmatched searches',
  subject: 'The unmatched searches have',
  migrations: [buildTablesSql('text COLLATE "C"')],
}

/**
 * Opens the store of unmatched searches on a PostgreSQL server, and creates its tables.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresUnmatchedSearchStore(
  server: ServerPool,
  limits: UnmatchedSearchLimits = DEFAULT_LIMITS,
): Promise<UnmatchedSearchStore> {
  await migrate(server, SCHEMA)
  return new PostgresUnmatchedSearchStore(server, limits)
}

class PostgresUnmatchedSearchStore implements UnmatchedSearchStore {
  readonly #server: ServerPool
  readonly #limits: UnmatchedSearchLimits

  constructor(server: ServerPool, limits: UnmatchedSearchLimits) {
    this.#server = server
    this.#limits = limits
  }

  add(searches: readonly CountedSearch[], today: string): Promise<void> {
    return this.#write(addSearches(searches, today, this.#limits))
  }

  clear(): Promise<void> {
    return this.#write(clearSearches())
  }

  async list({ since, limit }: Parameters<UnmatchedSearchStore['list']>[0]): Promise<readonly UnmatchedSearch[]> {
    return (await this.#server.rows(LIST_SEARCHES, since, limit)).map(readUnmatchedSearch)
  }

  /** The caller that opened the pool closes it. */
  async close(): Promise<void> {}

  #write(statements: Statements<void>): Promise<void> {
    return this.#server.transaction(async (connection) => {
      // Without the lock, two nodes could create two hash keys, or store the same hash as a readable text twice.
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.unmatchedSearches})`)
      await runStatements(connection, statements)
    })
  }
}

async function runStatements(connection: Connection, statements: Statements<void>): Promise<void> {
  let rows: Row[] = []
  for (;;) {
    const { done, value: statement } = statements.next(rows)
    if (done) return
    rows = await connection.rows(statement.text, ...statement.values)
  }
}
