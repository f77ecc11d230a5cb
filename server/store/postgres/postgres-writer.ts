import type { Product } from '../../../shared/catalog.ts'
import type { IdentifierKind, ProductIdentity, StoredPicture, StoredProduct } from '../catalog-store.ts'
import type { PriceRange } from '../product-card.ts'
import type { ProductRow } from '../product-columns.ts'
import { SqlWriter } from '../sql-writer.ts'
import type { Connection } from './connection.ts'
import { PictureSourceQueue } from './picture-source-queue.ts'
import { POSTGRES_DIALECT } from './postgres-dialect.ts'
import { listStoredIdentifiers } from './product-batch.ts'
import { ProductQueue } from './product-queue.ts'
import { StoredLookups } from './stored-lookups.ts'

/** Queues products and picture sources, and writes them in batches or before a read that depends on them. */
export class PostgresWriter extends SqlWriter {
  readonly #products: ProductQueue
  readonly #sources: PictureSourceQueue
  readonly #lookups: StoredLookups

  constructor(connection: Connection, options: { readonly keepsUndo: boolean }) {
    super(connection, POSTGRES_DIALECT, options)
    this.#products = new ProductQueue(connection, this.journal)
    this.#sources = new PictureSourceQueue(connection, this.journal)
    this.#lookups = new StoredLookups(connection, () => this.flush())
  }

  get productCount(): number {
    return this.#products.count
  }

  override async findProduct(slug: string): Promise<Product | undefined> {
    return this.#products.find(slug) ?? this.#lookups.findProduct(slug)
  }

  override async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    if (this.#products.holdsIdentifier(kind, value)) await this.#products.flush()
    const found = await this.#lookups.listProductsByIdentifier(kind, value)
    if (!found.some(({ slug }) => this.#products.has(slug))) return found
    await this.#products.flush()
    this.#lookups.clearCache()
    return this.#lookups.listProductsByIdentifier(kind, value)
  }

  override async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    return this.#sources.find(source) ?? this.#lookups.findPictureOfSource(source)
  }

  override async *scanPictureSources(): AsyncGenerator<readonly [source: string, picture: StoredPicture]> {
    await this.#sources.flush()
    yield* super.scanPictureSources()
  }

  override async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    await this.#products.flush()
    yield* super.scanStoredProducts()
  }

  override async renameProduct(from: string, to: string): Promise<void> {
    await super.renameProduct(from, to)
    this.#lookups.addRenamed(to)
  }

  override async renameCategory(from: string, to: string): Promise<void> {
    await super.renameCategory(from, to)
    this.#lookups.clearCache()
  }

  override async clear(): Promise<void> {
    await super.clear()
    this.#lookups.clear()
  }

  protected async storeProduct(row: ProductRow): Promise<void> {
    this.#lookups.addProduct(row.product.slug, listStoredIdentifiers(row.product))
    await this.#products.put(row)
  }

  protected async storePictureSource(source: string, picture: StoredPicture, isReplaced: boolean): Promise<void> {
    this.#lookups.addSource(source)
    await this.#sources.put(source, picture, isReplaced)
  }

  protected async flush(): Promise<void> {
    await this.#products.flush()
    await this.#sources.flush()
  }

  protected override async listPartPrices(groups: readonly Product[]): Promise<Map<string, PriceRange>> {
    if (groups.some(({ includes }) => includes.some((slug) => this.#products.has(slug)))) await this.#products.flush()
    return super.listPartPrices(groups)
  }
}
