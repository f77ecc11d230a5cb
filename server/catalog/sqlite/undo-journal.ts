import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { UndoKind } from '../undo-note.ts'

/**
 * Notes what stood where before each change of a transaction, in that transaction: what it takes to go back costs in
 * proportion to the change. The first note of a transaction takes the place of the journal of the one before.
 */
export class UndoJournal {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  #isKept: boolean
  #isBegun = false

  /** @param isKept false where nothing is to be noted, as while undoing */
  constructor(database: DatabaseSync, isKept: boolean) {
    this.#database = database
    this.#isKept = isKept
    this.#insert = database.prepare('INSERT INTO undo (kind, key, document) VALUES (?, ?, ?)')
  }

  /** @param document what stood there before; null where there was nothing */
  note(kind: UndoKind, key: string, document: string | null): void {
    if (!this.#isKept) return
    this.#begin()
    this.#insert.run(kind, key, document)
  }

  /** Notes the whole catalogue. Replayed from the end, rows come back in the order in which they stood. */
  noteAll(): void {
    if (!this.#isKept) return
    this.#begin()
    this.#database.exec(`
      INSERT INTO undo (kind, key, document) SELECT 'product', slug, document FROM product ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'category', slug, document FROM category ORDER BY rowid DESC;
      INSERT INTO undo (kind, key, document) SELECT 'site', '', document FROM site;
      INSERT INTO undo (kind, key, document) SELECT 'demo', '', value FROM meta WHERE key = 'demo';
      INSERT INTO undo (kind, key, document) SELECT 'picture', source, document FROM picture_source;
      INSERT INTO undo (kind, key, document, bytes) SELECT 'image', hash, json_object('format', format, 'firstLook', first_look), bytes FROM image;
    `)
  }

  /**
   * Notes a document as it is stored now.
   * @param find a statement that selects it
   * @returns whether there was any
   */
  noteStored(kind: UndoKind, key: string, find: StatementSync, ...values: SQLInputValue[]): boolean {
    const row = find.get(...values)
    this.note(kind, key, row === undefined ? null : String(row['document']))
    return row !== undefined
  }

  /** There is no way back behind this transaction. */
  forget(): void {
    if (!this.#isKept) return
    this.#database.exec('DELETE FROM undo')
    this.#isKept = false
  }

  #begin(): void {
    if (!this.#isBegun) this.#database.exec('DELETE FROM undo')
    this.#isBegun = true
  }
}
