import { prepareDatabase } from '../../store/sqlite/open-database.ts'
import { SqliteDatabase } from '../../store/sqlite/sqlite-database.ts'
import { buildTablesSql, type CountedTables, SqlUnmatchedTextStore } from '../sql-unmatched-text-store.ts'
import { DEFAULT_LIMITS, type UnmatchedTextLimits, type UnmatchedTextStore } from '../unmatched-text-store.ts'

/**
 * Opens the store of unmatched searches or missing addresses in a database file, and creates its tables. They have no schema
 * version, because they can be created again if they ever change.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteUnmatchedTextStore(
  path: string,
  tables: CountedTables,
  limits: UnmatchedTextLimits = DEFAULT_LIMITS,
): UnmatchedTextStore {
  prepareDatabase(path, (database) => database.exec(buildTablesSql(tables, 'TEXT', 'WITHOUT ROWID')))
  const database = new SqliteDatabase(path)
  return new SqlUnmatchedTextStore(database, tables, limits, { async lock() {}, close: () => database.close() })
}
