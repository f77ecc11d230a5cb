import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../shared/catalog.ts'
import type { StoredPicture, StoredProduct } from '../catalog-store.ts'
import { readDocument, type Row } from './queries.ts'

/** Rows that are held at once while all are read. */
const SCAN_SIZE = 200

/** All products in the order of their ids, a few at a time. */
export function* scanStoredProducts(database: DatabaseSync): Generator<StoredProduct> {
  for (const row of scan(database, 'SELECT id AS key, changed_at, document FROM product WHERE id > ? ORDER BY id LIMIT ?', 0)) {
    yield { id: Number(row['key']), changedAt: row['changed_at'] as number | null, product: readDocument<Product>(row)! }
  }
}

export function* scanImageHashes(database: DatabaseSync): Generator<string> {
  for (const row of scan(database, 'SELECT hash AS key FROM image WHERE hash > ? ORDER BY hash LIMIT ?', '')) yield String(row['key'])
}

export function* scanPictureSources(database: DatabaseSync): Generator<readonly [string, StoredPicture]> {
  const rows = scan(database, 'SELECT source AS key, document FROM picture_source WHERE source > ? ORDER BY source LIMIT ?', '')
  for (const row of rows) yield [String(row['key']), readDocument<StoredPicture>(row)!]
}

/** @param sql a statement that gives so many rows behind a `key`, in its order */
export function* scan(database: DatabaseSync, sql: string, first: string | number): Generator<Row> {
  const statement = database.prepare(sql)
  let last = first
  for (;;) {
    const rows = statement.all(last, SCAN_SIZE)
    yield* rows
    if (rows.length < SCAN_SIZE) return
    last = rows.at(-1)!['key'] as typeof first
  }
}
