import type { ProductFormat } from '../product-format.ts'
import { GOOGLE_MERCHANT_FORMAT } from './google-merchant/merchant-format.ts'
import { SHOPIFY_FORMAT } from './shopify/shopify-format.ts'
import { VITRINE_FORMAT } from './vitrine/vitrine-format.ts'
import { WOOCOMMERCE_FORMAT } from './woocommerce/woocommerce-format.ts'

/** All supported formats; the first one that recognises a header is used. */
export const PRODUCT_FORMATS: readonly ProductFormat[] = [
  VITRINE_FORMAT,
  SHOPIFY_FORMAT,
  WOOCOMMERCE_FORMAT,
  GOOGLE_MERCHANT_FORMAT,
]
