import type { CatalogImage, Product, ProductVariant } from '../../../shared/catalog.ts'
import { listShownPictures, replacePictures, writePicture } from '../../catalog/text-pictures.ts'
import type { CatalogReader, StoredPicture } from '../../store/catalog-reader.ts'
import { pictureAddressKey } from '../pictures/picture-name.ts'

/** Lists the addresses of the remote pictures that a product shows in its gallery and its texts. */
export function listRemoteAddresses(product: Product): readonly string[] {
  return [...new Set(listShownPictures(product).flatMap((image) => ('url' in image ? [image.url] : [])))]
}

/** Finds the addresses whose pictures are stored. */
export async function findStoredPictures(
  reader: Pick<CatalogReader, 'findPictureOfSource'>,
  addresses: Iterable<string>,
): Promise<ReadonlyMap<string, StoredPicture>> {
  const found = new Map<string, StoredPicture>()
  for (const address of addresses) {
    const picture = await reader.findPictureOfSource(pictureAddressKey(address))
    if (picture) found.set(address, picture)
  }
  return found
}

/**
 * Replaces the remote pictures of a product by those that have been stored. If several of them are the same picture, the first one
 * stays, and variants show it.
 * @param stored by their remote addresses
 * @returns null if none is stored
 */
export function replaceRemotePictures(product: Product, stored: ReadonlyMap<string, StoredPicture>): Product | null {
  if (!listRemoteAddresses(product).some((address) => stored.has(address))) return null
  const replace = (image: CatalogImage): CatalogImage => {
    const found = 'url' in image ? stored.get(image.url) : undefined
    return found ? { ...found, alt: image.alt } : image
  }
  const replaceInText = (html: string) => replacePictures(html, ({ image, file }) => writePicture(replace(image), file))
  const images: CatalogImage[] = []
  const places = new Map<string, number>()
  const newIndexes = product.images.map((image) => {
    const shown = replace(image)
    const key = 'hash' in shown ? shown.hash : shown.url
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, images.length)
    return images.push(shown) - 1
  })
  const moveImage = (variant: ProductVariant): ProductVariant =>
    variant.imageIndex === null ? variant : { ...variant, imageIndex: newIndexes[variant.imageIndex] ?? null }
  const [first, ...others] = product.variants
  return {
    ...product,
    images,
    variants: [moveImage(first), ...others.map(moveImage)],
    shortDescription: replaceInText(product.shortDescription),
    description: replaceInText(product.description),
  }
}
