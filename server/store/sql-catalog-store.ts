import type { CategoryLink, CategoryNode, Product, ProductCard, Site } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { Suggestions } from '../../shared/page-data.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import { buildListing, type CurrentIndex, suggest } from '../search/index.ts'
import type {
  CatalogReader,
  CatalogStatistics,
  CatalogStore,
  CatalogWriter,
  IdRange,
  ImageFile,
  StoredProduct,
} from './catalog-store.ts'
import type { Listing } from './listing.ts'
import { describeSuggestion, type StoredProductCard } from './product-card.ts'
import { readDocument, readImageFile, readNumber, readStoredProduct, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import type { CatalogDialect, ReadRows } from './sql-reader.ts'
import type { SqlWriter } from './sql-writer.ts'

const COUNT_ROWS = `
  SELECT count(*) FILTER (WHERE visibility = 'public') AS public, count(*) FILTER (WHERE visibility = 'unlisted') AS unlisted,
    count(*) FILTER (WHERE visibility = 'hidden') AS hidden, coalesce(sum(variant_count), 0) AS variants,
    coalesce(sum(remote_image_count), 0) AS remote,
    (SELECT count(*) FROM image) AS images, (SELECT coalesce(sum(octet_length(bytes)), 0) FROM image) AS bytes,
    (SELECT value FROM meta WHERE key = 'demo') AS demo, EXISTS (SELECT 1 FROM undo) AS can_roll_back
  FROM product`

export interface WriteOptions {
  /** Whether the change can be undone later. */
  readonly keepsUndo: boolean
}

/** The part of the catalogue store that SQLite and PostgreSQL share: all but connections, transactions and a few queries. */
export abstract class SqlCatalogStore implements CatalogStore {
  abstract readonly revision: number
  abstract readonly unavailableSince: number | null
  abstract readonly failure: Error | null
  protected abstract readonly dialect: CatalogDialect
  protected abstract readonly index: CurrentIndex
  #lastWrite: Promise<unknown> = Promise.resolve()

  abstract ping(): Promise<void>
  abstract listIncluded(product: Product): Promise<readonly ProductCard[]>
  abstract listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  abstract findDamage(): Promise<readonly string[]>
  abstract read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>

  protected abstract readonly rows: ReadRows
  protected abstract readSnapshot(): Snapshot | Promise<Snapshot>
  /**
   * Reads the cards of products, in the order of their ids.
   * @throws StaleIndexError if the catalogue has another revision by now
   */
  protected abstract listCardsById(ids: readonly number[], snapshot: Snapshot): ProductCard[] | Promise<ProductCard[]>
  /** Runs a query that reads whole tables, with the time limit for long ones. */
  protected abstract readLongQuery(text: string): Row[] | Promise<Row[]>
  /** Runs a change in one transaction; see `CatalogStore.write` for the errors. */
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
    const place = (await this.readSnapshot()).tree.places.get(slug)
    return place && { category: place.node, ancestors: place.ancestors }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.rows("SELECT document FROM product WHERE slug = $1 AND visibility <> 'hidden'", slug)
    return readDocument(row)
  }

  async findProductCard(slug: string): Promise<ProductCard | undefined> {
    const cards = await this.listCards(
      "SELECT card, category_slug FROM product WHERE slug = $1 AND visibility <> 'hidden'",
      slug,
    )
    return cards[0]
  }

  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const [row] = await this.rows('SELECT slug FROM former_slug WHERE kind = $1 AND former = $2', kind, formerSlug)
    return row && String(row['slug'])
  }

  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    return this.index.read(async (index, snapshot) => {
      const { ids, ...listing } = await buildListing(index, query, snapshot.site, snapshot.tree, categorySlug)
      return { ...listing, items: await this.listCardsById(ids, snapshot) }
    })
  }

  suggest(text: string, limit: number): Promise<Suggestions> {
    return this.index.read(async (index, snapshot) => {
      const { products: ids, ...suggestions } = await suggest(index, snapshot.tree, text, limit)
      const cards = await this.listCardsById(ids, snapshot)
      return { products: cards.map(describeSuggestion), ...suggestions }
    })
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
    const rows = await this.rows(
      `SELECT id, changed_at, document FROM ${this.dialect.publishedProducts}
       WHERE visibility = 'public' AND id BETWEEN $1 AND $2 ORDER BY id LIMIT $3`,
      firstId,
      lastId,
      limit,
    )
    return rows.map(readStoredProduct)
  }

  async summarisePublished({ firstId, lastId }: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null> {
    const [row] = await this.rows(
      `SELECT count(*) AS count, max(changed_at) AS changed_at FROM ${this.dialect.publishedProducts}
       WHERE visibility = 'public' AND id BETWEEN $1 AND $2`,
      firstId,
      lastId,
    )
    return Number(row?.['count']) === 0 ? null : { changedAt: readNumber(row?.['changed_at']) }
  }

  async readLastPublishedId(): Promise<number> {
    const [row] = await this.rows(
      `SELECT max(id) AS id FROM ${this.dialect.publishedProducts} WHERE visibility = 'public'`,
    )
    return Number(row?.['id'] ?? 0)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    // The prefix of a hash consists of the digits 0 to f: every hash that begins with it is below the prefix and "g".
    const [row] = await this.rows(
      "SELECT bytes, format, first_look FROM image WHERE hash >= $1 AND hash < $1 || 'g' LIMIT 1",
      hash,
    )
    return readImageFile(row)
  }

  async findPlaceholder(hash: string): Promise<string | null> {
    const [row] = await this.rows('SELECT first_look FROM image WHERE hash = $1', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return (await this.readSnapshot()).remoteImageOrigins
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const [[row], { revision, tree }] = await Promise.all([this.readLongQuery(COUNT_ROWS), this.readSnapshot()])
    const count = (column: string) => Number(row?.[column])
    return {
      revision,
      isDemo: count('demo') === 1,
      canRollBack: Boolean(row?.['can_roll_back']),
      products: { public: count('public'), unlisted: count('unlisted'), hidden: count('hidden') },
      variants: count('variants'),
      categories: tree.places.size,
      images: { count: count('images'), bytes: count('bytes') },
      remoteImages: count('remote'),
    }
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite(() => this.runWrite(change, { keepsUndo: true }))
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite(() => this.runWrite((writer) => writer.undoLastChange(), { keepsUndo: false }))
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.disconnect()
  }

  /** @param text a query for `card` and `category_slug` */
  protected async listCards(text: string, ...values: readonly unknown[]): Promise<ProductCard[]> {
    const { tree } = await this.readSnapshot()
    return readCards(await this.rows(text, ...values), tree)
  }

  /** Writes run one after the other: SQLite has one writer at a time, and in PostgreSQL each takes a connection of the pool. */
  #queueWrite<Result>(write: () => Promise<Result>): Promise<Result> {
    const written = this.#lastWrite.then(write)
    this.#lastWrite = written.catch(() => {})
    return written
  }
}

/** Reads product cards and adds the current names of their categories. */
export function readCards(rows: readonly Row[], tree: CategoryTree): ProductCard[] {
  return rows.map((row) => ({
    ...(JSON.parse(String(row['card'])) as StoredProductCard),
    categoryName: tree.places.get(String(row['category_slug']))?.node.name ?? null,
  }))
}

/** Slugs of a product's category, then of the other categories below the same parent. */
export function listRelatedCategories({ categorySlug }: Product, tree: CategoryTree): readonly string[] {
  if (categorySlug === null) return []
  const parent = tree.places.get(categorySlug)?.ancestors.at(-1)?.slug
  const siblings = parent === undefined ? undefined : tree.places.get(parent)?.subtreeSlugs
  return [...new Set([categorySlug, ...(siblings ?? [])])]
}
