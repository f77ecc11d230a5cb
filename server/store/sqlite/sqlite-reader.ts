import type { Category, Product, Site } from '../../../shared/catalog.ts'
import type { Queries } from './queries.ts'
import { scanRows } from './scan-rows.ts'
import type {
  CatalogReader,
  IdentifierKind,
  ImageFile,
  ProductIdentity,
  StoredPicture,
  StoredProduct,
} from '../catalog-store.ts'
import { NEUTRAL_SITE } from '../../catalog/neutral-site.ts'
import { readCategories, readDocument, readImageFile } from './documents.ts'

/** Reads within a transaction that somebody else began and ends. */
export class SqliteReader implements CatalogReader {
  protected readonly queries: Queries

  constructor(queries: Queries) {
    this.queries = queries
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    return readDocument(this.queries.get('SELECT document FROM product WHERE slug = ?', slug))
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const rows = this.queries.all(
      `SELECT slug, document ->> '$.name' AS name, document ->> '$.sourceId' AS sourceId
       FROM product_identifier JOIN product USING (slug) WHERE kind = ? AND value = ? ORDER BY id`,
      kind,
      value,
    )
    return rows as unknown as ProductIdentity[]
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    return readDocument(this.queries.get('SELECT document FROM category WHERE slug = ?', slug))
  }

  async listCategories(): Promise<Category[]> {
    return readCategories(this.queries)
  }

  async readSite(): Promise<Site> {
    return readDocument(this.queries.get('SELECT document FROM site')) ?? NEUTRAL_SITE
  }

  async hasImage(hash: string): Promise<boolean> {
    return this.queries.get('SELECT 1 FROM image WHERE hash = ?', hash) !== undefined
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    return readDocument(this.queries.get('SELECT document FROM picture_source WHERE source = ?', source))
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    return readImageFile(this.queries.get('SELECT bytes, format, first_look FROM image WHERE hash = ?', hash))
  }

  async *scanProducts(): AsyncGenerator<Product> {
    for await (const { product } of this.scanStoredProducts()) yield product
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    for (const row of scanRows(
      this.queries,
      'SELECT id AS place, changed_at, document FROM product WHERE id > ? ORDER BY id LIMIT ?',
      0,
    )) {
      yield {
        id: Number(row['place']),
        changedAt: row['changed_at'] as number | null,
        product: readDocument<Product>(row)!,
      }
    }
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    for (const row of scanRows(
      this.queries,
      'SELECT hash AS place FROM image WHERE hash > ? ORDER BY hash LIMIT ?',
      '',
    ))
      yield String(row['place'])
  }

  async *scanPictureSources(): AsyncGenerator<readonly [string, StoredPicture]> {
    const rows = scanRows(
      this.queries,
      'SELECT source AS place, document FROM picture_source WHERE source > ? ORDER BY source LIMIT ?',
      '',
    )
    for (const row of rows) yield [String(row['place']), readDocument<StoredPicture>(row)!]
  }

  async isDemo(): Promise<boolean> {
    return this.queries.get("SELECT value FROM meta WHERE key = 'demo'")?.['value'] === 1
  }
}
