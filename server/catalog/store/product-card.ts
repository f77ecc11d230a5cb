import type { Availability, PriceDisplay, Product, ProductTranslation, Translations } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import { sortByPrice } from '../rules/price-display.ts'
import { getOwn } from '../../../shared/get-own.ts'

/** A stored card. Reading adds the category's name, so that renaming a category updates no cards. */
export interface StoredProductCard extends Omit<ProductCard, 'categoryName' | 'lang' | 'hidesPrice'> {
  readonly priceDisplay?: PriceDisplay
  readonly translations?: Translations<CardTranslation>
}

type CardTranslation = Pick<ProductTranslation, 'slug' | 'name' | 'taxNote' | 'terms'>

export type PriceRange = Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>

const AVAILABILITIES_BEST_FIRST: readonly Availability[] = ['InStock', 'BackOrder', 'PreOrder', 'OutOfStock']

/**
 * Builds a product's card.
 * @param prices by slug, those of a group's products, whose range the card shows if the group has no own price
 */
export function buildProductCard(
  product: Product,
  prices: ReadonlyMap<string, PriceRange> = new Map(),
): StoredProductCard {
  const priced = sortByPrice(product.variants)
  const [image = null, secondImage] = product.images
  const parts = product.includes.flatMap((slug) => prices.get(slug) ?? [])
  const partPrices = priced.length > 0 ? undefined : findPriceRange(parts)
  return {
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    sku: product.variants.length === 1 ? product.variants[0].sku : null,
    image,
    currency: product.currency,
    priceFromMinor: priced[0]?.priceMinor ?? partPrices?.priceFromMinor ?? null,
    priceToMinor: priced.at(-1)?.priceMinor ?? partPrices?.priceToMinor ?? null,
    compareAtMinor: priced[0]?.compareAtMinor ?? null,
    availability: AVAILABILITIES_BEST_FIRST.find((availability) =>
      product.variants.some((variant) => variant.availability === availability),
    )!,
    variantCount: product.variants.length,
    ...(product.discontinued && { isDiscontinued: true as const }),
    ...(priced[0]?.unitPricing && { unitPricing: priced[0].unitPricing }),
    ...(product.priceDisplay && { priceDisplay: product.priceDisplay }),
    ...(product.taxNote !== undefined && { taxNote: product.taxNote }),
    // These properties must stay last, because the migration of older cards appends them.
    ...(secondImage && { secondImage }),
    ...(product.options.length > 0 && { options: product.options }),
    ...(product.translations && { translations: translateCard(product.translations, product.options) }),
  }
}

function translateCard(translations: NonNullable<Product['translations']>, options: Product['options']) {
  const pickTexts = ({ slug, name, taxNote, terms = {} }: ProductTranslation): CardTranslation => {
    const shown = options.flatMap((option) => {
      const term = getOwn(terms, option.name)
      return term ? [[option.name, term] as const] : []
    })
    return {
      slug,
      name,
      ...(taxNote !== undefined && { taxNote }),
      ...(shown.length > 0 && { terms: Object.fromEntries(shown) }),
    }
  }
  return Object.fromEntries(Object.entries(translations).map(([key, texts]) => [key, pickTexts(texts)]))
}

function findPriceRange(ranges: readonly PriceRange[]): PriceRange | undefined {
  const lowest = ranges.flatMap(({ priceFromMinor }) => priceFromMinor ?? [])
  const highest = ranges.flatMap(({ priceToMinor }) => priceToMinor ?? [])
  if (lowest.length === 0) return undefined
  // For some of the products, only the lowest price is shown.
  const priceToMinor = highest.length < lowest.length ? null : Math.max(...highest)
  return { priceFromMinor: Math.min(...lowest), priceToMinor }
}
