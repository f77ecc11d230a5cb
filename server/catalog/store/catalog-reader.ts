import { isDeepStrictEqual } from 'node:util'
import type { ImageFormat, Product, StoredImage, Visibility } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { Site } from '../../../shared/site.ts'
import { type DocumentFormat, documentSourceKey } from '../rules/document-files.ts'
import { NEUTRAL_SITE } from '../rules/neutral-site.ts'
import { type CatalogLists, LIST_KINDS, type ListKind } from './catalog-lists.ts'
import { readIdentified } from './prepared-lookups.ts'
import { findImage, type Row, readDocument, readMetaValue, readStoredProduct } from './rows.ts'
import { type CatalogDialect, type SqlConnection, readInBatches } from './sql-dialect.ts'

/** A stored picture, font or document. */
export interface ImageFile {
  readonly bytes: Uint8Array
  readonly format: ImageFormat | DocumentFormat | 'woff2'
  /** The blurred preview as a `data:` URL. Pictures with transparent parts have none. */
  readonly placeholder?: string | undefined
}

/** A picture without alternative text, which belongs to the product. */
export type StoredPicture = Omit<StoredImage, 'alt'>

export interface StoredDocument {
  readonly hash: string
  readonly format: DocumentFormat
  readonly bytes: number
}

export type StoredFile = StoredPicture | StoredDocument

/**
 * `source` is the product's id in the system it was imported from; `sku` and `gtin` (padded to 14 digits) belong to a variant.
 */
export type IdentifierKind = 'source' | 'sku' | 'gtin'

export type ProductIdentity = Pick<Product, 'slug' | 'name' | 'sourceId'>

export interface LookupKeys {
  readonly slug?: string
  /** Former slugs and identifiers are looked up only if no product has the slug. */
  readonly formerSlugs?: readonly string[] | undefined
  readonly identifiers?: readonly (readonly [kind: IdentifierKind, value: string])[]
  readonly sources?: readonly string[]
}

export interface StoredProduct {
  /** A number above 0. Later products have higher ids, and ids are never reused. */
  readonly id: number
  /** Time of the last change of the content in milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
  readonly product: Product
}

/**
 * Reads a consistent snapshot of the whole catalogue, including hidden products.
 * @throws HttpError 503 in every method if the database is unavailable
 */
export class CatalogReader {
  readonly #connection: Pick<SqlConnection, 'rows'>
  protected readonly dialect: CatalogDialect

  constructor(connection: Pick<SqlConnection, 'rows'>, dialect: CatalogDialect) {
    this.#connection = connection
    this.dialect = dialect
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.#connection.rows('SELECT document FROM product WHERE slug = $1', slug)
    return readDocument(row)
  }

  /** Lists at most 5 products of any visibility, because several may share a SKU. */
  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const found = await readIdentified(this.#connection, this.dialect, [[kind, value]])
    return found.map(({ identity }) => identity)
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    const [row] = await this.#connection.rows('SELECT document FROM category WHERE slug = $1', slug)
    return readDocument(row)
  }

  async listCategories(): Promise<Category[]> {
    const rows = await this.#connection.rows(
      `SELECT document FROM category ORDER BY position, ${this.dialect.categoryId}`,
    )
    return rows.map((row) => readDocument<Category>(row))
  }

  async readSite(): Promise<Site> {
    return (await this.#findDocument('site')) ?? NEUTRAL_SITE
  }

  async readList<Kind extends ListKind>(kind: Kind): Promise<CatalogLists[Kind]> {
    return (await this.#findDocument(kind)) ?? []
  }

  async #findDocument<Document>(key: 'site' | ListKind): Promise<Document | undefined> {
    const [row] = await this.#connection.rows('SELECT document FROM document WHERE key = $1', key)
    return readDocument(row)
  }

  async hasImage(hash: string): Promise<boolean> {
    return (await this.#connection.rows('SELECT 1 FROM image WHERE hash = $1', hash)).length > 0
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const file = await this.findFileOfSource(source)
    return file && 'width' in file ? file : undefined
  }

  async findDocumentOfSource(source: string): Promise<StoredDocument | undefined> {
    const file = await this.findFileOfSource(documentSourceKey(source))
    return file && 'bytes' in file ? file : undefined
  }

  /** @param source URL or file name of a picture, or a document's key */
  async findFileOfSource(source: string): Promise<StoredFile | undefined> {
    const { sourceKey } = this.dialect
    const [row] = await this.#connection.rows(
      `SELECT document FROM picture_source WHERE ${sourceKey('source')} = ${sourceKey('$1')}`,
      source,
    )
    return readDocument(row)
  }

  /** @param hash the whole hash or the beginning of it */
  findImage(hash: string): Promise<ImageFile | undefined> {
    return findImage(this.#connection, hash)
  }

  /** Reads all products in batches by ascending id. The caller must not write until the scan ends. */
  async *scanProducts(): AsyncGenerator<Product> {
    for await (const { product } of this.scanStoredProducts()) yield product
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    const rows = this.#scan(
      'SELECT id AS place, id, changed_at, document FROM product WHERE id > $1 ORDER BY id LIMIT $2',
      0,
    )
    for await (const row of rows) yield readStoredProduct(row)
  }

  /** Lists products of any visibility that show remote pictures, by ascending id. */
  async listWithRemotePictures(afterId: number, limit: number): Promise<readonly StoredProduct[]> {
    const rows = await this.#connection.rows(
      'SELECT id, changed_at, document FROM product WHERE remote_image_count > 0 AND id > $1 ORDER BY id LIMIT $2',
      afterId,
      limit,
    )
    return rows.map(readStoredProduct)
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    const rows = this.#scan('SELECT hash AS place FROM image WHERE hash > $1 ORDER BY hash LIMIT $2', '')
    for await (const row of rows) yield String(row['place'])
  }

  /** Reads the sources of stored files. A document's source is its key. */
  async *scanPictureSources(): AsyncGenerator<readonly [source: string, file: StoredFile]> {
    const key = this.dialect.sourceKey('source')
    const rows = this.#scan(
      `SELECT ${key} AS place, source, document FROM picture_source WHERE ${key} > $1 ORDER BY ${key} LIMIT $2`,
      '',
    )
    for await (const row of rows) yield [String(row['source']), readDocument(row)]
  }

  /** Whether the catalogue is the demo, which the first import replaces. */
  async isDemo(): Promise<boolean> {
    const [row] = await this.#connection.rows("SELECT value FROM meta WHERE key = 'demo'")
    return readMetaValue(row) === 1
  }

  /** Reads only one product, because counting a million takes seconds. */
  async hasProducts(): Promise<boolean> {
    for await (const _product of this.scanProducts()) return true
    return false
  }

  /** Whether the store has default settings, and no products, categories or lists. */
  async isEmpty(): Promise<boolean> {
    if ((await this.hasProducts()) || (await this.listCategories()).length > 0) return false
    for (const kind of LIST_KINDS) if ((await this.readList(kind)).length > 0) return false
    return isDeepStrictEqual(await this.readSite(), NEUTRAL_SITE)
  }

  async countRows(): Promise<RowCounts> {
    const [row] = await this.#connection.rows(COUNT_ROWS)
    const count = (column: string) => Number(row?.[column])
    return {
      isDemo: count('demo') === 1,
      productsAfterRollback: row?.['can_roll_back'] ? count('after_rollback') : null,
      products: {
        total: count('total'),
        public: count('public'),
        unlisted: count('unlisted'),
        hidden: count('hidden'),
      },
      remoteImages: count('remote'),
    }
  }

  async *#scan(text: string, first: number | string): AsyncGenerator<Row> {
    for await (const rows of readInBatches(this.#connection, text, first)) yield* rows
  }
}

export interface RowCounts {
  readonly isDemo: boolean
  /** Null if there is no change to undo. */
  readonly productsAfterRollback: number | null
  readonly products: Readonly<Record<'total' | Visibility, number>>
  readonly remoteImages: number
}

/** This SQL reads whole tables. */
export const COUNT_ROWS = `
  WITH undone AS (
    SELECT key AS slug, coalesce(min(seq) = min(seq) FILTER (WHERE document IS NULL), false) AS is_added
    FROM undo WHERE kind = 'product' AND seq >= (SELECT max(first_seq) FROM change) GROUP BY key
  )
  SELECT count(*) AS total, count(*) FILTER (WHERE visibility = 'public') AS public, count(*) FILTER (WHERE visibility = 'unlisted') AS unlisted,
    count(*) FILTER (WHERE visibility = 'hidden') AS hidden,
    coalesce(sum(remote_image_count), 0) AS remote,
    (SELECT value FROM meta WHERE key = 'demo') AS demo, EXISTS (SELECT 1 FROM change) AS can_roll_back,
    count(*) - (SELECT count(*) FROM undone JOIN product USING (slug) WHERE is_added)
      + (SELECT count(*) FROM undone WHERE NOT is_added
        AND NOT EXISTS (SELECT 1 FROM product WHERE product.slug = undone.slug)) AS after_rollback
  FROM product`
