import { hash } from 'node:crypto'
import { ROWS_MAX, UNMATCHED_TEXTS_SQL, UnmatchedTextStore } from '../unmatched-texts/unmatched-text-store.ts'
import { migrate, type SchemaPart } from './migrate.ts'
import type { SqlDatabase } from './sql-dialect.ts'

/** The file that an import of an address read last. */
interface ImportedFile {
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

/** Creates the tables. @throws HttpError 503 if the database is unavailable, Error if a newer version of Vitrine wrote them */
export async function openBackgroundState(database: SqlDatabase, rowsMax = ROWS_MAX): Promise<BackgroundState> {
  await migrate(database, BACKGROUND_SCHEMA)
  return {
    importedFiles: new ImportedFileStore(database),
    unmatchedSearches: new UnmatchedTextStore(database, 'search', rowsMax),
    missingAddresses: new UnmatchedTextStore(database, 'address', rowsMax),
  }
}
