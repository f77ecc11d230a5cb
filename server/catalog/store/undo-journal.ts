import type { ListKind } from './catalog-lists.ts'
import type { JournalledChange } from './catalog-store.ts'
import type { ChangeDescription } from './catalog-writer.ts'
import { readNumber } from './rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

export type UndoKind =
  'product' | 'product-rename' | 'category' | 'category-rename' | 'site' | ListKind | 'demo' | 'image' | 'picture'

export const CHANGES_MAX = 10

/** Above this many entries, or two for each product, the oldest changes are deleted. */
const ENTRIES_MIN = 20_000

/**
 * Records what changes replace, to undo them, the newest first. A change's entries go from its `first_seq` to that of the next
 * change.
 */
export class UndoJournal {
  readonly #connection: SqlConnection
  readonly #dialect: CatalogDialect
  #isKept: boolean
  #isBegun = false

  /** @param isKept false to record nothing, for example during an undo */
  constructor(connection: SqlConnection, dialect: CatalogDialect, isKept: boolean) {
    this.#connection = connection
    this.#dialect = dialect
    this.#isKept = isKept
  }

  /** @param document the stored document before the change; null if there was none */
  record(kind: UndoKind, key: string, document: string | null): Promise<void> {
    return this.#recordDocuments('VALUES ($1, $2, $3)', kind, key, document)
  }

  /**
   * Records the stored documents, or null for slugs without one.
   * @param slugs without duplicates, in the order of the changes
   */
  recordStored(kind: 'product' | 'category', slugs: readonly string[]): Promise<void> {
    const [slug, ...others] = slugs
    // In SQLite, this takes a third of the time of a list with a single slug.
    if (slug !== undefined && others.length === 0) {
      const stored = `(SELECT document FROM ${kind} WHERE slug = $1)`
      return this.#recordDocuments(`VALUES ('${kind}', CAST($1 AS text), ${stored})`, slug)
    }
    return this.#recordDocuments(
      `SELECT '${kind}', listed.value, stored.document FROM ${this.#dialect.listed}
       LEFT JOIN (SELECT slug, document FROM ${kind} WHERE ${this.#dialect.isListed('slug')}) AS stored ON stored.slug = listed.value
       ORDER BY place`,
      slugs,
    )
  }

  /**
   * Records the whole catalogue, and forgets earlier changes, because several copies would take too much space. Rows are recorded
   * in reverse order, because undoing begins with the last entry.
   */
  async recordAll(): Promise<void> {
    if (!this.#isKept) return
    if (!this.#isBegun) await this.#connection.exec('DELETE FROM undo; DELETE FROM change')
    this.#begin()
    await this.#connection.exec(`
      INSERT INTO undo (kind, key, document) SELECT 'product', slug, document FROM product ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'category', slug, document FROM category ORDER BY ${this.#dialect.categoryId} DESC;
      INSERT INTO undo (kind, key, document) SELECT key, '', document FROM document;
      INSERT INTO undo (kind, key, document) SELECT 'demo', '', CAST(value AS text) FROM meta WHERE key = 'demo';
      INSERT INTO undo (kind, key, document) SELECT 'picture', source, document FROM picture_source;
      INSERT INTO undo (kind, key, document, bytes) SELECT 'image', hash, ${this.#dialect.imageInUndo}, bytes FROM image;
    `)
  }

  /** Names the change, if anything was changed. */
  async describe(description: ChangeDescription): Promise<void> {
    if (!this.#isBegun) return
    await this.#connection.run(
      'UPDATE change SET description = $1 WHERE first_seq = (SELECT max(first_seq) FROM change)',
      JSON.stringify(description),
    )
  }

  /** Deletes the journal, so that no change can be undone. */
  async discard(): Promise<void> {
    if (!this.#isKept) return
    this.#isKept = false
    await this.#connection.exec('DELETE FROM undo; DELETE FROM change')
  }

  async #recordDocuments(query: string, ...values: readonly unknown[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(`INSERT INTO undo (kind, key, document) ${query}`, ...values)
  }

  /** Deletes the oldest changes above the limits, but never the newest one. */
  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    this.#send(
      `WITH earlier AS (
         SELECT first_seq, row_number() OVER (ORDER BY first_seq DESC) AS place, (SELECT max(seq) FROM undo) - first_seq AS entries
         FROM change
       )
       DELETE FROM change WHERE first_seq < (
         SELECT min(first_seq) FROM earlier
         WHERE place = 1 OR place < ${CHANGES_MAX} AND (entries < ${ENTRIES_MIN} OR entries < 2 * (SELECT count(*) FROM product))
       )`,
    )
    this.#send('DELETE FROM undo WHERE seq < (SELECT min(first_seq) FROM change)')
    this.#send('INSERT INTO change (first_seq, at) SELECT coalesce(max(seq), 0) + 1, $1 FROM undo', Date.now())
  }

  /** Sends a statement without awaiting it. In PostgreSQL, its failure also fails the next statement, which the caller awaits. */
  #send(text: string, ...values: readonly unknown[]): void {
    const sent = this.#connection.run(text, ...values)
    if (sent instanceof Promise) sent.catch(() => {})
  }
}

export async function listChanges(connection: Pick<SqlConnection, 'rows'>): Promise<readonly JournalledChange[]> {
  const rows = await connection.rows('SELECT at, description FROM change ORDER BY first_seq DESC')
  return rows.map(({ at, description }) => ({
    at: readNumber(at),
    description: typeof description === 'string' ? (JSON.parse(description) as ChangeDescription) : null,
  }))
}
