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
import type { AttributeEntry } from '../catalog/attribute-entries.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import {
  ATTRIBUTE_ENTRIES,
  readAttributeEntries,
  readDocument,
  readImageFile,
  readStoredProduct,
  type Row,
  readMetaValue,
  readSynonyms,
  SYNONYMS,
} from './rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

const SCAN_BATCH_ROWS = 200

/** Reads the catalogue within a transaction that the caller begins and ends. */
export class SqlReader implements CatalogReader {
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

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const rows = await this.#connection.rows(this.dialect.listProductsByIdentifier, kind, value)
    return rows.map(readProductIdentity)
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
    const [row] = await this.#connection.rows('SELECT document FROM site')
    return readDocument(row) ?? NEUTRAL_SITE
  }

  async readSynonyms(): Promise<readonly SynonymEntry[]> {
    return readSynonyms(await this.#connection.rows(SYNONYMS))
  }

  async readAttributeEntries(): Promise<readonly AttributeEntry[]> {
    return readAttributeEntries(await this.#connection.rows(ATTRIBUTE_ENTRIES))
  }

  async hasImage(hash: string): Promise<boolean> {
    return (await this.#connection.rows('SELECT 1 FROM image WHERE hash = $1', hash)).length > 0
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const { sourceKey } = this.dialect
    const [row] = await this.#connection.rows(
      `SELECT document FROM picture_source WHERE ${sourceKey('source')} = ${sourceKey('$1')}`,
      source,
    )
    return readDocument(row)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    const [row] = await this.#connection.rows('SELECT bytes, format, first_look FROM image WHERE hash = $1', hash)
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
    const key = this.dialect.sourceKey('source')
    const rows = this.#scan(
      `SELECT ${key} AS key, source, document FROM picture_source WHERE ${key} > $1 ORDER BY ${key} LIMIT $2`,
      '',
    )
    for await (const row of rows) yield [String(row['source']), readDocument(row)]
  }

  async isDemo(): Promise<boolean> {
    const [row] = await this.#connection.rows("SELECT value FROM meta WHERE key = 'demo'")
    return readMetaValue(row) === 1
  }

  /** @param text SQL that selects at most `$2` rows whose `key` is greater than `$1` */
  async *#scan(text: string, first: number | string): AsyncGenerator<Row> {
    let rows = await this.#connection.rows(text, first, SCAN_BATCH_ROWS)
    for (;;) {
      const isLast = rows.length < SCAN_BATCH_ROWS
      // PostgreSQL reads ahead while the caller processes this batch.
      const next = isLast ? [] : this.#connection.rows(text, rows.at(-1)?.['key'], SCAN_BATCH_ROWS)
      // If the caller stops early, nothing awaits this batch, so its rejection would be unhandled.
      if (next instanceof Promise) next.catch(() => {})
      yield* rows
      if (isLast) return
      rows = await next
    }
  }
}

/** Reads slug, name and source id. @param row has the product's `document` */
export function readProductIdentity(row: Row): ProductIdentity {
  const { slug, name, sourceId } = readDocument<Product>(row)
  return { slug, name, sourceId }
}
