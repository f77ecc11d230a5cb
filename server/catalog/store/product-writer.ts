import type { Product } from '../../../shared/catalog.ts'
import { buildCategoryTree } from '../rules/category-tree.ts'
import { limitCardPrices, type PriceRules } from '../rules/price-display.ts'
import {
  CatalogReader,
  type IdentifierKind,
  type LookupKeys,
  type ProductIdentity,
  type StoredFile,
  type StoredProduct,
} from './catalog-reader.ts'
import { PreparedLookups } from './prepared-lookups.ts'
import { buildProductCard, type PriceRange, type StoredProductCard } from './product-card.ts'
import { type ProductRow, listIdentifierKeys, ProductQueue } from './product-queue.ts'
import { readDocument } from './rows.ts'
import { renameRow } from './slug-rows.ts'
import { type CatalogDialect, readInBatches, type SqlConnection } from './sql-dialect.ts'
import { UndoJournal } from './undo-journal.ts'

/** Writes products, and reads them as they will be. */
export abstract class ProductWriter extends CatalogReader {
  /** Whether a change requires a new revision. */
  hasChanges = false
  protected isIndexOutdated = false
  protected readonly writes: SqlConnection
  protected readonly journal: UndoJournal
  protected readonly products: ProductQueue
  protected readonly lookups: PreparedLookups
  #priceRules: Promise<PriceRules> | undefined

  constructor(connection: SqlConnection, dialect: CatalogDialect, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(connection, dialect)
    this.writes = connection
    this.journal = new UndoJournal(connection, dialect, keepsUndo)
    this.products = new ProductQueue(connection, dialect, this.journal)
    this.lookups = new PreparedLookups(connection, dialect)
  }

  /** Reads what the next lookups need in a few queries. */
  async prepareLookups(keys: readonly LookupKeys[]): Promise<void> {
    await this.lookups.read(keys)
    for (const { product } of this.products.rows) this.lookups.forget(product.slug, ...listIdentifierKeys(product))
  }

  override async findProduct(slug: string): Promise<Product | undefined> {
    const queued = this.products.find(slug)
    if (queued) return queued
    const document = this.lookups.findProduct(slug)
    if (document === undefined) return super.findProduct(slug)
    return document === null ? undefined : (JSON.parse(document) as Product)
  }

  override async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const found = this.lookups.listIdentified(kind, value)
    if (found) return found
    await this.flush()
    return super.listProductsByIdentifier(kind, value)
  }

  override async findFileOfSource(source: string): Promise<StoredFile | undefined> {
    const found = this.lookups.findFile(source)
    return found === undefined ? super.findFileOfSource(source) : (found ?? undefined)
  }

  override async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    await this.flush()
    yield* super.scanStoredProducts()
  }

  /** Writes queued products, so that queries find them. */
  flush(): Promise<void> {
    return this.products.flush()
  }

  /** @param stored id and time of the last change of a product that is copied from another store; the id must be unused */
  async putProduct(product: Product, stored?: Omit<StoredProduct, 'product'>): Promise<void> {
    await this.#storeRow(product, stored)
    this.recordListingChange()
  }

  /** Replaces a product of which only the pictures changed. The search index is not rebuilt, because it has no pictures. */
  async putProductWithNewPictures(product: Product): Promise<void> {
    await this.#storeRow(product)
    this.hasChanges = true
  }

  /**
   * Finds the product that has a slug now, had it before, or has it in another language. @returns its slug in the first language
   */
  async findSlugOwner(slug: string): Promise<string | undefined> {
    return (await this.findProduct(slug)) ? slug : this.findOtherSlugOwner(slug)
  }

  /** Finds the product that had a slug before, or has it in another language, even if it is now that of another product. */
  async findOtherSlugOwner(slug: string): Promise<string | undefined> {
    await this.flush()
    const [row] = await this.writes.rows("SELECT slug FROM former_slug WHERE kind = 'product' AND former = $1", slug)
    return row && String(row['slug'])
  }

  async renameProduct(from: string, to: string): Promise<void> {
    const product = await this.findProduct(from)
    await this.flush()
    this.lookups.forget(from)
    await renameRow(this.writes, 'product', from, to)
    if (product) await this.putProduct({ ...product, slug: to })
    for await (const groups of this.#scanGroups()) {
      for (const { group } of groups) {
        if (group.includes.includes(from))
          await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
      }
    }
  }

  /** Updates the cards of groups whose products have other prices now. */
  protected async updateGroups(): Promise<void> {
    for await (const groups of this.#scanGroups()) {
      const prices = await this.#listPartPrices(groups.map(({ group }) => group))
      for (const { group, card } of groups) {
        const newCard = buildProductCard(group, prices)
        if (JSON.stringify(newCard) === card) continue
        await this.putProduct(group)
        // One of the next groups may include this group.
        if (prices.has(group.slug))
          prices.set(group.slug, limitCardPrices(newCard, group.categorySlug, await this.#readPriceRules()))
      }
    }
    await this.flush()
  }

  async #listPartPrices(groups: readonly Product[]): Promise<Map<string, PriceRange>> {
    const slugs = [...new Set(groups.flatMap(({ includes }) => includes))]
    if (slugs.length === 0) return new Map()
    if (slugs.some((slug) => this.products.find(slug))) await this.flush()
    const rows = await this.writes.rows(
      `SELECT slug, card, category_slug FROM product WHERE ${this.dialect.isListed('slug')} AND visibility = 'public'`,
      slugs,
    )
    const rules = await this.#readPriceRules()
    return new Map(
      rows.map((row) => {
        const card = JSON.parse(String(row['card'])) as StoredProductCard
        return [String(row['slug']), limitCardPrices(card, String(row['category_slug']), rules)]
      }),
    )
  }

  #readPriceRules(): Promise<PriceRules> {
    return (this.#priceRules ??= Promise.all([this.readSite(), this.listCategories()]).then(([site, categories]) => ({
      site,
      tree: buildCategoryTree(categories, new Map(), site.locale),
    })))
  }

  async #storeRow(
    product: Product,
    { id, changedAt }: Pick<ProductRow, 'id' | 'changedAt'> = { id: null, changedAt: Date.now() },
  ): Promise<void> {
    const card = buildProductCard(product, await this.#listPartPrices([product]))
    this.lookups.forget(product.slug, ...listIdentifierKeys(product))
    await this.products.put({ id, changedAt, product, card })
  }

  /** Call it after a change of categories or of the site's settings. */
  protected forgetPriceRules(): void {
    this.#priceRules = undefined
  }

  protected recordListingChange(): void {
    this.hasChanges = true
    this.isIndexOutdated = true
  }

  async *#scanGroups(): AsyncGenerator<{ readonly group: Product; readonly card: string }[]> {
    const groups =
      'SELECT id AS place, card, document FROM product WHERE part_count > 0 AND id > $1 ORDER BY id LIMIT $2'
    for await (const rows of readInBatches(this.writes, groups, 0))
      yield rows.map((row) => ({ group: readDocument(row), card: String(row['card']) }))
  }
}
