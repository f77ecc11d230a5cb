import type { SqlDatabase } from './sql-dialect.ts'
import { migrate, type SchemaPart } from './postgres/migrate.ts'
import type { ServerPool } from './postgres/server-pool.ts'
import { prepareDatabase } from './sqlite/open-database.ts'
import { SqliteDatabase } from './sqlite/sqlite-database.ts'
import { buildImportedFilesSql, ImportedFileStore } from './imported-file-store.ts'

/** What commands remember apart from the catalogue. */
export interface BackgroundState {
  readonly importedFiles: ImportedFileStore
  close(): Promise<void>
}

/** The tables have no schema version in SQLite, because they can be created again if they ever change. */
const SQLITE_SCHEMA = buildImportedFilesSql('TEXT')

const POSTGRES_SCHEMA: SchemaPart = {
  name: 'background state',
  subject: 'The state of the work in the background has',
  migrations: [buildImportedFilesSql('text COLLATE "C"')],
}

/**
 * Opens the state in the database file of the catalogue, which must have its tables, and creates its own.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteBackgroundState(path: string): BackgroundState {
  prepareDatabase(path, (database) => database.exec(SQLITE_SCHEMA))
  const database = new SqliteDatabase(path)
  return createState(database, () => database.close())
}

/**
 * Opens the state on the PostgreSQL server of the catalogue, which must have its tables, and creates its own.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresBackgroundState(server: ServerPool): Promise<BackgroundState> {
  await migrate(server, POSTGRES_SCHEMA)
  // The caller that opened the pool closes it.
  return createState(server, async () => {})
}

function createState(database: SqlDatabase, close: () => Promise<void>): BackgroundState {
  return {
    importedFiles: new ImportedFileStore(database),
    close,
  }
}
