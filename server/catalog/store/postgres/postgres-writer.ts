import type { Product } from '../../../../shared/catalog.ts'
import type { IdentifierKind, LookupKeys, ProductIdentity, StoredFile, StoredProduct } from '../catalog-reader.ts'
import type { PriceRange } from '../product-card.ts'
import { listIdentifiers, type ProductRow } from '../product-columns.ts'
import { CatalogWriter } from '../catalog-writer.ts'
import type { Connection } from './connection.ts'
import { DIALECTS } from '../sql-dialect.ts'
import { identifierKey, PreparedLookups } from './prepared-lookups.ts'
import { ProductQueue } from './product-queue.ts'

/** A change of at least this many products updates the query planner's statistics. */
const ANALYZE_MIN_PRODUCTS = 500

/** Queues products, and writes them in batches or before a read that depends on them. */
export class PostgresWriter extends CatalogWriter {
  readonly #connection: Connection
  readonly #products: ProductQueue
  readonly #lookups: PreparedLookups

  constructor(connection: Connection, options: { readonly keepsUndo: boolean }) {
    super(connection, DIALECTS.postgres, options)
    this.#connection = connection
    this.#products = new ProductQueue(connection, this.journal)
    this.#lookups = new PreparedLookups(connection)
  }

  override async prepareLookups(listKeys: () => readonly LookupKeys[]): Promise<void> {
    await this.#lookups.read(listKeys())
    for (const [slug, { identifiers }] of this.#products.queued) this.#lookups.forget(slug, identifiers)
  }

  override async findProduct(slug: string): Promise<Product | undefined> {
    const queued = this.#products.find(slug)
    if (queued) return queued
    const document = this.#lookups.findProduct(slug)
    if (document === undefined) return super.findProduct(slug)
    return document === null ? undefined : (JSON.parse(document) as Product)
  }

  override async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    if (this.#products.holdsIdentifier(identifierKey(kind, value))) await this.#products.flush()
    const found = this.#lookups.listIdentified(kind, value) ?? (await super.listProductsByIdentifier(kind, value))
    if (!found.some(({ slug }) => this.#products.queued.has(slug))) return found
    await this.#products.flush()
    return super.listProductsByIdentifier(kind, value)
  }

  override async findSlugOwner(slug: string): Promise<string | undefined> {
    return this.#products.findOwner(slug) ?? super.findSlugOwner(slug)
  }

  override async findOtherSlugOwner(slug: string): Promise<string | undefined> {
    return this.#products.findOtherOwner(slug) ?? super.findOtherSlugOwner(slug)
  }

  protected override async findFileOfSource(source: string): Promise<StoredFile | undefined> {
    const found = this.#lookups.findPicture(source)
    return found === undefined ? super.findFileOfSource(source) : (found ?? undefined)
  }

  override async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    await this.#products.flush()
    yield* super.scanStoredProducts()
  }

  override async renameProduct(from: string, to: string): Promise<void> {
    await super.renameProduct(from, to)
    this.#lookups.forget(from)
    this.#lookups.forget(to)
  }

  override async renameCategory(from: string, to: string): Promise<void> {
    await super.renameCategory(from, to)
    this.#lookups.clear()
  }

  override async clear(): Promise<void> {
    await super.clear()
    this.#lookups.clear()
  }

  protected async storeProduct(row: ProductRow): Promise<void> {
    const identifiers = listIdentifiers(row.product).map(({ kind, value }) => identifierKey(kind, value))
    this.#lookups.forget(row.product.slug, identifiers)
    await this.#products.put(row, identifiers)
  }

  protected override async storePictureSource(source: string, picture: StoredFile, isReplaced: boolean): Promise<void> {
    this.#lookups.forgetPicture(source)
    await super.storePictureSource(source, picture, isReplaced)
  }

  protected async flush(): Promise<void> {
    await this.#products.flush()
  }

  /** Updates statistics, because query plans would use outdated ones until the next autovacuum. */
  protected async updateStatistics(): Promise<void> {
    if (this.#products.count >= ANALYZE_MIN_PRODUCTS)
      await this.#connection.exec('ANALYZE product, product_identifier, former_slug')
  }

  protected override async listPartPrices(groups: readonly Product[]): Promise<Map<string, PriceRange>> {
    if (groups.some(({ includes }) => includes.some((slug) => this.#products.queued.has(slug))))
      await this.#products.flush()
    return super.listPartPrices(groups)
  }
}
