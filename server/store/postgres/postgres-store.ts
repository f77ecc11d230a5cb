import type { CategoryLink, CategoryNode, Product, ProductCard, Site } from '../../../shared/catalog.ts'
import { INCLUDED_PRODUCTS_COUNT } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import { migrate } from './migrate.ts'
import { describePostgresError } from './postgres-error.ts'
import type { ServerPool } from './server-pool.ts'
import { storableText } from './storable-text.ts'
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
import { suggest } from '../../search/suggest.ts'
import { describeSuggestion } from '../product-card.ts'
import type { Snapshot } from '../snapshot.ts'
import { CatalogReads, readRevision } from './catalog-reads.ts'
import { readDocument, readImageFile } from './documents.ts'
import { openIndexSource } from './listing-tables.ts'
import { PostgresReader } from './postgres-reader.ts'
import { ProductCards } from './product-cards.ts'
import { listPublished, readLastPublishedId, summarisePublished } from './published-products.ts'
import { RevisionWatch } from './revision-watch.ts'
import { CATALOG_SCHEMA } from './schema.ts'
import { readSnapshot } from './snapshot.ts'
import { countRows } from './statistics.ts'
import { undoChanges } from './undo-changes.ts'
import { buildFirstListingTables, runWrite, type Change } from './write-transaction.ts'

const BUSY_LIMIT_MS = 5_000

interface PostgresStoreOptions {
  /** A server that follows the primary one and takes the pages' reads, if there is one. */
  readonly replica?: ServerPool | null
  /** How long a writer waits for another one. */
  readonly busyLimitMs?: number
}

/**
 * Opens the catalogue on a server, and brings its schema up to date.
 * @throws where the server cannot be used, or was written by a newer version
 */
export async function openPostgresStore(
  primary: ServerPool,
  options: PostgresStoreOptions = {},
): Promise<CatalogStore> {
  await migrate(primary, CATALOG_SCHEMA)
  await buildFirstListingTables(primary)
  return new PostgresStore(primary, await readRevision(primary), options)
}

class PostgresStore implements CatalogStore {
  readonly #primary: ServerPool
  readonly #busyLimitMs: number
  readonly #revisions: RevisionWatch
  readonly #reads: CatalogReads
  #snapshot: { readonly revision: number; readonly read: Promise<Snapshot> } | undefined
  readonly #index = new CurrentIndex({
    readSnapshot: () => this.#readSnapshot(),
    forgetSnapshot: () => {
      this.#snapshot = undefined
    },
    openSource: (generation) => openIndexSource(this.#reads, generation),
  })
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(
    primary: ServerPool,
    revision: number,
    { replica = null, busyLimitMs = BUSY_LIMIT_MS }: PostgresStoreOptions,
  ) {
    this.#primary = primary
    this.#busyLimitMs = busyLimitMs
    this.#revisions = new RevisionWatch(() => primary.connectAlone(), revision)
    this.#reads = new CatalogReads(primary, replica, this.#revisions)
  }

  /** As far as this process has heard, which is a moment behind where somebody else wrote. */
  get revision(): number {
    return this.#revisions.known
  }

  get silentSince(): number | null {
    return this.#revisions.silentSince
  }

  get failure(): Error | null {
    const { failure } = this.#revisions
    return failure === null ? null : describePostgresError(failure, this.#primary.address)
  }

  async ping(): Promise<void> {
    await this.#primary.rows('SELECT 1')
  }

  async readSite(): Promise<Site> {
    return (await this.#readSnapshot()).site
  }

  async listCategoryTree(): Promise<readonly CategoryNode[]> {
    return (await this.#readSnapshot()).tree.roots
  }

  async findCategory(
    slug: string,
  ): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined> {
    const place = (await this.#readSnapshot()).tree.places.get(slug)
    return place && { category: place.node, ancestors: place.ancestors }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const [row] = await this.#reads.rows(
      "SELECT document FROM product WHERE slug = $1 AND visibility <> 'hidden'",
      storableText(slug),
    )
    return readDocument(row)
  }

  async findProductCard(slug: string): Promise<ProductCard | undefined> {
    const cards = await this.#openCards()
    return (
      await cards.list(
        "SELECT card, category_slug FROM product WHERE slug = $1 AND visibility <> 'hidden'",
        storableText(slug),
      )
    )[0]
  }

  async listIncluded({ includes }: Product): Promise<readonly ProductCard[]> {
    if (includes.length === 0) return []
    const cards = await this.#openCards()
    return cards.list(
      `SELECT card, category_slug FROM unnest($1::text[]) WITH ORDINALITY AS part (slug, place) JOIN product ON product.slug = part.slug COLLATE "C"
       WHERE visibility = 'public' ORDER BY place LIMIT $2`,
      includes,
      INCLUDED_PRODUCTS_COUNT,
    )
  }

  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const [row] = await this.#reads.rows(
      'SELECT slug FROM former_slug WHERE kind = $1 AND former = $2',
      kind,
      storableText(formerSlug),
    )
    return row && String(row['slug'])
  }

  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    return this.#index.read(async (index, { site, tree, revision }) => {
      const { ids, ...listing } = await buildListing(index, query, site, tree, categorySlug)
      return { ...listing, items: await new ProductCards(this.#reads, tree).listOf(ids, revision) }
    })
  }

  suggest(text: string, limit: number): Promise<Suggestions> {
    return this.#index.read(async (index, { tree, revision }) => {
      const { products, ...others } = await suggest(index, tree, text, limit)
      return {
        products: (await new ProductCards(this.#reads, tree).listOf(products, revision)).map(describeSuggestion),
        ...others,
      }
    })
  }

  async listFeatured(limit: number): Promise<readonly ProductCard[]> {
    const cards = await this.#openCards()
    return cards.list(
      "SELECT card, category_slug FROM product WHERE visibility = 'public' AND featured ORDER BY id LIMIT $1",
      limit,
    )
  }

  async listNewest(limit: number): Promise<readonly ProductCard[]> {
    const cards = await this.#openCards()
    return cards.list(
      "SELECT card, category_slug FROM product WHERE visibility = 'public' ORDER BY id DESC LIMIT $1",
      limit,
    )
  }

  async listRelated(product: Product, limit: number): Promise<readonly ProductCard[]> {
    const cards = await this.#openCards()
    return cards.listRelated(product, limit)
  }

  listPublished(range: IdRange, limit: number): Promise<readonly PublishedProduct[]> {
    return listPublished(this.#reads, range, limit)
  }

  summarisePublished(range: IdRange): Promise<Pick<PublishedProduct, 'changedAt'> | null> {
    return summarisePublished(this.#reads, range)
  }

  readLastPublishedId(): Promise<number> {
    return readLastPublishedId(this.#reads)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    const [row] = await this.#reads.rows(
      "SELECT bytes, format, first_look FROM image WHERE hash >= $1 AND hash < $1 || 'g' LIMIT 1",
      hash,
    )
    return readImageFile(row)
  }

  async findFirstLook(hash: string): Promise<string | null> {
    const [row] = await this.#reads.rows('SELECT first_look FROM image WHERE hash = $1', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return (await this.#readSnapshot()).remoteImageOrigins
  }

  async readStatistics(): Promise<CatalogStatistics> {
    const [counts, { revision, tree }] = await Promise.all([
      this.#primary.transaction(countRows, { isLong: true }),
      this.#readSnapshot(),
    ])
    return { ...counts, revision, categories: tree.places.size }
  }

  /** Servers look after their own files. */
  async findDamage(): Promise<readonly string[]> {
    return []
  }

  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.#primary.transaction((connection) => work(new PostgresReader(connection)), {
      isLong: true,
      isSnapshot: true,
    })
  }

  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    return this.#queueWrite({ keepsUndo: true, apply: change })
  }

  rollback(): Promise<boolean> {
    return this.#queueWrite({ keepsUndo: false, apply: (writer, connection) => undoChanges(connection, writer) })
  }

  async close(): Promise<void> {
    await this.#lastWrite
    await this.#revisions.close()
  }

  /** One after the other, for each takes a connection of the pool. */
  #queueWrite<Result>(change: Change<Result>): Promise<Result> {
    const written = this.#lastWrite.then(async () => {
      const { result, revision } = await runWrite(this.#primary, change, this.#busyLimitMs)
      if (revision !== null) this.#revisions.note(revision)
      return result
    })
    this.#lastWrite = written.catch(() => {})
    return written
  }

  /** Read once a revision, however many ask. */
  async #readSnapshot(): Promise<Snapshot> {
    const revision = this.#revisions.known
    if (this.#snapshot?.revision !== revision) {
      const read = readSnapshot(this.#reads)
      this.#snapshot = { revision, read }
      read.catch(() => {
        if (this.#snapshot?.read === read) this.#snapshot = undefined
      })
    }
    const snapshot = await this.#snapshot.read
    this.#revisions.note(snapshot.revision)
    return snapshot
  }

  async #openCards(): Promise<ProductCards> {
    return new ProductCards(this.#reads, (await this.#readSnapshot()).tree)
  }
}
