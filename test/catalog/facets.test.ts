import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { FILTER_KEYS_MAX, FILTER_PAGE_SIZE, FILTER_SHOWN_VALUES } from '../../shared/constants.ts'
import { type ListingQuery } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillCatalog, list, listSlugs } from './opened-store.ts'
import { FILTER_LISTED_VALUES } from '../../server/catalog/search/count-facets.ts'

const BRANDS = Array.from({ length: 100 }, (_, index) => `Brand ${index}`)

/** The first brands have 12, 11, 10, … products, the others one each. */
const branded = BRANDS.flatMap((brand, index) =>
  Array.from({ length: Math.max(1, 12 - index) }, (_, copy) => buildProduct({ slug: `b-${index}-${copy}`, brand })),
)

const width = (index: number) => String(index).padStart(4, '0')

const buildSized = (slug: string, sizes: readonly string[], name = 'Size') =>
  buildProduct({ slug, options: [{ name, values: sizes }] })

test('an opened filter lists all values in order, with counts, without products', async () => {
  const store = await fillCatalog({ products: branded })
  const query = { brands: ['Brand 3'], openFilter: { name: 'brand', search: '', page: 1 } }
  const { openFacet, items, total, facets } = await list(store, query)
  expect(openFacet).toMatchObject({ name: null, valueCount: 100, chosen: [], page: 1, pageCount: 1 })
  expect(openFacet!.values.map(({ label }) => label)).toEqual(BRANDS)
  expect(openFacet!.values[3]).toEqual({ value: 'Brand 3', label: 'Brand 3', count: 9 })
  expect([items, total, facets.brands.values]).toEqual([[], 9, []])
})

test('a search in an opened filter ignores case and accents, keeps chosen values, and orders names by the language of the site', async () => {
  const products = ['Ägir', 'Magnolia', 'Zeta'].map((brand, index) => buildProduct({ slug: `p${index}`, brand }))
  // In Swedish, Ä is one of the last letters.
  const store = await fillCatalog({ products, site: { ...NEUTRAL_SITE, locale: 'sv' } })
  const search = async (text: string) => {
    const openFilter = { name: 'brand', search: text, page: 1 }
    const { openFacet } = await list(store, { brands: ['zeta'], openFilter })
    return [openFacet!.values, openFacet!.chosen].map((values) => values.map(({ label }) => label))
  }
  expect(await search('AG')).toEqual([['Magnolia', 'Ägir'], ['Zeta']])
  expect(await search('ze')).toEqual([['Zeta'], []])
  expect(await search('nothing')).toEqual([[], ['Zeta']])
})

test('an opened filter of 650 values is paginated, and a page past the end shows the last one', async () => {
  const store = await fillCatalog({
    products: Array.from({ length: 650 }, (_, index) =>
      buildProduct({ slug: `p${index}`, brand: `Maker ${width((index * 7) % 650)}` }),
    ),
  })
  const page = async (number: number) =>
    (await list(store, { openFilter: { name: 'brand', search: '', page: number } })).openFacet!
  const second = await page(2)
  expect([second.valueCount, second.pageCount, second.values.length]).toEqual([650, 4, FILTER_PAGE_SIZE])
  expect(second.values.map(({ label }) => label)).toEqual(
    Array.from({ length: FILTER_PAGE_SIZE }, (_, index) => `Maker ${width(FILTER_PAGE_SIZE + index)}`),
  )
  const last = await page(99)
  expect([last.page, last.values.at(-1)!.label]).toEqual([4, 'Maker 0649'])
  expect((await list(store, {})).facets.brands.values).toHaveLength(FILTER_SHOWN_VALUES)
})

test('an attribute with thousands of texts is a filter if products share the texts, otherwise it is reported', async () => {
  const products = Array.from({ length: 1_400 }, (_, index) =>
    buildProduct({
      slug: `p${index}`,
      attributes: [
        { name: 'Fits', value: `Model ${width(index % 700)}` },
        { name: 'Serial', value: `Serial ${width(index)}` },
        { name: 'Notes', value: `${'A long note that nobody compares. '.repeat(3)} ${index % 700}` },
      ],
    }),
  )
  const store = await fillCatalog({ products })
  const { facets } = await list(store, { attributes: { fits: ['Model 0650'] } })
  expect(facets.attributes.map(({ key, valueCount }) => [key, valueCount])).toEqual([['fits', 700]])
  expect(facets.attributes[0]!.values).toHaveLength(FILTER_SHOWN_VALUES + 1)
  const openFilter = { name: 'attr-fits', search: 'model 069', page: 1 }
  const { openFacet } = await list(store, { openFilter })
  expect(openFacet!.values.map(({ label, count }) => [label, count])).toEqual(
    Array.from({ length: 10 }, (_, index) => [`Model 069${index}`, 2]),
  )
  expect((await list(store, { attributes: { fits: ['Model 0650'] } })).total).toBe(2)
  expect((await store.summariseAttributes()).unfiltered).toEqual([
    { name: 'Serial', reason: 'unshared' },
    { name: 'Notes', reason: 'long' },
  ])
})

test('ten of twelve attributes are filters, and another one if the visitor has chosen a value of it', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `A ${width(index)}`)
  const products = [0, 1, 2, 3].map((number) =>
    buildProduct({
      slug: `p-${number}`,
      attributes: names.map((name, index) => ({ name, value: index < 11 ? `${number % 2} V` : `${number >> 1} V` })),
    }),
  )
  const store = await fillCatalog({ products })
  const readKeys = async (query: Partial<ListingQuery>) =>
    (await list(store, query)).facets.attributes.map(({ key }) => key)
  const keys = await readKeys({})
  expect(keys).toHaveLength(FILTER_KEYS_MAX)
  expect(await readKeys({ attributes: { 'a-0011': ['0 V'] } })).toEqual([...keys, 'a-0011'])
})

test('shows sizes in their order and other values by frequency', async () => {
  const store = await fillCatalog({
    products: [
      buildSized('one', ['XL', 'S', 'M']),
      buildSized('two', ['XXS', 'M', '4XL', 'XL']),
      ...['0.3 l', '0.5 l', '0.15 l'].map((value) =>
        buildProduct({ slug: value.replaceAll(/\W/g, ''), attributes: [{ name: 'Volume', value }] }),
      ),
      ...['Zinc', 'Oak', 'Zinc', 'Ash'].map((value, index) =>
        buildProduct({ slug: `m${index}`, attributes: [{ name: 'Material', value }] }),
      ),
    ],
  })
  const { facets } = await list(store, {})
  const labels = facets.attributes.map(({ key, values }) => [key, values.map(({ label }) => label)])
  expect(Object.fromEntries(labels)).toEqual({
    size: ['XXS', 'S', 'M', 'XL', '4XL'],
    volume: ['0.15 l', '0.3 l', '0.5 l'],
    material: ['Zinc', 'Ash', 'Oak'],
  })
})

test('an opened filter of categories lists them in the order of the category tree', async () => {
  const slugs = Array.from({ length: FILTER_LISTED_VALUES + 44 }, (_, index) => `c-${(index * 5) % 64}`)
  const store = await fillCatalog({
    categories: slugs.map((slug, position) => buildCategory({ slug, name: `Name of ${slug}`, position })),
    products: slugs.map((categorySlug, index) => buildProduct({ slug: `p${index}`, categorySlug })),
  })
  expect((await list(store, {})).facets.categories).toMatchObject({ valueCount: 64 })
  const { openFacet } = await list(store, { openFilter: { name: 'category', search: '', page: 1 } })
  expect(openFacet!.values.map(({ value }) => value)).toEqual(slugs)
  const found = await list(store, { openFilter: { name: 'category', search: 'OF C-63', page: 1 } })
  expect(found.openFacet!.values.map(({ value }) => value)).toEqual(['c-63'])
})

test('the filter by tags offers tags that several products have, but none that nearly all have', async () => {
  const tags = [['Gift', 'Sale'], ['gift'], ['Sale', 'Single'], [], []]
  const store = await fillCatalog({
    products: tags.map((own, index) =>
      buildProduct({
        slug: `p-${index}`,
        brand: index === 0 ? 'Tornio' : 'Ursa',
        tags: [...own, 'In the shop'],
      }),
    ),
  })
  const tagsOf = async (query: Partial<ListingQuery>) => (await list(store, query)).facets.tags.values
  expect(await tagsOf({})).toEqual([
    { value: 'Gift', label: 'Gift', count: 2 },
    { value: 'Sale', label: 'Sale', count: 2 },
  ])
  expect(await tagsOf({ brands: ['Tornio'], tags: ['Sale'] })).toEqual([
    { value: 'Gift', label: 'Gift', count: 1 },
    { value: 'Sale', label: 'Sale', count: 1 },
  ])
  expect(await listSlugs(store, { tags: ['gift'] })).toEqual(['p-0', 'p-1'])
  expect(await listSlugs(store, { tags: ['Gift', 'Sale'] })).toEqual(['p-0', 'p-1', 'p-2'])
  expect(await listSlugs(store, { tags: ['Sale'], brands: ['Ursa'] })).toEqual(['p-2'])
  expect(await listSlugs(store, { tags: ['Single'] })).toEqual([])
  expect(await store.findFilterTags(['gift', 'Single', 'In the shop'])).toEqual(['Gift', null, null])
})

test('a filter offers up to 100 tags, and none if more are shared', async () => {
  for (const [count, offered] of [
    [100, 100],
    [101, 0],
  ] as const) {
    const tags = Array.from({ length: count }, (_, index) => `Tag ${index}`)
    const store = await fillCatalog({
      products: [...['a', 'b'].map((slug) => buildProduct({ slug, tags })), buildProduct({ slug: 'c' })],
    })
    const filters = await store.findFilterTags(tags)
    expect(filters.filter((tag) => tag !== null)).toHaveLength(offered)
  }
})
