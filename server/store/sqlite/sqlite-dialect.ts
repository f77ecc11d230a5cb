import type { SQLInputValue } from 'node:sqlite'
import type { CatalogDialect, ReadRows } from '../sql-reader.ts'
import type { Queries } from './queries.ts'

export const SQLITE_DIALECT: CatalogDialect = {
  publishedProducts: 'product INDEXED BY product_published',
  isFeatured: 'featured = 1',
  listCategories: 'SELECT document FROM category ORDER BY position, rowid',
  listProductsByIdentifier:
    'SELECT document FROM product_identifier JOIN product USING (slug) WHERE kind = $1 AND value = $2 ORDER BY id',
  findPictureOfSource: 'SELECT document FROM picture_source WHERE source = $1',
  scanPictureSources:
    'SELECT source AS key, source, document FROM picture_source WHERE source > $1 ORDER BY source LIMIT $2',
  deleteUnusedPictureSources: "DELETE FROM picture_source WHERE document ->> '$.hash' NOT IN (SELECT hash FROM image)",
}

/** Lets code that both databases share read from SQLite. */
export function createReadRows(queries: Queries): ReadRows {
  return (text, ...values) => queries.all(text, ...(values as SQLInputValue[]))
}
