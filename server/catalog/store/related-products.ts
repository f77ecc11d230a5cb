import type { Product } from '../../../shared/catalog.ts'
import type { CatalogDialect } from './sql-dialect.ts'

/**
 * Builds SQL that lists the cards of the products that were stored just before or after the given one, first those of the
 * first category, then those of the others, then those of the brand.
 * @returns the statement and its values; undefined if there is neither category nor brand
 */
export function buildNearSql(
  { slug, fallback }: Product,
  categories: readonly string[],
  brand: string | null,
  { hasText }: CatalogDialect,
  limit: number,
): readonly [text: string, ...values: readonly string[]] | undefined {
  const conditions = categories.map((_, place) => `category_slug = $${place + 2}`)
  if (brand !== null) conditions.push(hasText('brand', `$${categories.length + 2}`))
  if (conditions.length === 0) return undefined
  const nearest = conditions.flatMap((condition, place) =>
    ['id > (SELECT id FROM self) ORDER BY id', 'id < (SELECT id FROM self) ORDER BY id DESC'].map(
      (side) =>
        `SELECT * FROM (SELECT id, ${place} AS place FROM product WHERE ${condition} AND visibility = 'public' AND ${side} LIMIT ${limit}) AS near`,
    ),
  )
  const order = 'place, abs(id - (SELECT id FROM self)), id DESC'
  const text = `WITH self AS (SELECT id FROM product WHERE slug = $1),
      nearest AS (SELECT id, min(place) AS place FROM (${nearest.join(' UNION ALL ')}) AS each_side GROUP BY id)
    SELECT card, category_slug FROM (SELECT id, place FROM nearest ORDER BY ${order} LIMIT ${limit}) AS chosen
    JOIN product USING (id) ORDER BY ${order}`
  return [text, fallback?.mainSlug ?? slug, ...categories, ...(brand === null ? [] : [brand])]
}
