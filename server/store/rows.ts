import type { ImageFormat, Product } from '../../shared/catalog.ts'
import type { ImageFile, StoredProduct } from './catalog-store.ts'

/** A row as the driver of either database returns it, by column. */
export type Row = Readonly<Record<string, unknown>>

export function readDocument<Document>(row: Row | undefined): Document | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as Document)
}

/** @param row with `id`, `changed_at` and `document` */
export function readStoredProduct(row: Row): StoredProduct {
  return {
    id: Number(row['id']),
    changedAt: readNumber(row['changed_at']),
    product: JSON.parse(String(row['document'])) as Product,
  }
}

/** @param row with `bytes`, `format` and `first_look` */
export function readImageFile(row: Row | undefined): ImageFile | undefined {
  return (
    row && {
      bytes: readBytes(row['bytes']),
      format: row['format'] as ImageFormat,
      placeholder: (row['first_look'] ?? undefined) as string | undefined,
    }
  )
}

/** Copies a buffer of the PostgreSQL driver: it is a view into a larger one, at an offset that typed arrays do not accept. */
export function readBytes(value: unknown): Uint8Array {
  return Buffer.isBuffer(value) ? new Uint8Array(value) : (value as Uint8Array)
}

/** PostgreSQL's driver returns a `bigint` as a string. */
export function readNumber(value: unknown): number | null {
  return value === null ? null : Number(value)
}
