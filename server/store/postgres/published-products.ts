import type { Product } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type { IdRange, PublishedProduct } from '../catalog-store.ts'
import { readDocument, readNumber } from './documents.ts'

type Reads = Pick<Connection, 'rows'>

/** Public products by their ids, each with the time of its last change. */
export async function listPublished(
  reads: Reads,
  { firstId, lastId }: IdRange,
  limit: number,
): Promise<readonly PublishedProduct[]> {
  const rows = await reads.rows(
    "SELECT id, changed_at, document FROM product WHERE visibility = 'public' AND id BETWEEN $1 AND $2 ORDER BY id LIMIT $3",
    firstId,
    lastId,
    limit,
  )
  return rows.map((row) => ({
    id: Number(row['id']),
    changedAt: readNumber(row['changed_at']),
    product: readDocument<Product>(row)!,
  }))
}

/** When one of them changed last; null where there are none. */
export async function summarisePublished(
  reads: Reads,
  { firstId, lastId }: IdRange,
): Promise<Pick<PublishedProduct, 'changedAt'> | null> {
  const [row] = await reads.rows(
    "SELECT count(*) AS count, max(changed_at) AS changed_at FROM product WHERE visibility = 'public' AND id BETWEEN $1 AND $2",
    firstId,
    lastId,
  )
  return Number(row!['count']) === 0 ? null : { changedAt: readNumber(row!['changed_at']) }
}

export async function readLastPublishedId(reads: Reads): Promise<number> {
  const [row] = await reads.rows("SELECT max(id) AS id FROM product WHERE visibility = 'public'")
  return Number(row?.['id'] ?? 0)
}
