import type { Category, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type {
  CatalogWriter,
  IdentifierKind,
  ImageFile,
  ProductIdentity,
  StoredPicture,
  StoredProduct,
} from '../catalog-store.ts'
import { buildProductCard } from '../product-card.ts'
import { readDocument, readNumber } from './documents.ts'
import { PostgresReader } from './postgres-reader.ts'
import { PictureSourceQueue } from './picture-source-queue.ts'
import { listStoredIdentifiers, putFormerSlugs } from './product-batch.ts'
import { ProductQueue } from './product-queue.ts'
import { renameCategoryRows, renameProductRows } from './rename-rows.ts'
import { StoredLookups } from './stored-lookups.ts'
import { UndoJournal } from './undo-journal.ts'

type PartPrices = Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>

const GROUPS_AT_ONCE = 200

/** Writes within a transaction that somebody else began and ends. Products wait until there are enough of them, or until they are asked for. */
export class PostgresWriter extends PostgresReader implements CatalogWriter {
  /** Whether anything was put: only then is there something to commit. */
  hasChanges = false
  /** Whether something was learnt that nobody sees, so that the revision stays. */
  hasNews = false
  /** Whether listings have to be told. */
  hasListingChanges = false
  readonly #undo: UndoJournal
  readonly #queue: ProductQueue
  readonly #sources: PictureSourceQueue
  readonly #lookups: StoredLookups

  /** @param keepsUndo whether what is put can be taken back later */
  constructor(connection: Connection, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(connection)
    this.#undo = new UndoJournal(connection, keepsUndo)
    this.#queue = new ProductQueue(connection, this.#undo)
    this.#sources = new PictureSourceQueue(connection, this.#undo)
    this.#lookups = new StoredLookups(connection, () => this.flush())
  }

  /** How many products were put. */
  get productCount(): number {
    return this.#queue.count
  }

  override async findProduct(slug: string): Promise<Product | undefined> {
    return this.#queue.find(slug) ?? this.#lookups.findProduct(slug)
  }

  override async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    if (this.#queue.holdsIdentifier(kind, value)) await this.#queue.flush()
    const found = await this.#lookups.listProductsByIdentifier(kind, value)
    if (!found.some(({ slug }) => this.#queue.find(slug))) return found
    await this.#queue.flush()
    this.#lookups.noteRename()
    return this.#lookups.listProductsByIdentifier(kind, value)
  }

  override async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    return this.#sources.find(source) ?? this.#lookups.findPictureOfSource(source)
  }

  override async *scanPictureSources(): AsyncGenerator<readonly [string, StoredPicture]> {
    await this.#sources.flush()
    yield* super.scanPictureSources()
  }

  override async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    await this.#queue.flush()
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
      this.#undo.noteStored('category', [slug]),
      this.connection.run(
        `INSERT INTO category (slug, position, document) VALUES ($1, $2, $3)
         ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
        slug,
        position,
        JSON.stringify(category),
      ),
      putFormerSlugs(this.connection, 'category', [slug], new Map(formerSlugs.map((former) => [former, slug]))),
    ])
    this.#noteListingChange()
  }

  async putSite(site: Site): Promise<void> {
    await Promise.all([
      this.#undo.noteStored('site', ['']),
      this.connection.run(
        'INSERT INTO site (id, document) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
        JSON.stringify(site),
      ),
    ])
    this.hasChanges = true
  }

  async putImage(hash: string, { format, bytes, firstLook }: ImageFile): Promise<void> {
    const added = await this.connection.run(
      'INSERT INTO image (hash, format, bytes, first_look) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      hash,
      format,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      firstLook ?? null,
    )
    if (added === 0) return
    await this.#undo.note('image', hash, null)
    this.hasChanges = true
  }

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    if (await this.findPictureOfSource(source)) this.hasChanges = true
    this.#lookups.noteSource(source)
    await this.#sources.put(source, picture)
    this.hasNews = true
  }

  async renameProduct(from: string, to: string): Promise<void> {
    await this.#queue.flush()
    await this.#undo.note('product-rename', to, from)
    await renameProductRows(this.connection, from, to)
    this.#lookups.noteRename(to)
    for await (const rows of this.#scanGroups()) {
      for (const row of rows) {
        const group = readDocument<Product>(row)!
        if (group.includes.includes(from))
          await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
      }
    }
    this.#noteListingChange()
  }

  async renameCategory(from: string, to: string): Promise<void> {
    await this.#queue.flush()
    await this.#undo.note('category-rename', to, from)
    await renameCategoryRows(this.connection, from, to)
    this.#lookups.noteRename()
    this.#noteListingChange()
  }

  async clear(): Promise<void> {
    await this.flush()
    await this.#undo.noteAll()
    await this.connection.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM site; UPDATE meta SET value = 0 WHERE key = 'demo'`,
    )
    this.#lookups.clear()
    this.#noteListingChange()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // Behind the demo there is nothing that anybody would want back.
    if (isDemo) await this.#undo.forget()
    else await this.#undo.note('demo', '', '1')
    await this.connection.run("UPDATE meta SET value = $1 WHERE key = 'demo'", Number(isDemo))
    this.hasChanges = true
  }

  /** Sends what still waits. */
  async flush(): Promise<void> {
    await this.#queue.flush()
    await this.#sources.flush()
  }

  /** Products went that were not there before. */
  forgetProducts(): void {
    this.#lookups.noteRename()
  }

  /** Sends what still waits, and what follows from it: what a group costs depends on its parts, which may have come or changed after it. */
  async finish(): Promise<void> {
    await this.flush()
    for await (const rows of this.#scanGroups()) {
      const groups = rows.map((row) => ({ group: readDocument<Product>(row)!, card: row['card'] }))
      const prices = await this.#listPartPrices(groups.map(({ group }) => group))
      for (const { group, card } of groups) {
        if (JSON.stringify(buildProductCard(group, pickPrices(group, prices))) !== card) await this.putProduct(group)
      }
    }
    await this.#queue.flush()
  }

  async #put({ id, changedAt, product }: Omit<StoredProduct, 'id'> & { readonly id: number | null }): Promise<void> {
    const prices = await this.#listPartPrices([product])
    this.#lookups.noteProduct(product.slug, listStoredIdentifiers(product))
    await this.#queue.put({ id, changedAt, product, card: buildProductCard(product, pickPrices(product, prices)) })
    this.#noteListingChange()
  }

  /** Groups, many at a time. */
  async *#scanGroups() {
    const read = (lastId: unknown) =>
      this.connection.rows(
        `SELECT id, card, document FROM product WHERE part_count > 0 AND id > $1 ORDER BY id LIMIT ${GROUPS_AT_ONCE}`,
        lastId,
      )
    for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!['id'])) yield rows
  }

  /** What the public parts of groups cost, by their slugs. */
  async #listPartPrices(groups: readonly Product[]): Promise<ReadonlyMap<string, PartPrices>> {
    const slugs = [...new Set(groups.flatMap(({ includes }) => includes))]
    if (slugs.length === 0) return new Map()
    if (slugs.some((slug) => this.#queue.find(slug))) await this.#queue.flush()
    const rows = await this.connection.rows(
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

  #noteListingChange(): void {
    this.hasChanges = true
    this.hasListingChanges = true
  }
}

function pickPrices({ includes }: Product, prices: ReadonlyMap<string, PartPrices>): readonly PartPrices[] {
  return includes.flatMap((slug) => prices.get(slug) ?? [])
}
