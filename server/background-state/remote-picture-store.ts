import type { SqlDatabase } from '../store/sql-dialect.ts'
import { hashText } from './hash-text.ts'

/** A failed download, which is retried later. */
interface FailedPicture {
  readonly attempts: number
  /** Milliseconds since 1970. */
  readonly nextAt: number
  readonly reason: string
}

/**
 * Builds the SQL of the tables, and of the index by which products with remote pictures are found.
 * @param text type of texts that are compared byte by byte
 */
export function buildRemotePicturesSql(text: string): string {
  return `
    CREATE TABLE IF NOT EXISTS failed_picture (
      address_hash ${text} PRIMARY KEY,
      attempts integer NOT NULL,
      next_at bigint NOT NULL,
      reason text NOT NULL
    );
    CREATE INDEX IF NOT EXISTS product_remote_pictures ON product (id) WHERE remote_image_count > 0;`
}

/** A failure is deleted this long after its next attempt was due, because then no product has the address any more. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000

export class RemotePictureStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async findFailure(address: string): Promise<FailedPicture | undefined> {
    const sql = 'SELECT attempts, next_at, reason FROM failed_picture WHERE address_hash = $1'
    const [row] = await this.#database.rows(sql, hashText(address))
    return row && { attempts: Number(row['attempts']), nextAt: Number(row['next_at']), reason: String(row['reason']) }
  }

  async putFailure(address: string, { attempts, nextAt, reason }: FailedPicture): Promise<void> {
    await this.#database.run(
      `INSERT INTO failed_picture (address_hash, attempts, next_at, reason) VALUES ($1, $2, $3, $4)
       ON CONFLICT (address_hash) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at, reason = excluded.reason`,
      hashText(address),
      attempts,
      nextAt,
      reason,
    )
  }

  async deleteFailure(address: string): Promise<void> {
    await this.#database.run('DELETE FROM failed_picture WHERE address_hash = $1', hashText(address))
  }

  /** @param now milliseconds since 1970 */
  async deleteOldFailures(now: number): Promise<void> {
    await this.#database.run('DELETE FROM failed_picture WHERE next_at < $1', now - FORGOTTEN_AFTER_MS)
  }
}
