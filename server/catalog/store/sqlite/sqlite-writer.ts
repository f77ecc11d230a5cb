import {
  assignProductColumns,
  buildProductColumns,
  listIdentifiers,
  PRODUCT_COLUMN_NAMES,
  type ProductRow,
} from '../product-columns.ts'
import { listOtherSlugs, putFormerSlugs } from '../slug-rows.ts'
import { CatalogWriter } from '../catalog-writer.ts'
import type { Queries } from './queries.ts'
import { DIALECTS } from '../sql-dialect.ts'

const PUT_PRODUCT = `
  INSERT INTO product (${PRODUCT_COLUMN_NAMES.join(', ')}) VALUES (${PRODUCT_COLUMN_NAMES.map(() => '?').join(', ')})
  ON CONFLICT (slug) DO UPDATE SET ${assignProductColumns('excluded')}`

export class SqliteWriter extends CatalogWriter {
  readonly #queries: Queries

  constructor(queries: Queries, options: { readonly keepsUndo: boolean }) {
    super(queries, DIALECTS.sqlite, options)
    this.#queries = queries
  }

  protected async storeProduct(row: ProductRow): Promise<void> {
    const { slug } = row.product
    await this.journal.recordStored('product', [slug])
    const columns = buildProductColumns(row)
    this.#queries.run(PUT_PRODUCT, ...PRODUCT_COLUMN_NAMES.map((name) => columns[name]))
    this.#queries.run('DELETE FROM product_identifier WHERE slug = ?', slug)
    for (const { kind, value } of listIdentifiers(row.product)) {
      this.#queries.run(
        'INSERT OR IGNORE INTO product_identifier (kind, value, slug) VALUES (?, ?, ?)',
        kind,
        value,
        slug,
      )
    }
    const formers = new Map(listOtherSlugs(row.product).map((other) => [other, slug]))
    await putFormerSlugs(this.#queries, DIALECTS.sqlite, 'product', [slug], formers)
  }

  /** Does nothing, because SQLite writes each row immediately. */
  protected async flush(): Promise<void> {}

  /** Does nothing, because SQLite's query plans do not depend on statistics. */
  protected async updateStatistics(): Promise<void> {}
}
