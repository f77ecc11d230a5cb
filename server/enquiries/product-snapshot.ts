import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { ProductSnapshot } from './enquiry-store.ts'

export const EMPTY_SNAPSHOT: ProductSnapshot = { productName: null, variantName: null, sku: null }

/**
 * Captures the product and variant of an enquiry, because the catalogue may change later.
 * @throws HttpError 503 if the catalogue is unavailable
 */
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
