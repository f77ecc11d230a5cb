import type { Product } from '../../../shared/catalog.ts'
import {
  assignProductColumns,
  buildProductColumns,
  listIdentifiers,
  PRODUCT_COLUMN_NAMES,
  PRODUCT_COLUMNS,
  type ProductIdentifier,
  type ProductRow,
} from '../product-columns.ts'
import { putFormerSlugs } from '../slug-rows.ts'
import { storableText, type Connection } from './connection.ts'
import { POSTGRES_DIALECT } from './postgres-dialect.ts'

const NAMES = PRODUCT_COLUMN_NAMES.join(', ')
const OTHER_NAMES = PRODUCT_COLUMN_NAMES.filter((name) => name !== 'id').join(', ')
const ARRAYS = PRODUCT_COLUMN_NAMES.map((name, index) => `$${index + 1}::${PRODUCT_COLUMNS[name]}[]`).join(', ')
const LAST_ID = `$${PRODUCT_COLUMN_NAMES.length + 1}`

/**
 * Updates the products that are already stored and inserts the others in the given order. A sequence would leave gaps in the
 * ids after a rollback, so the ids are assigned here.
 */
const PUT_PRODUCTS = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${ARRAYS}) WITH ORDINALITY AS given (${NAMES}, place)
  ), changed AS (
    UPDATE product SET ${assignProductColumns('given')}
    FROM given WHERE product.slug = given.slug COLLATE "C" RETURNING product.slug
  )
  INSERT INTO product (id, ${OTHER_NAMES})
  SELECT coalesce(id, ${LAST_ID} + row_number() OVER (ORDER BY place)), ${OTHER_NAMES}
  FROM given WHERE slug NOT IN (SELECT slug FROM changed) ORDER BY place`

/**
 * Writes products with their identifiers and former slugs, in a fixed number of statements.
 * @param rows at most one row per slug
 * @param lastId the highest id assigned so far
 * @returns the highest id after the call
 */
export async function putProductRows(
  connection: Connection,
  rows: readonly ProductRow[],
  lastId: number,
): Promise<number> {
  const slugs = rows.map(({ product }) => product.slug)
  const identifiers = rows.flatMap(({ product }) =>
    listStoredIdentifiers(product).map(({ kind, value }) => ({ kind, value, slug: product.slug })),
  )
  const formers = new Map(
    rows.flatMap(({ product }) => product.formerSlugs.map((former) => [former, product.slug] as const)),
  )
  const columns = rows.map(buildProductColumns)
  const [added] = await Promise.all([
    connection.run(PUT_PRODUCTS, ...PRODUCT_COLUMN_NAMES.map((name) => columns.map((row) => row[name])), lastId),
    connection.run('DELETE FROM product_identifier WHERE slug = ANY ($1)', slugs),
    connection.run(
      'INSERT INTO product_identifier (kind, value, slug) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
      identifiers.map(({ kind }) => kind),
      identifiers.map(({ value }) => value),
      identifiers.map(({ slug }) => slug),
    ),
    putFormerSlugs(connection, POSTGRES_DIALECT, 'product', slugs, formers),
  ])
  const given = rows.flatMap(({ id }) => id ?? [])
  return Math.max(given.length === rows.length ? lastId : lastId + added, ...given)
}

/** Lists the identifiers of a product as the table stores them. */
export function listStoredIdentifiers(product: Product): readonly ProductIdentifier[] {
  return listIdentifiers(product).map(({ kind, value }) => ({ kind, value: storableText(value) }))
}
