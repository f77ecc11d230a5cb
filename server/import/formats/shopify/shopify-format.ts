import type { ProductFormat } from '../../product-format.ts'
import { stageSlugRows } from '../slug-rows.ts'
import { isShopifyHeader, ShopifySheet } from './shopify-columns.ts'
import { buildShopifyDraft } from './shopify-product.ts'

export const SHOPIFY_FORMAT: ProductFormat = {
  id: 'shopify',
  name: 'Shopify product export',
  expectedColumns: '"URL handle", or "Handle" and "Variant Price"',
  recognises: isShopifyHeader,

  async scan(file, notes) {
    const sheet = new ShopifySheet(file, notes)
    return stageSlugRows(sheet, {
      slugField: 'handle',
      nameField: 'title',
      priceField: 'price',
      // Shopify's handles are in lower case, but some tools capitalise them.
      foldSlug: (handle) => handle.normalize('NFC').toLowerCase(),
      slugRule: 'letters, digits, dashes and underscores, at most 200 characters',
      build: (group, currency) => buildShopifyDraft(sheet, group, currency),
    })
  },
}
