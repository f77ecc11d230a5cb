import type { EnquiryItem } from '../../../shared/enquiry-fields.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { chooseFirstPicture } from '../../../shared/shown-product.ts'
import { findItems, nameVariant } from '../../enquiries/product-snapshot.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import { createAttributeTexts, createOptionWriter } from '../../catalog/rules/shown-attributes.ts'
import { describeQuantityTerms } from '../../catalog/rules/order-texts.ts'
import { buildCardImage } from './cards.ts'
import type { SiteLanguage } from '../../platform/language.ts'

/** Items that the catalogue lacks stay in the list. */
export async function loadListedItems(
  store: Pick<CatalogPages, 'findProducts' | 'summariseAttributes'>,
  items: readonly EnquiryItem[],
  language: SiteLanguage,
): Promise<readonly ListedItem[]> {
  const [found, { decimals }] = await Promise.all([findItems(store, items), store.summariseAttributes()])
  const texts = createAttributeTexts(decimals, language)
  return found.map(({ item, product, variant, state }) => {
    const optionValues = variant?.optionValues.map(createOptionWriter(product?.options ?? [], texts))
    const lang = product?.fallback?.langs.name
    const quantityTerms = describeQuantityTerms(variant, language)
    return {
      ...item,
      name: product?.name ?? item.product,
      variantName: nameVariant(optionValues && { optionValues }) ?? (variant ? null : item.variant),
      sku: variant?.sku ?? null,
      image: product ? buildCardImage(chooseFirstPicture(product, item.variant ?? '')) : null,
      state,
      ...(quantityTerms && { quantityTerms }),
      ...(lang && { lang }),
    }
  })
}
