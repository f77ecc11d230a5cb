import { prepareDatabase } from '../../store/sqlite/open-database.ts'
import { SqliteDatabase } from '../../store/sqlite/sqlite-database.ts'
import { buildTablesSql, SqlUnmatchedSearchStore } from '../sql-unmatched-search-store.ts'
import { DEFAULT_LIMITS, type UnmatchedSearchLimits, type UnmatchedSearchStore } from '../unmatched-search-store.ts'

/** The tables have no schema version, because they can be created again if they ever change. */
const SCHEMA = buildTablesSql('TEXT', 'WITHOUT ROWID')

/**
 * Opens the store of unmatched searches in a database file, and creates its tables.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteUnmatchedSearchStore(
  path: string,
  limits: UnmatchedSearchLimits = DEFAULT_LIMITS,
): UnmatchedSearchStore {
  prepareDatabase(path, (database) => database.exec(SCHEMA))
  const database = new SqliteDatabase(path)
  return new SqlUnmatchedSearchStore(database, limits, { async lock() {}, close: () => database.close() })
}
