import type { Product, ProductVariant } from '../../shared/catalog.ts'
import type { EnquiryItem } from '../../shared/enquiry-fields.ts'
import { pickOrderTerms } from '../catalog/rules/order-texts.ts'
import type { ListedItem } from '../../shared/page-data.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { StoredItem } from './stored-enquiry.ts'

interface FoundItem {
  /** The item, with the current slug of a renamed product. */
  readonly item: EnquiryItem
  readonly product: Product | undefined
  readonly variant: ProductVariant | undefined
  readonly state: ListedItem['state']
}

/** @throws HttpError 503 if the catalogue is unavailable */
export async function findItems(
  store: Pick<CatalogPages, 'findProducts'>,
  items: readonly EnquiryItem[],
): Promise<readonly FoundItem[]> {
  const found = await store.findProducts(items.map(({ product }) => product))
  return items.map((item) => {
    const product = found.get(item.product)?.product
    if (!product) return { item, product, variant: undefined, state: 'vanished' }
    const variant = findVariant(product, item.variant)
    return {
      item: { ...item, product: product.slug },
      product,
      variant,
      state: variant || item.variant === null ? 'known' : 'variant-vanished',
    }
  })
}

/** @param key null if the visitor chose none, which is enough if there is a single variant */
function findVariant({ variants }: Product, key: string | null): ProductVariant | undefined {
  if (key !== null) return variants.find((candidate) => candidate.key === key)
  return variants.length === 1 ? variants[0] : undefined
}

export function nameVariant(variant: Pick<ProductVariant, 'optionValues'> | undefined): string | null {
  return variant?.optionValues.join(' / ') || null
}

/** Records names and article numbers, because the catalogue may change. @throws HttpError 503 if it is unavailable */
export async function captureSnapshots(
  store: Pick<CatalogPages, 'findProducts'>,
  items: readonly EnquiryItem[],
): Promise<readonly StoredItem[]> {
  const found = await findItems(store, items)
  return found.map(({ item, product, variant }) => {
    const orderTerms = pickOrderTerms(variant ?? {})
    return {
      ...item,
      productName: product?.name ?? null,
      variantName: nameVariant(variant),
      sku: variant?.sku ?? null,
      ...(Object.keys(orderTerms).length > 0 && { orderTerms }),
    }
  })
}
