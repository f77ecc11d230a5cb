import type { Category, ImageFormat, Product, Site, StoredImage } from '../../shared/catalog.ts'
import type { DocumentFormat } from '../catalog/document-files.ts'
import type { CatalogLists, ListKind } from './catalog-lists.ts'

/** A stored picture, font or document; all are stored in the same way. */
export interface ImageFile {
  readonly bytes: Uint8Array
  readonly format: ImageFormat | DocumentFormat | 'woff2'
  /** A blurred preview as a `data:` URL; pictures with transparent parts have none. */
  readonly placeholder?: string | undefined
}

/** A stored picture without its alternative text, which belongs to the product. */
export type StoredPicture = Omit<StoredImage, 'alt'>

export interface StoredDocument {
  readonly hash: string
  readonly format: DocumentFormat
  readonly bytes: number
}

export type StoredFile = StoredPicture | StoredDocument

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
  /** URLs or file names of pictures, and the keys of those of documents. */
  readonly sources?: readonly string[]
}

export interface StoredProduct {
  /** A positive number. Products added later have higher ids, and ids are never reused. */
  readonly id: number
  /** Time of the last change of the content, in milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
  readonly product: Product
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
  readList<Kind extends ListKind>(kind: Kind): Promise<CatalogLists[Kind]>
  hasImage(hash: string): Promise<boolean>
  /** Finds the picture that an earlier import stored for a URL or file name, which is called its source. */
  findPictureOfSource(source: string): Promise<StoredPicture | undefined>
  /** Finds the document that an earlier import stored for a URL or file name. */
  findDocumentOfSource(source: string): Promise<StoredDocument | undefined>
  /** @param hash the whole hash or the beginning of it */
  findImage(hash: string): Promise<ImageFile | undefined>
  /** Reads all products in the order of their ids, in batches. The caller must not write until the scan has ended. */
  scanProducts(): AsyncGenerator<Product>
  /** Like `scanProducts`, with the ids and the times of the last changes. */
  scanStoredProducts(): AsyncGenerator<StoredProduct>
  scanImageHashes(): AsyncGenerator<string>
  /** Lists products of any visibility that show pictures from remote addresses, in the order of their ids. */
  listWithRemotePictures(afterId: number, limit: number): Promise<readonly StoredProduct[]>
  /** Reads the pictures and documents that earlier imports stored, each with its source or the key of its source. */
  scanPictureSources(): AsyncGenerator<readonly [source: string, file: StoredFile]>
  /** Returns whether the catalogue is the demo, which the first import replaces. */
  isDemo(): Promise<boolean>
}
