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
import type { Family } from '../catalog/find-families.ts'
import type { AttributeEntry } from '../catalog/attribute-entries.ts'
import type { TableMapping } from '../catalog/table-mapping.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import type { Suggestions } from '../../shared/page-data.ts'
import type { FamilySummary } from '../search/index.ts'
import type { AttributeSummary, FoundBy, Listing } from '../search/listing.ts'

/** A stored picture or font; both are stored in the same way. */
export interface ImageFile {
  readonly bytes: Uint8Array
  readonly format: ImageFormat | 'woff2'
  /** A blurred preview as a `data:` URL; pictures with transparent parts have none. */
  readonly placeholder?: string | undefined
}

/** A stored picture without its alternative text, which belongs to the product. */
export type StoredPicture = Omit<StoredImage, 'alt'>

/** What a change is called in the history. */
export interface ChangeDescription {
  /** What made the change, such as the command and its file. */
  readonly source: string
  /** Numbers of products. */
  readonly created: number
  readonly changed: number
  /** Unpublished or discontinued because the file no longer has them. */
  readonly removed: number
}

/** A change that can be undone. */
export interface JournalledChange {
  /** In milliseconds since 1970; null for a change that an older version made. */
  readonly at: number | null
  readonly description: ChangeDescription | null
}

export interface CatalogStatistics {
  readonly revision: number
  readonly isDemo: boolean
  /** Number of products after a rollback; null if there is no change to undo. */
  readonly productsAfterRollback: number | null
  readonly products: { readonly public: number; readonly unlisted: number; readonly hidden: number }
  readonly variants: number
  readonly categories: number
  readonly images: { readonly count: number; readonly bytes: number }
  /** Number of pictures that browsers load from another server. */
  readonly remoteImages: number
}

/**
 * The kind of an identifier: `source` is the product's id in the system from which it was imported; `sku` and `gtin` (padded to
 * 14 digits) belong to a variant.
 */
export type IdentifierKind = 'source' | 'sku' | 'gtin'

export type ProductIdentity = Pick<Product, 'slug' | 'name' | 'sourceId'>

/** What will be looked up for a product. */
export interface LookupKeys {
  readonly slug?: string
  /** These and the identifiers are looked up only if no product has the slug. */
  readonly formerSlugs?: readonly string[] | undefined
  readonly identifiers?: readonly (readonly [kind: IdentifierKind, value: string])[]
  /** URLs or file names of pictures. */
  readonly sources?: readonly string[]
}

export interface StoredProduct {
  /** A positive number. Products added later have higher ids, and ids are never reused. */
  readonly id: number
  /** Time of the last change of the content, in milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
  readonly product: Product
}

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
 * Reads a consistent snapshot of the whole catalogue, including hidden products. All methods throw HttpError 503 if the
 * database is unavailable.
 */
export interface CatalogReader {
  /**
   * Reads what will be looked up with a few queries, if each lookup would cost a round trip. The results are the same without
   * it.
   * @param listKeys called only if it is needed
   */
  prepareLookups(listKeys: () => readonly LookupKeys[]): Promise<void>
  /** Finds a product of any visibility. */
  findProduct(slug: string): Promise<Product | undefined>
  /** Lists at most 5 products of any visibility that have an identifier; several products may share a SKU. */
  listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]>
  findCategory(slug: string): Promise<Category | undefined>
  listCategories(): Promise<Category[]>
  readSite(): Promise<Site>
  /** Reads the owner's synonyms in the order of their file. */
  readSynonyms(): Promise<readonly SynonymEntry[]>
  /** Reads the rules of `attributes.csv`, in the order of the file. */
  readAttributeEntries(): Promise<readonly AttributeEntry[]>
  /** Reads how earlier imports read tables in no known format, the last one first. */
  readMappings(): Promise<readonly TableMapping[]>
  hasImage(hash: string): Promise<boolean>
  /** Finds the picture that an earlier import stored for a URL or file name, which is called its source. */
  findPictureOfSource(source: string): Promise<StoredPicture | undefined>
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Reads all products in the order of their ids, in batches. The caller must not write until the scan has ended. */
  scanProducts(): AsyncGenerator<Product>
  /** Like `scanProducts`, with the ids and the times of the last changes. */
  scanStoredProducts(): AsyncGenerator<StoredProduct>
  scanImageHashes(): AsyncGenerator<string>
  /** Lists products of any visibility that show pictures from remote addresses, in the order of their ids. */
  listWithRemotePictures(afterId: number, limit: number): Promise<readonly StoredProduct[]>
  /** Reads the pictures that earlier imports stored, each with its source (URL or file name). */
  scanPictureSources(): AsyncGenerator<readonly [source: string, picture: StoredPicture]>
  /** Returns whether the catalogue is the demo, which the first import replaces. */
  isDemo(): Promise<boolean>
}

/** Changes the catalogue within one transaction. Other readers see the changes after the commit. */
export interface CatalogWriter extends CatalogReader {
  /** Inserts a product or replaces the one with the same slug. */
  putProduct(product: Product): Promise<void>
  /**
   * Inserts a product that was read from another store, keeping its id and the time of its last change. No stored product may
   * have the same slug or id.
   */
  restoreProduct(stored: StoredProduct): Promise<void>
  putCategory(category: Category): Promise<void>
  putSite(site: Site): Promise<void>
  /** Replaces all synonyms. */
  putSynonyms(synonyms: readonly SynonymEntry[]): Promise<void>
  /** Replaces all rules of `attributes.csv`. */
  putAttributeEntries(entries: readonly AttributeEntry[]): Promise<void>
  /**
   * Replaces all mappings of tables. Pages do not depend on them, so this alone is no change that a rollback undoes; it is part of
   * the change if products were written before.
   */
  putMappings(mappings: readonly TableMapping[]): Promise<void>
  /** Stores a picture unless it is already stored. @param hash SHA-256 of the bytes in hex */
  putImage(hash: string, file: ImageFile): Promise<void>
  /** Records the picture of a source (URL or file name), so that a later import does not need the file. */
  putPictureSource(source: string, picture: StoredPicture): Promise<void>
  /** Stores a picture that the server fetched from its remote address. No page shows it yet, so the revision stays the same. */
  putFetchedPicture(source: string, picture: StoredPicture, file: ImageFile): Promise<void>
  /** Replaces a product whose pictures alone have changed. The search index contains no pictures, so it is not built again. */
  putProductWithNewPictures(product: Product): Promise<void>
  /** Changes the slug of a product, also in the groups that include the product. */
  renameProduct(from: string, to: string): Promise<void>
  /** Changes the slug of a category, also in its products and subcategories. */
  renameCategory(from: string, to: string): Promise<void>
  /** Deletes all products, categories, pictures, synonyms, attribute rules, mappings and the site's settings. */
  clear(): Promise<void>
  markDemo(isDemo: boolean): Promise<void>
  /** Names this change in the history of changes. Call this at its end; a change that changed nothing is not in the history. */
  describeChange(description: ChangeDescription): Promise<void>
  /** Builds the search index of the changed catalogue, and opens it. Call this after the last change. */
  buildIndex(): Promise<IndexSummaries>
}

/** What an import reports about the public products. */
export interface IndexSummaries {
  /** Lists the synonyms for which no product is found. @param texts the synonyms to check */
  listUnmatched(texts: readonly string[]): Promise<readonly string[]>
  /** Lists the attributes that are colours or numbers, and those that cannot be filtered. */
  summariseAttributes(): Promise<AttributeSummary>
  /** Counts the families, and lists products that may be missing from one. */
  summariseFamilies(): Promise<FamilySummary>
  /** Lists the origins of remote pictures. */
  listRemoteImageOrigins(): Promise<readonly string[]>
}

/**
 * The catalogue as pages read it. Lists contain only public products. All methods throw HttpError 503 if the database is
 * unavailable.
 */
export interface CatalogStore {
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
  /** Lists top-level categories with their subtrees; categories without public products are left out. */
  listCategoryTree(): Promise<readonly CategoryNode[]>
  findCategory(slug: string): Promise<{ category: CategoryNode; ancestors: readonly CategoryLink[] } | undefined>
  /** Finds a product that is public or unlisted. */
  findProduct(slug: string): Promise<Product | undefined>
  findProductCard(slug: string): Promise<ProductCard | undefined>
  /**
   * Finds products that are public or unlisted by their current or former slugs. The map has the given slugs as keys, in the
   * given order.
   */
  findProducts(slugs: readonly string[]): Promise<ReadonlyMap<string, ProductWithCard>>
  /** Lists the public products that a group includes, in the group's order. */
  listIncluded(product: Product): Promise<readonly ProductCard[]>
  /** Finds the current slug of a renamed product or category. */
  findRenamed(kind: 'product' | 'category', formerSlug: string): Promise<string | undefined>
  /** @param categorySlug limits the listing to a category and its descendants */
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
  readStatistics(): Promise<CatalogStatistics>
  /** Lists the changes that can be undone, newest first, at most `CHANGES_MAX`. */
  listChanges(): Promise<readonly JournalledChange[]>
  /**
   * Checks the whole database for damage.
   * @returns the first errors; always empty for PostgreSQL, whose server checks its own files
   */
  findDamage(): Promise<readonly string[]>

  /** Runs reads that all see the same snapshot of the data. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result>
  /**
   * Runs a change in one transaction. If it changes nothing, the revision stays the same.
   * @throws DatabaseBusyError if another writer takes too long, and errors of the change, after a rollback
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /** Like `write`, but the change is not in the history, and a rollback does not undo it. For changes that the server makes by itself. */
  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /**
   * Undoes the last change, including changes of the site's settings, synonyms, attribute rules, pictures and former slugs.
   * Further calls undo the changes before it.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean>
  close(): Promise<void>
}
