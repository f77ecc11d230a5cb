import type { Category, Product, Site } from '../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import type {
  CatalogReader,
  IdentifierKind,
  ImageFile,
  ProductIdentity,
  StoredPicture,
  StoredProduct,
} from './catalog-store.ts'
import { readDocument, readImageFile, readStoredProduct, type Row } from './rows.ts'

const SCAN_BATCH_ROWS = 200

/**
 * Runs a query whose placeholders are `$1`, `$2` and so on. SQLite returns the rows synchronously, PostgreSQL a promise.
 * @throws HttpError 503 if the database is unavailable
 */
export type ReadRows = (text: string, ...values: readonly unknown[]) => Row[] | Promise<Row[]>

/** The SQL in which the catalogues of SQLite and PostgreSQL differ. */
export interface CatalogDialect {
  readonly publishedProducts: string
  readonly isFeatured: string
  readonly listCategories: string
  readonly listProductsByIdentifier: string
  readonly findPictureOfSource: string
  /** Returns `key`, `source` and `document` of so many (`$2`) sources whose `key` is greater than `$1`. */
  readonly scanPictureSources: string
  /** Deletes sources whose picture is no longer stored. */
  readonly deleteUnusedPictureSources: string
}

/** Reads the catalogue within a transaction that its creator begins and ends. */
export class SqlReader implements CatalogReader {
  protected readonly rows: ReadRows
  protected readonly dialect: CatalogDialect

  constructor(rows: ReadRows, dialect: CatalogDialect) {
    this.rows = rows
    this.dialect = dialect
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.rows('SELECT document FROM product WHERE slug = $1', slug)
    return readDocument(row)
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const rows = await this.rows(this.dialect.listProductsByIdentifier, kind, value)
    return rows.map(readProductIdentity)
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    const [row] = await this.rows('SELECT document FROM category WHERE slug = $1', slug)
    return readDocument(row)
  }

  async listCategories(): Promise<Category[]> {
    const rows = await this.rows(this.dialect.listCategories)
    return rows.map((row) => JSON.parse(String(row['document'])) as Category)
  }

  async readSite(): Promise<Site> {
    const [row] = await this.rows('SELECT document FROM site')
    return readDocument(row) ?? NEUTRAL_SITE
  }

  async hasImage(hash: string): Promise<boolean> {
    return (await this.rows('SELECT 1 FROM image WHERE hash = $1', hash)).length > 0
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const [row] = await this.rows(this.dialect.findPictureOfSource, source)
    return readDocument(row)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    const [row] = await this.rows('SELECT bytes, format, first_look FROM image WHERE hash = $1', hash)
    return readImageFile(row)
  }

  async *scanProducts(): AsyncGenerator<Product> {
    for await (const { product } of this.scanStoredProducts()) yield product
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    const rows = this.#scan(
      'SELECT id AS key, id, changed_at, document FROM product WHERE id > $1 ORDER BY id LIMIT $2',
      0,
    )
    for await (const row of rows) yield readStoredProduct(row)
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    const rows = this.#scan('SELECT hash AS key FROM image WHERE hash > $1 ORDER BY hash LIMIT $2', '')
    for await (const row of rows) yield String(row['key'])
  }

  async *scanPictureSources(): AsyncGenerator<readonly [source: string, picture: StoredPicture]> {
    for await (const row of this.#scan(this.dialect.scanPictureSources, '')) {
      yield [String(row['source']), JSON.parse(String(row['document'])) as StoredPicture]
    }
  }

  async isDemo(): Promise<boolean> {
    const [row] = await this.rows("SELECT value FROM meta WHERE key = 'demo'")
    return Number(row?.['value']) === 1
  }

  /** @param text a query for so many (`$2`) rows whose `key` is greater than `$1`, ordered by `key` */
  async *#scan(text: string, first: number | string): AsyncGenerator<Row> {
    let rows = await this.rows(text, first, SCAN_BATCH_ROWS)
    for (;;) {
      const isLast = rows.length < SCAN_BATCH_ROWS
      // PostgreSQL reads the next batch while the caller processes this one.
      const next = isLast ? [] : this.rows(text, rows.at(-1)?.['key'], SCAN_BATCH_ROWS)
      // If the caller stops early, a failure of the batch read ahead must not become an unhandled rejection.
      if (next instanceof Promise) next.catch(() => {})
      yield* rows
      if (isLast) return
      rows = await next
    }
  }
}

/** @param row with the `document` of a product */
export function readProductIdentity(row: Row): ProductIdentity {
  const { slug, name, sourceId } = JSON.parse(String(row['document'])) as Product
  return { slug, name, sourceId }
}
