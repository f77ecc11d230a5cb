import type { CategoryLink, CategoryNode, Product, ProductCard } from '../../../shared/catalog.ts'
import type { Company, Site } from '../../../shared/site.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import type { Family } from '../rules/find-families.ts'
import type { AttributeSummary, FoundBy, Listing } from '../search/listing.ts'
import type { CatalogReader, ImageFile, StoredProduct } from './catalog-reader.ts'

export interface ProductWithCard {
  readonly product: Product
  readonly card: ProductCard
}

export interface NumberMatch {
  readonly product: Product
  /** Undefined if the product has the number itself. */
  readonly foundBy?: FoundBy
}

export interface IdRange {
  readonly firstId: number
  readonly lastId: number
}

/**
 * The catalogue as pages read it, in one language. Lists contain only public products.
 * @throws HttpError 503 in every method if the database is unavailable
 */
export interface CatalogPages {
  /** Every change raises the revision by a random step. Equal revisions mean equal content, even after a backup was restored. */
  readonly revision: number
  /**
   * When the database became unavailable (`performance.now()`), since when `revision` may be outdated; null while it is
   * available.
   */
  readonly unavailableSince: number | null
  readonly failure: Error | null
  readonly families: { find(product: Product): Promise<Family | null> }
  ping(): Promise<void>

  readSite(): Promise<Site>
  findCompany(name: string): Promise<Company | undefined>
  /** Lists top-level categories with their subtrees, without those that have no public products. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  /** Finds a category by its slug in this language or the first one. */
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Finds a public or unlisted product by its slug in this language or the first one. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /** Finds public and unlisted products by current or former slugs. The keys are the given slugs in their order. */
  findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>>
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** Finds the slug of a product or category that had another one before, or has it in another language. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug slug in the first language, to list only a category and its descendants */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing>
  /**
   * Finds products by article number, maker's number, GTIN, a number of another maker (with or without its name) or of a product
   * that they replace, or else by their id in the imported file. Only that id is compared exactly; otherwise case, spaces and
   * punctuation are ignored.
   * @param limit for each number
   * @returns for each number that was found, its products; products that are still offered come before discontinued ones
   */
  findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>>
  /**
   * Suggests completions of a prefix: matching part numbers first, then words.
   * @param limit for each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions>
  /** Finds public products by a similar part number or by the words of a search. */
  findNearest(text: string, limit: number): Promise<readonly Product[]>
  /** Returns each tag as the filter of listings spells it, or null if products cannot be filtered by it. */
  findFilterTags(tags: readonly string[]): Promise<readonly (string | null)[]>
  summariseAttributes(): Promise<AttributeSummary>
  listFeatured(limit: number): Promise<readonly ProductCard[]>
  listNewest(limit: number): Promise<readonly ProductCard[]>
  /** Lists other products of the same category, then of its sibling categories, then of the same brand. */
  listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  /** Lists public products by ascending id. */
  listPublished(range: IdRange, limit: number): Promise<readonly StoredProduct[]>
  /** Returns the time of the last change; null if the range has no public products. */
  summarisePublished(range: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null>
  readLastPublishedId(): Promise<number>
  /** @param hash the full hash, or its first `PICTURE_ADDRESS_DIGITS` digits */
  findImage(hash: string): Promise<ImageFile | undefined>
  findPlaceholder(hash: string): Promise<string | null>
  listRemoteImageOrigins(): Promise<readonly string[]>
  /** Runs reads on one snapshot. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
}
