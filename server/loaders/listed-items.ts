import { describeUnloaded } from '../../shared/enquiry-items.ts'
import type { EnquiryItem } from '../../shared/enquiry-fields.ts'
import type { ListedItem } from '../../shared/page-data.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import { findItems, nameVariant } from '../enquiries/product-snapshot.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { describeQuantityTerms } from '../catalog/order-texts.ts'
import { buildCardImage } from './cards.ts'

/** Loads what the contact page shows of a list's items. Items that are no longer in the catalogue stay in the list. */
export async function loadListedItems(
  store: Pick<CatalogStore, 'findProducts'>,
  items: readonly EnquiryItem[],
  locale: string,
): Promise<readonly ListedItem[]> {
  const found = await findItems(store, items)
  return found.map(({ item, product, variant, state }) => {
    const quantityTerms = describeQuantityTerms(variant, locale)
    return {
      ...item,
      name: product?.name ?? item.product,
      variantName: nameVariant(variant) ?? (variant ? null : item.variant),
      sku: variant?.sku ?? null,
      image: product ? buildCardImage(chooseFirstPicture(product, item.variant ?? '')) : null,
      state,
      ...(quantityTerms && { quantityTerms }),
    }
  })
}

/** Lists items without the catalogue, if it is unavailable. */
export function listUnloadedItems(items: readonly EnquiryItem[]): readonly ListedItem[] {
  return items.map(describeUnloaded)
}
