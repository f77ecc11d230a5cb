import type { Category, Product } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import type { FamilySummary } from '../search/index.ts'
import type { AttributeSummary } from '../search/listing.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'
import type { CatalogPages } from './catalog-pages.ts'
import type { CatalogReader, ImageFile, StoredFile, StoredProduct } from './catalog-reader.ts'

export interface ChangeDescription {
  /** The origin of the change, such as the command and its file. */
  readonly source: string
  readonly created: number
  readonly changed: number
  /** Number of products that were unpublished or discontinued, because the file lacks them. */
  readonly removed: number
}

export interface JournalledChange {
  /** Milliseconds since 1970; null for changes of older versions. */
  readonly at: number | null
  readonly description: ChangeDescription | null
}

export interface CatalogStatistics {
  readonly revision: number
  readonly isDemo: boolean
  /** Null if there is no change to undo. */
  readonly productsAfterRollback: number | null
  readonly products: { readonly public: number; readonly unlisted: number; readonly hidden: number }
  readonly variants: number
  readonly categories: number
  readonly images: { readonly count: number; readonly bytes: number }
  readonly remoteImages: number
}

export interface CatalogWriter extends CatalogReader {
  putProduct(product: Product): Promise<void>
  /**
   * Inserts a product of another store with its id and the time of its last change. No stored product may have its slug or id.
   */
  restoreProduct(stored: StoredProduct): Promise<void>
  putCategory(category: Category): Promise<void>
  putSite(site: Site): Promise<void>
  putList<Kind extends ListKind>(kind: Kind, list: CatalogLists[Kind]): Promise<void>
  /** Stores a picture unless it is already stored. @param hash SHA-256 of the bytes in hex */
  putImage(hash: string, file: ImageFile): Promise<void>
  /** Records the file of a source (URL, file name or `documentSourceKey`), so that later imports do not need it. */
  putPictureSource(source: string, file: StoredFile): Promise<void>
  /** Stores a fetched picture or document. No page shows it yet, so the revision stays the same. */
  putFetchedPicture(source: string, picture: StoredFile, file: ImageFile): Promise<void>
  /** Replaces a product of which only the pictures changed. The search index is not rebuilt, because it has no pictures. */
  putProductWithNewPictures(product: Product): Promise<void>
  /**
   * Finds the product that has a slug now, had it before, or has it in another language. @returns its slug in the first language
   */
  findSlugOwner(slug: string): Promise<string | undefined>
  /** Finds the product that had a slug before, or has it in another language, even if it is now that of another product. */
  findOtherSlugOwner(slug: string): Promise<string | undefined>
  renameProduct(from: string, to: string): Promise<void>
  /** Renames a category, also in its products and subcategories. */
  renameCategory(from: string, to: string): Promise<void>
  /** Deletes all products, categories, pictures and lists, and the site's settings. */
  clear(): Promise<void>
  markDemo(isDemo: boolean): Promise<void>
  /** Names this change in the history, which omits changes without effect. Call it at the end. */
  describeChange(description: ChangeDescription): Promise<void>
  /** Builds and opens the search index. Call it after the last change. */
  buildIndex(): Promise<IndexSummaries>
}

export interface IndexSummaries {
  /** Lists the synonyms that find no product in any language. */
  listUnmatched(texts: readonly string[]): Promise<readonly string[]>
  summariseAttributes(): Promise<AttributeSummary>
  summariseFamilies(): Promise<FamilySummary>
  listRemoteImageOrigins(): Promise<readonly string[]>
}

/** The whole catalogue. Its pages are those of the first language. */
export interface CatalogStore extends CatalogPages {
  /** @param key language in an address, such as 'de-at' @returns undefined if the site lacks the language */
  inLanguage(key: string): Promise<CatalogPages | undefined>
  readStatistics(): Promise<CatalogStatistics>
  /** Lists the changes that can be undone, newest first, at most `CHANGES_MAX`. */
  listChanges(): Promise<readonly JournalledChange[]>
  /**
   * Checks the whole database for damage.
   * @returns the first errors; none for PostgreSQL, whose server checks its own files
   */
  findDamage(): Promise<readonly string[]>

  /**
   * Runs a change in one transaction. If it changes nothing, the revision stays the same.
   * @throws DatabaseBusyError if another writer takes too long, and errors of the change, after a rollback
   */
  write<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /** Runs a change like `write`, but without an entry in the history, for changes that the server makes by itself. */
  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /**
   * Undoes the last change. Further calls undo the changes before it.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean>
  close(): Promise<void>
}
