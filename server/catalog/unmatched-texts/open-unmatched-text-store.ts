import { ADVISORY_LOCKS } from '../store/postgres/connection.ts'
import { migrate, type SchemaPart } from '../store/postgres/migrate.ts'
import type { ServerPool } from '../store/postgres/server-pool.ts'
import { prepareDatabase } from '../store/sqlite/open-database.ts'
import { SqliteDatabase } from '../store/sqlite/sqlite-database.ts'
import { buildTablesSql, type CountedTables, SqlUnmatchedTextStore } from './sql-unmatched-text-store.ts'
import { DEFAULT_LIMITS, type UnmatchedTextStore } from './unmatched-text-store.ts'

const SUBJECTS: Readonly<Record<CountedTables, Pick<SchemaPart, 'name' | 'subject'>>> = {
  unmatched_search: { name: 'unmatched searches', subject: 'The unmatched searches have' },
  missing_address: { name: 'missing addresses', subject: 'The missing addresses have' },
}

/**
 * Opens the store in a database file, and creates its tables. They have no schema version, because they can be created again if
 * they ever change.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteUnmatchedTextStore(
  path: string,
  tables: CountedTables,
  limits = DEFAULT_LIMITS,
): UnmatchedTextStore {
  prepareDatabase(path, (database) => database.exec(buildTablesSql(tables, 'TEXT', 'WITHOUT ROWID')))
  const database = new SqliteDatabase(path)
  return new SqlUnmatchedTextStore(database, tables, limits, { async lock() {}, close: () => database.close() })
}

/**
 * Opens the store on a PostgreSQL server, and creates its tables.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresUnmatchedTextStore(
  server: ServerPool,
  tables: CountedTables,
  limits = DEFAULT_LIMITS,
): Promise<UnmatchedTextStore> {
  await migrate(server, { ...SUBJECTS[tables], migrations: [buildTablesSql(tables, 'text COLLATE "C"')] })
  return new SqlUnmatchedTextStore(server, tables, limits, {
    // Without the lock, two nodes could create two hash keys, or store the same hash as a readable text twice.
    async lock(connection) {
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.unmatchedSearches})`)
    },
    // The caller that opened the pool closes it.
    async close() {},
  })
}
