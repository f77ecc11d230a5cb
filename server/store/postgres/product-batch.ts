import type { Product } from '../../../shared/catalog.ts'
import { storableText, type Connection } from './connection.ts'
import type { StoredProductCard } from '../product-card.ts'
import {
  buildProductColumns,
  listIdentifiers,
  type ProductColumns,
  type ProductIdentifier,
} from '../product-columns.ts'

/** A row of the table `product` to be written. */
export interface ProductRow {
  /** Null for a new product, which gets the next id. */
  readonly id: number | null
  readonly product: Product
  readonly card: StoredProductCard
  /** In milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
}

/**
 * Updates stored products and inserts the others in the given order. Ids are assigned here and not by a sequence, because a
 * rolled back transaction would leave gaps in a sequence.
 */
const PUT_PRODUCTS = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::boolean[],
      $9::integer[], $10::integer[], $11::text[], $12::integer[], $13::bigint[], $14::text[], $15::text[], $16::bigint[]) WITH ORDINALITY
    AS given (slug, visibility, featured, brand, category_slug, price_from_minor, price_to_minor, in_stock,
      variant_count, part_count, remote_image_origins, remote_image_count, changed_at, card, document, id, place)
  ), changed AS (
    UPDATE product SET visibility = given.visibility, featured = given.featured, brand = given.brand,
      category_slug = given.category_slug, price_from_minor = given.price_from_minor, price_to_minor = given.price_to_minor,
      in_stock = given.in_stock, variant_count = given.variant_count, part_count = given.part_count,
      remote_image_origins = given.remote_image_origins, remote_image_count = given.remote_image_count,
      changed_at = CASE WHEN product.document = given.document AND product.card = given.card THEN product.changed_at ELSE given.changed_at END,
      card = given.card, document = given.document
    FROM given WHERE product.slug = given.slug COLLATE "C" RETURNING product.slug
  )
  INSERT INTO product (id, slug, visibility, featured, brand, category_slug, price_from_minor, price_to_minor, in_stock,
    variant_count, part_count, remote_image_origins, remote_image_count, changed_at, card, document)
  SELECT coalesce(id, $17 + row_number() OVER (ORDER BY place)), slug, visibility, featured, brand, category_slug, price_from_minor,
    price_to_minor, in_stock, variant_count, part_count, remote_image_origins, remote_image_count, changed_at, card, document
  FROM given WHERE slug NOT IN (SELECT slug FROM changed) ORDER BY place`

/**
 * Writes products with their identifiers and former slugs, in a fixed number of statements.
 * @param rows each slug once
 * @param lastId the highest id assigned so far
 * @returns the highest id assigned now
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
  const [added] = await Promise.all([
    connection.run(PUT_PRODUCTS, ...listColumns(rows), lastId),
    connection.run('DELETE FROM product_identifier WHERE slug = ANY ($1)', slugs),
    connection.run(
      'INSERT INTO product_identifier (kind, value, slug) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
      identifiers.map(({ kind }) => kind),
      identifiers.map(({ value }) => value),
      identifiers.map(({ slug }) => slug),
    ),
    putFormerSlugs(connection, 'product', slugs, formers),
  ])
  const given = rows.flatMap(({ id }) => id ?? [])
  return Math.max(given.length === rows.length ? lastId : lastId + added, ...given)
}

/**
 * Replaces the former slugs of products or categories.
 * @param formers present slugs by former slug
 */
export async function putFormerSlugs(
  connection: Connection,
  kind: 'product' | 'category',
  slugs: readonly string[],
  formers: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all([
    connection.run('DELETE FROM former_slug WHERE kind = $1 AND slug = ANY ($2)', kind, slugs),
    formers.size === 0
      ? undefined
      : connection.run(
          `INSERT INTO former_slug (kind, former, slug) SELECT $1, former, slug FROM unnest($2::text[], $3::text[]) AS given (former, slug)
           ON CONFLICT (kind, former) DO UPDATE SET slug = excluded.slug`,
          kind,
          [...formers.keys()],
          [...formers.values()],
        ),
  ])
}

/** Lists the identifiers of a product as the table stores them. */
export function listStoredIdentifiers(product: Product): readonly ProductIdentifier[] {
  return listIdentifiers(product).map(({ kind, value }) => ({ kind, value: storableText(value) }))
}

function listColumns(rows: readonly ProductRow[]): unknown[][] {
  const built = rows.map(({ product, card }) => buildProductColumns(product, card))
  const column = (read: (columns: ProductColumns) => unknown) => built.map(read)
  return [
    column(({ slug }) => slug),
    column(({ visibility }) => visibility),
    column(({ featured }) => featured),
    column(({ brand }) => brand && storableText(brand)),
    column(({ categorySlug }) => categorySlug),
    column(({ priceFromMinor }) => priceFromMinor),
    column(({ priceToMinor }) => priceToMinor),
    column(({ isInStock }) => isInStock),
    column(({ variantCount }) => variantCount),
    column(({ partCount }) => partCount),
    column(({ remoteImageOrigins }) => remoteImageOrigins),
    column(({ remoteImageCount }) => remoteImageCount),
    rows.map(({ changedAt }) => changedAt),
    column(({ card }) => card),
    column(({ document }) => document),
    rows.map(({ id }) => id),
  ]
}
