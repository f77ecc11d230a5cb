import {
  buildUnmatchedTextsSql,
  DEFAULT_LIMITS,
  type UnmatchedTextLimits,
  UnmatchedTextStore,
} from '../unmatched-texts/unmatched-text-store.ts'
import { buildImportedFilesSql, ImportedFileStore } from './imported-file-store.ts'
import { ADVISORY_LOCKS } from './postgres/connection.ts'
import { migrate, type SchemaPart } from './postgres/migrate.ts'
import type { ServerPool } from './postgres/server-pool.ts'
import type { SqlDatabase } from './sql-dialect.ts'
import { prepareDatabase } from './sqlite/open-database.ts'
import { SqliteDatabase } from './sqlite/sqlite-database.ts'

/** What server and commands remember apart from catalogue and enquiries. */
export interface BackgroundState {
  readonly importedFiles: ImportedFileStore
  readonly unmatchedSearches: UnmatchedTextStore
  readonly missingAddresses: UnmatchedTextStore
  close(): Promise<void>
}

/** The tables have no schema version in SQLite, because they can be created again if they ever change. */
const SQLITE_SCHEMA = buildImportedFilesSql('TEXT') + buildUnmatchedTextsSql('TEXT')

const POSTGRES_SCHEMA: SchemaPart = {
  name: 'background state',
  subject: 'The state of the work in the background has',
  migrations: [
    buildImportedFilesSql('text COLLATE "C"'),
    `${buildUnmatchedTextsSql('text COLLATE "C"')}
     DELETE FROM schema_version WHERE part IN ('unmatched searches', 'missing addresses')`,
  ],
}

/** Without the lock, two nodes could create two hash keys, or count a readable text as a hash. */
const POSTGRES_LOCK = `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.unmatchedTexts})`

/**
 * Opens the state in the database file of the catalogue, which must have its tables, and creates its own.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteBackgroundState(path: string, limits = DEFAULT_LIMITS): BackgroundState {
  prepareDatabase(path, (database) => database.exec(SQLITE_SCHEMA))
  const database = new SqliteDatabase(path)
  return { ...createState(database, limits, ''), close: () => database.close() }
}

/**
 * Opens the state on the PostgreSQL server of the catalogue, which must have its tables, and creates its own.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresBackgroundState(
  server: ServerPool,
  limits = DEFAULT_LIMITS,
): Promise<BackgroundState> {
  await migrate(server, POSTGRES_SCHEMA)
  // The caller that opened the pool closes it.
  return { ...createState(server, limits, POSTGRES_LOCK), close: async () => {} }
}

function createState(database: SqlDatabase, limits: UnmatchedTextLimits, lock: string): Omit<BackgroundState, 'close'> {
  return {
    importedFiles: new ImportedFileStore(database),
    unmatchedSearches: new UnmatchedTextStore(database, 'search', limits, lock),
    missingAddresses: new UnmatchedTextStore(database, 'address', limits, lock),
  }
}
