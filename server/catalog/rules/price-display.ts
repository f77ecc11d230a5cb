import type { PriceDisplay, Product, ProductVariant } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import type { Site } from '../../../shared/site.ts'
import type { CategoryTree } from './category-tree.ts'

/** The settings that decide with a product how its prices are shown. */
export interface PriceRules {
  readonly site: Pick<Site, 'prices'>
  readonly tree: Pick<CategoryTree, 'bySlug'>
}

/**
 * Finds how a product's prices are shown. The product's own setting precedes that of its main category, the categories above, and
 * the site.
 */
export function findPriceDisplay(
  own: PriceDisplay | undefined,
  categorySlug: string | null,
  { site, tree }: PriceRules,
): PriceDisplay {
  const ofCategory = categorySlug === null ? undefined : tree.bySlug.get(categorySlug)?.settings.prices
  return own ?? ofCategory ?? site.prices ?? 'shown'
}

/** Removes the amounts that visitors must not see. All products that pages read pass through this function. */
export function limitProductPrices(product: Product, rules: PriceRules): Product {
  const priceDisplay = findPriceDisplay(product.priceDisplay, product.categorySlug, rules)
  if (priceDisplay === 'shown') return product
  const lowest = priceDisplay === 'from' ? sortByPrice(product.variants)[0] : undefined
  const [first, ...others] = product.variants
  return {
    ...product,
    priceDisplay,
    ...(lowest && {
      priceFrom: {
        priceMinor: lowest.priceMinor,
        ...(lowest.unitPricing && { unitPricing: lowest.unitPricing }),
      },
    }),
    variants: [removeAmounts(first), ...others.map(removeAmounts)],
  }
}

function removeAmounts(variant: ProductVariant): ProductVariant {
  return { ...variant, priceMinor: null, compareAtMinor: null }
}

type PricedVariant = ProductVariant & { readonly priceMinor: number }

/** Lists the variants with a price, the cheapest first. */
export function sortByPrice(variants: readonly ProductVariant[]): readonly PricedVariant[] {
  return variants
    .filter((variant): variant is PricedVariant => variant.priceMinor !== null)
    .toSorted((one, other) => one.priceMinor - other.priceMinor)
}

type CardPrices = Partial<Pick<ProductCard, 'hidesPrice'>> &
  Pick<ProductCard, 'priceFromMinor' | 'priceToMinor' | 'compareAtMinor'>

/** Removes the amounts of a card, like `limitProductPrices`. */
export function limitCardPrices<Card extends CardPrices & { readonly priceDisplay?: PriceDisplay }>(
  card: Card,
  categorySlug: string | null,
  rules: PriceRules,
): Card {
  const priceDisplay = findPriceDisplay(card.priceDisplay, categorySlug, rules)
  if (priceDisplay === 'shown') return card
  return {
    ...card,
    ...(priceDisplay !== 'from' && { priceFromMinor: null }),
    priceToMinor: null,
    compareAtMinor: null,
    ...(priceDisplay === 'hidden' && { hidesPrice: true }),
  }
}
