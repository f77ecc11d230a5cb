import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { ListingFilter } from '../../server/catalog/search/listing-filters.ts'
import type { Product } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { Random } from '../support/random.ts'
import { fillCatalog } from './opened-store.ts'

const categories = [
  buildCategory({ slug: 'table', name: 'Table ware' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'plates', name: 'Plates', parentSlug: 'table' }),
  buildCategory({ slug: 'light', name: 'Light' }),
]

const BRANDS = ['Tornio', 'Ursa', 'Ägir', 'Zeta']
const MATERIALS = ['Ash', 'Clay', 'Felt', 'Glass', 'Oak'] as const
const SIZES = ['S', 'M', 'L']
const CATEGORIES = ['bowls', 'plates', 'table', 'light']
const SORTS =
  'featured newest price-asc price-desc name -name brand -brand category -category in-stock -in-stock attr-material -attr-material attr-unknown'.split(
    ' ',
  ) as ListingQuery['sort'][]

function buildRandomProduct(index: number, random: Random): Product {
  const sizes = SIZES.filter(() => random.next() < 0.5)
  return buildProduct({
    slug: `p-${index}`,
    name: `Piece ${Math.floor(random.next() * 50)}`,
    brand: random.next() < 0.8 ? random.pick(BRANDS) : null,
    categorySlug: random.next() < 0.9 ? random.pick(CATEGORIES) : null,
    otherCategorySlugs: random.next() < 0.2 ? [random.pick(CATEGORIES)] : [],
    featured: random.next() < 0.1,
    attributes: listMaterials(index, random).map((value) => ({ name: 'Material', value })),
    options: sizes.length > 0 ? [{ name: 'Size', values: sizes }] : [],
    variants: [
      buildVariant({
        priceMinor: random.next() < 0.9 ? 100 * Math.floor(random.next() * 100) : null,
        availability: random.next() < 0.6 ? 'InStock' : 'OutOfStock',
      }),
    ],
  })
}

/** Each of the first products has one material, so that every material occurs. */
function listMaterials(index: number, random: Random): readonly string[] {
  const first = MATERIALS[index]
  if (first !== undefined) return [first]
  return MATERIALS.filter(() => random.next() < 0.25)
}

function buildRandomQuery(random: Random): ListingQuery {
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
    sort: random.pick(SORTS),
    page: 1 + Math.floor(random.next() * 3),
  }
}

/** Returns whether a product matches a query. */
function matches({ brand, attributes, options, variants }: Product, query: ListingQuery): boolean {
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

const sortedBrands = BRANDS.toSorted(new Intl.Collator('en').compare)

/** The ranks of a product in a sort order. Products without a rank come last. */
const RANKS: Readonly<Record<string, (product: Product) => readonly number[]>> = {
  brand: ({ brand }) => (brand === null ? [] : [sortedBrands.indexOf(brand)]),
  category: ({ categorySlug }) => (categorySlug === null ? [] : [CATEGORIES.indexOf(categorySlug)]),
  'in-stock': ({ variants }) => [Number(variants[0].availability !== 'InStock')],
  'attr-material': ({ attributes }) => attributes.map(({ value }) => (MATERIALS as readonly string[]).indexOf(value)),
  price: ({ variants: [{ priceMinor }] }) => (priceMinor === null ? [] : [priceMinor]),
}

function sort(products: readonly Product[], { sort: order }: ListingQuery): readonly Product[] {
  if (order === 'newest') return products.toReversed()
  const sign = /^-|-desc$/.test(order) ? -1 : 1
  if (order.endsWith('name')) {
    const byName = products.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    return sign === 1 ? byName : byName.toReversed()
  }
  const listRanks = RANKS[order.replace(/^-|-(?:asc|desc)$/g, '')] ?? (() => [0])
  const rankOf = (product: Product) => Math.min(...listRanks(product).map((rank) => sign * rank))
  return products.toSorted((one, other) => {
    const [left, right] = [rankOf(one), rankOf(other)]
    if (left !== right) return left - right
    // Of equal products, featured ones come first, except in the order of prices.
    return order.startsWith('price') ? 0 : Number(other.featured) - Number(one.featured)
  })
}

/** For each kind of filter, a query that at most one of two products matches. */
const NARROW_QUERIES: Readonly<Record<ListingFilter['kind'], Partial<ListingQuery>>> = {
  search: { search: 'Piece' },
  category: { categories: ['bowls'] },
  brand: { brands: ['Ursa'] },
  tag: { tags: ['Gift'] },
  family: { family: 'one' },
  attribute: { attributes: { material: ['Oak'] } },
  from: { ranges: { length: { from: { value: 5, unit: '' }, to: null } } },
  to: { ranges: { length: { from: null, to: { value: 5, unit: '' } } } },
  inStock: { inStock: true },
  minPrice: { minPrice: 500 },
  maxPrice: { maxPrice: 1 },
}

test('each kind of filter narrows the list', async () => {
  const slugs = ['one', 'two']
  const store = await fillCatalog({
    products: slugs.map((slug) => buildProduct({ slug, variants: [buildVariant({ availability: 'OutOfStock' })] })),
  })
  expect((await store.listProducts(EMPTY_LISTING_QUERY)).total).toBe(slugs.length)
  for (const [kind, filter] of Object.entries(NARROW_QUERIES)) {
    const { total } = await store.listProducts({ ...EMPTY_LISTING_QUERY, ...filter })
    expect(total, kind).toBeLessThan(slugs.length)
  }
})

test('random queries give the same products and counts as checking each product one by one', async () => {
  const random = new Random(7)
  const products = Array.from({ length: 400 }, (_, index) => buildRandomProduct(index, random))
  const store = await fillCatalog({ site: { ...NEUTRAL_SITE, currency: 'EUR' }, categories, products })
  for (let round = 0; round < 60; round++) {
    const query = buildRandomQuery(random)
    const listing = await store.listProducts(query)
    const expected = products.filter((product) => matches(product, query))
    expect(listing.total, JSON.stringify(query)).toBe(expected.length)
    expect(
      listing.items.map(({ slug }) => slug),
      JSON.stringify(query),
    ).toEqual(
      sort(expected, query)
        .slice((query.page - 1) * LISTING_PAGE_SIZE, query.page * LISTING_PAGE_SIZE)
        .map(({ slug }) => slug),
    )
    for (const { value, count } of listing.facets.brands.values) {
      expect(count, JSON.stringify({ query, value })).toBe(
        products.filter((product) => matches(product, { ...query, brands: [value] })).length,
      )
    }
    for (const { key, values } of listing.facets.attributes) {
      for (const { value, count } of values) {
        const only = { ...query, attributes: { ...query.attributes, [key]: [value] } }
        expect(count, JSON.stringify(only)).toBe(products.filter((product) => matches(product, only)).length)
      }
    }
    expect(listing.facets.inStockCount).toBe(
      products.filter((product) => matches(product, { ...query, inStock: true })).length,
    )
  }
})
