import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CategoryLink, Product } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import type { CategoryNode } from '../category.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import type { Company, Site } from '../../../shared/site.ts'
import { listRelatedCategories } from '../rules/category-tree.ts'
import { companyKey } from '../rules/companies.ts'
import { type Family, listNearestSizes } from '../rules/find-families.ts'
import type { AttributeSummary, Listing } from '../search/listing.ts'
import { CatalogReader, type ImageFile, type StoredProduct } from './catalog-reader.ts'
import { type CatalogDialect, readInBatches, type SqlDatabase } from './sql-dialect.ts'
import type { CatalogSource, Revisions } from './catalog-source.ts'
import { HAS_SLUG, type NumberMatch, ProductSearches } from './product-searches.ts'
import { readCards, readProduct, readRequestedProducts } from './product-card.ts'
import { buildNearSql } from './related-products.ts'
import { findImage, readNumber } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

const INCLUDED_PRODUCTS_COUNT = 48

/** Limits the length of a statement. */
const RELATED_CATEGORIES_MAX = 100

export interface ProductWithCard {
  readonly product: Product
  readonly card: ProductCard
}

export interface IdRange {
  readonly firstId: number
  readonly lastId: number
}

/**
 * The catalogue as pages read it, in one language. Lists contain only public products.
 * @throws HttpError 503 in every method if the database is unavailable
 */
export class CatalogPages {
  protected readonly source: CatalogSource
  readonly #language: string | null

  /** @param language the key of a further language; null for the first one */
  constructor(source: CatalogSource, language: string | null) {
    this.source = source
    this.#language = language
  }

  get dialect(): CatalogDialect {
    return this.source.dialect
  }

  get reads(): Pick<SqlDatabase, 'rows'> {
    return this.source.database
  }

  get revision(): number {
    return this.source.revisions.latest
  }

  get availability(): Pick<Revisions, 'unavailableSince' | 'failure'> {
    return this.source.revisions
  }

  ping(): Promise<void> {
    return this.source.revisions.ping()
  }

  /** Runs reads on one snapshot. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.source.database.readSnapshot((connection) => work(new CatalogReader(connection, this.dialect)))
  }

  readSnapshot(): Promise<Snapshot> {
    return this.source.readSnapshot(this.#language)
  }

  async readSite(): Promise<Site> {
    return (await this.readSnapshot()).site
  }

  async findCompany(name: string): Promise<Company | undefined> {
    return (await this.readSnapshot()).companies.get(companyKey(name))
  }

  /** Lists top-level categories with their subtrees, without those that have no public products. */
  async listCategoryTree(): Promise<readonly CategoryNode[]> {
    return (await this.readSnapshot()).tree.roots
  }

  /** Finds a category by its slug in this language or the first one. */
  async findCategory(
    slug: string,
  ): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined> {
    const entry = (await this.readSnapshot()).findCategory(slug)
    return entry && { category: entry.node, ancestors: entry.ancestors }
  }

  /** Finds a public or unlisted product by its slug in this language or the first one. */
  async findProduct(slug: string): Promise<Product | undefined> {
    const found = await this.#listBySlug(slug, await this.readSnapshot())
    const own = found.filter((product) => product.slug === slug)
    // A translated slug may also be the slug of a product without a translation.
    const translated = own.find(({ fallback }) => fallback?.mainSlug !== slug)
    return translated ?? own[0] ?? found.find(({ fallback }) => fallback?.mainSlug === slug)
  }

  /** Finds public and unlisted products by current or former slugs. The keys are the given slugs in their order. */
  async findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>> {
    if (slugs.length === 0) return new Map()
    const rows = await this.reads.rows(
      `SELECT listed.value AS requested, document, card, category_slug FROM ${this.dialect.listed}
       LEFT JOIN former_slug ON former_slug.kind = 'product' AND former_slug.former = listed.value
       JOIN product ON product.slug IN (listed.value, former_slug.slug)
       WHERE visibility <> 'hidden' ORDER BY place, product.slug <> listed.value`,
      slugs,
    )
    return readRequestedProducts(rows, await this.readSnapshot())
  }

  async listIncluded({ includes }: Product): Promise<readonly ProductCard[]> {
    if (includes.length === 0) return []
    return this.#listCards(
      `SELECT card, category_slug FROM ${this.dialect.listed} JOIN product ON product.slug = listed.value
       WHERE visibility = 'public' ORDER BY place LIMIT $2`,
      includes,
      INCLUDED_PRODUCTS_COUNT,
    )
  }

  /** Finds the slug of a product or category that had another one before, or has it in another language. */
  async findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined> {
    const [row] = await this.reads.rows(
      'SELECT slug FROM former_slug WHERE kind = $1 AND former = $2',
      kind,
      formerSlug,
    )
    if (!row) return undefined
    const [slug, snapshot] = [String(row['slug']), await this.readSnapshot()]
    if (kind === 'category') return snapshot.tree.bySlug.get(slug)?.node.slug
    return (await this.#listBySlug(slug, snapshot))[0]?.slug
  }

  /** @param categorySlug slug in the first language, to list only a category and its descendants */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing> {
    return this.#search((searches) => searches.list(query, categorySlug))
  }

  /**
   * Finds products by article number, maker's number, GTIN, a number of another maker (with or without its name) or of a product
   * that they replace, or else by their id in the imported file. Only that id is compared exactly; otherwise case, spaces and
   * punctuation are ignored.
   * @param limit for each number
   * @returns for each number that was found, its products; products that are still offered come before discontinued ones
   */
  findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>> {
    return this.#search((searches) => searches.findByNumbers(numbers, limit))
  }

  /**
   * Suggests completions of a prefix: matching part numbers first, then words.
   * @param limit for each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions> {
    return this.#search((searches) => searches.suggest(text, limit))
  }

  /** Finds public products by a similar part number or by the words of a search. */
  findNearest(text: string, limit: number): Promise<readonly Product[]> {
    return this.#search((searches) => searches.findNearest(text, limit))
  }

  /** Returns each tag as the filter of listings spells it, or null if products cannot be filtered by it. */
  findFilterTags(tags: readonly string[]): Promise<readonly (string | null)[]> {
    return this.source.readIndex(this.#language, async (index) => index.findFilterTags(tags))
  }

  summariseAttributes(): Promise<AttributeSummary> {
    return this.source.readIndex(this.#language, async ({ attributeSummary }) => attributeSummary)
  }

  listFeatured(limit: number): Promise<readonly ProductCard[]> {
    return this.#listCards(
      `SELECT card, category_slug FROM product WHERE visibility = 'public' AND ${this.dialect.isFeatured} ORDER BY id LIMIT $1`,
      limit,
    )
  }

  listNewest(limit: number): Promise<readonly ProductCard[]> {
    return this.#listCards(
      `SELECT card, category_slug FROM ${this.dialect.publishedProducts} WHERE visibility = 'public' ORDER BY id DESC LIMIT $1`,
      limit,
    )
  }

  /** Lists public products by ascending id in batches, between which other requests can run. */
  async *readPublished({ firstId, lastId }: IdRange): AsyncGenerator<readonly StoredProduct[]> {
    const batches = readInBatches(
      this.reads,
      `SELECT id AS place, changed_at, document FROM ${this.dialect.publishedProducts}
       WHERE visibility = 'public' AND id > $1 AND id <= $3 ORDER BY id LIMIT $2`,
      firstId - 1,
      lastId,
    )
    for await (const rows of batches) {
      const snapshot = await this.readSnapshot()
      yield rows.map((row) => ({
        id: Number(row['place']),
        changedAt: readNumber(row['changed_at']),
        product: readProduct(row, snapshot),
      }))
      await yieldToEventLoop()
    }
  }

  /** Lists other products of the same category, then of its sibling categories, then of the same brand. */
  async listRelated(product: Product, limit: number): Promise<readonly ProductCard[]> {
    const family = await this.findFamily(product)
    const sizes = family ? listNearestSizes(family, product.slug).slice(0, limit) : []
    const found = await this.findProducts(sizes)
    const ofFamily = sizes.flatMap((slug) => found.get(slug)?.card ?? [])
    if (ofFamily.length === limit) return ofFamily
    const categories = listRelatedCategories(product, (await this.readSnapshot()).tree).slice(0, RELATED_CATEGORIES_MAX)
    const list = async (...places: [categories: readonly string[], brand: string | null]) => {
      const near = buildNearSql(product, ...places, this.dialect, limit + sizes.length)
      const cards = near ? await this.#listCards(...near) : []
      return [...ofFamily, ...cards.filter(({ slug }) => !sizes.includes(slug))].slice(0, limit)
    }
    // Reading all categories takes several times as long, and most have enough products of their own.
    const ofCategory = await list(categories.slice(0, 1), null)
    return ofCategory.length === limit ? ofCategory : list(categories, product.brand)
  }

  /** Finds the products of which the given one is a size. */
  findFamily({ slug, fallback }: Product): Promise<Family | null> {
    return this.source.readIndex(this.#language, async (index) => {
      if (!index.directory.familyCount) return null
      const [row] = await this.reads.rows('SELECT id FROM product WHERE slug = $1', fallback?.mainSlug ?? slug)
      return index.findFamily(row && (await index.findOrdinal(Number(row['id']))))
    })
  }

  /** Returns the time of the last change; null if the range has no public products. */
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

  /** @param hash the full hash, or its first `PICTURE_ADDRESS_DIGITS` digits */
  findImage(hash: string): Promise<ImageFile | undefined> {
    return findImage(this.reads, hash)
  }

  async findPlaceholder(hash: string): Promise<string | null> {
    const [row] = await this.reads.rows('SELECT first_look FROM image WHERE hash = $1', hash)
    return (row?.['first_look'] ?? null) as string | null
  }

  async listRemoteImageOrigins(): Promise<readonly string[]> {
    return (await this.readSnapshot()).remoteImageOrigins
  }

  async #listCards(text: string, ...values: readonly unknown[]): Promise<ProductCard[]> {
    const snapshot = await this.readSnapshot()
    return readCards(await this.reads.rows(text, ...values), snapshot)
  }

  /** Lists products that have the slug, had it before, or have it in another language. */
  async #listBySlug(slug: string, snapshot: Snapshot): Promise<readonly Product[]> {
    const rows = await this.reads.rows(
      `SELECT document FROM product WHERE visibility <> 'hidden' AND ${HAS_SLUG} ORDER BY slug = $1 DESC`,
      slug,
    )
    return rows.map((row) => readProduct(row, snapshot))
  }

  #search<Result>(work: (searches: ProductSearches) => Promise<Result>): Promise<Result> {
    return this.source.readIndex(this.#language, (index, snapshot) => work(new ProductSearches(this, index, snapshot)))
  }
}
