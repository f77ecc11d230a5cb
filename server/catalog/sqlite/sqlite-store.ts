import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CategoryLink, CategoryNode, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import { INCLUDED_PRODUCTS_COUNT } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Listing, Suggestions } from '../../../shared/page-data.ts'
import type {
  CatalogReader,
  CatalogStatistics,
  CatalogStore,
  CatalogWriter,
  IdRange,
  ImageFile,
  PublishedProduct,
} from '../catalog-store.ts'
import type { StoredProductCard } from '../product-card.ts'
import { ListingIndex } from '../listing-index/listing-index.ts'
import { buildListing } from '../listing-index/build-listing.ts'
import { StaleIndexError } from '../listing-index/index-storage.ts'
import { suggest } from '../listing-index/suggest.ts'
import { buildFirstListingTables, openIndexSource, rebuildListingTables } from './listing-tables.ts'
import { openDatabase } from './open-database.ts'
import { Queries, readDocument, readImageFile } from './queries.ts'
import { migrate } from './schema.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { undoChanges } from './undo-changes.ts'

/**
 * Opens a database file, makes it where there is none, and brings its schema up to date.
 * @throws where the file cannot be opened, is no database, or was written by a newer version
 */
export function openSqliteStore(path: string): CatalogStore {
  mkdirSync(dirname(path), { recursive: true })
  return new SqliteStore(path)
}

class SqliteStore implements CatalogStore {
  readonly #path: string
  readonly #reader: DatabaseSync
  readonly #revision: StatementSync
  readonly #queries: Queries
  #snapshot: Snapshot | undefined
  #index: { readonly generation: number; readonly opened: Promise<ListingIndex> } | undefined
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
    this.#reader = openDatabase(path)
    migrate(this.#reader)
    buildFirstListingTables(this.#reader)
    this.#queries = new Queries(this.#reader)
    this.#revision = this.#reader.prepare("SELECT value FROM meta WHERE key = 'revision'")
  }

  get revision(): number {
    return Number(this.#revision.get()!['value'])
  }

  async ping(): Promise<void> {
    this.#revision.get()
  }

  async readSite(): Promise<Site> {
    return this.#readSnapshot().site
  }

  async listCategoryTree(): Promise<readonly CategoryNode[]> {
    return this.#readSnapshot().tree.roots
  }

  async findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined> {
    const place = this.#readSnapshot().tree.places.get(slug)
    return place && { category: place.node, ancestors: place.ancestors }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    return readDocument(this.#queries.get("SELECT document FROM product WHERE slug = ? AND visibility <> 'hidden'", slug))
  }

  async findProductCard(slug: string): Promise<ProductCard | undefined> {
    return this.#listCards("SELECT card, category_slug FROM product WHERE slug = ? AND visibility <> 'hidden'", slug)[0]
  }

  async listIncluded({ includes }: Product): Promise<readonly ProductCard[]> {
    if (includes.length === 0) return []
    return this.#listCards(
      `SELECT card, category_slug FROM json_each(?) AS part JOIN product ON slug = part.value
       WHERE visibility = 'public' ORDER BY part.key LIMIT ?`,
      JSON.stringify(includes),
      INCLUDED_PRODUCTS_COUNT,
    )
  }

  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const row = this.#queries.get('SELECT slug FROM former_slug WHERE kind = ? AND former = ?', kind, formerSlug)
    return row && String(row['slug'])
  }

  async listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    const { site, tree } = this.#readSnapshot()
    const { ids, ...listing } = await this.#withIndex((index) => buildListing(index, query, site, tree, categorySlug))
    return { ...listing, items: this.#listCardsOf(ids) }
  }

  async suggest(text: string, limit: number): Promise<Suggestions> {
    const { tree } = this.#readSnapshot()
    const { products, ...others } = await this.#withIndex((index) => suggest(index, tree, text, limit))
    return {
      products: this.#listCardsOf(products).map(({ slug, name, image, currency, priceFromMinor, priceToMinor }) => ({ slug, name, image, currency, priceFromMinor, priceToMinor })),
      ...others,
    }
  }

  async listFeatured(limit: number): Promise<readonly ProductCard[]> {
    return this.#listCards(
      "SELECT card, category_slug FROM product WHERE visibility = 'public' AND featured = 1 ORDER BY id LIMIT ?",
      limit,
    )
  }

  async listNewest(limit: number): Promise<readonly ProductCard[]> {
    return this.#listCards(
      "SELECT card, category_slug FROM product INDEXED BY product_newest WHERE visibility = 'public' ORDER BY id DESC LIMIT ?",
      limit,
    )
  }

  async listRelated(product: Product, limit: number): Promise<readonly ProductCard[]> {
    const related = new Map<string, ProductCard>()
    const take = (condition: string, value: string | null) => {
      if (value === null || related.size >= limit) return
      // Beginning behind the product itself, so that neighbours do not all name the same few.
      const cards = this.#listCards(
        `SELECT card, category_slug FROM product WHERE ${condition} AND visibility = 'public'
         ORDER BY id <= (SELECT id FROM product WHERE slug = ?), id LIMIT ?`,
        value,
        product.slug,
        limit + 1,
      )
      for (const card of cards) {
        if (card.slug !== product.slug && related.size < limit) related.set(card.slug, card)
      }
    }
    const place = product.categorySlug === null ? undefined : this.#readSnapshot().tree.places.get(product.categorySlug)
    take('category_slug = ?', product.categorySlug)
    for (const sibling of this.#siblings(place?.ancestors.at(-1)?.slug)) take('category_slug = ?', sibling)
    take('brand = ?', product.brand)
    return [...related.values()]
  }

  async listPublished({ firstId, lastId }: IdRange, limit: number): Promise<readonly PublishedProduct[]> {
    const rows = this.#queries.all(
      `SELECT id, changed_at, document FROM product INDEXED BY product_published
       WHERE visibility = 'public' AND id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
      firstId,
      lastId,
      limit,
    )
    return rows.map((row) => ({ id: Number(row['id']), changedAt: readTime(row['changed_at']), product: readDocument<Product>(row)! }))
  }

  async summarisePublished({ firstId, lastId }: IdRange): Promise<Pick<PublishedProduct, 'changedAt'> | null> {
    const row = this.#queries.get(
      "SELECT count(*) AS count, max(changed_at) AS changed_at FROM product INDEXED BY product_published WHERE visibility = 'public' AND id BETWEEN ? AND ?",
      firstId,
      lastId,
    )!
    return row['count'] === 0 ? null : { changedAt: readTime(row['changed_at']) }
  }

  async readLastPublishedId(): Promise<number> {
    const row = this.#queries.get("SELECT max(id) AS id FROM product INDEXED BY product_published WHERE visibility = 'public'")
    return Number(row?.['id'] ?? 0)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    return readImageFile(this.#queries.get('SELECT bytes, format, first_look FROM image WHERE hash = ?', hash))
  }

  async findFirstLook(hash: string): Promise<string | null> {
    const row = this.#queries.get('SELECT first_look FROM image WHERE hash = ?', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return this.#readSnapshot().remoteImageOrigins
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const count = (visibility: string) =>
      Number(this.#queries.get('SELECT count(*) AS count FROM product WHERE visibility = ?', visibility)!['count'])
    const sums = this.#queries.get(
      'SELECT coalesce(sum(variant_count), 0) AS variants, coalesce(sum(remote_image_count), 0) AS remote FROM product',
    )!
    const images = this.#queries.get('SELECT count(*) AS count, coalesce(sum(length(bytes)), 0) AS bytes FROM image')!
    return {
      revision: this.revision,
      isDemo: this.#queries.get("SELECT value FROM meta WHERE key = 'demo'")!['value'] === 1,
      canRollBack: this.#queries.get('SELECT 1 FROM undo LIMIT 1') !== undefined,
      products: { public: count('public'), unlisted: count('unlisted'), hidden: count('hidden') },
      variants: Number(sums['variants']),
      categories: this.#readSnapshot().tree.places.size,
      images: { count: Number(images['count']), bytes: Number(images['bytes']) },
      remoteImages: Number(sums['remote']),
    }
  }

  async read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    const database = openDatabase(this.#path)
    try {
      database.exec('BEGIN')
      return await work(new SqliteWriter(database, { keepsUndo: false }))
    } finally {
      database.close()
    }
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(true, change)
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite(false, (writer, database) => undoChanges(database, writer))
  }

  async close(): Promise<void> {
    await this.#lastWrite
    this.#reader.close()
  }

  /** One after the other, each on a connection of its own: readers of this process see nothing of it before its end either. */
  #queueWrite<Result>(keepsUndo: boolean, change: (writer: SqliteWriter, database: DatabaseSync) => Promise<Result>): Promise<Result> {
    const result = this.#lastWrite.then(() => this.#runTransaction(keepsUndo, change))
    this.#lastWrite = result.catch(() => {})
    return result
  }

  async #runTransaction<Result>(keepsUndo: boolean, change: (writer: SqliteWriter, database: DatabaseSync) => Promise<Result>): Promise<Result> {
    const database = openDatabase(this.#path)
    try {
      database.exec('BEGIN IMMEDIATE')
      const writer = new SqliteWriter(database, { keepsUndo })
      const result = await change(writer, database)
      if (writer.hasChanges) {
        await writer.refreshGroups()
        if (writer.hasListingChanges) rebuildListingTables(database)
        database.exec("UPDATE meta SET value = value + 1 WHERE key = 'revision'; COMMIT")
      } else {
        database.exec(writer.hasNews ? 'COMMIT' : 'ROLLBACK')
      }
      return result
    } finally {
      // Closing without a commit takes everything back.
      database.close()
    }
  }

  #readSnapshot(): Snapshot {
    const revision = this.revision
    if (this.#snapshot?.revision !== revision) this.#snapshot = readSnapshot(this.#queries, revision)
    return this.#snapshot
  }

  /** Reads the index, and once more where it was made anew twice meanwhile. */
  async #withIndex<Result>(read: (index: ListingIndex) => Promise<Result>): Promise<Result> {
    try {
      return await read(await this.#openIndex())
    } catch (error) {
      if (!(error instanceof StaleIndexError)) throw error
      return read(await this.#openIndex())
    }
  }

  #openIndex(): Promise<ListingIndex> {
    const { generation } = this.#readSnapshot()
    if (this.#index?.generation !== generation) this.#index = { generation, opened: ListingIndex.open(openIndexSource(this.#queries, generation)) }
    return this.#index.opened
  }

  /** The cards of some products, in their order. */
  #listCardsOf(ids: readonly number[]): ProductCard[] {
    return this.#listCards('SELECT card, category_slug FROM json_each(?) AS wanted JOIN product ON product.id = wanted.value ORDER BY wanted.key', JSON.stringify(ids))
  }

  #siblings(parentSlug: string | undefined): readonly string[] {
    return parentSlug === undefined ? [] : (this.#readSnapshot().tree.places.get(parentSlug)?.subtreeSlugs ?? [])
  }

  #listCards(sql: string, ...values: SQLInputValue[]): ProductCard[] {
    const { places } = this.#readSnapshot().tree
    return this.#queries.all(sql, ...values).map((row) => ({
      ...(JSON.parse(String(row['card'])) as StoredProductCard),
      categoryName: places.get(String(row['category_slug']))?.node.name ?? null,
    }))
  }
}

function readTime(value: unknown): number | null {
  return value === null ? null : Number(value)
}
