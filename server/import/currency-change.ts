import type { Product, ProductVariant } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { currencyFractionDigits, formatDecimal } from '../catalog/rules/money.ts'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { ImportError } from './import-error.ts'
import { mapVariants } from './draft-product.ts'

/**
 * Returns whether prices keep their amounts in a new currency: if the owner asked for it, or nobody had set the old
 * one.
 * @param before the settings before the change
 */
export function mayKeepAmounts(before: Site, currency: string, isAsked = false): boolean {
  return isAsked || (currency !== before.currency && !isSetByOwner(before, 'currency'))
}

/**
 * Changes the currency of all products without converting amounts.
 * @param file path of `site.json` for errors
 * @returns the number of changed products that have prices
 * @throws ImportError if an amount has more decimals than the new currency
 */
export async function keepAmounts(writer: CatalogWriter, currency: string, file: string): Promise<number> {
  const slugs: string[] = []
  let pricedCount = 0
  for await (const product of writer.scanProducts()) {
    if (product.currency !== currency) slugs.push(product.slug)
    if (hasPricesInOtherCurrency(product, currency)) pricedCount += 1
  }
  for (const slug of slugs) {
    const product = await writer.findProduct(slug)
    if (!product) continue
    const factor = 10 ** (currencyFractionDigits(currency) - currencyFractionDigits(product.currency))
    const convert = (minor: number | null): number | null => {
      if (minor === null || Number.isInteger(minor * factor)) return minor && minor * factor
      const amount = `${formatDecimal(minor, product.currency)} ${product.currency}`
      throw new ImportError(
        { file, column: 'currency', product: slug },
        `the amount of ${amount} cannot be kept, because ${currency} has fewer decimals; import the prices in ${currency}`,
      )
    }
    const change = (variant: ProductVariant): ProductVariant => ({
      ...variant,
      priceMinor: convert(variant.priceMinor),
      compareAtMinor: convert(variant.compareAtMinor),
    })
    await writer.putProduct({ ...product, currency, variants: mapVariants(product.variants, change) })
  }
  return pricedCount
}

/**
 * Rejects a change of the currency if prices do not fit.
 * @param file path of `site.json` for errors
 * @throws ImportError if a product still has prices in another currency than the new one
 */
export async function rejectStalePrices(writer: CatalogWriter, currency: string, file: string): Promise<void> {
  let count = 0
  let first: Product | undefined
  for await (const product of writer.scanProducts()) {
    if (!hasPricesInOtherCurrency(product, currency)) continue
    count += 1
    first ??= product
  }
  if (!first) return
  const subject =
    count === 1
      ? `"${first.slug}" has prices in ${first.currency}`
      : `${count} products have prices in ${first.currency}, such as "${first.slug}"`
  const ways = `Import prices in ${currency} with the same folder, or add --keep-amounts to turn 10 ${first.currency} into 10 ${currency}`
  throw new ImportError({ file, column: 'currency' }, `${subject}, but the new currency is ${currency}. ${ways}`)
}

/** @param currency ISO 4217 */
export function hasPricesInOtherCurrency(product: Product, currency: string): boolean {
  return (
    product.currency !== currency &&
    product.variants.some(({ priceMinor, compareAtMinor }) => priceMinor !== null || compareAtMinor !== null)
  )
}
