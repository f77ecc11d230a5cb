import type { Category, Product, ProductCard } from '../../../shared/catalog.ts'
import type { IdentifierKind, ProductIdentity, StoredPicture, StoredProduct } from '../catalog-store.ts'
import { buildProductCard } from '../product-card.ts'
import { readNumber } from '../rows.ts'
import { SqlWriter, type StoredGroup } from '../sql-writer.ts'
import type { Connection } from './connection.ts'
import { PictureSourceQueue } from './picture-source-queue.ts'
import { createReadRows, POSTGRES_DIALECT } from './postgres-dialect.ts'
import { listStoredIdentifiers, putFormerSlugs } from './product-batch.ts'
import { ProductQueue } from './product-queue.ts'
import { renameCategoryRows, renameProductRows } from './rename-rows.ts'
import { StoredLookups } from './stored-lookups.ts'
import { PostgresUndoJournal } from './undo-journal.ts'

type PartPrices = Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>

const GROUP_BATCH_ROWS = 200

/** Products and picture sources are queued and written in batches, or before a read that depends on them. */
export class PostgresWriter extends SqlWriter {
  readonly #connection: Connection
  protected readonly journal: PostgresUndoJournal
  readonly #products: ProductQueue
  readonly #sources: PictureSourceQueue
  readonly #lookups: StoredLookups

  /** @param keepsUndo whether the changes can be undone later */
  constructor(connection: Connection, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(createReadRows(connection), POSTGRES_DIALECT)
    this.#connection = connection
    this.journal = new PostgresUndoJournal(connection, keepsUndo)
    this.#products = new ProductQueue(connection, this.journal)
    this.#sources = new PictureSourceQueue(connection, this.journal)
    this.#lookups = new StoredLookups(connection, () => this.#flush())
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
    if (!found.some(({ slug }) => this.#products.find(slug))) return found
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

  putProduct(product: Product): Promise<void> {
    return this.#put({ id: null, changedAt: Date.now(), product })
  }

  restoreProduct(stored: StoredProduct): Promise<void> {
    return this.#put(stored)
  }

  async putCategory(category: Category): Promise<void> {
    const { slug, position, formerSlugs } = category
    await Promise.all([
      this.journal.recordStored('category', [slug]),
      this.#connection.run(
        `INSERT INTO category (slug, position, document) VALUES ($1, $2, $3)
         ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
        slug,
        position,
        JSON.stringify(category),
      ),
      putFormerSlugs(this.#connection, 'category', [slug], new Map(formerSlugs.map((former) => [former, slug]))),
    ])
    this.recordListingChange()
  }

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    if (await this.findPictureOfSource(source)) this.hasChanges = true
    this.#lookups.addSource(source)
    await this.#sources.put(source, picture)
    this.hasPictureSources = true
  }

  override async renameProduct(from: string, to: string): Promise<void> {
    await this.#products.flush()
    await super.renameProduct(from, to)
  }

  override async renameCategory(from: string, to: string): Promise<void> {
    await this.#products.flush()
    await super.renameCategory(from, to)
  }

  override async clear(): Promise<void> {
    await this.#flush()
    await super.clear()
    this.#lookups.clear()
  }

  async finish(): Promise<void> {
    await this.#flush()
    for await (const groups of this.scanGroups()) {
      const prices = await this.#listPartPrices(groups.map(({ group }) => group))
      for (const { group, card } of groups) {
        if (JSON.stringify(buildProductCard(group, pickPrices(group, prices))) !== card) await this.putProduct(group)
      }
    }
    await this.#products.flush()
  }

  protected run(text: string, ...values: readonly unknown[]): Promise<number> {
    return this.#connection.run(text, ...values)
  }

  protected exec(text: string): Promise<void> {
    return this.#connection.exec(text)
  }

  protected async renameProductRows(from: string, to: string): Promise<void> {
    await renameProductRows(this.#connection, from, to)
    this.#lookups.addRenamed(to)
  }

  protected async renameCategoryRows(from: string, to: string): Promise<void> {
    await renameCategoryRows(this.#connection, from, to)
    this.#lookups.clearCache()
  }

  protected async deleteProducts(slugs: readonly string[]): Promise<void> {
    await this.#flush()
    this.#lookups.clearCache()
    await Promise.all([
      this.#connection.run('DELETE FROM product WHERE slug = ANY ($1)', slugs),
      this.#connection.run('DELETE FROM product_identifier WHERE slug = ANY ($1)', slugs),
      this.#connection.run("DELETE FROM former_slug WHERE kind = 'product' AND slug = ANY ($1)", slugs),
    ])
  }

  protected async *scanGroups(): AsyncGenerator<StoredGroup[]> {
    const read = (lastId: unknown) =>
      this.#connection.rows(
        `SELECT id, card, document FROM product WHERE part_count > 0 AND id > $1 ORDER BY id LIMIT ${GROUP_BATCH_ROWS}`,
        lastId,
      )
    for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!['id'])) {
      yield rows.map((row) => ({ group: JSON.parse(String(row['document'])) as Product, card: String(row['card']) }))
    }
  }

  async #put({ id, changedAt, product }: Omit<StoredProduct, 'id'> & { readonly id: number | null }): Promise<void> {
    const prices = await this.#listPartPrices([product])
    this.#lookups.addProduct(product.slug, listStoredIdentifiers(product))
    await this.#products.put({ id, changedAt, product, card: buildProductCard(product, pickPrices(product, prices)) })
    this.recordListingChange()
  }

  /** Reads the prices of the groups' public parts, by slug. */
  async #listPartPrices(groups: readonly Product[]): Promise<ReadonlyMap<string, PartPrices>> {
    const slugs = [...new Set(groups.flatMap(({ includes }) => includes))]
    if (slugs.length === 0) return new Map()
    if (slugs.some((slug) => this.#products.find(slug))) await this.#products.flush()
    const rows = await this.#connection.rows(
      "SELECT slug, price_from_minor, price_to_minor FROM product WHERE slug = ANY ($1) AND visibility = 'public'",
      slugs,
    )
    return new Map(
      rows.map((row) => [
        String(row['slug']),
        { priceFromMinor: readNumber(row['price_from_minor']), priceToMinor: readNumber(row['price_to_minor']) },
      ]),
    )
  }

  async #flush(): Promise<void> {
    await this.#products.flush()
    await this.#sources.flush()
  }
}

function pickPrices({ includes }: Product, prices: ReadonlyMap<string, PartPrices>): readonly PartPrices[] {
  return includes.flatMap((slug) => prices.get(slug) ?? [])
}
