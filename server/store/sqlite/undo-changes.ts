import type { Queries, Row } from './queries.ts'
import { scanRows } from './scan-rows.ts'
import { putBack, type UndoKind } from '../undo-note.ts'
import type { SqliteWriter } from './sqlite-writer.ts'

const NOTES = 'SELECT seq AS place, kind, key, document FROM undo WHERE seq < ? ORDER BY seq DESC LIMIT ?'

/**
 * Takes the last change back, from its end to its beginning, and forgets it.
 * @param writer one that notes nothing
 * @returns whether there was anything to go back to
 */
export async function undoChanges(queries: Queries, writer: SqliteWriter): Promise<boolean> {
  let hasUndone = false
  for (const note of scanRows(queries, NOTES, Number.MAX_SAFE_INTEGER)) {
    await undo(queries, writer, note)
    hasUndone = true
  }
  if (!hasUndone) return false
  queries.exec(
    "DELETE FROM undo; DELETE FROM picture_source WHERE document ->> '$.hash' NOT IN (SELECT hash FROM image)",
  )
  writer.hasChanges = true
  writer.hasListingChanges = true
  return true
}

async function undo(queries: Queries, writer: SqliteWriter, note: Row): Promise<void> {
  const [kind, key, document] = [note['kind'] as UndoKind, String(note['key']), note['document']]
  if (document === null) remove(queries, kind, key)
  else
    await putBack(writer, { kind, key, document: String(document) }, () => readPicture(queries, Number(note['place'])))
}

function readPicture(queries: Queries, seq: number): Uint8Array {
  return queries.get('SELECT bytes FROM undo WHERE seq = ?', seq)!['bytes'] as Uint8Array
}

/** What was not there before goes. */
function remove(queries: Queries, kind: UndoKind, key: string): void {
  switch (kind) {
    case 'product':
      queries.run('DELETE FROM product WHERE slug = ?', key)
      queries.run('DELETE FROM product_identifier WHERE slug = ?', key)
      queries.run("DELETE FROM former_slug WHERE kind = 'product' AND slug = ?", key)
      return
    case 'category':
      queries.run('DELETE FROM category WHERE slug = ?', key)
      queries.run("DELETE FROM former_slug WHERE kind = 'category' AND slug = ?", key)
      return
    case 'site':
      queries.exec('DELETE FROM site')
      return
    case 'image':
      queries.run('DELETE FROM image WHERE hash = ?', key)
      return
    default:
      throw new Error(`The undo journal holds a ${kind} without what was there before.`)
  }
}
