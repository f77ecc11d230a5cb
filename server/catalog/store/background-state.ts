import { hash } from 'node:crypto'
import {
  buildUnmatchedTextsSql,
  DEFAULT_LIMITS,
  type UnmatchedTextLimits,
  UnmatchedTextStore,
} from '../unmatched-texts/unmatched-text-store.ts'
import { ADVISORY_LOCKS } from './postgres/connection.ts'
import { migrate, type SchemaPart } from './postgres/migrate.ts'
import type { ServerPool } from './postgres/server-pool.ts'
import type { SqlDatabase } from './sql-dialect.ts'
import { prepareDatabase } from './sqlite/open-database.ts'
import { SqliteDatabase } from './sqlite/sqlite-database.ts'

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

/** @param text type of texts that are compared byte by byte */
const buildImportedFilesSql = (text: string) =>
  `CREATE TABLE IF NOT EXISTS source_state (address_hash ${text} PRIMARY KEY, state text NOT NULL);`

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
