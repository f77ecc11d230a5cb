import type { Queries } from './queries.ts'
import type { UndoKind } from '../undo-note.ts'

/** Statements that select what is stored under a key. */
const STORED = {
  product: 'SELECT document FROM product WHERE slug = ?',
  category: 'SELECT document FROM category WHERE slug = ?',
  site: 'SELECT document FROM site WHERE ? IS NOT NULL',
} as const

/**
 * Notes what stood where before each change of a transaction, in that transaction: what it takes to go back costs in
 * proportion to the change. The first note of a transaction takes the place of the journal of the one before.
 */
export class UndoJournal {
  readonly #queries: Queries
  #isKept: boolean
  #isBegun = false

  /** @param isKept false where nothing is to be noted, as while undoing */
  constructor(queries: Queries, isKept: boolean) {
    this.#queries = queries
    this.#isKept = isKept
  }

  /** @param document what stood there before; null where there was nothing */
  note(kind: UndoKind, key: string, document: string | null): void {
    if (!this.#isKept) return
    this.#begin()
    this.#queries.run('INSERT INTO undo (kind, key, document) VALUES (?, ?, ?)', kind, key, document)
  }

  /**
   * Notes a document as it is stored now.
   * @returns whether there was any
   */
  noteStored(kind: keyof typeof STORED, key: string): boolean {
    const row = this.#queries.get(STORED[kind], key)
    this.note(kind, key, row === undefined ? null : String(row['document']))
    return row !== undefined
  }

  /** Notes the whole catalogue. Replayed from the end, rows come back in the order in which they stood. */
  noteAll(): void {
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

  /** There is no way back behind this transaction. */
  forget(): void {
    if (!this.#isKept) return
    this.#queries.exec('DELETE FROM undo')
    this.#isKept = false
  }

  #begin(): void {
    if (!this.#isBegun) this.#queries.exec('DELETE FROM undo')
    this.#isBegun = true
  }
}
