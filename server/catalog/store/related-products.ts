import type { Product } from '../../../shared/catalog.ts'
import { type CategoryTree, listRelatedCategories } from '../rules/category-tree.ts'
import type { Row } from './rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

/** Limits the length of the statement. */
const CATEGORIES_MAX = 100

/**
 * Reads `card` and `category_slug` of the products that were stored just before or after the given one, first those of
 * its category, then those of its sibling categories, then those of its brand.
 * @param slug slug of the product in the first language
 */
export async function readRelated(
  { reads, dialect }: { readonly reads: Pick<SqlConnection, 'rows'>; readonly dialect: CatalogDialect },
  tree: CategoryTree,
  product: Product,
  slug: string,
  limit: number,
): Promise<readonly Row[]> {
  const categories = listRelatedCategories(product, tree).slice(0, CATEGORIES_MAX)
  const conditions = categories.map((_, place) => `category_slug = $${place + 2}`)
  if (product.brand !== null) conditions.push(dialect.hasText('brand', `$${categories.length + 2}`))
  if (conditions.length === 0) return []
  const nearest = conditions.flatMap((condition, place) =>
    [`id > (SELECT id FROM self) ORDER BY id`, `id < (SELECT id FROM self) ORDER BY id DESC`].map(
      (side) =>
        `SELECT * FROM (SELECT id, ${place} AS place FROM product WHERE ${condition} AND visibility = 'public' AND ${side} LIMIT ${limit}) AS near`,
    ),
  )
  const order = 'place, abs(id - (SELECT id FROM self)), id DESC'
  return reads.rows(
    `WITH self AS (SELECT id FROM product WHERE slug = $1),
       nearest AS (SELECT id, min(place) AS place FROM (${nearest.join(' UNION ALL ')}) AS each_side GROUP BY id)
     SELECT card, category_slug FROM (SELECT id, place FROM nearest ORDER BY ${order} LIMIT ${limit}) AS chosen
     JOIN product USING (id) ORDER BY ${order}`,
    slug,
    ...categories,
    ...(product.brand === null ? [] : [product.brand]),
  )
}
