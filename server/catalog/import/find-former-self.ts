import type { Product } from '../../../shared/catalog.ts'
import type { CatalogWriter } from '../catalog-store.ts'
import type { DraftProduct } from './draft-product.ts'

/**
 * The stored product that a draft with a new slug was before: the one with its id in the source, or under a former slug
 * that the file names, or else with exactly its article numbers.
 * @param isTaken whether a slug belongs to another product of the file
 */
export async function findFormerSelf(
  draft: DraftProduct,
  writer: CatalogWriter,
  isTaken: (slug: string) => boolean,
): Promise<Product | undefined> {
  const { sourceId, formerSlugs = [] } = draft
  const find = async (slug: string | undefined) => (slug === undefined || isTaken(slug) ? undefined : writer.findProduct(slug))
  if (sourceId) {
    const [known] = await writer.listProductsByIdentifier('source', sourceId)
    if (known) return find(known.slug)
  }
  for (const slug of formerSlugs) {
    const known = await find(slug)
    if (known && !isAnother(known, draft)) return known
  }
  const skus = listSkus(draft)
  if (!skus) return undefined
  const [bySku, ...others] = await writer.listProductsByIdentifier('sku', skus[0]!)
  // An article number that several products share says nothing about any of them.
  const known = others.length === 0 ? await find(bySku?.slug) : undefined
  return known && !isAnother(known, draft) && listSkus(known)?.join('\n') === skus.join('\n') ? known : undefined
}

function isAnother(known: Product, { sourceId }: DraftProduct): boolean {
  return known.sourceId !== null && sourceId != null && known.sourceId !== sourceId
}

/** In order; undefined where a variant has none. */
function listSkus({ variants }: { readonly variants: readonly { readonly sku?: string | null | undefined }[] }): readonly string[] | undefined {
  const skus = variants.flatMap(({ sku }) => sku ?? [])
  return skus.length === variants.length ? skus.sort() : undefined
}
