import type { Category, Product, Site } from '../../../shared/catalog.ts'
import type { Connection } from '../../postgres/connection.ts'
import type { CatalogReader, IdentifierKind, ImageFile, ProductIdentity, StoredPicture } from '../catalog-store.ts'
import { NEUTRAL_SITE } from '../neutral-site.ts'
import { readCategories, readDocument, readImageFile } from './documents.ts'
import { storableText } from '../../postgres/storable-text.ts'

/** Products that are held at once while all are read. */
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
    const [row] = await this.connection.rows('SELECT document FROM picture_source WHERE md5(source) = md5($1)', storableText(source))
    return readDocument(row)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    const [row] = await this.connection.rows('SELECT bytes, format, first_look FROM image WHERE hash = $1', hash)
    return readImageFile(row)
  }

  async *scanProducts(): AsyncGenerator<Product> {
    const read = (lastId: unknown) => this.connection.rows(`SELECT id, document FROM product WHERE id > $1 ORDER BY id LIMIT ${SCAN_SIZE}`, lastId)
    for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!['id'])) {
      for (const row of rows) yield readDocument<Product>(row)!
    }
  }
}
