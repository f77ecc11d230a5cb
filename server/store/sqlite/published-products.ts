import type { Product } from '../../../shared/catalog.ts'
import type { Queries } from './queries.ts'
import type { IdRange, PublishedProduct } from '../catalog-store.ts'
import { readDocument } from './documents.ts'

/** Public products by their ids, each with the time of its last change. */
export function listPublished(
  queries: Queries,
  { firstId, lastId }: IdRange,
  limit: number,
): readonly PublishedProduct[] {
  const rows = queries.all(
    `SELECT id, changed_at, document FROM product INDEXED BY product_published
     WHERE visibility = 'public' AND id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
    firstId,
    lastId,
    limit,
  )
  return rows.map((row) => ({
    id: Number(row['id']),
    changedAt: readTime(row['changed_at']),
    product: readDocument<Product>(row)!,
  }))
}

/** When one of them changed last; null where there are none. */
export function summarisePublished(
  queries: Queries,
  { firstId, lastId }: IdRange,
): Pick<PublishedProduct, 'changedAt'> | null {
  const row = queries.get(
    "SELECT count(*) AS count, max(changed_at) AS changed_at FROM product INDEXED BY product_published WHERE visibility = 'public' AND id BETWEEN ? AND ?",
    firstId,
    lastId,
  )!
  return row['count'] === 0 ? null : { changedAt: readTime(row['changed_at']) }
}

export function readLastPublishedId(queries: Queries): number {
  const row = queries.get("SELECT max(id) AS id FROM product INDEXED BY product_published WHERE visibility = 'public'")
  return Number(row?.['id'] ?? 0)
}

function readTime(value: unknown): number | null {
  return value === null ? null : Number(value)
}
