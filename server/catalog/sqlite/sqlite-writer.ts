import type { DatabaseSync } from 'node:sqlite'
import type { Category, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import type { CatalogWriter, IdentifierKind, ImageFile, ProductIdentity, StoredPicture, StoredProduct } from '../catalog-store.ts'
import { NEUTRAL_SITE } from '../neutral-site.ts'
import { buildProductCard } from '../product-card.ts'
import { readDocument, readImageFile } from './queries.ts'
import { renameCategoryRows, renameProductRows } from './rename-rows.ts'
import { scanImageHashes, scanPictureSources, scanStoredProducts } from './scan-rows.ts'
import { UndoJournal } from './undo-journal.ts'

/** Writes within a transaction that somebody else began and ends. */
export class SqliteWriter implements CatalogWriter {
  /** Whether anything was put: only then is there something to commit. */
  hasChanges = false
  /** Whether something was learnt that nobody sees, so that the revision stays. */
  hasNews = false
  /** Whether listings have to be told. */
  hasListingChanges = false
  readonly #database: DatabaseSync
  readonly #statements

  readonly #undo: UndoJournal

  /** @param keepsUndo whether what is put can be taken back later */
  constructor(database: DatabaseSync, { keepsUndo }: { readonly keepsUndo: boolean }) {
    this.#database = database
    this.#undo = new UndoJournal(database, keepsUndo)
    this.#statements = {
      findProduct: database.prepare('SELECT document FROM product WHERE slug = ?'),
      listProductsByIdentifier: database.prepare(
        `SELECT slug, document ->> '$.name' AS name, document ->> '$.sourceId' AS sourceId
         FROM product_identifier JOIN product USING (slug) WHERE kind = ? AND value = ? ORDER BY id`,
      ),
      forgetIdentifiers: database.prepare('DELETE FROM product_identifier WHERE slug = ?'),
      listPartPrices: database.prepare(
        `SELECT price_from_minor AS priceFromMinor, price_to_minor AS priceToMinor
         FROM json_each(?) AS part JOIN product ON slug = part.value WHERE visibility = 'public'`,
      ),
      listGroups: database.prepare('SELECT card, document FROM product WHERE part_count > 0'),
      putIdentifier: database.prepare('INSERT OR IGNORE INTO product_identifier (kind, value, slug) VALUES (?, ?, ?)'),
      findImage: database.prepare('SELECT bytes, format, first_look FROM image WHERE hash = ?'),
      findCategory: database.prepare('SELECT document FROM category WHERE slug = ?'),
      listCategories: database.prepare('SELECT document FROM category ORDER BY position, rowid'),
      readSite: database.prepare('SELECT document FROM site'),
      hasImage: database.prepare('SELECT 1 FROM image WHERE hash = ?'),
      putProduct: database.prepare(
        `INSERT INTO product (slug, visibility, featured, brand, category_slug, price_from_minor, price_to_minor,
           in_stock, variant_count, part_count, remote_image_origins, remote_image_count, card, document, changed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (slug) DO UPDATE SET visibility = excluded.visibility, featured = excluded.featured,
           brand = excluded.brand, category_slug = excluded.category_slug,
           price_from_minor = excluded.price_from_minor, price_to_minor = excluded.price_to_minor,
           in_stock = excluded.in_stock, variant_count = excluded.variant_count, part_count = excluded.part_count,
           remote_image_origins = excluded.remote_image_origins, remote_image_count = excluded.remote_image_count,
           card = excluded.card, document = excluded.document,
           changed_at = CASE WHEN document = excluded.document AND card = excluded.card THEN changed_at ELSE excluded.changed_at END`,
      ),
      restoreProduct: database.prepare('UPDATE product SET id = ?, changed_at = ? WHERE slug = ?'),
      putCategory: database.prepare(
        `INSERT INTO category (slug, position, document) VALUES (?, ?, ?)
         ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      ),
      putSite: database.prepare(
        'INSERT INTO site (id, document) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
      ),
      putImage: database.prepare('INSERT INTO image (hash, format, bytes, first_look) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'),
      findPictureOfSource: database.prepare('SELECT document FROM picture_source WHERE source = ?'),
      putPictureSource: database.prepare('INSERT OR REPLACE INTO picture_source (source, document) VALUES (?, ?)'),
      forgetFormerSlugs: database.prepare('DELETE FROM former_slug WHERE kind = ? AND slug = ?'),
      putFormerSlug: database.prepare('INSERT OR REPLACE INTO former_slug (kind, former, slug) VALUES (?, ?, ?)'),
      readDemo: database.prepare("SELECT value FROM meta WHERE key = 'demo'"),
      markDemo: database.prepare("UPDATE meta SET value = ? WHERE key = 'demo'"),
    }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    return readDocument(this.#statements.findProduct.get(slug))
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    return this.#statements.listProductsByIdentifier.all(kind, value) as unknown as ProductIdentity[]
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    return readDocument(this.#statements.findCategory.get(slug))
  }

  async listCategories(): Promise<Category[]> {
    return this.#statements.listCategories.all().map((row) => readDocument<Category>(row)!)
  }

  async readSite(): Promise<Site> {
    return readDocument(this.#statements.readSite.get()) ?? NEUTRAL_SITE
  }

  async hasImage(hash: string): Promise<boolean> {
    return this.#statements.hasImage.get(hash) !== undefined
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    return readDocument(this.#statements.findPictureOfSource.get(source))
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    return readImageFile(this.#statements.findImage.get(hash))
  }

  async *scanProducts(): AsyncGenerator<Product> {
    for (const { product } of scanStoredProducts(this.#database)) yield product
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    yield* scanStoredProducts(this.#database)
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    yield* scanImageHashes(this.#database)
  }

  async *scanPictureSources(): AsyncGenerator<readonly [string, StoredPicture]> {
    yield* scanPictureSources(this.#database)
  }

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    if (this.#statements.findPictureOfSource.get(source)) {
      this.#undo.noteStored('picture', source, this.#statements.findPictureOfSource, source)
      this.hasChanges = true
    }
    this.#statements.putPictureSource.run(source, JSON.stringify(picture))
    this.hasNews = true
  }

  async putProduct(product: Product): Promise<void> {
    const isStored = this.#undo.noteStored('product', product.slug, this.#statements.findProduct, product.slug)
    const card = buildProductCard(product, this.#listPartPrices(product))
    const remoteUrls = product.images.flatMap((image) => ('url' in image ? [image.url] : []))
    const origins = [...new Set(remoteUrls.map((url) => new URL(url).origin))]
    this.#statements.putProduct.run(
      product.slug,
      product.visibility,
      Number(product.featured),
      product.brand,
      product.categorySlug,
      card.priceFromMinor,
      card.priceToMinor,
      Number(card.availability === 'InStock'),
      product.variants.length,
      product.includes.length,
      origins.length > 0 ? JSON.stringify(origins) : null,
      remoteUrls.length,
      JSON.stringify(card),
      JSON.stringify(product),
      Date.now(),
    )
    if (isStored) {
      this.#statements.forgetIdentifiers.run(product.slug)
      this.#statements.forgetFormerSlugs.run('product', product.slug)
    }
    this.#putIdentifiers(product)
    this.#putFormerSlugs('product', product)
    this.#noteListingChange()
  }

  async restoreProduct({ id, changedAt, product }: StoredProduct): Promise<void> {
    await this.putProduct(product)
    this.#statements.restoreProduct.run(id, changedAt, product.slug)
  }

  /** What a group costs depends on its parts, which may have come or changed after it. */
  async refreshGroups(): Promise<void> {
    for (const row of this.#statements.listGroups.all()) {
      const product = readDocument<Product>(row)!
      const card = buildProductCard(product, this.#listPartPrices(product))
      if (JSON.stringify(card) !== row['card']) await this.putProduct(product)
    }
  }

  async putCategory(category: Category): Promise<void> {
    const isStored = this.#undo.noteStored('category', category.slug, this.#statements.findCategory, category.slug)
    this.#statements.putCategory.run(category.slug, category.position, JSON.stringify(category))
    if (isStored) this.#statements.forgetFormerSlugs.run('category', category.slug)
    this.#putFormerSlugs('category', category)
    this.#noteListingChange()
  }

  async putSite(site: Site): Promise<void> {
    this.#undo.noteStored('site', '', this.#statements.readSite)
    this.#statements.putSite.run(JSON.stringify(site))
    this.hasChanges = true
  }

  async putImage(hash: string, file: ImageFile): Promise<void> {
    const { changes } = this.#statements.putImage.run(hash, file.format, file.bytes, file.firstLook ?? null)
    if (changes === 0) return
    this.#undo.note('image', hash, null)
    this.hasChanges = true
  }

  async renameProduct(from: string, to: string): Promise<void> {
    this.#undo.note('product-rename', to, from)
    renameProductRows(this.#database, from, to)
    for (const row of this.#statements.listGroups.all()) {
      const group = readDocument<Product>(row)!
      if (!group.includes.includes(from)) continue
      await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
    }
    this.#noteListingChange()
  }

  async renameCategory(from: string, to: string): Promise<void> {
    this.#undo.note('category-rename', to, from)
    renameCategoryRows(this.#database, from, to)
    this.#noteListingChange()
  }

  async clear(): Promise<void> {
    this.#undo.noteAll()
    this.#database.exec(
      "DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image; DELETE FROM picture_source; DELETE FROM site; UPDATE meta SET value = 0 WHERE key = 'demo'",
    )
    this.#noteListingChange()
  }

  async isDemo(): Promise<boolean> {
    return this.#statements.readDemo.get()?.['value'] === 1
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // Behind the demo there is nothing that anybody would want back.
    if (isDemo) this.#undo.forget()
    else this.#undo.note('demo', '', '1')
    this.#statements.markDemo.run(Number(isDemo))
    this.hasChanges = true
  }

  #listPartPrices({ includes }: Product): Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>[] {
    if (includes.length === 0) return []
    return this.#statements.listPartPrices.all(JSON.stringify(includes)) as unknown as ProductCard[]
  }

  /** What a product is known by again. */
  #putIdentifiers({ slug, sourceId, variants }: Product): void {
    if (sourceId !== null) this.#statements.putIdentifier.run('source', sourceId, slug)
    for (const { sku } of variants) if (sku !== null) this.#statements.putIdentifier.run('sku', sku, slug)
  }

  #noteListingChange(): void {
    this.hasChanges = true
    this.hasListingChanges = true
  }

  #putFormerSlugs(kind: 'product' | 'category', entity: Product | Category): void {
    for (const former of entity.formerSlugs) this.#statements.putFormerSlug.run(kind, former, entity.slug)
  }
}
