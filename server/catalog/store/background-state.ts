import { ROWS_MAX, UNMATCHED_TEXTS_SQL, UnmatchedTextStore } from '../unmatched-texts/unmatched-text-store.ts'
import { migrate, type SchemaPart } from './migrate.ts'
import type { SqlDatabase } from './sql-dialect.ts'

/** What server and commands remember apart from catalogue and enquiries. */
export interface BackgroundState {
  readonly unmatchedSearches: UnmatchedTextStore
  readonly missingAddresses: UnmatchedTextStore
}

const BACKGROUND_SCHEMA: SchemaPart = {
  name: 'background state',
  subject: 'The state of the work in the background has',
  oldestVersion: { sqlite: 1, postgres: 1 },
  tables: UNMATCHED_TEXTS_SQL,
  migrations: [
    `${UNMATCHED_TEXTS_SQL} DROP TABLE IF EXISTS source_state;
     DELETE FROM schema_version WHERE part IN ('unmatched searches', 'missing addresses')`,
  ],
}

/** Creates the tables. @throws HttpError 503 if the database is unavailable, Error if a newer version of Vitrine wrote them */
export async function openBackgroundState(database: SqlDatabase, rowsMax = ROWS_MAX): Promise<BackgroundState> {
  await migrate(database, BACKGROUND_SCHEMA)
  return {
    unmatchedSearches: new UnmatchedTextStore(database, 'search', rowsMax),
    missingAddresses: new UnmatchedTextStore(database, 'address', rowsMax),
  }
}
