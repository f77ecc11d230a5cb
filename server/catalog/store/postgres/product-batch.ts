import {
  assignProductColumns,
  buildProductColumns,
  listIdentifiers,
  PRODUCT_COLUMN_NAMES,
  PRODUCT_COLUMNS,
  type ProductRow,
} from '../product-columns.ts'
import { listOtherSlugs, putFormerSlugs } from '../slug-rows.ts'
import type { Connection } from './connection.ts'
import { DIALECTS } from '../sql-dialect.ts'

const NAMES = PRODUCT_COLUMN_NAMES.join(', ')
const OTHER_NAMES = PRODUCT_COLUMN_NAMES.filter((name) => name !== 'id').join(', ')
const ARRAYS = PRODUCT_COLUMN_NAMES.map((name, index) => `$${index + 1}::${PRODUCT_COLUMNS[name]}[]`).join(', ')

/**
 * Updates stored products and inserts the others in order. The last id is in `meta`, because a sequence would leave gaps after a
 * rollback.
 */
const PUT_PRODUCTS = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${ARRAYS}) WITH ORDINALITY AS given (${NAMES}, place)
  ), changed AS (
    UPDATE product SET ${assignProductColumns('given')}
    FROM given WHERE product.slug = given.slug COLLATE "C" RETURNING product.slug
  ), added AS (
    INSERT INTO product (id, ${OTHER_NAMES})
    SELECT coalesce(id, last.value + row_number() OVER (ORDER BY place)), ${OTHER_NAMES}
    FROM given CROSS JOIN (SELECT value FROM meta WHERE key = 'last-product-id') AS last
    WHERE slug NOT IN (SELECT slug FROM changed) ORDER BY place RETURNING id
  )
  UPDATE meta SET value = greatest(value, last.id) FROM (SELECT max(id) AS id FROM added) AS last
  WHERE key = 'last-product-id' AND last.id IS NOT NULL`

/**
 * Writes products with their identifiers and former slugs, in a fixed number of statements.
 * @param rows at most one row per slug
 */
export async function putProductRows(connection: Connection, rows: readonly ProductRow[]): Promise<void> {
  const slugs = rows.map(({ product }) => product.slug)
  const identifiers = rows.flatMap(({ product }) =>
    listIdentifiers(product).map(({ kind, value }) => ({ kind, value, slug: product.slug })),
  )
  const formers = new Map(
    rows.flatMap(({ product }) => listOtherSlugs(product).map((other) => [other, product.slug] as const)),
  )
  const columns = rows.map(buildProductColumns)
  await Promise.all([
    connection.run(PUT_PRODUCTS, ...PRODUCT_COLUMN_NAMES.map((name) => columns.map((row) => row[name]))),
    connection.run('DELETE FROM product_identifier WHERE slug = ANY ($1)', slugs),
    connection.run(
      'INSERT INTO product_identifier (kind, value, slug) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
      identifiers.map(({ kind }) => kind),
      identifiers.map(({ value }) => value),
      identifiers.map(({ slug }) => slug),
    ),
    putFormerSlugs(connection, DIALECTS.postgres, 'product', slugs, formers),
  ])
}
