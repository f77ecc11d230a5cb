import type { DatabaseSync } from 'node:sqlite'
import { putBack, type UndoKind } from '../undo-note.ts'
import type { SqliteWriter } from './sqlite-writer.ts'

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
    else await putBack(writer, { kind: row['kind'] as UndoKind, key: String(row['key']), document }, () => row['bytes'] as Uint8Array)
  }
  if (!hasUndone) return false
  database.exec('DELETE FROM undo; DELETE FROM picture_source WHERE document ->> \'$.hash\' NOT IN (SELECT hash FROM image)')
  writer.hasChanges = true
  writer.hasListingChanges = true
  return true
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
