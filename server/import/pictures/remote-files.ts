import type { CatalogImage, Product, ProductDocument, ProductVariant } from '../../../shared/catalog.ts'
import { documentSourceKey, documentUrl, listRemoteDocuments } from '../../catalog/rules/document-files.ts'
import { listShownPictures, replacePictures, writePicture } from '../../catalog/rules/text-pictures.ts'
import type { CatalogReader, StoredFile } from '../../catalog/store/catalog-reader.ts'
import { mapVariants } from '../draft-product.ts'
import { imageKey } from '../merge-images.ts'
import { pictureAddressKey } from './picture-name.ts'

export interface RemoteFile {
  readonly address: string
  readonly isDocument: boolean
  /** Key under which the catalogue records the stored file of this address. */
  readonly key: string
}

/** Stored files by the keys of their sources. */
type StoredFiles = ReadonlyMap<string, StoredFile>

/** Lists the remote files in a product's gallery, texts and documents. */
export function listRemoteFiles(product: Product): readonly RemoteFile[] {
  const pictures = new Set(listShownPictures(product).flatMap((image) => ('url' in image ? [image.url] : [])))
  return [
    ...[...pictures].map((address) => ({ address, isDocument: false, key: pictureAddressKey(address) })),
    ...listRemoteDocuments(product).map((address) => ({ address, isDocument: true, key: documentSourceKey(address) })),
  ]
}

export async function findStoredFiles(
  reader: Pick<CatalogReader, 'findPictureOfSource' | 'findDocumentOfSource'>,
  files: Iterable<RemoteFile>,
): Promise<StoredFiles> {
  const found = new Map<string, StoredFile>()
  for (const { address, isDocument, key } of files) {
    const stored = await (isDocument ? reader.findDocumentOfSource(address) : reader.findPictureOfSource(key))
    if (stored) found.set(key, stored)
  }
  return found
}

/**
 * If several remote pictures are the same one, the first stays, and variants show it.
 * @returns null if none is stored
 */
export function replaceRemoteFiles(product: Product, stored: StoredFiles): Product | null {
  if (!listRemoteFiles(product).some(({ key }) => stored.has(key))) return null
  const replace = (image: CatalogImage): CatalogImage => {
    const found = 'url' in image ? stored.get(pictureAddressKey(image.url)) : undefined
    return found && 'width' in found ? { ...found, alt: image.alt } : image
  }
  const replaceInText = (html: string) => replacePictures(html, ({ image, file }) => writePicture(replace(image), file))
  const images: CatalogImage[] = []
  const places = new Map<string, number>()
  const newIndexes = product.images.map((image) => {
    const shown = replace(image)
    const key = imageKey(shown)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, images.length)
    return images.push(shown) - 1
  })
  const moveImage = (variant: ProductVariant): ProductVariant =>
    variant.imageIndex === null ? variant : { ...variant, imageIndex: newIndexes[variant.imageIndex] ?? null }
  return {
    ...product,
    images,
    documents: product.documents.map((document) => replaceDocument(document, stored)),
    ...(product.pictograms && { pictograms: product.pictograms.map(replace) }),
    variants: mapVariants(product.variants, moveImage),
    shortDescription: replaceInText(product.shortDescription),
    description: replaceInText(product.description),
  }
}

function replaceDocument(document: ProductDocument, stored: StoredFiles): ProductDocument {
  const found = stored.get(documentSourceKey(document.url))
  if (!found || !('bytes' in found)) return document
  const { hash, format, bytes } = found
  return { name: document.name, url: documentUrl(hash, document.url, format), bytes }
}
