import { documentSourceKey, isDocumentFile } from '../catalog/rules/document-files.ts'
import type { LookupKeys } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { completeAddress } from './cells.ts'
import type { DraftProduct, DraftResult } from './draft-product.ts'
import { listIdentifiers } from './find-stored-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import { listTextPictures } from './resolve-text-pictures.ts'

const BATCH_ITEMS = 200

/** Yields the items after their lookups were read together, which needs few queries. */
export async function* prepareLookups<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  stored: Pick<CatalogWriter, 'prepareLookups'>,
  listKeys: (item: Item) => LookupKeys,
): AsyncGenerator<Item> {
  let batch: Item[] = []
  for await (const item of items) {
    if (batch.push(item) < BATCH_ITEMS) continue
    await stored.prepareLookups(batch.map(listKeys))
    yield* batch
    batch = []
  }
  await stored.prepareLookups(batch.map(listKeys))
  yield* batch
}

/** Lists the slugs, identifiers and sources of files that are looked up when a draft is written. */
export function listDraftKeys({ slug, draft }: DraftResult): LookupKeys {
  if (!draft || draft.onlyTranslates) return { slug }
  return {
    slug,
    formerSlugs: draft.formerSlugs,
    identifiers: listIdentifiers(draft),
    sources: [...listPictures(draft).map(pictureAddressKey), ...listDocuments(draft).map(documentSourceKey)],
  }
}

/** Lists the addresses and file names of a product's pictures. */
function listPictures(draft: DraftProduct): readonly string[] {
  const images = [...(draft.images ?? []), ...(draft.pictograms ?? []), ...draft.variants.map(({ image }) => image)]
  return [...images.flatMap((image) => image?.source ?? []), ...listTextPictures(draft)]
}

/** Lists the sources of documents that can be stored. */
function listDocuments({ documents = [] }: DraftProduct): readonly string[] {
  return documents.map(({ url }) => completeAddress(url)).filter(isDocumentFile)
}
