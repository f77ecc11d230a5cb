import type { ListKind } from './catalog-lists.ts'
import type { ChangeDescription, CatalogWriter } from './catalog-writer.ts'
import { PUT_DOCUMENT, readNumber } from './rows.ts'
import { renameRow } from './slug-rows.ts'
import { type CatalogDialect, type SqlConnection, readInBatches } from './sql-dialect.ts'
import type { Product } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { ImageFile, StoredFile } from './catalog-reader.ts'

type UndoKind = 'product' | 'category' | 'site' | ListKind | 'demo' | 'image' | 'picture'

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
      INSERT INTO undo (kind, key, document, bytes) SELECT 'image', hash, format || ' ' || coalesce(first_look, ''), bytes FROM image;
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
    const sent = this.#connection.exec(
      `WITH earlier AS (
         SELECT first_seq, row_number() OVER (ORDER BY first_seq DESC) AS place, (SELECT max(seq) FROM undo) - first_seq AS entries
         FROM change
       )
       DELETE FROM change WHERE first_seq < (
         SELECT min(first_seq) FROM earlier
         WHERE place = 1 OR place < ${CHANGES_MAX} AND (entries < ${ENTRIES_MIN} OR entries < 2 * (SELECT count(*) FROM product))
       );
       DELETE FROM undo WHERE seq < (SELECT min(first_seq) FROM change);
       INSERT INTO change (first_seq, at) SELECT coalesce(max(seq), 0) + 1, ${Date.now()} FROM undo`,
    )
    // The caller awaits the next statement. In PostgreSQL, it fails too if this one fails.
    if (sent instanceof Promise) sent.catch(() => {})
  }
}

interface UndoContext {
  /** A writer that keeps no journal. */
  readonly writer: CatalogWriter
  readonly connection: SqlConnection
  readonly dialect: CatalogDialect
}

interface JournalEntry {
  readonly kind: UndoKind
  /** For a product or category, its slug after the change. `document` has the slug before the change. */
  readonly key: string
  /** Null if the change added the row. */
  readonly document: string | null
  readonly place: unknown
}

/** @returns false if there is no change to undo */
export async function undoNewestChange(context: UndoContext): Promise<boolean> {
  const { connection } = context
  const [change] = await connection.rows('SELECT max(first_seq) AS first FROM change')
  const first = readNumber(change?.['first'])
  if (first === null) return false
  const batches = readInBatches(
    connection,
    'SELECT seq AS place, kind, key, document FROM undo WHERE seq < $1 AND seq >= $3 ORDER BY seq DESC LIMIT $2',
    Number.MAX_SAFE_INTEGER,
    first,
  )
  for await (const entries of batches) {
    // Rows that a change added with consecutive entries are deleted together.
    const added: JournalEntry[] = []
    for (const entry of entries as unknown as readonly JournalEntry[]) {
      if (entry.document === null) added.push(entry)
      else {
        await deleteAdded(context, added.splice(0))
        await restore(context, entry, entry.document)
      }
    }
    await deleteAdded(context, added)
  }
  await context.writer.flush()
  await connection.run('DELETE FROM undo WHERE seq >= $1', first)
  await connection.run('DELETE FROM change WHERE first_seq = $1', first)
  return true
}

async function deleteAdded(
  { writer, connection, dialect }: UndoContext,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await writer.flush()
  const isListed = dialect.isListed('slug')
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    const keys = ofKind.map(({ key }) => key)
    if (kind === 'image') await connection.run(`DELETE FROM image WHERE ${dialect.isListed('hash')}`, keys)
    // Version 1.1.0 recorded the first settings of a site as an added row.
    else if (kind === 'site') await connection.run('DELETE FROM document WHERE key = $1', kind)
    else {
      await connection.run(`DELETE FROM ${kind} WHERE ${isListed}`, keys)
      if (kind === 'product') await connection.run(`DELETE FROM product_identifier WHERE ${isListed}`, keys)
      await connection.run(`DELETE FROM former_slug WHERE ${isListed} AND kind = $2`, keys, kind)
    }
  }
}

async function restore(
  { writer, connection }: UndoContext,
  { kind, key, place }: JournalEntry,
  document: string,
): Promise<void> {
  switch (kind) {
    case 'product': {
      const product = JSON.parse(document) as Product
      if (product.slug !== key) await writer.flush()
      await renameRow(connection, kind, key, product.slug)
      return writer.putProduct(product)
    }
    case 'category': {
      const category = JSON.parse(document) as Category
      await renameRow(connection, kind, key, category.slug)
      return writer.putCategory(category)
    }
    case 'demo':
      return writer.markDemo(document === '1')
    case 'picture':
      return writer.putPictureSource(key, JSON.parse(document) as StoredFile)
    case 'image': {
      const [row] = await connection.rows('SELECT bytes FROM undo WHERE seq = $1', place)
      const [format, placeholder] = document.split(' ') as [ImageFile['format'], string]
      const bytes = row?.['bytes'] as Uint8Array
      return writer.putImage(key, { format, bytes, placeholder: placeholder || undefined })
    }
    default:
      await connection.run(PUT_DOCUMENT, kind, document)
  }
}
