import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** The version of a file that was imported last, so that the same version is not imported again. */
export interface FileVersion {
  /** The settings of the source at that time; with others, the same file may give other products. */
  readonly settings: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** SHA-256 of the bytes, for servers that send neither. */
  readonly digest: string
}

/** What became of a source: its file was imported, it is the same as before, it was not accepted, or it could not be downloaded. */
export type SourceResult = 'imported' | 'unchanged' | 'refused' | 'failed'

/** What is known of a source. Times are in milliseconds since 1970. */
export interface SourceState {
  /** The times of day up to this moment have been dealt with. */
  readonly doneUntil: number
  /** When a failed download is tried again before the next time of day. */
  readonly retryAt?: number
  /** Number of failed downloads in sequence. */
  readonly failures?: number
  readonly version?: FileVersion
  /** Column names of the file that was imported last; missing for XML. */
  readonly columns?: readonly string[] | undefined
  /** Number of products in that file. */
  readonly products?: number
  readonly lastRun?: { readonly at: number; readonly result: SourceResult; readonly reason: string | null }
  /** Whether the owner has not been told yet why the last run changed nothing. */
  readonly isNoticeDue?: boolean
}

/** @param text type of texts that are compared byte by byte */
export function buildSourcesSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS source_state (address_hash ${text} PRIMARY KEY, state text NOT NULL);`
}

/** What is known of each source. Only the process that has the lease of sources writes it. */
export class SourceStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /** @param address as it is in the settings, without the values of variables */
  async find(address: string): Promise<SourceState | undefined> {
    const sql = 'SELECT state FROM source_state WHERE address_hash = $1'
    const [row] = await this.#database.rows(sql, hashText(address))
    return row && (JSON.parse(String(row['state'])) as SourceState)
  }

  async put(address: string, state: SourceState): Promise<void> {
    await this.#database.run(
      `INSERT INTO source_state (address_hash, state) VALUES ($1, $2)
       ON CONFLICT (address_hash) DO UPDATE SET state = excluded.state`,
      hashText(address),
      JSON.stringify(state),
    )
  }
}
