import type { UndoKind } from '../sql-writer.ts'
import type { Connection } from './connection.ts'

/** Queries for `key` and `document` of what is stored under some keys. */
const STORED_DOCUMENTS = {
  product: 'SELECT slug AS key, document FROM product WHERE slug = ANY ($1)',
  category: 'SELECT slug AS key, document FROM category WHERE slug = ANY ($1)',
  picture:
    'SELECT source AS key, document FROM picture_source WHERE md5(source) IN (SELECT md5(wanted) FROM unnest($1::text[]) AS wanted)',
  site: "SELECT '' AS key, document FROM site WHERE $1::text[] IS NOT NULL",
} as const

/**
 * Records the previous value of everything that a transaction changes. The first entry of a transaction deletes the journal of
 * the previous transaction.
 */
export class PostgresUndoJournal {
  readonly #connection: Connection
  #isKept: boolean
  #isBegun = false

  /** @param isKept false to record nothing, as while undoing */
  constructor(connection: Connection, isKept: boolean) {
    this.#connection = connection
    this.#isKept = isKept
  }

  async record(kind: UndoKind, key: string, document: string | null): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run('INSERT INTO undo (kind, key, document) VALUES ($1, $2, $3)', kind, key, document)
  }

  /**
   * Records documents as they are stored now, and null for keys that are not stored.
   * @param keys each one once, in the order in which they are changed
   */
  async recordStored(kind: keyof typeof STORED_DOCUMENTS, keys: readonly string[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(
      `INSERT INTO undo (kind, key, document)
       SELECT '${kind}', key, stored.document FROM unnest($1::text[]) WITH ORDINALITY AS given (key, place) LEFT JOIN (${STORED_DOCUMENTS[kind]}) AS stored USING (key) ORDER BY place`,
      keys,
    )
  }

  recordSite(): Promise<void> {
    return this.recordStored('site', [''])
  }

  /** Like `recordStored`, but skips keys that are not stored. */
  async recordReplaced(kind: keyof typeof STORED_DOCUMENTS, keys: readonly string[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(
      `INSERT INTO undo (kind, key, document) SELECT '${kind}', key, document FROM (${STORED_DOCUMENTS[kind]}) AS stored`,
      keys,
    )
  }

  /** Records rows in reverse order, because undoing begins with the last entry. */
  async recordAll(): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.exec(`
      INSERT INTO undo (kind, key, document) SELECT 'product', slug, document FROM product ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'category', slug, document FROM category ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'site', '', document FROM site;
      INSERT INTO undo (kind, key, document) SELECT 'demo', '', value::text FROM meta WHERE key = 'demo';
      INSERT INTO undo (kind, key, document) SELECT 'picture', source, document FROM picture_source;
      INSERT INTO undo (kind, key, document, bytes)
        SELECT 'image', hash, json_strip_nulls(json_build_object('format', format, 'firstLook', first_look))::text, bytes FROM image;
    `)
  }

  async discard(): Promise<void> {
    if (!this.#isKept) return
    this.#isKept = false
    await this.#connection.run('DELETE FROM undo')
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    // One connection runs its statements in order. A failure also fails the statement that follows, which the caller awaits.
    this.#connection.run('DELETE FROM undo').catch(() => {})
  }
}
