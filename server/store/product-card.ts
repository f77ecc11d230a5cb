import type { Availability, Product, ProductCard, ProductVariant } from '../../shared/catalog.ts'
import type { ProductSuggestion } from '../../shared/page-data.ts'

/** A card as it is stored; the category's name is joined when it is read, for categories are renamed on their own. */
export type StoredProductCard = Omit<ProductCard, 'categoryName'>

type PriceRange = Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>

const AVAILABILITIES_BEST_FIRST: readonly Availability[] = ['InStock', 'BackOrder', 'PreOrder', 'OutOfStock']

/**
 * What lists show of a product.
 * @param parts of a group; where it has no price of its own it costs what they do, from the lowest to the highest
 */
export function buildProductCard(product: Product, parts: readonly PriceRange[] = []): StoredProductCard {
  const priced = product.variants
    .filter((variant): variant is ProductVariant & { priceMinor: number } => variant.priceMinor !== null)
    .toSorted((a, b) => a.priceMinor - b.priceMinor)
  const ofParts = priced.length > 0 ? undefined : findPriceRange(parts)
  return {
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    sku: product.variants.length === 1 ? product.variants[0].sku : null,
    image: product.images[0] ?? null,
    currency: product.currency,
    priceFromMinor: priced[0]?.priceMinor ?? ofParts?.priceFromMinor ?? null,
    priceToMinor: priced.at(-1)?.priceMinor ?? ofParts?.priceToMinor ?? null,
    compareAtMinor: priced[0]?.compareAtMinor ?? null,
    availability: AVAILABILITIES_BEST_FIRST.find((availability) =>
      product.variants.some((variant) => variant.availability === availability),
    )!,
    variantCount: product.variants.length,
  }
}

function findPriceRange(ranges: readonly PriceRange[]): PriceRange | undefined {
  const lowest = ranges.flatMap(({ priceFromMinor }) => priceFromMinor ?? [])
  const highest = ranges.flatMap(({ priceToMinor }) => priceToMinor ?? [])
  return lowest.length > 0 ? { priceFromMinor: Math.min(...lowest), priceToMinor: Math.max(...highest) } : undefined
}

/** As much of a card as a suggestion shows. */
export function describeSuggestion({
  slug,
  name,
  image,
  currency,
  priceFromMinor,
  priceToMinor,
}: ProductCard): ProductSuggestion {
  return { slug, name, image, currency, priceFromMinor, priceToMinor }
}
