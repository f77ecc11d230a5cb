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
  /** A few blurred pixels as a `data:` address; a picture that shows what is behind it has none. */
  readonly placeholder?: string | undefined
}

/** A picture in the store without its text, which is its product's business. */
export type StoredPicture = Omit<StoredImage, 'alt'>

export interface CatalogStatistics {
  readonly revision: number
  readonly isDemo: boolean
  /** Whether the last change can be taken back. */
  readonly canRollBack: boolean
  readonly products: { readonly public: number; readonly unlisted: number; readonly hidden: number }
  readonly variants: number
  readonly categories: number
  readonly images: { readonly count: number; readonly bytes: number }
  /** Pictures that are only known by a foreign address. */
  readonly remoteImages: number
}

/** What its source calls a product, or the article number or GTIN (padded to 14 digits) of one of its variants. */
export type IdentifierKind = 'source' | 'sku' | 'gtin'

/** As much of a stored product as it takes to know it again under another slug. */
export type ProductIdentity = Pick<Product, 'slug' | 'name' | 'sourceId'>

/** A product with its place in the order in which products came, which is its own for as long as it is there. */
export interface StoredProduct {
  /** Above 0; later products have higher ones, and none is given twice. */
  readonly id: number
  /** When what is said of it changed last, in ms since 1970; null where that is longer ago than the store knows. */
  readonly changedAt: number | null
  readonly product: Product
}

/** Ids from the first to the last, both included. */
export interface IdRange {
  readonly firstId: number
  readonly lastId: number
}

/** The whole catalogue at one moment, hidden products included. */
export interface CatalogReader {
  /** A product whatever its visibility. */
  findProduct(slug: string): Promise<Product | undefined>
  /** The products that an identifier belongs to, whatever their visibility. Article numbers need not be unique. */
  listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]>
  findCategory(slug: string): Promise<Category | undefined>
  listCategories(): Promise<Category[]>
  readSite(): Promise<Site>
  hasImage(hash: string): Promise<boolean>
  /** The picture that an address or a file name meant in an earlier import. */
  findPictureOfSource(source: string): Promise<StoredPicture | undefined>
  findImage(hash: string): Promise<ImageFile | undefined>
  /** All products in the order in which they came, a few at a time. Nothing may be put meanwhile. */
  scanProducts(): AsyncGenerator<Product>
  /** Like `scanProducts`, with all that is stored beside them. */
  scanStoredProducts(): AsyncGenerator<StoredProduct>
  /** Hashes of all pictures. */
  scanImageHashes(): AsyncGenerator<string>
  /** What sources meant in earlier imports. */
  scanPictureSources(): AsyncGenerator<readonly [source: string, picture: StoredPicture]>
  /** Whether what is in the store is the demo, which steps aside for the first catalogue of the owner's. */
  isDemo(): Promise<boolean>
}

/** What an import may do within one transaction. Readers see nothing of it before the end, and all of it after. */
export interface CatalogWriter extends CatalogReader {
  putProduct(product: Product): Promise<void>
  /** Puts a product that is not there, with the id and the time of its last change that it had in another store. No other may have the id. */
  restoreProduct(stored: StoredProduct): Promise<void>
  putCategory(category: Category): Promise<void>
  putSite(site: Site): Promise<void>
  /** @param hash SHA-256 of the bytes in hex */
  putImage(hash: string, file: ImageFile): Promise<void>
  /** Remembers what a source means, so that a later import knows it without the file. */
  putPictureSource(source: string, picture: StoredPicture): Promise<void>
  /** Gives a product another slug, to which groups that include it follow. */
  renameProduct(from: string, to: string): Promise<void>
  /** Gives a category another slug, to which its products and the categories below it follow. */
  renameCategory(from: string, to: string): Promise<void>
  /** Empties the whole catalogue, its pictures and the site's settings. */
  clear(): Promise<void>
  markDemo(isDemo: boolean): Promise<void>
}

/**
 * The catalogue and the site around it, behind one interface for every database.
 * Lists hold public products only; `find` returns undefined where there is nothing to be seen.
 */
export interface CatalogStore {
  /** Grows by a random step with every change, whoever makes it. Two responses of one revision are the same, also after a backup was restored. */
  readonly revision: number
  /**
   * Since when nobody knows whether that is the present revision, for the database does not answer: milliseconds since 1970;
   * null while it does.
   */
  readonly unavailableSince: number | null
  /** Why the database is unavailable; null while it responds. */
  readonly failure: Error | null
  /** @throws where the database cannot answer */
  ping(): Promise<void>

  readSite(): Promise<Site>
  /** Top-level categories with their whole subtrees; those without public products stay out. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Public and unlisted ones. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /** The products that a group is made of, in its order, as far as they are public. */
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** The present slug of a product or category that was renamed. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug limits the listing to a category's subtree */
  listProducts(query: ListingQuery, categorySlug?: string): Promise<Listing>
  /**
   * What a few typed letters may mean: part numbers first, then words and their beginnings.
   * @param limit most of each kind
   */
  suggest(text: string, limit: number): Promise<Suggestions>
  listFeatured(limit: number): Promise<readonly ProductCard[]>
  listNewest(limit: number): Promise<readonly ProductCard[]>
  /** Products that share its category, then its brand, then its tags. */
  listRelated(product: Product, limit: number): Promise<readonly ProductCard[]>
  /** Public products in the order of their ids, as many as asked for at most. */
  listPublished(range: IdRange, limit: number): Promise<readonly StoredProduct[]>
  /** How the public products of a range stand: null where there is none. */
  summarisePublished(range: IdRange): Promise<Pick<StoredProduct, 'changedAt'> | null>
  /** The highest id of a public product; 0 where there is none. */
  readLastPublishedId(): Promise<number>
  /** @param hash all of it, or its first `PICTURE_URL_HASH_LENGTH` */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** The first look of a picture, without the picture. */
  findPlaceholder(hash: string): Promise<string | null>
  /** Origins of the pictures that are not in the store, for the content security policy. */
  listRemoteImageOrigins(): Promise<readonly string[]>
  readStatistics(): Promise<CatalogStatistics>
  /** What of the database is broken, the first of it, as far as the database can tell; empty where nothing is. Reads all of it. */
  findDamage(): Promise<readonly string[]>

  /** Reads everything as it is at one moment, whatever is written meanwhile. */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
  /**
   * Runs a change in one transaction: all of it or nothing. Where nothing was put, nothing is written and the revision stays.
   * @throws DatabaseBusyError where somebody else has been writing for too long
   * @throws what the change throws, after everything is as it was
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /**
   * Brings the catalogue before the last change back, its site, pictures and former slugs included. That goes once.
   * @returns false where there is nothing to go back to
   */
  rollback(): Promise<boolean>
  close(): Promise<void>
}
