import type { SQLInputValue } from 'node:sqlite'
import type { Category, Product, ProductCard } from '../../../shared/catalog.ts'
import type { StoredPicture, StoredProduct } from '../catalog-store.ts'
import { buildProductCard } from '../product-card.ts'
import { buildProductColumns, listIdentifiers } from '../product-columns.ts'
import { SqlWriter, type StoredGroup } from '../sql-writer.ts'
import type { Queries } from './queries.ts'
import { createReadRows, SQLITE_DIALECT } from './sqlite-dialect.ts'
import { SqliteUndoJournal } from './undo-journal.ts'

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

export class SqliteWriter extends SqlWriter {
  readonly #queries: Queries
  protected readonly journal: SqliteUndoJournal

  /** @param keepsUndo whether the changes can be undone later */
  constructor(queries: Queries, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(createReadRows(queries), SQLITE_DIALECT)
    this.#queries = queries
    this.journal = new SqliteUndoJournal(queries, keepsUndo)
  }

  async putProduct(product: Product): Promise<void> {
    const isStored = this.journal.recordStored('product', product.slug)
    const columns = buildProductColumns(product, buildProductCard(product, this.#listPartPrices(product)))
    this.#queries.run(
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
    if (isStored) this.#queries.run('DELETE FROM product_identifier WHERE slug = ?', product.slug)
    for (const { kind, value } of listIdentifiers(product)) {
      this.#queries.run(
        'INSERT OR IGNORE INTO product_identifier (kind, value, slug) VALUES (?, ?, ?)',
        kind,
        value,
        product.slug,
      )
    }
    this.#putFormerSlugs('product', product, isStored)
    this.recordListingChange()
  }

  async restoreProduct({ id, changedAt, product }: StoredProduct): Promise<void> {
    await this.putProduct(product)
    this.#queries.run('UPDATE product SET id = ?, changed_at = ? WHERE slug = ?', id, changedAt, product.slug)
  }

  async putCategory(category: Category): Promise<void> {
    const isStored = this.journal.recordStored('category', category.slug)
    this.#queries.run(
      `INSERT INTO category (slug, position, document) VALUES (?, ?, ?)
       ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      category.slug,
      category.position,
      JSON.stringify(category),
    )
    this.#putFormerSlugs('category', category, isStored)
    this.recordListingChange()
  }

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    // A source that was unknown before the change stays known when the change is undone.
    const before = await this.findPictureOfSource(source)
    if (before) {
      this.journal.record('picture', source, JSON.stringify(before))
      this.hasChanges = true
    }
    this.#queries.run(
      'INSERT OR REPLACE INTO picture_source (source, document) VALUES (?, ?)',
      source,
      JSON.stringify(picture),
    )
    this.hasPictureSources = true
  }

  async finish(): Promise<void> {
    for (const groups of this.scanGroups()) {
      for (const { group, card } of groups) {
        if (JSON.stringify(buildProductCard(group, this.#listPartPrices(group))) !== card) await this.putProduct(group)
      }
    }
  }

  protected run(text: string, ...values: readonly unknown[]): number {
    return this.#queries.run(text, ...(values as SQLInputValue[]))
  }

  protected exec(text: string): void {
    this.#queries.exec(text)
  }

  protected renameProductRows(from: string, to: string): void {
    this.#queries.run(
      "UPDATE product SET slug = ?1, document = json_set(document, '$.slug', ?1), card = json_set(card, '$.slug', ?1) WHERE slug = ?2",
      to,
      from,
    )
    this.#queries.run('UPDATE product_identifier SET slug = ? WHERE slug = ?', to, from)
    this.#renameFormerSlugs('product', from, to)
  }

  protected renameCategoryRows(from: string, to: string): void {
    this.#queries.run(
      "UPDATE category SET slug = ?1, document = json_set(document, '$.slug', ?1) WHERE slug = ?2",
      to,
      from,
    )
    this.#queries.run(
      "UPDATE category SET document = json_set(document, '$.parentSlug', ?1) WHERE document ->> '$.parentSlug' = ?2",
      to,
      from,
    )
    this.#queries.run(
      "UPDATE product SET category_slug = ?1, document = json_set(document, '$.categorySlug', ?1) WHERE category_slug = ?2",
      to,
      from,
    )
    this.#renameFormerSlugs('category', from, to)
  }

  protected deleteProducts(slugs: readonly string[]): void {
    for (const slug of slugs) {
      this.#queries.run('DELETE FROM product WHERE slug = ?', slug)
      this.#queries.run('DELETE FROM product_identifier WHERE slug = ?', slug)
      this.#queries.run("DELETE FROM former_slug WHERE kind = 'product' AND slug = ?", slug)
    }
  }

  protected *scanGroups(): Generator<StoredGroup[]> {
    const rows = this.#queries.all('SELECT card, document FROM product WHERE part_count > 0')
    yield rows.map((row) => ({
      group: JSON.parse(String(row['document'])) as Product,
      card: String(row['card']),
    }))
  }

  #listPartPrices({ includes }: Product): Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>[] {
    if (includes.length === 0) return []
    const rows = this.#queries.all(
      `SELECT price_from_minor AS priceFromMinor, price_to_minor AS priceToMinor
       FROM json_each(?) AS part JOIN product ON slug = part.value WHERE visibility = 'public'`,
      JSON.stringify(includes),
    )
    return rows as unknown as ProductCard[]
  }

  /** @param isStored whether the product or category may have former slugs in the table */
  #putFormerSlugs(kind: 'product' | 'category', { slug, formerSlugs }: Product | Category, isStored: boolean): void {
    if (isStored) this.#queries.run('DELETE FROM former_slug WHERE kind = ? AND slug = ?', kind, slug)
    for (const former of formerSlugs)
      this.#queries.run('INSERT OR REPLACE INTO former_slug (kind, former, slug) VALUES (?, ?, ?)', kind, former, slug)
  }

  #renameFormerSlugs(kind: 'product' | 'category', from: string, to: string): void {
    this.#queries.run('UPDATE former_slug SET slug = ? WHERE kind = ? AND slug = ?', to, kind, from)
  }
}
