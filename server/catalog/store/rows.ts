import type { SqlConnection } from './sql-dialect.ts'
import type { ImageFile, StoredProduct } from './catalog-reader.ts'

export const PUT_DOCUMENT =
  'INSERT INTO document (key, document) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET document = excluded.document'

export type Row = Readonly<Record<string, unknown>>

export function readDocument<Document>(row: Row): Document
export function readDocument<Document>(row: Row | undefined): Document | undefined
export function readDocument<Document>(row: Row | undefined): Document | undefined {
  return row && (JSON.parse(String(row['document'])) as Document)
}

/** @param row a row with `id`, `changed_at` and `document` */
export function readStoredProduct(row: Row): StoredProduct {
  return { id: Number(row['id']), changedAt: readNumber(row['changed_at']), product: readDocument(row) }
}

/** @param hash the whole hash or a prefix of it, which sorts before the prefix followed by "g" */
export async function findImage(connection: Pick<SqlConnection, 'rows'>, hash: string): Promise<ImageFile | undefined> {
  const [row] = await connection.rows(
    "SELECT bytes, format, first_look FROM image WHERE hash >= $1 AND hash < $1 || 'g' LIMIT 1",
    hash,
  )
  return (
    row && {
      bytes: readBytes(row['bytes']),
      format: row['format'] as ImageFile['format'],
      placeholder: (row['first_look'] ?? undefined) as string | undefined,
    }
  )
}

/** Copies a buffer of the PostgreSQL driver, whose offset in a larger buffer may not be aligned for typed arrays. */
export function readBytes(value: unknown): Uint8Array {
  return Buffer.isBuffer(value) ? new Uint8Array(value) : (value as Uint8Array)
}

/** PostgreSQL's driver returns a `bigint` as a string. */
export function readNumber(value: unknown): number | null {
  return value === null ? null : Number(value)
}

/** @throws Error if the row is missing */
export function readMetaValue(row: Row | undefined): number {
  if (!row) throw new Error('The database lacks a row of the table "meta". Restore a backup.')
  return Number(row['value'])
}
