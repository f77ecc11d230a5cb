import type { Category, Product, Site } from '../../shared/catalog.ts'
import type { FamilySummary } from '../search/index.ts'
import type { AttributeSummary } from '../search/listing.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'
import type { CatalogPages } from './catalog-pages.ts'
import type { CatalogReader, ImageFile, StoredFile, StoredProduct } from './catalog-reader.ts'

/** What a change is called in the history. */
export interface ChangeDescription {
  /** Such as the command and its file. */
  readonly source: string
  /** Numbers of products. */
  readonly created: number
  readonly changed: number
  /** Unpublished or discontinued, because the file lacks them. */
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
  readonly remoteImages: number
}

/** Changes the catalogue within one transaction. */
export interface CatalogWriter extends CatalogReader {
  /** Inserts a product or replaces the one with the same slug. */
  putProduct(product: Product): Promise<void>
  /**
   * Inserts a product of another store with its id and the time of its last change. No stored product may have the same slug or id.
   */
  restoreProduct(stored: StoredProduct): Promise<void>
  putCategory(category: Category): Promise<void>
  putSite(site: Site): Promise<void>
  /**
   * Replaces a list. Pages do not depend on mappings, so they alone are no change that a rollback undoes; they are part of the
   * change if products were written before.
   */
  putList<Kind extends ListKind>(kind: Kind, list: CatalogLists[Kind]): Promise<void>
  /** Stores a picture unless it is already stored. @param hash SHA-256 of the bytes in hex */
  putImage(hash: string, file: ImageFile): Promise<void>
  /**
   * Records the file of a source (URL or file name), so that later imports do not need it. A document's source is its `documentSourceKey`.
   */
  putPictureSource(source: string, file: StoredFile): Promise<void>
  /** Stores a fetched picture or document. No page shows it yet, so the revision stays the same. */
  putFetchedPicture(source: string, picture: StoredFile, file: ImageFile): Promise<void>
  /** Replaces a product of which only the pictures changed; the search index, which has none, is not built again. */
  putProductWithNewPictures(product: Product): Promise<void>
  /** Finds the product that has a slug now, had it before, or has it in another language. @returns its slug in the first language */
  findSlugOwner(slug: string): Promise<string | undefined>
  renameProduct(from: string, to: string): Promise<void>
  /** Changes the slug of a category, also in its products and subcategories. */
  renameCategory(from: string, to: string): Promise<void>
  /** Deletes all products, categories, pictures and lists, and the site's settings. */
  clear(): Promise<void>
  markDemo(isDemo: boolean): Promise<void>
  /** Names this change in the history. Call it at the end; a change without effect is not in the history. */
  describeChange(description: ChangeDescription): Promise<void>
  /** Builds and opens the search index. Call it after the last change. */
  buildIndex(): Promise<IndexSummaries>
}

/** What an import reports about the public products. */
export interface IndexSummaries {
  /** Lists the texts for which no product is found. */
  listUnmatched(texts: readonly string[]): Promise<readonly string[]>
  /** Lists the attributes that are colours or numbers, and those that cannot be filtered. */
  summariseAttributes(): Promise<AttributeSummary>
  /** Also lists products that may be missing from a family. */
  summariseFamilies(): Promise<FamilySummary>
  listRemoteImageOrigins(): Promise<readonly string[]>
}

/** The whole catalogue; its pages are those of the first language. */
export interface CatalogStore extends CatalogPages {
  /** @param key of a further language as in addresses, such as 'de-at' @returns undefined if the site lacks the language */
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
  /** Like `write`, but without an entry in the history: for changes that the server makes by itself. */
  writeUnrecorded<Result>(change: (writer: CatalogWriter) => Promise<Result>): Promise<Result>
  /**
   * Undoes the last change; further calls undo the changes before it.
   * @returns false if there is nothing to undo
   * @throws DatabaseBusyError if another writer takes too long
   */
  rollback(): Promise<boolean>
  close(): Promise<void>
}
