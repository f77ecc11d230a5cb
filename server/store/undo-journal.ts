import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

export type UndoKind =
  | 'product'
  | 'product-rename'
  | 'category'
  | 'category-rename'
  | 'site'
  | 'synonyms'
  | 'attributes'
  | 'demo'
  | 'image'
  | 'picture'

/**
 * Records the data that a change replaces, so that the change can be undone. The first entry of a transaction deletes the
 * journal of the previous change.
 */
export class UndoJournal {
  readonly #connection: SqlConnection
  readonly #dialect: CatalogDialect
  #isKept: boolean
  #isBegun = false

  /** @param isKept false to record nothing, for example while undoing */
  constructor(connection: SqlConnection, dialect: CatalogDialect, isKept: boolean) {
    this.#connection = connection
    this.#dialect = dialect
    this.#isKept = isKept
  }

  /** @param document the stored document before the change; null if there was none */
  async record(kind: UndoKind, key: string, document: string | null): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run('INSERT INTO undo (kind, key, document) VALUES ($1, $2, $3)', kind, key, document)
  }

  /**
   * Records the stored documents of slugs, and null for slugs without a document.
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

  /** Records the stored pictures of sources that already exist; new sources are not recorded. */
  recordPictureSources(sources: readonly string[]): Promise<void> {
    const { sourceKey, listed } = this.#dialect
    return this.#recordDocuments(
      `SELECT 'picture', source, document FROM picture_source
       WHERE ${sourceKey('source')} IN (SELECT ${sourceKey('value')} FROM ${listed})`,
      sources,
    )
  }

  recordSite(): Promise<void> {
    return this.#recordDocuments(
      "SELECT 'site', '', stored.document FROM (SELECT 1) AS always LEFT JOIN site AS stored ON stored.id = 1",
    )
  }

  /** Records the whole catalogue. Rows are recorded in reverse order, because undoing begins with the last entry. */
  async recordAll(): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.exec(`
      INSERT INTO undo (kind, key, document) SELECT 'product', slug, document FROM product ORDER BY id DESC;
      INSERT INTO undo (kind, key, document) SELECT 'category', slug, document FROM category ORDER BY ${this.#dialect.categoryId} DESC;
      INSERT INTO undo (kind, key, document) SELECT 'site', '', document FROM site;
      INSERT INTO undo (kind, key, document) SELECT 'synonyms', '', document FROM synonyms;
      INSERT INTO undo (kind, key, document) SELECT 'attributes', '', document FROM attribute_rules;
      INSERT INTO undo (kind, key, document) SELECT 'demo', '', CAST(value AS text) FROM meta WHERE key = 'demo';
      INSERT INTO undo (kind, key, document) SELECT 'picture', source, document FROM picture_source;
      INSERT INTO undo (kind, key, document, bytes) SELECT 'image', hash, ${this.#dialect.imageInUndo}, bytes FROM image;
    `)
  }

  /** Deletes the journal, so that neither this change nor the previous one can be undone. */
  async discard(): Promise<void> {
    if (!this.#isKept) return
    this.#isKept = false
    await this.#connection.exec('DELETE FROM undo')
  }

  async #recordDocuments(query: string, ...values: readonly unknown[]): Promise<void> {
    if (!this.#isKept) return
    this.#begin()
    await this.#connection.run(`INSERT INTO undo (kind, key, document) ${query}`, ...values)
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    // Not awaited: in PostgreSQL, a failure of this statement also makes the next statement fail, which the caller awaits.
    const deleted = this.#connection.run('DELETE FROM undo')
    if (deleted instanceof Promise) deleted.catch(() => {})
  }
}
