import { hash } from 'node:crypto'
import {
  DEFAULT_LIMITS,
  UNMATCHED_TEXTS_SQL,
  type UnmatchedTextLimits,
  UnmatchedTextStore,
} from '../unmatched-texts/unmatched-text-store.ts'
import { migrate, type SchemaPart } from './migrate.ts'
import type { ServerPool } from './postgres/server-pool.ts'
import type { SqlDatabase } from './sql-dialect.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'

/** The file that an import of an address read last. */
export interface ImportedFile {
  /** The options of the import. With other ones, the same file may contain other products. */
  readonly settings: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** SHA-256 of the bytes, for servers that send neither `ETag` nor `Last-Modified`. */
  readonly digest: string
}

/** Version 1.1.0 wrote it for `sources` in `site.json`, with further properties. */
interface AddressState {
  readonly version?: ImportedFile
  readonly products?: number
}

/** Remembers the last imported file of each address, for `import ADDRESS --if-changed --min-share`. */
export class ImportedFileStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /** @param address without the values of variables */
  async find(address: string): Promise<AddressState | undefined> {
    const sql = 'SELECT state FROM source_state WHERE address_hash = $1'
    const [row] = await this.#database.rows(sql, hashAddress(address))
    return row && (JSON.parse(String(row['state'])) as AddressState)
  }

  async put(address: string, state: AddressState): Promise<void> {
    await this.#database.run(
      `INSERT INTO source_state (address_hash, state) VALUES ($1, $2)
       ON CONFLICT (address_hash) DO UPDATE SET state = excluded.state`,
      hashAddress(address),
      JSON.stringify(state),
    )
  }
}

/** Hashes are short enough for PostgreSQL's indexes. */
function hashAddress(address: string): string {
  return hash('sha256', address, 'base64url')
}

/** What server and commands remember apart from catalogue and enquiries. */
export interface BackgroundState {
  readonly importedFiles: ImportedFileStore
  readonly unmatchedSearches: UnmatchedTextStore
  readonly missingAddresses: UnmatchedTextStore
  close(): Promise<void>
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS source_state (address_hash {key} PRIMARY KEY, state text NOT NULL);
  ${UNMATCHED_TEXTS_SQL}`

const BACKGROUND_SCHEMA: SchemaPart = {
  name: 'background state',
  subject: 'The state of the work in the background has',
  oldestVersion: { sqlite: 1, postgres: 1 },
  tables: TABLES,
  migrations: [`${TABLES} DELETE FROM schema_version WHERE part IN ('unmatched searches', 'missing addresses')`],
}

/**
 * Opens the state in the database file of the catalogue, and creates its tables.
 * @throws HttpError 503 if the file cannot be used
 */
export async function openSqliteBackgroundState(path: string, limits = DEFAULT_LIMITS): Promise<BackgroundState> {
  const database = await openSqliteDatabase(path, BACKGROUND_SCHEMA)
  return { ...createState(database, limits), close: () => database.close() }
}

/**
 * Opens the state on the PostgreSQL server of the catalogue, and creates its tables.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresBackgroundState(
  server: ServerPool,
  limits = DEFAULT_LIMITS,
): Promise<BackgroundState> {
  await migrate(server, BACKGROUND_SCHEMA)
  // The caller that opened the pool closes it.
  return { ...createState(server, limits), close: async () => {} }
}

function createState(database: SqlDatabase, limits: UnmatchedTextLimits): Omit<BackgroundState, 'close'> {
  return {
    importedFiles: new ImportedFileStore(database),
    unmatchedSearches: new UnmatchedTextStore(database, 'search', limits),
    missingAddresses: new UnmatchedTextStore(database, 'address', limits),
  }
}
