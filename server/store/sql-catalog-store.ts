import type { CategoryLink, CategoryNode, Product, ProductCard, Site } from '../../shared/catalog.ts'
import { INCLUDED_PRODUCTS_COUNT } from '../../shared/constants.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { Suggestions } from '../../shared/page-data.ts'
import { summariseAttributes, StaleIndexError } from '../search/index.ts'
import type {
  CatalogReader,
  CatalogStatistics,
  CatalogStore,
  CatalogWriter,
  IdRange,
  ImageFile,
  JournalledChange,
  NumberMatch,
  ProductWithCard,
  StoredProduct,
} from './catalog-store.ts'
import type { AttributeSummary, Listing } from '../search/listing.ts'
import { CurrentFamilies } from './current-families.ts'
import { CurrentIndex, type IndexOrigin } from './current-index.ts'
import { hasListingTables, readListingBlob } from './listing-tables.ts'
import { readCards, readRequestedProducts } from './read-cards.ts'
import { searchListing, searchNearest, searchNumbers, searchSuggestions, type SearchReads } from './product-searches.ts'
import { readDocument, readImageFile, readNumber, readStoredProduct, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { COUNT_ROWS, readCounts } from './statistics-rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'
import type { SqlWriter } from './sql-writer.ts'
import { listChanges } from './undo-journal.ts'
import type { WriteOptions } from './write-options.ts'

/** How long a start waits for another process, which may be building a large index. */
const FIRST_INDEX_LIMIT_MS = 120_000

/** The code that the SQLite and PostgreSQL stores share: all but connections, transactions and a few queries. */
export abstract class SqlCatalogStore implements CatalogStore {
  abstract readonly revision: number
  abstract readonly unavailableSince: number | null
  abstract readonly failure: Error | null
  protected abstract readonly dialect: CatalogDialect
  /** The connection for the queries that pages need. */
  protected abstract readonly reads: Pick<SqlConnection, 'rows'>
  readonly #origin: IndexOrigin = {
    readSnapshot: () => this.readSnapshot(),
    forgetSnapshot: () => this.forgetSnapshot(),
    openSource: (generation) => ({ generation, readBlob: (name) => readListingBlob(this.reads, generation, name) }),
  }
  readonly #index = new CurrentIndex(this.#origin)
  readonly families = new CurrentFamilies(this.#origin)
  readonly #busyLimitMs: number
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(busyLimitMs: number) {
    this.#busyLimitMs = busyLimitMs
  }

  /** Builds the search index if there is none. If several processes start at the same time, one of them builds it. */
  async start(): Promise<this> {
    try {
      if (!(await hasListingTables(this.reads)))
        await this.runWrite((writer) => writer.buildMissingIndex(), {
          keepsUndo: false,
          busyLimitMs: FIRST_INDEX_LIMIT_MS,
        })
      return this
    } catch (error) {
      await this.close()
      throw error
    }
  }

  abstract ping(): Promise<void>
  abstract listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  abstract findDamage(): Promise<readonly string[]>
  abstract read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>

  protected abstract readSnapshot(): Snapshot | Promise<Snapshot>
  protected abstract forgetSnapshot(): void
  /** Runs a query that reads whole tables. */
  protected abstract readLongQuery(text: string): Row[] | Promise<Row[]>
  protected abstract runWrite<Result>(
    work: (writer: SqlWriter) => Promise<Result>,
    options: WriteOptions,
  ): Promise<Result>
  protected abstract disconnect(): void | Promise<void>

  async readSite(): Promise<Site> {
    return (await this.readSnapshot()).site
  }

  async listCategoryTree(): Promise<readonly CategoryNode[]> {
    return (await this.readSnapshot()).tree.roots
  }

  async findCategory(
    slug: string,
  ): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined> {
    const entry = (await this.readSnapshot()).tree.bySlug.get(slug)
    return entry && { category: entry.node, ancestors: entry.ancestors }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.reads.rows("SELECT document FROM product WHERE slug = $1 AND visibility <> 'hidden'", slug)
    return readDocument(row)
  }

  async findProductCard(slug: string): Promise<ProductCard | undefined> {
    const cards = await this.listCards(
      "SELECT card, category_slug FROM product WHERE slug = $1 AND visibility <> 'hidden'",
      slug,
    )
    return cards[0]
  }

  async findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>> {
    if (slugs.length === 0) return new Map()
    const rows = await this.reads.rows(
      `SELECT listed.value AS requested, document, card, category_slug FROM ${this.dialect.listed}
       LEFT JOIN former_slug ON former_slug.kind = 'product' AND former_slug.former = listed.value
       JOIN product ON product.slug IN (listed.value, former_slug.slug)
       WHERE visibility <> 'hidden' ORDER BY place, product.slug <> listed.value`,
      slugs,
    )
    return readRequestedProducts(rows, (await this.readSnapshot()).tree)
  }

  async listIncluded({ includes }: Product): Promise<readonly ProductCard[]> {
    if (includes.length === 0) return []
    return this.listCards(
      `SELECT card, category_slug FROM ${this.dialect.listed} JOIN product ON product.slug = listed.value
       WHERE visibility = 'public' ORDER BY place LIMIT $2`,
      includes,
      INCLUDED_PRODUCTS_COUNT,
    )
  }

  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const [row] = await this.reads.rows(
      'SELECT slug FROM former_slug WHERE kind = $1 AND former = $2',
      kind,
      formerSlug,
    )
    return row && String(row['slug'])
  }

  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    return this.#search((reads) => searchListing(reads, query, categorySlug))
  }

  findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>> {
    return this.#search((reads) => searchNumbers(reads, numbers, limit))
  }

  suggest(text: string, limit: number): Promise<Suggestions> {
    return this.#search((reads) => searchSuggestions(reads, text, limit))
  }

  findNearest(text: string, limit: number): Promise<readonly Product[]> {
    return this.#search((reads) => searchNearest(reads, text, limit))
  }

  findFilterTags(tags: readonly string[]): Promise<readonly (string | null)[]> {
    return this.#index.read(async (index) => index.findFilterTags(tags))
  }

  summariseAttributes(): Promise<AttributeSummary> {
    return this.#index.read(async ({ directory }) => summariseAttributes(directory))
  }

  listFeatured(limit: number): Promise<readonly ProductCard[]> {
    return this.listCards(
      `SELECT card, category_slug FROM product WHERE visibility = 'public' AND ${this.dialect.isFeatured} ORDER BY id LIMIT $1`,
      limit,
    )
  }

  listNewest(limit: number): Promise<readonly ProductCard[]> {
    return this.listCards(
      `SELECT card, category_slug FROM ${this.dialect.publishedProducts} WHERE visibility = 'public' ORDER BY id DESC LIMIT $1`,
      limit,
    )
  }

  async listPublished({ firstId, lastId }: IdRange, limit: number): Promise<readonly StoredProduct[]> {
    const rows = await this.reads.rows(
      `SELECT id, changed_at, document FROM ${this.dialect.publishedProducts}
       WHERE visibility = 'public' AND id BETWEEN $1 AND $2 ORDER BY id LIMIT $3`,
      firstId,
      lastId,
      limit,
    )
    return rows.map(readStoredProduct)
  }

  async summarisePublished({ firstId, lastId }: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null> {
    const [row] = await this.reads.rows(
      `SELECT count(*) AS count, max(changed_at) AS changed_at FROM ${this.dialect.publishedProducts}
       WHERE visibility = 'public' AND id BETWEEN $1 AND $2`,
      firstId,
      lastId,
    )
    return Number(row?.['count']) === 0 ? null : { changedAt: readNumber(row?.['changed_at']) }
  }

  async readLastPublishedId(): Promise<number> {
    const [row] = await this.reads.rows(
      `SELECT max(id) AS id FROM ${this.dialect.publishedProducts} WHERE visibility = 'public'`,
    )
    return Number(row?.['id'] ?? 0)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    // A hash has the digits 0 to f, so every hash with this prefix sorts before the prefix followed by "g".
    const [row] = await this.reads.rows(
      "SELECT bytes, format, first_look FROM image WHERE hash >= $1 AND hash < $1 || 'g' LIMIT 1",
      hash,
    )
    return readImageFile(row)
  }

  async findPlaceholder(hash: string): Promise<string | null> {
    const [row] = await this.reads.rows('SELECT first_look FROM image WHERE hash = $1', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return (await this.readSnapshot()).remoteImageOrigins
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const [[row], { revision, tree }] = await Promise.all([this.readLongQuery(COUNT_ROWS), this.readSnapshot()])
    return { ...readCounts(row), revision, categories: tree.bySlug.size }
  }

  async listChanges(): Promise<readonly JournalledChange[]> {
    return listChanges(this.reads)
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, true)
  }

  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(change, false)
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite((writer) => writer.undoLastChange(), false)
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.disconnect()
  }

  /** @param text SQL that selects the columns `card` and `category_slug` */
  protected async listCards(text: string, ...values: readonly unknown[]): Promise<ProductCard[]> {
    const { tree } = await this.readSnapshot()
    return readCards(await this.reads.rows(text, ...values), tree)
  }

  #search<Result>(work: (reads: SearchReads) => Promise<Result>): Promise<Result> {
    const { dialect, reads } = this
    return this.#index.read((index, snapshot) =>
      work({
        index,
        snapshot,
        readRows: (columns, ids) => this.#listRowsById(columns, ids, snapshot),
        readPredecessors: async (references) => reads.rows(dialect.listPredecessors, references),
        findId: async (slug) => {
          const [row] = await reads.rows('SELECT id FROM product WHERE slug = $1', slug)
          return row && Number(row['id'])
        },
        readSourceIds: async (numbers) => reads.rows(dialect.listSourceIds, numbers),
      }),
    )
  }

  /** @throws StaleIndexError if the catalogue has changed since the snapshot */
  async #listRowsById(columns: string, ids: readonly number[], { revision }: Snapshot): Promise<readonly Row[]> {
    if (ids.length === 0) return []
    const rows = await this.reads.rows(
      `SELECT ${columns}, (SELECT value FROM meta WHERE key = 'revision') AS revision
       FROM ${this.dialect.listed} JOIN product ON product.id = CAST(listed.value AS bigint) ORDER BY place`,
      ids,
    )
    // If a product was deleted since then, its row is missing; after other changes, the rows have a newer revision.
    if (rows.length < ids.length || rows.some((row) => Number(row['revision']) !== revision))
      throw new StaleIndexError()
    return rows
  }

  /** Runs writes one after the other: SQLite allows only one, and in PostgreSQL each would take a pooled connection. */
  #queueWrite<Result>(work: (writer: SqlWriter) => Promise<Result>, keepsUndo: boolean): Promise<Result> {
    const written = this.#lastWrite.then(() => this.runWrite(work, { keepsUndo, busyLimitMs: this.#busyLimitMs }))
    this.#lastWrite = written.catch(() => {})
    return written
  }
}
