import { IMAGE_FORMATS } from '../../../shared/catalog.ts'
import type { Row } from './rows.ts'

export interface RowCounts {
  readonly isDemo: boolean
  /** Null if there is no change to undo. */
  readonly productsAfterRollback: number | null
  readonly products: { readonly public: number; readonly unlisted: number; readonly hidden: number }
  readonly variants: number
  readonly images: { readonly count: number; readonly bytes: number }
  readonly remoteImages: number
}

const PICTURES = IMAGE_FORMATS.map((format) => `'${format}'`).join(', ')

/** This SQL reads whole tables. */
export const COUNT_ROWS = `
  WITH undone AS (
    SELECT key AS slug, coalesce(min(seq) = min(seq) FILTER (WHERE document IS NULL), false) AS is_added
    FROM undo WHERE kind = 'product' AND seq >= (SELECT max(first_seq) FROM change) GROUP BY key
  )
  SELECT count(*) FILTER (WHERE visibility = 'public') AS public, count(*) FILTER (WHERE visibility = 'unlisted') AS unlisted,
    count(*) FILTER (WHERE visibility = 'hidden') AS hidden, coalesce(sum(variant_count), 0) AS variants,
    coalesce(sum(remote_image_count), 0) AS remote,
    (SELECT count(*) FROM image WHERE format IN (${PICTURES})) AS images,
    (SELECT coalesce(sum(octet_length(bytes)), 0) FROM image WHERE format IN (${PICTURES})) AS bytes,
    (SELECT value FROM meta WHERE key = 'demo') AS demo, EXISTS (SELECT 1 FROM change) AS can_roll_back,
    count(*) - (SELECT count(*) FROM undone JOIN product USING (slug) WHERE is_added)
      + (SELECT count(*) FROM undone WHERE NOT is_added
        AND NOT EXISTS (SELECT 1 FROM product WHERE product.slug = undone.slug)) AS after_rollback
  FROM product`

export function readCounts(row: Row | undefined): RowCounts {
  const count = (column: string) => Number(row?.[column])
  return {
    isDemo: count('demo') === 1,
    productsAfterRollback: row?.['can_roll_back'] ? count('after_rollback') : null,
    products: { public: count('public'), unlisted: count('unlisted'), hidden: count('hidden') },
    variants: count('variants'),
    images: { count: count('images'), bytes: count('bytes') },
    remoteImages: count('remote'),
  }
}
