import type { CatalogImage, Product } from '../../shared/catalog.ts'
import type { DraftImage, DraftProduct } from './draft-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import type { ResolvedPicture, PictureImporter } from './pictures/picture-importer.ts'

export interface MergedImages {
  readonly images: readonly CatalogImage[]
  /** For each variant of the draft: position of its picture; undefined where the file has no column for it. */
  readonly variantIndexes: readonly (number | null | undefined)[]
}

/** Finds the pictures of a draft and gives each its text; a picture that is named twice stands there once. */
export async function mergeImages(
  draft: DraftProduct,
  stored: Product | undefined,
  pictures: PictureImporter,
  file: string,
): Promise<MergedImages> {
  // Without a column for the gallery the stored one stays, and pictures of variants join it.
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

  // What is to be said of a picture is said once, however many variants show it.
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

/** The option values that all variants with a picture share: those are what it shows. */
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
