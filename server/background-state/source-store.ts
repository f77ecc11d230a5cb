import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** The last imported version of a file, which is not imported again. */
export interface FileVersion {
  /** The settings of the source at that time. With other settings, the same file may contain other products. */
  readonly settings: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** SHA-256 of the bytes, for servers that send neither `ETag` nor `Last-Modified`. */
  readonly digest: string
}

/** Result of a source's last run: `refused` if its file was not accepted, `failed` if it could not be downloaded. */
export type SourceResult = 'imported' | 'unchanged' | 'refused' | 'failed'

/** The stored state of a source, with times in milliseconds since 1970. */
export interface SourceState {
  /** Time up to which all scheduled imports are done. */
  readonly doneUntil: number
  /** Time of the next retry of a failed download, before the next scheduled import. */
  readonly retryAt?: number
  /** Number of consecutive failed downloads. */
  readonly failures?: number
  readonly version?: FileVersion
  /** Column names of the last imported file; undefined for XML. */
  readonly columns?: readonly string[] | undefined
  readonly products?: number
  readonly lastRun?: { readonly at: number; readonly result: SourceResult; readonly reason: string | null }
  /** Whether the owner still has to be told why the last run changed nothing. */
  readonly isNoticeDue?: boolean
}

/** @param text type of texts that are compared byte by byte */
export function buildSourcesSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS source_state (address_hash ${text} PRIMARY KEY, state text NOT NULL);`
}

/** Stores the state of each source. Only the process that has the lease of sources writes it. */
export class SourceStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /** @param address address in the settings, without the values of variables */
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
