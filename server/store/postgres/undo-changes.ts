import type { Connection, Row } from './connection.ts'
import { putBack, type UndoKind } from '../undo-note.ts'
import { readBytes } from './documents.ts'
import type { PostgresWriter } from './postgres-writer.ts'

const NOTES_AT_ONCE = 500

/**
 * Takes the last change back, from its end to its beginning, and forgets it.
 * @param writer one that notes nothing
 * @returns whether there was anything to go back to
 */
export async function undoChanges(connection: Connection, writer: PostgresWriter): Promise<boolean> {
  const read = (before: unknown) =>
    connection.rows(
      `SELECT seq, kind, key, document FROM undo WHERE seq < $1 ORDER BY seq DESC LIMIT ${NOTES_AT_ONCE}`,
      before,
    )
  let rows = await read(Number.MAX_SAFE_INTEGER)
  if (rows.length === 0) return false
  for (; rows.length > 0; rows = await read(rows.at(-1)!['seq'])) await undoNotes(connection, writer, rows)
  await writer.finish()
  await connection.exec(
    'DELETE FROM undo; DELETE FROM picture_source WHERE NOT EXISTS (SELECT 1 FROM image WHERE hash = document::json ->> \'hash\' COLLATE "C")',
  )
  writer.hasChanges = true
  writer.hasListingChanges = true
  return true
}

async function undoNotes(connection: Connection, writer: PostgresWriter, rows: readonly Row[]): Promise<void> {
  /** Products that were not there before; many come one after the other. */
  let added: string[] = []
  const removeAdded = async () => {
    if (added.length > 0) await removeProducts(connection, writer, added)
    added = []
  }
  for (const row of rows) {
    if (row['kind'] === 'product' && row['document'] === null) {
      added.push(String(row['key']))
      continue
    }
    await removeAdded()
    const [kind, key] = [row['kind'] as UndoKind, String(row['key'])]
    if (row['document'] === null) await remove(connection, kind, key)
    else
      await putBack(writer, { kind, key, document: String(row['document']) }, () => readPicture(connection, row['seq']))
  }
  await removeAdded()
}

async function readPicture(connection: Connection, seq: unknown): Promise<Uint8Array> {
  const [row] = await connection.rows('SELECT bytes FROM undo WHERE seq = $1', seq)
  return readBytes(row!['bytes'])
}

async function removeProducts(connection: Connection, writer: PostgresWriter, slugs: readonly string[]): Promise<void> {
  await writer.flush()
  writer.forgetProducts()
  await Promise.all([
    connection.run('DELETE FROM product WHERE slug = ANY ($1)', slugs),
    connection.run('DELETE FROM product_identifier WHERE slug = ANY ($1)', slugs),
    connection.run("DELETE FROM former_slug WHERE kind = 'product' AND slug = ANY ($1)", slugs),
  ])
}

/** What was not there before goes. */
async function remove(connection: Connection, kind: UndoKind, key: string): Promise<void> {
  switch (kind) {
    case 'category':
      await connection.run('DELETE FROM category WHERE slug = $1', key)
      await connection.run("DELETE FROM former_slug WHERE kind = 'category' AND slug = $1", key)
      return
    case 'site':
      await connection.run('DELETE FROM site')
      return
    case 'image':
      await connection.run('DELETE FROM image WHERE hash = $1', key)
      return
    default:
      throw new Error(`The undo journal holds a ${kind} without what was there before.`)
  }
}
