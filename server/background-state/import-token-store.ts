import { randomBytes } from 'node:crypto'
import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** The prefix lets secret scanners recognise a token that was published by accident. */
const TOKEN_PREFIX = 'vitrine_'

const TOKEN_BYTES = 32

/** A token's data, with times in milliseconds since 1970. */
interface ImportToken {
  readonly name: string
  readonly createdAt: number
  /** Time of the last use; null if the token was never used. */
  readonly usedAt: number | null
}

/** @param text type of texts that are compared byte by byte */
export function buildImportTokensSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS import_token (
      name ${text} PRIMARY KEY,
      token_hash ${text} NOT NULL UNIQUE,
      created_at bigint NOT NULL,
      used_at bigint
    );`
}

/** Tokens with which other programs push files. Only hashes are stored. A random token cannot be guessed from its hash. */
export class ImportTokenStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /** @returns the token, which cannot be read again; null if the name exists */
  async create(name: string): Promise<string | null> {
    const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
    const created = await this.#database.run(
      'INSERT INTO import_token (name, token_hash, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      name,
      hashText(token),
      Date.now(),
    )
    return created > 0 ? token : null
  }

  /** @returns false if the name does not exist */
  async revoke(name: string): Promise<boolean> {
    return (await this.#database.run('DELETE FROM import_token WHERE name = $1', name)) > 0
  }

  async list(): Promise<readonly ImportToken[]> {
    const rows = await this.#database.rows('SELECT name, created_at, used_at FROM import_token ORDER BY name')
    return rows.map((row) => ({
      name: String(row['name']),
      createdAt: Number(row['created_at']),
      usedAt: row['used_at'] === null ? null : Number(row['used_at']),
    }))
  }

  /** @returns the name of a token; null if it is unknown or revoked */
  async find(token: string): Promise<string | null> {
    const [row] = await this.#database.rows('SELECT name FROM import_token WHERE token_hash = $1', hashText(token))
    return row ? String(row['name']) : null
  }

  async recordUse(name: string): Promise<void> {
    await this.#database.run('UPDATE import_token SET used_at = $1 WHERE name = $2', Date.now(), name)
  }
}
