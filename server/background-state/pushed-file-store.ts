import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** Result of a pushed file: imported, refused together with its request, or failed because it could not be processed. */
export type PushResult = 'imported' | 'refused' | 'failed'

/** The stored state of a request with an `Idempotency-Key`. */
type KnownRequest =
  /** The key is new, and this process now handles the request. */
  | { readonly kind: 'new' }
  /** A process is handling the request. */
  | { readonly kind: 'running' }
  /** The key was used with another file or with other parameters. */
  | { readonly kind: 'other' }
  | { readonly kind: 'done'; readonly response: string }

/** @param text type of texts that are compared byte by byte */
export function buildPushedFilesSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS pushed_file (
      key_hash ${text} PRIMARY KEY,
      fingerprint ${text} NOT NULL,
      response text,
      valid_until bigint NOT NULL
    );`
}

/** Stores responses to pushed files, so that a repeated request gets the first response. */
export class PushedFileStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /**
   * Begins a request, unless its key is known.
   * @param key text that identifies the token and the request
   * @param fingerprint hash of the file and the parameters
   * @param now milliseconds since 1970, as is `until`
   * @param until when another process may handle the request, because this one was killed
   */
  async begin(key: string, fingerprint: string, now: number, until: number): Promise<KnownRequest> {
    const known = await this.#find(key, fingerprint, now)
    if (known) return known
    await this.#database.run('DELETE FROM pushed_file WHERE valid_until < $1', now)
    const sql =
      'INSERT INTO pushed_file (key_hash, fingerprint, valid_until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
    const isNew = (await this.#database.run(sql, hashText(key), fingerprint, until)) > 0
    return { kind: isNew ? 'new' : 'running' }
  }

  async #find(key: string, fingerprint: string, now: number): Promise<KnownRequest | undefined> {
    const sql = 'SELECT fingerprint, response FROM pushed_file WHERE key_hash = $1 AND valid_until >= $2'
    const [row] = await this.#database.rows(sql, hashText(key), now)
    if (!row) return undefined
    if (row['fingerprint'] !== fingerprint) return { kind: 'other' }
    return row['response'] === null ? { kind: 'running' } : { kind: 'done', response: String(row['response']) }
  }

  /** @param until milliseconds since 1970, as in `finish` */
  async extend(key: string, until: number): Promise<void> {
    const sql = 'UPDATE pushed_file SET valid_until = $1 WHERE key_hash = $2 AND response IS NULL'
    await this.#database.run(sql, until, hashText(key))
  }

  async finish(key: string, response: string, until: number): Promise<void> {
    const sql = 'UPDATE pushed_file SET response = $1, valid_until = $2 WHERE key_hash = $3'
    await this.#database.run(sql, response, until, hashText(key))
  }

  /** Deletes a request that has changed nothing, so that it can be repeated. */
  async abandon(key: string): Promise<void> {
    await this.#database.run('DELETE FROM pushed_file WHERE key_hash = $1 AND response IS NULL', hashText(key))
  }
}
