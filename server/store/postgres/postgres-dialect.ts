import type { CatalogDialect, ReadRows } from '../sql-reader.ts'
import { storableText, type Connection } from './connection.ts'

/** Long texts are indexed by their first 200 characters or by their MD5 digest, because index entries have a size limit. */
export const POSTGRES_DIALECT: CatalogDialect = {
  publishedProducts: 'product',
  isFeatured: 'featured',
  listCategories: 'SELECT document FROM category ORDER BY position, id',
  listProductsByIdentifier: `
    SELECT document FROM product_identifier JOIN product USING (slug)
    WHERE kind = $1 AND left(value, 200) = left($2, 200) AND value = $2 ORDER BY id`,
  findPictureOfSource: 'SELECT document FROM picture_source WHERE md5(source) = md5($1)',
  scanPictureSources: `
    SELECT md5(source) AS key, source, document FROM picture_source WHERE md5(source) > $1 ORDER BY md5(source) LIMIT $2`,
  deleteUnusedPictureSources:
    'DELETE FROM picture_source WHERE NOT EXISTS (SELECT 1 FROM image WHERE hash = document::json ->> \'hash\' COLLATE "C")',
}

/** Lets code that both databases share read from PostgreSQL. */
export function createReadRows(connection: Pick<Connection, 'rows'>): ReadRows {
  return (text, ...values) =>
    connection.rows(text, ...values.map((value) => (typeof value === 'string' ? storableText(value) : value)))
}
