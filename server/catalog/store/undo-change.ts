import type { Product } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { Site } from '../../../shared/site.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'
import type { StoredFile } from './catalog-reader.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { readNumber, readUndoneImage } from './rows.ts'
import { type CatalogDialect, readInBatches, type SqlConnection } from './sql-dialect.ts'
import type { UndoKind } from './undo-journal.ts'

interface JournalEntry {
  readonly kind: UndoKind
  readonly key: string
  /** Null if the change added the row. */
  readonly document: string | null
  readonly place: unknown
}

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
  const batches = readInBatches(
    connection,
    'SELECT seq AS place, kind, key, document FROM undo WHERE seq < $1 AND seq >= $3 ORDER BY seq DESC LIMIT $2',
    Number.MAX_SAFE_INTEGER,
    first,
  )
  for await (const entries of batches) await undoEntries(context, entries as unknown as readonly JournalEntry[])
  await context.flush()
  await connection.run('DELETE FROM undo WHERE seq >= $1', first)
  await connection.run('DELETE FROM change WHERE first_seq = $1', first)
  return true
}

async function undoEntries(context: UndoContext, entries: readonly JournalEntry[]): Promise<void> {
  // Rows that a change added with consecutive entries are deleted together.
  let added: JournalEntry[] = []
  for (const entry of entries) {
    const { document } = entry
    if (document === null) {
      added.push(entry)
      continue
    }
    await deleteAdded(context, added)
    added = []
    await restore(context, { ...entry, document })
  }
  await deleteAdded(context, added)
}

async function deleteAdded(
  { connection, dialect, flush }: UndoContext,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await flush()
  const isListed = dialect.isListed('slug')
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    const keys = ofKind.map(({ key }) => key)
    if (kind === 'site') await connection.run('DELETE FROM document WHERE key = $1', kind)
    else if (kind === 'image') await connection.run(`DELETE FROM image WHERE ${dialect.isListed('hash')}`, keys)
    else if (kind === 'product' || kind === 'category') {
      await connection.run(`DELETE FROM ${kind} WHERE ${isListed}`, keys)
      if (kind === 'product') await connection.run(`DELETE FROM product_identifier WHERE ${isListed}`, keys)
      await connection.run(`DELETE FROM former_slug WHERE ${isListed} AND kind = $2`, keys, kind)
    } else throw new Error(`The undo journal has no previous value for the ${kind}; the last change cannot be undone.`)
  }
}

async function restore(
  { writer, connection }: UndoContext,
  { kind, key, document, place }: JournalEntry & { readonly document: string },
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
      const [row] = await connection.rows('SELECT bytes FROM undo WHERE seq = $1', place)
      return writer.putImage(key, readUndoneImage(document, row))
    }
    default:
      return writer.putList(kind, JSON.parse(document) as CatalogLists[ListKind])
  }
}
