import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** What became of a pushed file: it was imported, it or its request was not accepted, or it could not be processed. */
export type PushResult = 'imported' | 'refused' | 'failed'

/** What is known of a request with an `Idempotency-Key`. */
type KnownRequest =
  /** It was not known; this process deals with it now. */
  | { readonly kind: 'new' }
  /** A process deals with it. */
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

/** Responses to pushed files, so that a request that is repeated gets the response of the first one. */
export class PushedFileStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /**
   * Begins a request, unless one with the same key is known.
   * @param key names the token and the request
   * @param fingerprint of the file and the parameters
   * @param now in milliseconds since 1970, like `until`
   * @param until when another process may deal with it, because this one was killed
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

  /** @param until in milliseconds since 1970, as in `finish` */
  async extend(key: string, until: number): Promise<void> {
    const sql = 'UPDATE pushed_file SET valid_until = $1 WHERE key_hash = $2 AND response IS NULL'
    await this.#database.run(sql, until, hashText(key))
  }

  async finish(key: string, response: string, until: number): Promise<void> {
    const sql = 'UPDATE pushed_file SET response = $1, valid_until = $2 WHERE key_hash = $3'
    await this.#database.run(sql, response, until, hashText(key))
  }

  /** Forgets a request that has changed nothing, so that it can be repeated. */
  async abandon(key: string): Promise<void> {
    await this.#database.run('DELETE FROM pushed_file WHERE key_hash = $1 AND response IS NULL', hashText(key))
  }
}
