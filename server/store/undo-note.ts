import type { Category, Product, Site } from '../../shared/catalog.ts'
import type { CatalogWriter, ImageFile, StoredPicture } from './catalog-store.ts'

export type UndoKind =
  'product' | 'product-rename' | 'category' | 'category-rename' | 'site' | 'demo' | 'image' | 'picture'

/** What stood somewhere before a change. */
interface UndoNote {
  readonly kind: UndoKind
  readonly key: string
  readonly document: string
}

/**
 * Puts back what stood there.
 * @param readBytes of a picture: a journal may keep them apart
 */
export async function putBack(
  writer: CatalogWriter,
  { kind, key, document }: UndoNote,
  readBytes: () => Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  switch (kind) {
    case 'product':
      return writer.putProduct(JSON.parse(document) as Product)
    case 'product-rename':
      return writer.renameProduct(key, document)
    case 'category':
      return writer.putCategory(JSON.parse(document) as Category)
    case 'category-rename':
      return writer.renameCategory(key, document)
    case 'site':
      return writer.putSite(JSON.parse(document) as Site)
    case 'demo':
      return writer.markDemo(document === '1')
    case 'image':
      return writer.putImage(key, {
        ...(JSON.parse(document) as Pick<ImageFile, 'format' | 'firstLook'>),
        bytes: await readBytes(),
      })
    case 'picture':
      return writer.putPictureSource(key, JSON.parse(document) as StoredPicture)
  }
}
