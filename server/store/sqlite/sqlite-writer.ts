import type { Category, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import type { Queries } from './queries.ts'
import type { CatalogWriter, ImageFile, StoredPicture, StoredProduct } from '../catalog-store.ts'
import { buildProductCard } from '../product-card.ts'
import { buildProductColumns, listIdentifiers } from '../product-columns.ts'
import { readDocument } from './documents.ts'
import { renameCategoryRows, renameProductRows } from './rename-rows.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { UndoJournal } from './undo-journal.ts'

const PUT_PRODUCT = `
  INSERT INTO product (slug, visibility, featured, brand, category_slug, price_from_minor, price_to_minor,
    in_stock, variant_count, part_count, remote_image_origins, remote_image_count, card, document, changed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (slug) DO UPDATE SET visibility = excluded.visibility, featured = excluded.featured,
    brand = excluded.brand, category_slug = excluded.category_slug,
    price_from_minor = excluded.price_from_minor, price_to_minor = excluded.price_to_minor,
    in_stock = excluded.in_stock, variant_count = excluded.variant_count, part_count = excluded.part_count,
    remote_image_origins = excluded.remote_image_origins, remote_image_count = excluded.remote_image_count,
    card = excluded.card, document = excluded.document,
    changed_at = CASE WHEN document = excluded.document AND card = excluded.card THEN changed_at ELSE excluded.changed_at END`

/** Writes within a transaction that somebody else began and ends. */
export class SqliteWriter extends SqliteReader implements CatalogWriter {
  /** Whether anything was put: only then is there something to commit. */
  hasChanges = false
  /** Whether something was learnt that nobody sees, so that the revision stays. */
  hasNews = false
  /** Whether listings have to be told. */
  hasListingChanges = false
  readonly #undo: UndoJournal

  /** @param keepsUndo whether what is put can be taken back later */
  constructor(queries: Queries, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(queries)
    this.#undo = new UndoJournal(queries, keepsUndo)
  }

  async putProduct(product: Product): Promise<void> {
    const isStored = this.#undo.noteStored('product', product.slug)
    const columns = buildProductColumns(product, buildProductCard(product, this.#listPartPrices(product)))
    this.queries.run(
      PUT_PRODUCT,
      columns.slug,
      columns.visibility,
      Number(columns.featured),
      columns.brand,
      columns.categorySlug,
      columns.priceFromMinor,
      columns.priceToMinor,
      Number(columns.isInStock),
      columns.variantCount,
      columns.partCount,
      columns.remoteImageOrigins,
      columns.remoteImageCount,
      columns.card,
      columns.document,
      Date.now(),
    )
    if (isStored) this.queries.run('DELETE FROM product_identifier WHERE slug = ?', product.slug)
    for (const { kind, value } of listIdentifiers(product)) {
      this.queries.run(
        'INSERT OR IGNORE INTO product_identifier (kind, value, slug) VALUES (?, ?, ?)',
        kind,
        value,
        product.slug,
      )
    }
    this.#putFormerSlugs('product', product, isStored)
    this.#noteListingChange()
  }

  async restoreProduct({ id, changedAt, product }: StoredProduct): Promise<void> {
    await this.putProduct(product)
    this.queries.run('UPDATE product SET id = ?, changed_at = ? WHERE slug = ?', id, changedAt, product.slug)
  }

  async putCategory(category: Category): Promise<void> {
    const isStored = this.#undo.noteStored('category', category.slug)
    this.queries.run(
      `INSERT INTO category (slug, position, document) VALUES (?, ?, ?)
       ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      category.slug,
      category.position,
      JSON.stringify(category),
    )
    this.#putFormerSlugs('category', category, isStored)
    this.#noteListingChange()
  }

  async putSite(site: Site): Promise<void> {
    this.#undo.noteStored('site', '')
    this.queries.run(
      'INSERT INTO site (id, document) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
      JSON.stringify(site),
    )
    this.hasChanges = true
  }

  async putImage(hash: string, { format, bytes, firstLook }: ImageFile): Promise<void> {
    const added = this.queries.run(
      'INSERT INTO image (hash, format, bytes, first_look) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      hash,
      format,
      bytes,
      firstLook ?? null,
    )
    if (added === 0) return
    this.#undo.note('image', hash, null)
    this.hasChanges = true
  }

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    // One that was not known before stays when the rest is taken back.
    const before = await this.findPictureOfSource(source)
    if (before) {
      this.#undo.note('picture', source, JSON.stringify(before))
      this.hasChanges = true
    }
    this.queries.run(
      'INSERT OR REPLACE INTO picture_source (source, document) VALUES (?, ?)',
      source,
      JSON.stringify(picture),
    )
    this.hasNews = true
  }

  async renameProduct(from: string, to: string): Promise<void> {
    this.#undo.note('product-rename', to, from)
    renameProductRows(this.queries, from, to)
    for (const { group } of this.#listGroups()) {
      if (group.includes.includes(from))
        await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
    }
    this.#noteListingChange()
  }

  async renameCategory(from: string, to: string): Promise<void> {
    this.#undo.note('category-rename', to, from)
    renameCategoryRows(this.queries, from, to)
    this.#noteListingChange()
  }

  async clear(): Promise<void> {
    this.#undo.noteAll()
    this.queries.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM site; UPDATE meta SET value = 0 WHERE key = 'demo'`,
    )
    this.#noteListingChange()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // Behind the demo there is nothing that anybody would want back.
    if (isDemo) this.#undo.forget()
    else this.#undo.note('demo', '', '1')
    this.queries.run("UPDATE meta SET value = ? WHERE key = 'demo'", Number(isDemo))
    this.hasChanges = true
  }

  /** Puts what follows from the rest: what a group costs depends on its parts, which may have come or changed after it. */
  async finish(): Promise<void> {
    for (const { group, card } of this.#listGroups()) {
      if (JSON.stringify(buildProductCard(group, this.#listPartPrices(group))) !== card) await this.putProduct(group)
    }
  }

  #listGroups(): readonly { readonly group: Product; readonly card: unknown }[] {
    const rows = this.queries.all('SELECT card, document FROM product WHERE part_count > 0')
    return rows.map((row) => ({ group: readDocument<Product>(row)!, card: row['card'] }))
  }

  #listPartPrices({ includes }: Product): Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>[] {
    if (includes.length === 0) return []
    const rows = this.queries.all(
      `SELECT price_from_minor AS priceFromMinor, price_to_minor AS priceToMinor
       FROM json_each(?) AS part JOIN product ON slug = part.value WHERE visibility = 'public'`,
      JSON.stringify(includes),
    )
    return rows as unknown as ProductCard[]
  }

  /** @param isStored whether it may have had others before */
  #putFormerSlugs(kind: 'product' | 'category', { slug, formerSlugs }: Product | Category, isStored: boolean): void {
    if (isStored) this.queries.run('DELETE FROM former_slug WHERE kind = ? AND slug = ?', kind, slug)
    for (const former of formerSlugs)
      this.queries.run('INSERT OR REPLACE INTO former_slug (kind, former, slug) VALUES (?, ?, ?)', kind, former, slug)
  }

  #noteListingChange(): void {
    this.hasChanges = true
    this.hasListingChanges = true
  }
}
