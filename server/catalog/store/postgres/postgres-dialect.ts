import { IDENTIFIED_MAX, type CatalogDialect } from '../sql-dialect.ts'

/** Long texts are indexed by their first 200 characters or by their MD5 digest, because index entries have a size limit. */
export const POSTGRES_DIALECT: CatalogDialect = {
  publishedProducts: 'product',
  isFeatured: 'featured',
  categoryId: 'id',
  jsonArray: 'json_agg',
  listed: 'unnest($1::text[]) WITH ORDINALITY AS listed (value, place)',
  isListed: (column) => `${column} = ANY ($1)`,
  listProductsByIdentifier: `
    SELECT document FROM (
      SELECT slug FROM product_identifier WHERE kind = $1 AND left(value, 200) = left($2, 200) AND value = $2
      ORDER BY slug LIMIT ${IDENTIFIED_MAX}
    ) AS owned JOIN product USING (slug) ORDER BY id`,
  listSourceIds: `
    SELECT listed.value, product.id FROM unnest($1::text[]) AS listed (value)
    JOIN product_identifier AS owned ON owned.kind = 'source' AND left(owned.value, 200) = left(listed.value, 200) AND owned.value = listed.value
    JOIN product USING (slug) WHERE visibility = 'public'`,
  listPredecessors: `
    SELECT document FROM product_identifier JOIN product USING (slug)
    WHERE kind = 'replaced-by' AND left(value, 200) = ANY ($1) AND value = ANY ($1) ORDER BY id`,
  sourceKey: (source) => `md5(${source})`,
  deleteUnusedPictureSources:
    'DELETE FROM picture_source WHERE NOT EXISTS (SELECT 1 FROM image WHERE hash = document::json ->> \'hash\' COLLATE "C")',
  putFormerSlugs: `
    INSERT INTO former_slug (kind, former, slug) SELECT $1, former, slug FROM unnest($2::text[], $3::text[]) AS given (former, slug)
    ON CONFLICT (kind, former) DO UPDATE SET slug = excluded.slug`,
  imageInUndo: "json_strip_nulls(json_build_object('format', format, 'firstLook', first_look))::text",
}
