import type {
  Category,
  CategoryLink,
  CategoryNode,
  ImageFormat,
  Product,
  ProductCard,
  Site,
  StoredImage,
} from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { Suggestions } from '../../shared/page-data.ts'
import type { Listing } from './listing.ts'

export interface ImageFile {
  readonly bytes: Uint8Array
  readonly format: ImageFormat
  /** A small blurred preview as a `data:` URL; undefined for pictures with transparency. */
  readonly placeholder?: string | undefined
}

/** A stored picture without its alternative text, which belongs to the product. */
export type StoredPicture = Omit<StoredImage, 'alt'>

export interface CatalogStatistics {
  readonly revision: number
  readonly isDemo: boolean
  readonly canRollBack: boolean
  readonly products: { readonly public: number; readonly unlisted: number; readonly hidden: number }
  readonly variants: number
  readonly categories: number
  readonly images: { readonly count: number; readonly bytes: number }
  /** Number of pictures that are not stored but loaded from another server. */
  readonly remoteImages: number
}

/** `source` is the id in the import's source; `sku` and `gtin` (padded to 14 digits) belong to a variant. */
export type IdentifierKind = 'source' | 'sku' | 'gtin'

/** The fields that identify a stored product whose slug has changed. */
export type ProductIdentity = Pick<Product, 'slug' | 'name' | 'sourceId'>

/** A product with its id, which does not change while the product is stored. */
export interface StoredProduct {
  /** Greater than 0. Later products have higher ids, and ids are never reused. */
  readonly id: number
  /** When the product's content changed last, in milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
  readonly product: Product
}

export interface IdRange {
  readonly firstId: number
  readonly lastId: number
}

/**
 * Reads the whole catalogue as of one moment, hidden products included. All methods throw HttpError 503 if the database is
 * unavailable.
 */
export interface CatalogReader {
  /** Finds a product of any visibility. */
  findProduct(slug: string): Promise<Product | undefined>
  /** Lists the products that have an identifier, of any visibility. Article numbers need not be unique. */
  listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]>
  findCategory(slug: string): Promise<Category | undefined>
  listCategories(): Promise<Category[]>
  readSite(): Promise<Site>
  hasImage(hash: string): Promise<boolean>
  /** Finds the picture that an earlier import stored for a URL or file name. */
  findPictureOfSource(source: string): Promise<StoredPicture | undefined>
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Reads all products in the order of their ids, in batches. The caller may not write during the scan. */
  scanProducts(): AsyncGenerator<Product>
  /** Like `scanProducts`, with the ids and the times of the last changes. */
  scanStoredProducts(): AsyncGenerator<StoredProduct>
  scanImageHashes(): AsyncGenerator<string>
  /** Reads the pictures that earlier imports stored, with their URLs or file names. */
  scanPictureSources(): AsyncGenerator<readonly [source: string, picture: StoredPicture]>
  /** Whether the catalogue is the demo, which the first import replaces. */
  isDemo(): Promise<boolean>
}

/**
 * Changes the catalogue within one transaction: readers see nothing before the commit and everything after it. All methods
 * throw HttpError 503 if the database is unavailable.
 */
export interface CatalogWriter extends CatalogReader {
  /** Inserts a product or replaces the one with the same slug. */
  putProduct(product: Product): Promise<void>
  /** Inserts a product with the id and the time of the last change from another store. Slug and id must be unused. */
  restoreProduct(stored: StoredProduct): Promise<void>
  putCategory(category: Category): Promise<void>
  putSite(site: Site): Promise<void>
  /** Stores a picture unless it is stored. @param hash SHA-256 of the bytes in hex */
  putImage(hash: string, file: ImageFile): Promise<void>
  /** Stores the picture of a URL or file name, so that a later import does not need the file. */
  putPictureSource(source: string, picture: StoredPicture): Promise<void>
  /** Changes a product's slug, also in the groups that include it. */
  renameProduct(from: string, to: string): Promise<void>
  /** Changes a category's slug, also in its products and subcategories. */
  renameCategory(from: string, to: string): Promise<void>
  /** Deletes all products, categories, pictures and the site's settings. */
  clear(): Promise<void>
  markDemo(isDemo: boolean): Promise<void>
}

/**
 * The catalogue and the settings of the site, in SQLite or PostgreSQL. Lists contain public products only; `find` methods return
 * undefined if there is no visible result. All methods throw HttpError 503 if the database is unavailable.
 */
export interface CatalogStore {
  /** Grows by a random step with every change in any process. Equal revisions mean equal content, even after a backup was restored. */
  readonly revision: number
  /** When the database became unavailable, so that `revision` may be outdated: milliseconds since 1970; null while it is available. */
  readonly unavailableSince: number | null
  /** Why the database is unavailable; null while it responds. */
  readonly failure: Error | null
  /** Checks the connection. @throws HttpError 503 if the database is unavailable */
  ping(): Promise<void>

  readSite(): Promise<Site>
  /** Lists top-level categories with their subtrees; categories without public products are left out. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Finds a product that is public or unlisted. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /** Lists the public parts of a group, in the group's order. */
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** Finds the present slug of a renamed product or category. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug limits the listing to a category's subtree */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing>
  /**
   * Returns search suggestions for a prefix: matching part numbers first, then words.
   * @param limit maximum number of suggestions of each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions>
  listFeatured(limit: number): Promise<readonly ProductCard[]>
  listNewest(limit: number): Promise<readonly ProductCard[]>
  /** Lists other products of the same category, then of its sibling categories, then of the same brand. */
  listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  /** Lists public products in the order of their ids, at most `limit`. */
  listPublished(range: IdRange, limit: number): Promise<readonly StoredProduct[]>
  /** Returns the time of the last change in a range of public products; null if the range has none. */
  summarisePublished(range: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null>
  /** Returns the highest id of a public product, or 0. */
  readLastPublishedId(): Promise<number>
  /** @param hash the full hash, or its first `PICTURE_ADDRESS_DIGITS` digits */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Finds the blurred preview of a picture as a `data:` URL. @param hash the full hash */
  findPlaceholder(hash: string): Promise<string | null>
  /** Lists the origins of remote pictures, for the Content-Security-Policy header. */
  listRemoteImageOrigins(): Promise<readonly string[]>
  readStatistics(): Promise<CatalogStatistics>
  /** Checks the whole database and returns the first errors found; empty if there are none or the database cannot check itself. */
  findDamage(): Promise<readonly string[]>

  /** Runs reads that all see the data of the same moment. @throws what the work throws */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
  /**
   * Runs a change in one transaction. If it changes nothing, the revision stays the same.
   * @throws DatabaseBusyError if another writer takes too long, and what the change throws, after a rollback
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /**
   * Undoes the last change, including the site's settings, pictures and former slugs. Only one change can be undone.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean>
  close(): Promise<void>
}
