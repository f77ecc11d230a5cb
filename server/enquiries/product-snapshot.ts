import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { ProductSnapshot } from './enquiry-store.ts'

export const EMPTY_SNAPSHOT: ProductSnapshot = { productName: null, variantName: null, sku: null }

/** Describes what an enquiry is about. It is stored with the enquiry, because the catalogue may change before the owner reads it. */
export async function captureProductSnapshot(
  store: Pick<CatalogStore, 'findProduct'>,
  { product: slug, variant: key }: Enquiry,
): Promise<ProductSnapshot> {
  const product = slug === null ? undefined : await store.findProduct(slug)
  const onlyVariant = product?.variants.length === 1 ? product.variants[0] : undefined
  const variant = product?.variants.find((candidate) => candidate.key === key) ?? onlyVariant
  return {
    productName: product?.name ?? null,
    variantName: variant?.optionValues.join(' / ') || null,
    sku: variant?.sku ?? null,
  }
}
