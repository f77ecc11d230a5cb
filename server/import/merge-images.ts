import type { CatalogImage, Product } from '../../shared/catalog.ts'
import type { DraftImage, DraftProduct, Given } from './draft-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import type { FileImporter, ResolvedPicture } from './file-importer.ts'

export interface MergedImages {
  readonly images: readonly CatalogImage[]
  /** Indexes of the variants' pictures in `images`. */
  readonly indexes: ReadonlyMap<DraftImage, number | null>
}

/** Merges pictures without duplicates, and adds alternative texts. */
export async function mergeImages(
  draft: DraftProduct,
  stored: Product | undefined,
  files: FileImporter,
  file: string,
): Promise<MergedImages> {
  // If the file has no column for pictures, pictures of variants are added to the stored pictures.
  const images: CatalogImage[] = draft.images === undefined ? [...(stored?.images ?? [])] : []
  const storedByKey = new Map((stored?.images ?? []).map((image) => [imageKey(image), image]))
  const indexes = new Map(images.map((image, index) => [imageKey(image), index]))
  const valuesBySource = collectVariantValues(draft)

  const foundByAddress = new Map<string, ResolvedPicture | null>()
  const place = async ({ source, line, row, column, alt }: DraftImage): Promise<number | null> => {
    const address = pictureAddressKey(source)
    const known = foundByAddress.get(address)
    const found =
      known === undefined ? await files.findPicture(source, { file, line, row, column, product: draft.name }) : known
    foundByAddress.set(address, found)
    if (!found) return null
    const key = imageKey(found)
    const index = indexes.get(key) ?? images.length
    if (index < images.length) return index
    const before = alt === undefined ? storedByKey.get(key)?.alt : undefined
    const optionValues = valuesBySource.get(address) ?? []
    indexes.set(key, index)
    images.push({ ...found, alt: alt || before || [draft.name, ...optionValues].join(', ') })
    return index
  }

  for (const image of draft.images ?? []) await place(image)
  const variantIndexes = new Map<DraftImage, number | null>()
  for (const { image } of draft.variants) if (image) variantIndexes.set(image, await place(image))
  return { images, indexes: variantIndexes }
}

/** @returns null if there are none */
export async function findPictograms(
  { pictograms, name }: DraftProduct,
  files: FileImporter,
  file: string,
): Promise<Given<readonly CatalogImage[] | null>> {
  if (!pictograms) return undefined
  const images: CatalogImage[] = []
  for (const { source, alt, line, row, column } of pictograms) {
    const found = await files.findPicture(source, { file, line, row, column, product: name })
    if (found) images.push({ ...found, alt: alt ?? '' })
  }
  return images.length > 0 ? images : null
}

export function imageKey(image: ResolvedPicture): string {
  return 'hash' in image ? image.hash : image.url
}

/** The option values that all variants of a picture share, for its alternative text. */
function collectVariantValues(draft: DraftProduct): Map<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const { image, optionValues } of draft.variants) {
    if (!image) continue
    const key = pictureAddressKey(image.source)
    const earlier = values.get(key)
    values.set(key, earlier ? earlier.filter((value) => optionValues.includes(value)) : optionValues)
  }
  return values
}
