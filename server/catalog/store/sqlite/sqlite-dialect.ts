import { IDENTIFIED_MAX, type CatalogDialect } from '../sql-dialect.ts'

export const SQLITE_DIALECT: CatalogDialect = {
  publishedProducts: 'product INDEXED BY product_published',
  isFeatured: 'featured = 1',
  categoryId: 'rowid',
  jsonArray: 'json_group_array',
  listed: '(SELECT value, key AS place FROM json_each($1)) AS listed',
  isListed: (column) => `${column} IN (SELECT value FROM json_each($1))`,
  listProductsByIdentifier: `
    SELECT document FROM (SELECT slug FROM product_identifier WHERE kind = $1 AND value = $2 ORDER BY slug LIMIT ${IDENTIFIED_MAX})
    JOIN product USING (slug) ORDER BY id`,
  listSourceIds: `
    SELECT owned.value AS value, product.id AS id FROM json_each($1) AS listed
    CROSS JOIN product_identifier AS owned ON owned.kind = 'source' AND owned.value = listed.value
    CROSS JOIN product ON product.slug = owned.slug WHERE visibility = 'public'`,
  listPredecessors: `
    SELECT document FROM product_identifier JOIN product USING (slug)
    WHERE kind = 'replaced-by' AND value IN (SELECT value FROM json_each($1)) ORDER BY id`,
  sourceKey: (source) => source,
  deleteUnusedPictureSources: "DELETE FROM picture_source WHERE document ->> '$.hash' NOT IN (SELECT hash FROM image)",
  putFormerSlugs: `
    INSERT OR REPLACE INTO former_slug (kind, former, slug)
    SELECT $1, former.value, present.value FROM json_each($2) AS former JOIN json_each($3) AS present USING (key)`,
  imageInUndo: "json_object('format', format, 'firstLook', first_look)",
}
