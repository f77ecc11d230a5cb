import type { DatabaseSync } from 'node:sqlite'
import type { Category, Product, Site } from '../../../shared/catalog.ts'
import type { ImageFile, StoredPicture } from '../catalog-store.ts'
import type { Row } from './queries.ts'
import type { SqliteWriter } from './sqlite-writer.ts'
import type { UndoKind } from './undo-journal.ts'

/**
 * Takes the last change back, from its end to its beginning, and forgets it.
 * @param writer one that notes nothing
 * @returns whether there was anything to go back to
 */
export async function undoChanges(database: DatabaseSync, writer: SqliteWriter): Promise<boolean> {
  let hasUndone = false
  for (const row of database.prepare('SELECT kind, key, document, bytes FROM undo ORDER BY seq DESC').iterate()) {
    hasUndone = true
    const document = row['document'] === null ? null : String(row['document'])
    if (document === null) remove(database, row['kind'] as UndoKind, String(row['key']))
    else await putBack(writer, row, document)
  }
  if (!hasUndone) return false
  database.exec('DELETE FROM undo; DELETE FROM picture_source WHERE document ->> \'$.hash\' NOT IN (SELECT hash FROM image)')
  writer.hasChanges = true
  writer.hasListingChanges = true
  return true
}

async function putBack(writer: SqliteWriter, row: Row, document: string): Promise<void> {
  const key = String(row['key'])
  switch (row['kind'] as UndoKind) {
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
    case 'image':
      return writer.putImage(key, { ...(JSON.parse(document) as Pick<ImageFile, 'format' | 'firstLook'>), bytes: row['bytes'] as Uint8Array })
    case 'picture':
      return writer.putPictureSource(key, JSON.parse(document) as StoredPicture)
  }
}

/** What was not there before goes. */
function remove(database: DatabaseSync, kind: UndoKind, key: string): void {
  switch (kind) {
    case 'product':
      database.prepare('DELETE FROM product WHERE slug = ?').run(key)
      database.prepare('DELETE FROM product_identifier WHERE slug = ?').run(key)
      database.prepare("DELETE FROM former_slug WHERE kind = 'product' AND slug = ?").run(key)
      return
    case 'category':
      database.prepare('DELETE FROM category WHERE slug = ?').run(key)
      database.prepare("DELETE FROM former_slug WHERE kind = 'category' AND slug = ?").run(key)
      return
    case 'site':
      database.exec('DELETE FROM site')
      return
    case 'image':
      database.prepare('DELETE FROM image WHERE hash = ?').run(key)
      return
    default:
      throw new Error(`The undo journal holds a ${kind} without what was there before.`)
  }
}
