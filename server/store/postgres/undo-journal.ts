import type { Connection } from './connection.ts'
import type { UndoKind } from '../undo-note.ts'

/** Statements that select what is stored under some keys, as `key` and `document`. */
const STORED = {
  product: 'SELECT slug AS key, document FROM product WHERE slug = ANY ($1)',
  category: 'SELECT slug AS key, document FROM category WHERE slug = ANY ($1)',
  picture:
    'SELECT source AS key, document FROM picture_source WHERE md5(source) IN (SELECT md5(wanted) FROM unnest($1::text[]) AS wanted)',
  site: "SELECT '' AS key, document FROM site WHERE $1::text[] IS NOT NULL",
} as const

/**
 * Notes what stood where before each change of a transaction, in that transaction: what it takes to go back costs in
 * proportion to the change. The first note of a transaction takes the place of the journal of the one before.
 */
export class UndoJournal {
  readonly #connection: Connection
  #isKept: boolean
  #isBegun = false

  /** @param isKept false where nothing is to be noted, as while undoing */
  constructor(connection: Connection, isKept: boolean) {
    this.#connection = connection
    this.#isKept = isKept
  }

  /** @param document what stood there before; null where there was nothing */
  async note(kind: UndoKind, key: string, document: string | null): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run('INSERT INTO undo (kind, key, document) VALUES ($1, $2, $3)', kind, key, document)
  }

  /**
   * Notes documents as they are stored now, those that are not there included.
   * @param keys each one once, in the order in which they are changed
   */
  async noteStored(kind: keyof typeof STORED, keys: readonly string[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(
      `INSERT INTO undo (kind, key, document)
       SELECT '${kind}', key, stored.document FROM unnest($1::text[]) WITH ORDINALITY AS given (key, place) LEFT JOIN (${STORED[kind]}) AS stored USING (key) ORDER BY place`,
      keys,
    )
  }

  /** Notes documents as they are stored now, as far as they are there. */
  async noteReplaced(kind: keyof typeof STORED, keys: readonly string[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(
      `INSERT INTO undo (kind, key, document) SELECT '${kind}', key, document FROM (${STORED[kind]}) AS stored`,
      keys,
    )
  }

  /** Notes the whole catalogue. Replayed from the end, rows come back in the order in which they stood. */
  async noteAll(): Promise<void> {
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

  /** There is no way back behind this transaction. */
  async forget(): Promise<void> {
    if (!this.#isKept) return
    this.#isKept = false
    await this.#connection.run('DELETE FROM undo')
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    // What is sent on one connection is done in its order; whoever waits for the note hears of a failure here.
    this.#connection.run('DELETE FROM undo').catch(() => {})
  }
}
