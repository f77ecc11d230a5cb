import type { DatabaseSync } from 'node:sqlite'
import type { CategoryLink, CategoryNode, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import { INCLUDED_PRODUCTS_COUNT } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import { findDamage } from './find-damage.ts'
import { openDatabase, prepareDatabase } from './open-database.ts'
import { OpenedFile } from './opened-file.ts'
import { Queries } from './queries.ts'
import { describeSqliteError } from './sqlite-error.ts'
import type {
  CatalogReader,
  CatalogStatistics,
  CatalogStore,
  CatalogWriter,
  IdRange,
  ImageFile,
  PublishedProduct,
} from '../catalog-store.ts'
import type { Listing } from '../listing.ts'
import { buildListing } from '../../search/build-listing.ts'
import { CurrentIndex } from '../../search/current-index.ts'
import { StaleIndexError } from '../../search/index-storage.ts'
import { suggest } from '../../search/suggest.ts'
import { describeSuggestion } from '../product-card.ts'
import type { Snapshot } from '../snapshot.ts'
import { readDocument, readImageFile } from './documents.ts'
import { buildFirstListingTables, openIndexSource } from './listing-tables.ts'
import { PresentRevision } from './present-revision.ts'
import { ProductCards } from './product-cards.ts'
import { listPublished, readLastPublishedId, summarisePublished } from './published-products.ts'
import { migrate } from './schema.ts'
import { readSnapshot } from './snapshot.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { countRows } from './statistics.ts'
import { undoChanges } from './undo-changes.ts'
import { runWrite, type Change } from './write-transaction.ts'

const BUSY_LIMIT_MS = 5_000

interface SqliteStoreOptions {
  /** How long a writer waits for another one. */
  readonly busyLimitMs?: number
}

/**
 * Opens a database file, makes it where there is none, and brings its schema up to date.
 * @throws where the file cannot be opened, is no database, or was written by a newer version
 */
export function openSqliteStore(path: string, { busyLimitMs = BUSY_LIMIT_MS }: SqliteStoreOptions = {}): CatalogStore {
  prepareDatabase(path, (database) => {
    migrate(database)
    buildFirstListingTables(database)
  })
  return new SqliteStore(path, busyLimitMs)
}

class SqliteStore implements CatalogStore {
  readonly #reader: DatabaseSync
  readonly #file: OpenedFile
  readonly #busyLimitMs: number
  readonly #revision: PresentRevision
  readonly #queries: Queries
  #snapshot: Snapshot | undefined
  readonly #index = new CurrentIndex({
    readSnapshot: () => this.#readSnapshot(),
    forgetSnapshot: () => this.#revision.forget(),
    openSource: (generation) => openIndexSource(this.#queries, generation),
  })
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(path: string, busyLimitMs: number) {
    this.#reader = openDatabase(path)
    this.#file = new OpenedFile(path, this.#reader)
    this.#busyLimitMs = busyLimitMs
    this.#revision = new PresentRevision(this.#reader, this.#file)
    this.#queries = new Queries(this.#reader)
  }

  get revision(): number {
    return this.#revision.read()
  }

  get silentSince(): number | null {
    return this.#revision.silentSince
  }

  get failure(): Error | null {
    return this.#revision.failure
  }

  async ping(): Promise<void> {
    this.#file.check()
    this.#queries.get("SELECT value FROM meta WHERE key = 'revision'")
  }

  async readSite(): Promise<Site> {
    return this.#readSnapshot().site
  }

  async listCategoryTree(): Promise<readonly CategoryNode[]> {
    return this.#readSnapshot().tree.roots
  }

  async findCategory(
    slug: string,
  ): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined> {
    const place = this.#readSnapshot().tree.places.get(slug)
    return place && { category: place.node, ancestors: place.ancestors }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    return readDocument(
      this.#queries.get("SELECT document FROM product WHERE slug = ? AND visibility <> 'hidden'", slug),
    )
  }

  async findProductCard(slug: string): Promise<ProductCard | undefined> {
    return this.#cards.list("product WHERE slug = ? AND visibility <> 'hidden'", slug)[0]
  }

  async listIncluded({ includes }: Product): Promise<readonly ProductCard[]> {
    if (includes.length === 0) return []
    const parts =
      "json_each(?) AS part JOIN product ON slug = part.value WHERE visibility = 'public' ORDER BY part.key LIMIT ?"
    return this.#cards.list(parts, JSON.stringify(includes), INCLUDED_PRODUCTS_COUNT)
  }

  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const row = this.#queries.get('SELECT slug FROM former_slug WHERE kind = ? AND former = ?', kind, formerSlug)
    return row && String(row['slug'])
  }

  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    return this.#index.read(async (index, { site, tree, revision }) => {
      const { ids, ...listing } = await buildListing(index, query, site, tree, categorySlug)
      return { ...listing, items: this.#listCardsOf(ids, revision) }
    })
  }

  suggest(text: string, limit: number): Promise<Suggestions> {
    return this.#index.read(async (index, { tree, revision }) => {
      const { products, ...others } = await suggest(index, tree, text, limit)
      return { products: this.#listCardsOf(products, revision).map(describeSuggestion), ...others }
    })
  }

  async listFeatured(limit: number): Promise<readonly ProductCard[]> {
    return this.#cards.list("product WHERE visibility = 'public' AND featured = 1 ORDER BY id LIMIT ?", limit)
  }

  async listNewest(limit: number): Promise<readonly ProductCard[]> {
    return this.#cards.list(
      "product INDEXED BY product_published WHERE visibility = 'public' ORDER BY id DESC LIMIT ?",
      limit,
    )
  }

  async listRelated(product: Product, limit: number): Promise<readonly ProductCard[]> {
    return this.#cards.listRelated(product, limit)
  }

  async listPublished(range: IdRange, limit: number): Promise<readonly PublishedProduct[]> {
    return listPublished(this.#queries, range, limit)
  }

  async summarisePublished(range: IdRange): Promise<Pick<PublishedProduct, 'changedAt'> | null> {
    return summarisePublished(this.#queries, range)
  }

  async readLastPublishedId(): Promise<number> {
    return readLastPublishedId(this.#queries)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    return readImageFile(
      this.#queries.get(
        "SELECT bytes, format, first_look FROM image WHERE hash >= ? AND hash < ? || 'g' LIMIT 1",
        hash,
        hash,
      ),
    )
  }

  async findFirstLook(hash: string): Promise<string | null> {
    const row = this.#queries.get('SELECT first_look FROM image WHERE hash = ?', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return this.#readSnapshot().remoteImageOrigins
  }

  async readStatistics(): Promise<CatalogStatistics> {
    return { ...countRows(this.#queries), revision: this.revision, categories: this.#readSnapshot().tree.places.size }
  }

  async findDamage(): Promise<readonly string[]> {
    return findDamage(this.#reader)
  }

  async read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    this.#file.check()
    const database = openDatabase(this.#file.path)
    try {
      database.exec('BEGIN')
      return await work(new SqliteReader(new Queries(database)))
    } catch (error) {
      throw describeSqliteError(error, this.#file.path)
    } finally {
      database.close()
    }
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite({ keepsUndo: true, apply: change })
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite({ keepsUndo: false, apply: (writer, queries) => undoChanges(queries, writer) })
  }

  async close(): Promise<void> {
    await this.#lastWrite
    this.#reader.close()
  }

  /** One after the other: the file takes one writer at a time. */
  #queueWrite<Result>(change: Change<Result>): Promise<Result> {
    const write = async () => {
      this.#file.check()
      const result = await runWrite(this.#file.path, change, this.#busyLimitMs)
      this.#file.check()
      return result
    }
    const written = this.#lastWrite.then(write).finally(() => this.#revision.forget())
    this.#lastWrite = written.catch(() => {})
    return written
  }

  #readSnapshot(): Snapshot {
    const revision = this.revision
    if (this.#snapshot?.revision !== revision) this.#snapshot = readSnapshot(this.#queries, revision)
    return this.#snapshot
  }

  /** @throws StaleIndexError where the catalogue is not of that revision any more */
  #listCardsOf(ids: readonly number[], revision: number): ProductCard[] {
    const cards = this.#cards.listOf(ids)
    this.#revision.forget()
    if (this.revision !== revision) throw new StaleIndexError()
    return cards
  }

  get #cards(): ProductCards {
    return new ProductCards(this.#queries, this.#readSnapshot().tree)
  }
}
