import type { Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { currencyFractionDigits } from '../catalog/rules/money.ts'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { ImportError } from './import-error.ts'

/**
 * Keeps the amounts of all prices in a new currency if nobody had set the old one, and both have the same decimals.
 * @param before the settings before the change
 * @returns the number of changed products
 */
export async function replaceAssumedCurrency(writer: CatalogWriter, before: Site, currency: string): Promise<number> {
  const hasSameDecimals = currencyFractionDigits(currency) === currencyFractionDigits(before.currency)
  if (currency === before.currency || isSetByOwner(before, 'currency') || !hasSameDecimals) return 0
  const slugs: string[] = []
  for await (const product of writer.scanProducts()) if (product.currency !== currency) slugs.push(product.slug)
  for (const slug of slugs) {
    const product = await writer.findProduct(slug)
    if (product) await writer.putProduct({ ...product, currency })
  }
  return slugs.length
}

/**
 * Rejects a change of the currency if prices do not fit.
 * @param file path of `site.json` for errors
 * @throws ImportError if a product still has prices in another currency than the new one
 */
export async function rejectStalePrices(writer: CatalogWriter, currency: string, file: string): Promise<void> {
  for await (const product of writer.scanProducts()) {
    if (!hasPricesInOtherCurrency(product, currency)) continue
    const reason = `products such as "${product.slug}" have prices in ${product.currency}, but the new currency is ${currency}; import all prices again with --currency ${currency}`
    throw new ImportError({ file, column: 'currency' }, reason)
  }
}

/** @param currency ISO 4217 */
export function hasPricesInOtherCurrency(product: Product, currency: string): boolean {
  return (
    product.currency !== currency &&
    product.variants.some(({ priceMinor, compareAtMinor }) => priceMinor !== null || compareAtMinor !== null)
  )
}
