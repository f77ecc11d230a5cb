import type { Category, ImageFormat } from '../../../shared/catalog.ts'
import type { Connection, Row } from './connection.ts'
import type { ImageFile } from '../catalog-store.ts'

/** Reads the `document` column of a row. */
export function readDocument<Document>(row: Row | undefined): Document | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as Document)
}

/** All categories in the order in which they are shown. */
export async function readCategories(connection: Pick<Connection, 'rows'>): Promise<Category[]> {
  const rows = await connection.rows('SELECT document FROM category ORDER BY position, id')
  return rows.map((row) => readDocument<Category>(row)!)
}

/** A row of `image` with its `bytes`, `format` and `first_look`. */
export function readImageFile(row: Row | undefined): ImageFile | undefined {
  return (
    row && {
      bytes: readBytes(row['bytes']),
      format: row['format'] as ImageFormat,
      firstLook: (row['first_look'] ?? undefined) as string | undefined,
    }
  )
}

/** Bytes of their own, which begin where words may begin. */
export function readBytes(value: unknown): Uint8Array {
  return new Uint8Array(value as Buffer)
}

/** A number of any size, or none. */
export function readNumber(value: unknown): number | null {
  return value === null ? null : Number(value)
}
