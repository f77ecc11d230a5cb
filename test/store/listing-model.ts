import type { Product } from '../../shared/catalog.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import type { Random } from '../support/random.ts'

const BRANDS = ['Tornio', 'Ursa', 'Ägir', 'Zeta']
const MATERIALS = ['Oak', 'Ash', 'Clay', 'Glass', 'Felt']
const SIZES = ['S', 'M', 'L']

export function buildRandomProduct(index: number, random: Random): Product {
  const sizes = SIZES.filter(() => random.next() < 0.5)
  return buildProduct({
    slug: `p-${index}`,
    name: `Piece ${Math.floor(random.next() * 50)}`,
    brand: random.next() < 0.8 ? random.pick(BRANDS) : null,
    categorySlug: random.pick(['table', 'bowls', 'plates', 'light']),
    featured: random.next() < 0.1,
    attributes: random.next() < 0.7 ? [{ name: 'Material', value: random.pick(MATERIALS) }] : [],
    options: sizes.length > 0 ? [{ name: 'Size', values: sizes }] : [],
    variants: [
      buildVariant({
        priceMinor: random.next() < 0.9 ? 100 * Math.floor(random.next() * 100) : null,
        availability: random.next() < 0.6 ? 'InStock' : 'OutOfStock',
      }),
    ],
  })
}

export function buildRandomQuery(random: Random): ListingQuery {
  const some = (items: readonly string[]) => items.filter(() => random.next() < 0.4)
  return {
    ...EMPTY_LISTING_QUERY,
    brands: random.next() < 0.5 ? some(BRANDS) : [],
    attributes: {
      ...(random.next() < 0.4 ? { material: [random.pick(MATERIALS), random.pick(MATERIALS)] } : {}),
      ...(random.next() < 0.3 ? { size: [random.pick(SIZES)] } : {}),
    },
    inStock: random.next() < 0.3,
    minPrice: random.next() < 0.3 ? Math.floor(random.next() * 60) : null,
    maxPrice: random.next() < 0.3 ? 60 + Math.floor(random.next() * 40) : null,
    sort: random.pick(['featured', 'newest', 'price-asc', 'price-desc', 'name'] as const),
    page: 1 + Math.floor(random.next() * 3),
  }
}

/** Whether a query finds a product, by looking at the product alone. */
export function matches({ brand, attributes, options, variants }: Product, query: ListingQuery): boolean {
  const { priceMinor, availability } = variants[0]
  const valuesOf = (key: string) =>
    key === 'material' ? attributes.map(({ value }) => value) : options.flatMap(({ values }) => values)
  return (
    (query.brands.length === 0 || (brand !== null && query.brands.includes(brand))) &&
    Object.entries(query.attributes).every(([key, values]) => values.some((value) => valuesOf(key).includes(value))) &&
    (!query.inStock || availability === 'InStock') &&
    (query.minPrice === null || (priceMinor !== null && priceMinor >= query.minPrice * 100)) &&
    (query.maxPrice === null || (priceMinor !== null && priceMinor <= query.maxPrice * 100))
  )
}

function priceOf({ variants }: Product): number | null {
  return variants[0].priceMinor
}

function byPrice(direction: number): (one: Product, other: Product) => number {
  return (one, other) => {
    const [left, right] = [priceOf(one), priceOf(other)]
    return Number(left === null) - Number(right === null) || direction * ((left ?? 0) - (right ?? 0))
  }
}

/** In the order of a query. */
export function sort(products: readonly Product[], { sort: order }: ListingQuery): readonly Product[] {
  switch (order) {
    case 'newest':
      return products.toReversed()
    case 'price-asc':
      return products.toSorted(byPrice(1))
    case 'price-desc':
      return products.toSorted(byPrice(-1))
    case 'name':
      return products.toSorted((one, other) =>
        one.name.toLowerCase() < other.name.toLowerCase()
          ? -1
          : Number(one.name.toLowerCase() > other.name.toLowerCase()),
      )
    default:
      return products.toSorted((one, other) => Number(other.featured) - Number(one.featured))
  }
}
