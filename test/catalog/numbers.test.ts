import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, listSlugs } from './opened-store.ts'

const EQUIVALENTS = [
  { maker: 'SKF', number: '6204-2RSH' },
  { maker: null, number: 'DDU 6204' },
]

// The successor comes before and after the products that it replaces.
const PRODUCTS = [
  buildProduct({
    slug: 'old',
    name: 'Pump of old',
    categorySlug: 'pumps',
    featured: true,
    discontinued: 'yes',
    replacedBy: 'P-30',
    variants: [buildVariant({ sku: 'P-10', mpn: 'MK/10', priceMinor: 100 })],
  }),
  buildProduct({
    slug: 'new',
    name: 'Pump',
    categorySlug: 'pumps',
    sourceId: '77',
    ...buildOption('Seal', { A: { sku: 'P-30' }, B: { sku: 'P-31', equivalents: EQUIVALENTS } }),
  }),
  buildProduct({
    slug: 'oldest',
    name: 'First pump',
    categorySlug: 'pumps',
    discontinued: 'gone',
    replacedBy: 'old',
    variants: [buildVariant({ sku: 'P-05' })],
  }),
  buildProduct({
    slug: 'hidden',
    visibility: 'hidden',
    discontinued: 'yes',
    replacedBy: 'new',
    variants: [buildVariant({ sku: 'P-99' })],
  }),
  buildProduct({ slug: 'other', name: 'Valve for a pump', categorySlug: 'pumps' }),
  buildProduct({ slug: 'ring', name: 'Ring', discontinued: 'page', replacedBy: 'ring', categorySlug: 'rings' }),
]
const CATEGORIES = [buildCategory({ slug: 'pumps' }), buildCategory({ slug: 'rings' })]

const fill = () => fillCatalog({ products: PRODUCTS, categories: CATEGORIES })
const list = async (store: CatalogStore, query: Partial<ListingQuery>) =>
  (await store.listProducts({ ...EMPTY_LISTING_QUERY, ...query })).items.map(({ slug, foundBy }) =>
    foundBy ? `${slug} (${foundBy.kind} ${foundBy.number})` : slug,
  )

const sold = (slug: string, sku: string) =>
  buildProduct({ slug, name: `Product ${slug}`, variants: [buildVariant({ sku })] })

test('discontinued products are in no list, count and category, and come last in searches', async () => {
  const store = await fill()
  for (const sort of ['featured', 'newest', 'name', '-name', 'price-asc', 'sku'] as const)
    expect((await listSlugs(store, { sort })).toSorted(), sort).toEqual(['new', 'other'])
  expect(await listSlugs(store, {}, 'pumps')).toEqual(['new', 'other'])
  expect(await store.listCategoryTree()).toMatchObject([{ slug: 'pumps', productCount: 2 }])
  const { facets, total } = await store.listProducts(EMPTY_LISTING_QUERY)
  expect([total, facets.inStockCount, facets.price?.minMinor]).toEqual([2, 2, 12_000])
  for (const products of [await store.listFeatured(9), await store.listNewest(9)])
    expect(products.map(({ slug }) => slug)).not.toContain('old')
  // Of those that match all words, the ones that are still offered come first; products that are gone are not found.
  expect(await list(store, { search: 'pump', sort: 'relevance' })).toEqual(['new', 'other', 'old'])
  expect(await list(store, { search: 'pump', sort: 'price-asc' })).toEqual(['new', 'other', 'old'])
  expect(await list(store, { search: 'pump of old', sort: 'relevance' })).toContain('old')
  expect(await list(store, { search: 'pump', inStock: true })).toEqual(['new', 'other'])
  expect((await store.suggest('pump', 9)).products.map(({ slug }) => slug)).toEqual(['new', 'other', 'old'])
})

test('a search continues with discontinued products on the page on which the others end', async () => {
  const products = Array.from({ length: 60 }, (_, index) =>
    buildProduct({ slug: `p-${index}`, name: 'Pump', ...(index % 2 === 1 && { discontinued: 'yes' }) }),
  )
  const store = await fillCatalog({ products })
  for (const sort of ['relevance', 'newest'] as const) {
    const pages = await Promise.all([1, 2, 3].map((page) => list(store, { search: 'pump', sort, page })))
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12])
    expect(new Set(pages.flat()).size).toBe(60)
  }
})

test('a search with a former number or that of another maker finds the successor first and says why', async () => {
  const store = await fill()
  const search = (text: string) => list(store, { search: text, sort: 'relevance' })
  expect(await search('p10')).toEqual(['new (replaced P-10)', 'old'])
  expect(await search('MK 10')).toEqual(['new (replaced MK/10)', 'old'])
  // Both the chain of successors and a hidden product lead to it.
  expect((await search('P-05'))[0]).toBe('new (replaced P-05)')
  expect((await search('P-99'))[0]).toBe('new (replaced P-99)')
  expect(await search('6204 2rsh')).toEqual(['new (equivalent SKF 6204-2RSH)'])
  expect(await search('SKF 6204-2RSH')).toEqual(['new (equivalent SKF 6204-2RSH)'])
  expect(await search('P-30')).toEqual(['new'])
  expect((await list(store, { search: 'p10', view: 'table', sort: 'relevance' }))[0]).toBe('new (replaced P-10)')
  const { products } = await store.suggest('6204-2RSH', 5)
  expect(products).toMatchObject([{ slug: 'new', number: 'Equivalent to SKF 6204-2RSH' }])
  expect((await store.suggest('P-10', 5)).products).toMatchObject([
    { slug: 'new', number: 'Replaces P-10' },
    { slug: 'old', number: 'P-10' },
  ])
})

test('a search for a whole number of any length finds its product first', async () => {
  const long = 'RAIL-'.repeat(19)
  const store = await fillCatalog({
    products: [
      sold('two', 'A-2'),
      sold('seven', '007'),
      sold('letters', 'ABS'),
      sold('long', long),
      sold('longer', 'A-22'),
      buildProduct({
        slug: 'sizes',
        name: 'Sizes',
        ...buildOption('Size', { S: { sku: 'A-0' }, L: { mpn: 'µ' } }),
      }),
      { ...sold('ended', 'Z9'), discontinued: 'yes', replacedBy: 'A-2' },
      ...Array.from({ length: 60 }, (_, index) => buildProduct({ slug: `abc-${index}`, name: `7 abc ${index + 100}` })),
    ],
  })
  const search = async (text: string) => (await list(store, { search: text, sort: 'relevance' }))[0]
  const found = { 'A-2': 'two', a2: 'two', '007': 'seven', '7': 'seven', ABS: 'letters', 'A-0': 'sizes', µ: 'sizes' }
  for (const [text, slug] of Object.entries({ ...found, [long]: 'long' })) expect(await search(text), text).toBe(slug)
  expect(await search('Z9')).toBe('two (replaced Z9)')
  expect((await store.listProducts({ ...EMPTY_LISTING_QUERY, search: 'abs' })).correctedSearch).toBeNull()
  expect((await store.suggest('A-0', 5)).products).toMatchObject([
    { slug: 'sizes', number: 'A-0', variant: { key: 's' } },
  ])
  const numbers = await store.findByNumbers(['A-2', '007', 'Z9'], 5)
  expect([...numbers.values()].map(([match]) => match?.product.slug)).toEqual(['two', 'seven', 'two'])
})

test('finds products by any of their numbers, with the reason', async () => {
  const store = await fill()
  const numbers = ['p 31', 'DDU-6204', 'P-10', '77', 'P-05', 'nothing', 'P-10', '']
  const found = await store.findByNumbers(numbers, 5)
  const described = [...found].map(([number, matches]) => [
    number,
    ...matches.map(({ product, foundBy }) => [product.slug, foundBy?.kind]),
  ])
  expect(described).toEqual([
    ['p 31', ['new', undefined]],
    ['DDU-6204', ['new', 'equivalent']],
    ['P-10', ['new', 'replaced'], ['old', undefined]],
    ['77', ['new', undefined]],
    ['P-05', ['new', 'replaced'], ['old', 'replaced']],
  ])
  expect((await store.findByNumbers(['P-10'], 1)).get('P-10')).toHaveLength(1)
})

test('a change of what discontinued products show changes what searches find', async () => {
  const store = await fill()
  await store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, discontinuedProducts: 'redirect' }))
  expect(await list(store, { search: 'p10', sort: 'relevance' })).toEqual(['new (replaced P-10)'])
  await store.write((writer) => writer.putProduct({ ...PRODUCTS[0]!, discontinued: undefined }))
  expect(await listSlugs(store, { sort: 'name' })).toEqual(['new', 'old', 'other'])
  expect(await list(store, { search: 'p10', sort: 'relevance' })).toEqual(['old'])
})
