import type { Availability, Product, ProductCard, ProductVariant } from '../../shared/catalog.ts'

/** A card as it is stored; the category's name is joined when it is read, for categories are renamed on their own. */
export type StoredProductCard = Omit<ProductCard, 'categoryName'>

const AVAILABILITIES_BEST_FIRST: readonly Availability[] = ['InStock', 'BackOrder', 'PreOrder', 'OutOfStock']

/** What lists show of a product. */
export function buildProductCard(product: Product): StoredProductCard {
  const priced = product.variants
    .filter((variant): variant is ProductVariant & { priceMinor: number } => variant.priceMinor !== null)
    .toSorted((a, b) => a.priceMinor - b.priceMinor)
  return {
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    sku: product.variants.length === 1 ? product.variants[0].sku : null,
    image: product.images[0] ?? null,
    currency: product.currency,
    priceFromMinor: priced[0]?.priceMinor ?? null,
    priceToMinor: priced.at(-1)?.priceMinor ?? null,
    compareAtMinor: priced[0]?.compareAtMinor ?? null,
    availability: AVAILABILITIES_BEST_FIRST.find((availability) =>
      product.variants.some((variant) => variant.availability === availability),
    )!,
    variantCount: product.variants.length,
  }
}
