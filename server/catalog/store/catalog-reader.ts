import type { Category, ImageFormat, Product, StoredImage } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import type { DocumentFormat } from '../rules/document-files.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'

/** A stored picture, font or document. */
export interface ImageFile {
  readonly bytes: Uint8Array
  readonly format: ImageFormat | DocumentFormat | 'woff2'
  /** The blurred preview as a `data:` URL. Pictures with transparent parts have none. */
  readonly placeholder?: string | undefined
}

/** A picture without alternative text, which belongs to the product. */
export type StoredPicture = Omit<StoredImage, 'alt'>

export interface StoredDocument {
  readonly hash: string
  readonly format: DocumentFormat
  readonly bytes: number
}

export type StoredFile = StoredPicture | StoredDocument

/**
 * `source` is the product's id in the system it was imported from; `sku` and `gtin` (padded to 14 digits) belong to a variant.
 */
export type IdentifierKind = 'source' | 'sku' | 'gtin'

export type ProductIdentity = Pick<Product, 'slug' | 'name' | 'sourceId'>

export interface LookupKeys {
  readonly slug?: string
  /** Former slugs and identifiers are looked up only if no product has the slug. */
  readonly formerSlugs?: readonly string[] | undefined
  readonly identifiers?: readonly (readonly [kind: IdentifierKind, value: string])[]
  readonly sources?: readonly string[]
}

export interface StoredProduct {
  /** A number above 0. Later products have higher ids, and ids are never reused. */
  readonly id: number
  /** Time of the last change of the content in milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
  readonly product: Product
}

/**
 * Reads a consistent snapshot of the whole catalogue, including hidden products.
 * @throws HttpError 503 in every method if the database is unavailable
 */
export interface CatalogReader {
  /**
   * Reads the rows of later lookups in a few queries, if each lookup would cost a round trip.
   * @param listKeys called only if it is needed
   */
  prepareLookups(listKeys: () => readonly LookupKeys[]): Promise<void>
  findProduct(slug: string): Promise<Product | undefined>
  /** Lists at most 5 products of any visibility, because several may share a SKU. */
  listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]>
  findCategory(slug: string): Promise<Category | undefined>
  listCategories(): Promise<Category[]>
  readSite(): Promise<Site>
  readList<Kind extends ListKind>(kind: Kind): Promise<CatalogLists[Kind]>
  hasImage(hash: string): Promise<boolean>
  findPictureOfSource(source: string): Promise<StoredPicture | undefined>
  findDocumentOfSource(source: string): Promise<StoredDocument | undefined>
  /** @param hash the whole hash or the beginning of it */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Reads all products in batches by ascending id. The caller must not write until the scan ends. */
  scanProducts(): AsyncGenerator<Product>
  scanStoredProducts(): AsyncGenerator<StoredProduct>
  scanImageHashes(): AsyncGenerator<string>
  /** Lists products of any visibility that show remote pictures, by ascending id. */
  listWithRemotePictures(afterId: number, limit: number): Promise<readonly StoredProduct[]>
  /** Reads the sources of stored files. A document's source is its key. */
  scanPictureSources(): AsyncGenerator<readonly [source: string, file: StoredFile]>
  /** Whether the catalogue is the demo, which the first import replaces. */
  isDemo(): Promise<boolean>
}
