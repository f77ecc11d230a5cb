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

/** A product that a number finds. */
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
   * A number that grows by a random step with every change. Equal revisions mean equal content, even after a backup was
   * restored.
   */
  readonly revision: number
  /**
   * Time at which the database became unavailable, from `performance.now()`; null while it is available. `revision` may be
   * outdated since then.
   */
  readonly unavailableSince: number | null
  readonly failure: Error | null
  /** Finds the family of a product: the products that differ from it only in sizes. */
  readonly families: { find(product: Product): Promise<Family | null> }
  /** Checks the connection. @throws HttpError 503 if the database is unavailable */
  ping(): Promise<void>

  readSite(): Promise<Site>
  /** Finds a record of `companies.csv` by its name, ignoring letter case. */
  findCompany(name: string): Promise<Company | undefined>
  /** Lists top-level categories with their subtrees; categories without public products are left out. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  /** Finds a category by its slug, in a further language also by that in the first one. */
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Finds a product that is public or unlisted; in a further language, also by its slug in the first one. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /**
   * Finds products that are public or unlisted by their current or former slugs. The map has the given slugs as keys, in the
   * given order.
   */
  findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>>
  /** Lists the public products that a group includes, in the group's order. */
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** Finds the slug of a product or category that had another one before, or has it in another language. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug slug in the first language; limits the listing to a category and its descendants */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing>
  /**
   * Finds products by any of their numbers: article number, maker's number, GTIN, a number of another maker (with or without its
   * name), or the number of a product that they replace; otherwise by their id in the imported file. Case, spaces and punctuation
   * are ignored, except in that id.
   * @param limit maximum number of products for each number
   * @returns for each number its products, those that are still offered first; numbers that no product has are left out
   */
  findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>>
  /**
   * Returns search suggestions for a prefix: matching part numbers first, then words.
   * @param limit maximum number of suggestions of each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions>
  /** Finds the public products that are nearest to a text: by a similar part number or by the words of a search. */
  findNearest(text: string, limit: number): Promise<readonly Product[]>
  /** Returns each tag as the filter of listings spells it, or null if products cannot be filtered by it. */
  findFilterTags(tags: readonly string[]): Promise<readonly (string | null)[]>
  /** Lists the attributes of public products that are colours or numbers, and those that cannot be filtered. */
  summariseAttributes(): Promise<AttributeSummary>
  listFeatured(limit: number): Promise<readonly ProductCard[]>
  listNewest(limit: number): Promise<readonly ProductCard[]>
  /** Lists other products of the same category, then of its sibling categories, then of the same brand. */
  listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  /** Lists at most `limit` public products in the order of their ids. */
  listPublished(range: IdRange, limit: number): Promise<readonly StoredProduct[]>
  /** Returns the time of the last change in a range of public products; null if the range has no products. */
  summarisePublished(range: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null>
  /** Returns the highest id of a public product, or 0. */
  readLastPublishedId(): Promise<number>
  /** @param hash the full hash, or its first `PICTURE_ADDRESS_DIGITS` digits */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Finds the blurred preview of a picture as a `data:` URL. */
  findPlaceholder(hash: string): Promise<string | null>
  /** Lists the origins of remote pictures, for the Content-Security-Policy header. */
  listRemoteImageOrigins(): Promise<readonly string[]>
  /** Runs reads that all see the same snapshot of the data. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
}
