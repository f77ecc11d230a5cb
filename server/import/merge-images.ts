import type { CatalogImage, Product } from '../../shared/catalog.ts'
import type { DraftImage, DraftProduct } from './draft-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import type { ResolvedPicture, PictureImporter } from './pictures/picture-importer.ts'

export interface MergedImages {
  readonly images: readonly CatalogImage[]
  /** Gallery index of each variant's picture; undefined if the file has no column for it. */
  readonly variantIndexes: readonly (number | null | undefined)[]
}

/** Resolves a draft's pictures, removes duplicates and sets their alternative texts. */
export async function mergeImages(
  draft: DraftProduct,
  stored: Product | undefined,
  pictures: PictureImporter,
  file: string,
): Promise<MergedImages> {
  // Without a gallery column the stored gallery is kept and pictures of variants are added to it.
  const images: CatalogImage[] = draft.images === undefined ? [...(stored?.images ?? [])] : []
  const storedByKey = new Map((stored?.images ?? []).map((image) => [imageKey(image), image]))
  const indexes = new Map(images.map((image, index) => [imageKey(image), index]))
  const valuesBySource = collectVariantValues(draft)

  const add = async (image: DraftImage): Promise<number | null> => {
    const found = await pictures.find(image.source, {
      file,
      line: image.line,
      row: image.row,
      column: image.column,
      product: draft.name,
    })
    if (!found) return null
    const known = indexes.get(imageKey(found))
    if (known !== undefined) return known
    const before = image.alt === undefined ? storedByKey.get(imageKey(found))?.alt : undefined
    const alt = image.alt || before || describeImage(draft.name, valuesBySource.get(pictureAddressKey(image.source)))
    indexes.set(imageKey(found), images.length)
    return images.push({ ...found, alt }) - 1
  }

  // Each source is resolved once, so that a problem with it is reported once.
  const indexBySource = new Map<string, number | null>()
  const place = async (image: DraftImage): Promise<number | null> => {
    const placed = indexBySource.get(image.source)
    if (placed !== undefined) return placed
    const index = await add(image)
    indexBySource.set(image.source, index)
    return index
  }

  for (const image of draft.images ?? []) await place(image)
  const variantIndexes: (number | null | undefined)[] = []
  for (const { image } of draft.variants) variantIndexes.push(image ? await place(image) : image)
  return { images, variantIndexes }
}

function imageKey(image: ResolvedPicture): string {
  return 'hash' in image ? image.hash : image.url
}

/**
 * For each variant picture, the option values that all variants with this picture share; they become part of its
 * alternative text.
 */
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

function describeImage(name: string, optionValues: readonly string[] = []): string {
  return [name, ...optionValues].join(', ')
}
