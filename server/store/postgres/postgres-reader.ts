import type { Category, Product, Site } from '../../../shared/catalog.ts'
import type { Connection, Row } from './connection.ts'
import { storableText } from './storable-text.ts'
import type {
  CatalogReader,
  IdentifierKind,
  ImageFile,
  ProductIdentity,
  StoredPicture,
  StoredProduct,
} from '../catalog-store.ts'
import { NEUTRAL_SITE } from '../../catalog/neutral-site.ts'
import { readCategories, readDocument, readImageFile, readNumber } from './documents.ts'

/** Rows that are held at once while all are read. */
const SCAN_SIZE = 200

/** Reads within a transaction that somebody else began and ends. */
export class PostgresReader implements CatalogReader {
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.connection.rows('SELECT document FROM product WHERE slug = $1', storableText(slug))
    return readDocument(row)
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const rows = await this.connection.rows(
      `SELECT document FROM product_identifier JOIN product USING (slug)
       WHERE kind = $1 AND left(value, 200) = left($2, 200) AND value = $2 ORDER BY id`,
      kind,
      storableText(value),
    )
    return rows.map((row) => {
      const { slug, name, sourceId } = readDocument<Product>(row)!
      return { slug, name, sourceId }
    })
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    const [row] = await this.connection.rows('SELECT document FROM category WHERE slug = $1', storableText(slug))
    return readDocument(row)
  }

  listCategories(): Promise<Category[]> {
    return readCategories(this.connection)
  }

  async readSite(): Promise<Site> {
    const [row] = await this.connection.rows('SELECT document FROM site')
    return readDocument(row) ?? NEUTRAL_SITE
  }

  async hasImage(hash: string): Promise<boolean> {
    return (await this.connection.rows('SELECT 1 FROM image WHERE hash = $1', hash)).length > 0
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const [row] = await this.connection.rows(
      'SELECT document FROM picture_source WHERE md5(source) = md5($1)',
      storableText(source),
    )
    return readDocument(row)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    const [row] = await this.connection.rows('SELECT bytes, format, first_look FROM image WHERE hash = $1', hash)
    return readImageFile(row)
  }

  async *scanProducts(): AsyncGenerator<Product> {
    for await (const { product } of this.scanStoredProducts()) yield product
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    for await (const row of this.#scan(
      'SELECT id AS key, changed_at, document FROM product WHERE id > $1 ORDER BY id LIMIT $2',
      0,
    )) {
      yield { id: Number(row['key']), changedAt: readNumber(row['changed_at']), product: readDocument<Product>(row)! }
    }
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    for await (const row of this.#scan('SELECT hash AS key FROM image WHERE hash > $1 ORDER BY hash LIMIT $2', ''))
      yield String(row['key'])
  }

  async *scanPictureSources(): AsyncGenerator<readonly [string, StoredPicture]> {
    const rows = this.#scan(
      `SELECT md5(source) AS key, source, document FROM picture_source WHERE md5(source) > $1 ORDER BY md5(source) LIMIT $2`,
      '',
    )
    for await (const row of rows) yield [String(row['source']), readDocument<StoredPicture>(row)!]
  }

  async isDemo(): Promise<boolean> {
    const [row] = await this.connection.rows("SELECT value = 1 AS is_demo FROM meta WHERE key = 'demo'")
    return row!['is_demo'] as boolean
  }

  /** @param text a statement that gives so many rows behind a `key`, in its order */
  async *#scan(text: string, first: unknown): AsyncGenerator<Row> {
    let rows = await this.connection.rows(text, first, SCAN_SIZE)
    while (rows.length > 0) {
      // The database reads on while these are used.
      const next =
        rows.length < SCAN_SIZE ? Promise.resolve([]) : this.connection.rows(text, rows.at(-1)!['key'], SCAN_SIZE)
      next.catch(() => {})
      yield* rows
      rows = await next
    }
  }
}
