import type { UndoKind } from '../sql-writer.ts'
import type { Queries } from './queries.ts'

const STORED_DOCUMENT = {
  product: 'SELECT document FROM product WHERE slug = ?',
  category: 'SELECT document FROM category WHERE slug = ?',
} as const

/**
 * Records the previous value of everything that a transaction changes. The first entry of a transaction deletes the journal of
 * the previous transaction.
 */
export class SqliteUndoJournal {
  readonly #queries: Queries
  #isKept: boolean
  #isBegun = false

  /** @param isKept false to record nothing, as while undoing */
  constructor(queries: Queries, isKept: boolean) {
    this.#queries = queries
    this.#isKept = isKept
  }

  record(kind: UndoKind, key: string, document: string | null): void {
    if (!this.#isKept) return
    this.#begin()
    this.#queries.run('INSERT INTO undo (kind, key, document) VALUES (?, ?, ?)', kind, key, document)
  }

  /**
   * Records a document as it is stored now.
   * @returns whether one is stored
   */
  recordStored(kind: keyof typeof STORED_DOCUMENT, key: string): boolean {
    const row = this.#queries.get(STORED_DOCUMENT[kind], key)
    this.record(kind, key, row === undefined ? null : String(row['document']))
    return row !== undefined
  }

  recordSite(): void {
    const row = this.#queries.get('SELECT document FROM site')
    this.record('site', '', row === undefined ? null : String(row['document']))
  }

  /** Records rows in reverse order, because undoing begins with the last entry. */
  recordAll(): void {
    if (!this.#isKept) return
    this.#begin()
    this.#queries.exec(`
      INSERT INTO undo (kind, key, document) SELECT 'product', slug, document FROM product ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'category', slug, document FROM category ORDER BY rowid DESC;
      INSERT INTO undo (kind, key, document) SELECT 'site', '', document FROM site;
      INSERT INTO undo (kind, key, document) SELECT 'demo', '', value FROM meta WHERE key = 'demo';
      INSERT INTO undo (kind, key, document) SELECT 'picture', source, document FROM picture_source;
      INSERT INTO undo (kind, key, document, bytes) SELECT 'image', hash, json_object('format', format, 'firstLook', first_look), bytes FROM image;
    `)
  }

  discard(): void {
    if (!this.#isKept) return
    this.#queries.exec('DELETE FROM undo')
    this.#isKept = false
  }

  #begin(): void {
    if (!this.#isBegun) this.#queries.exec('DELETE FROM undo')
    this.#isBegun = true
  }
}
