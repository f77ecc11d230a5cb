import type { Category, ImageFormat } from '../../../shared/catalog.ts'
import type { Queries, Row } from './queries.ts'
import type { ImageFile } from '../catalog-store.ts'

/** Reads the `document` column of a row. */
export function readDocument<Document>(row: Row | undefined): Document | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as Document)
}

/** All categories in the order in which they are shown. */
export function readCategories(queries: Queries): Category[] {
  return queries
    .all('SELECT document FROM category ORDER BY position, rowid')
    .map((row) => readDocument<Category>(row)!)
}

/** A row of `image` with its `bytes`, `format` and `first_look`. */
export function readImageFile(row: Row | undefined): ImageFile | undefined {
  return (
    row && {
      bytes: row['bytes'] as Uint8Array,
      format: row['format'] as ImageFormat,
      firstLook: (row['first_look'] ?? undefined) as string | undefined,
    }
  )
}
