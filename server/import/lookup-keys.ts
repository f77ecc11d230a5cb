import { documentSourceKey, isDocumentFile } from '../catalog/rules/document-files.ts'
import type { LookupKeys } from '../catalog/store/catalog-reader.ts'
import { completeAddress } from './cells.ts'
import type { DraftProduct, DraftResult } from './draft-product.ts'
import { listIdentifiers } from './find-renamed-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import { listTextPictures } from './resolve-text-pictures.ts'

const BATCH_DRAFTS = 200
/** Most variants in a batch, because a draft may have thousands. */
const BATCH_VARIANTS = 2_000

/** Groups drafts, so that their lookups need few queries. */
export async function* batchDrafts(drafts: AsyncIterable<DraftResult>): AsyncGenerator<readonly DraftResult[]> {
  let [batch, variants]: [DraftResult[], number] = [[], 0]
  for await (const result of drafts) {
    batch.push(result)
    variants += result.draft?.onlyTranslates ? 1 : (result.draft?.variants.length ?? 0)
    if (batch.length < BATCH_DRAFTS && variants < BATCH_VARIANTS) continue
    yield batch
    ;[batch, variants] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

export function listLookupKeys({ slug, draft }: DraftResult): LookupKeys {
  return draft && !draft.onlyTranslates
    ? {
        slug,
        formerSlugs: draft.formerSlugs,
        identifiers: listIdentifiers(draft),
        sources: [...listSources(draft).map(pictureAddressKey), ...listDocumentSources(draft).map(documentSourceKey)],
      }
    : { slug }
}

/** Lists the addresses and file names of a product's pictures. */
function listSources(draft: DraftProduct): readonly string[] {
  const images = [...(draft.images ?? []), ...(draft.pictograms ?? []), ...draft.variants.map(({ image }) => image)]
  return [...images.flatMap((image) => image?.source ?? []), ...listTextPictures(draft)]
}

/** Lists the sources of documents that can be stored. */
function listDocumentSources({ documents = [] }: DraftProduct): readonly string[] {
  return documents.map(({ url }) => completeAddress(url)).filter(isDocumentFile)
}
