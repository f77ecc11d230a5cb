import type { Category, Product } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'
import type { StoredFile } from './catalog-reader.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { readNumber, readUndoneImage, type Row } from './rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'
import type { UndoKind } from './undo-journal.ts'

const BATCH_ROWS = 500

interface UndoContext {
  /** A writer that keeps no journal. */
  readonly writer: CatalogWriter
  readonly connection: SqlConnection
  readonly dialect: CatalogDialect
  flush(): Promise<void>
}

/** @returns false if there is no change to undo */
export async function undoNewestChange(context: UndoContext): Promise<boolean> {
  const { connection } = context
  const [change] = await connection.rows('SELECT max(first_seq) AS first FROM change')
  const first = readNumber(change?.['first'])
  if (first === null) return false
  const read = (before: unknown) =>
    connection.rows(
      'SELECT seq, kind, key, document FROM undo WHERE seq < $1 AND seq >= $2 ORDER BY seq DESC LIMIT $3',
      before,
      first,
      BATCH_ROWS,
    )
  let entries = await read(Number.MAX_SAFE_INTEGER)
  for (; entries.length > 0; entries = await read(entries.at(-1)?.['seq'])) await undoEntries(context, entries)
  await context.flush()
  await connection.run('DELETE FROM undo WHERE seq >= $1', first)
  await connection.run('DELETE FROM change WHERE first_seq = $1', first)
  return true
}

async function undoEntries(context: UndoContext, entries: readonly Row[]): Promise<void> {
  const { writer, connection } = context
  // Added products with consecutive entries are deleted together.
  let addedProducts: string[] = []
  const deleteAddedProducts = async () => {
    if (addedProducts.length > 0) await deleteProducts(context, addedProducts)
    addedProducts = []
  }
  for (const entry of entries) {
    const { kind, key, document } = entry as { kind: UndoKind; key: string; document: string | null }
    if (kind === 'product' && document === null) {
      addedProducts.push(key)
      continue
    }
    await deleteAddedProducts()
    if (document === null) await deleteAdded(connection, kind, key)
    else await restore(writer, connection, { kind, key, document, seq: entry['seq'] })
  }
  await deleteAddedProducts()
}

async function deleteProducts({ connection, dialect, flush }: UndoContext, slugs: readonly string[]): Promise<void> {
  await flush()
  const condition = dialect.isListed('slug')
  await connection.run(`DELETE FROM product WHERE ${condition}`, slugs)
  await connection.run(`DELETE FROM product_identifier WHERE ${condition}`, slugs)
  await connection.run(`DELETE FROM former_slug WHERE ${condition} AND kind = 'product'`, slugs)
}

/** Deletes data that a change added, except products, which are deleted together. */
async function deleteAdded(connection: SqlConnection, kind: UndoKind, key: string): Promise<void> {
  switch (kind) {
    case 'category':
      await connection.run('DELETE FROM category WHERE slug = $1', key)
      await connection.run("DELETE FROM former_slug WHERE kind = 'category' AND slug = $1", key)
      return
    case 'site':
      await connection.exec('DELETE FROM site')
      return
    case 'image':
      await connection.run('DELETE FROM image WHERE hash = $1', key)
      return
    default:
      throw new Error(
        `The undo journal has no previous value for the ${kind} "${key}"; the last change cannot be undone.`,
      )
  }
}

interface StoredEntry {
  readonly kind: UndoKind
  readonly key: string
  readonly document: string
  readonly seq: unknown
}

async function restore(
  writer: CatalogWriter,
  connection: SqlConnection,
  { kind, key, document, seq }: StoredEntry,
): Promise<void> {
  switch (kind) {
    case 'product':
      return writer.putProduct(JSON.parse(document) as Product)
    case 'product-rename':
      return writer.renameProduct(key, document)
    case 'category':
      return writer.putCategory(JSON.parse(document) as Category)
    case 'category-rename':
      return writer.renameCategory(key, document)
    case 'site':
      return writer.putSite(JSON.parse(document) as Site)
    case 'demo':
      return writer.markDemo(document === '1')
    case 'picture':
      return writer.putPictureSource(key, JSON.parse(document) as StoredFile)
    case 'image': {
      const [row] = await connection.rows('SELECT bytes FROM undo WHERE seq = $1', seq)
      return writer.putImage(key, readUndoneImage(document, row))
    }
    default:
      return writer.putList(kind, JSON.parse(document) as CatalogLists[ListKind])
  }
}
