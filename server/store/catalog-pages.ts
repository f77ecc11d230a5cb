import type { CategoryLink, CategoryNode, Company, Product, ProductCard, Site } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { Suggestions } from '../../shared/page-data.ts'
import type { Family } from '../catalog/find-families.ts'
import type { AttributeSummary, FoundBy, Listing } from '../search/listing.ts'
import type { CatalogReader, ImageFile, StoredProduct } from './catalog-reader.ts'

export interface ProductWithCard {
  readonly product: Product
  readonly card: ProductCard
}

export interface NumberMatch {
  readonly product: Product
  /** Missing if the product has the number itself. */
  readonly foundBy?: FoundBy
}

export interface IdRange {
  readonly firstId: number
  readonly lastId: number
}

/**
 * The catalogue as pages read it, in one language. Lists contain only public products. All methods throw HttpError 503 if the
 * database is unavailable.
 */
export interface CatalogPages {
  /**
   * Grows by a random step with every change, so equal revisions mean equal content, even after a backup was restored.
   */
  readonly revision: number
  /**
   * When the database became unavailable (`performance.now()`), since when `revision` may be outdated; null while it is available.
   */
  readonly unavailableSince: number | null
  readonly failure: Error | null
  /** A family is the products that differ only in sizes. */
  readonly families: { find(product: Product): Promise<Family | null> }
  ping(): Promise<void>

  readSite(): Promise<Site>
  /** Ignores letter case. */
  findCompany(name: string): Promise<Company | undefined>
  /** Lists top-level categories with their subtrees, without categories that have no public products. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  /** In a further language, also finds the slug of the first one. */
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Finds public and unlisted products; in a further language, also by the slug of the first one. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /**
   * Finds public and unlisted products by their current or former slugs. The keys are the given slugs, in the given order.
   */
  findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>>
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** Finds the slug of a product or category that had another one before, or has it in another language. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug slug in the first language; limits the listing to a category and its descendants */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing>
  /**
   * Finds products by article number, maker's number, GTIN, a number of another maker (with or without its name) or of a product that they replace, or else by their id in the imported file. Case, spaces and punctuation are ignored, except in that id.
   * @param limit for each number
   * @returns the products of each number that has any, those that are still offered first
   */
  findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>>
  /**
   * Suggests for a prefix: matching part numbers first, then words.
   * @param limit for each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions>
  /** Finds public products by a similar part number or by the words of a search. */
  findNearest(text: string, limit: number): Promise<readonly Product[]>
  /** Returns each tag as the filter of listings spells it, or null if products cannot be filtered by it. */
  findFilterTags(tags: readonly string[]): Promise<readonly (string | null)[]>
  /** Lists the attributes that are colours or numbers, and those that cannot be filtered. */
  summariseAttributes(): Promise<AttributeSummary>
  listFeatured(limit: number): Promise<readonly ProductCard[]>
  listNewest(limit: number): Promise<readonly ProductCard[]>
  /** Lists other products of the same category, then of its sibling categories, then of the same brand. */
  listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  /** In the order of the ids. */
  listPublished(range: IdRange, limit: number): Promise<readonly StoredProduct[]>
  /** Returns the time of the last change; null if the range has no public products. */
  summarisePublished(range: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null>
  readLastPublishedId(): Promise<number>
  /** @param hash the full hash, or its first `PICTURE_ADDRESS_DIGITS` digits */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Finds the blurred preview as a `data:` URL. */
  findPlaceholder(hash: string): Promise<string | null>
  /** Lists the origins of remote pictures, for the Content-Security-Policy header. */
  listRemoteImageOrigins(): Promise<readonly string[]>
  /** Runs reads that all see the same snapshot of the data. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
}
