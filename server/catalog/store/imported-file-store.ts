import { hash } from 'node:crypto'
import type { SqlDatabase } from './sql-dialect.ts'

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

/** @param text type of texts that are compared byte by byte */
export function buildImportedFilesSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS source_state (address_hash ${text} PRIMARY KEY, state text NOT NULL);`
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
    const [row] = await this.#database.rows(sql, hashText(address))
    return row && (JSON.parse(String(row['state'])) as AddressState)
  }

  async put(address: string, state: AddressState): Promise<void> {
    await this.#database.run(
      `INSERT INTO source_state (address_hash, state) VALUES ($1, $2)
       ON CONFLICT (address_hash) DO UPDATE SET state = excluded.state`,
      hashText(address),
      JSON.stringify(state),
    )
  }
}

/** Hashes are short enough for PostgreSQL's indexes. */
function hashText(text: string): string {
  return hash('sha256', text, 'base64url')
}
