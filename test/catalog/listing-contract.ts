import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { Product } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import type { Listing } from '../../server/catalog/search/listing.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { Random } from '../support/random.ts'
import { buildRandomProduct, buildRandomQuery, matches, sort } from './listing-model.ts'
import { listSlugs, type OpenedStore } from './opened-store.ts'

const site = { ...NEUTRAL_SITE, currency: 'EUR' }
const categories = [
  buildCategory({ slug: 'table', name: 'Table ware' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'plates', name: 'Plates', parentSlug: 'table' }),
  buildCategory({ slug: 'light', name: 'Light' }),
]

const pieces: readonly Product[] = [
  buildProduct({
    slug: 'breakfast-bowl',
    name: 'Crème breakfast bowl',
    brand: 'Tornio',
    categorySlug: 'bowls',
    tags: ['everyday'],
    description: '<p>Deep enough for <strong>porridge</strong>.</p>',
    attributes: [{ name: 'Material', value: 'Stoneware' }],
    variants: [buildVariant({ sku: 'TO-BB-100', gtin: '00012345600012', priceMinor: 3600 })],
  }),
  buildProduct({
    slug: 'porridge-pot',
    name: 'Porridge pot',
    brand: 'Ursa',
    categorySlug: 'table',
    attributes: [
      { name: 'material', value: 'STONEWARE' },
      { name: 'Care', value: 'Dishwasher; microwave' },
    ],
    variants: [buildVariant({ sku: 'U-7', mpn: 'PP 7000/b', priceMinor: 9900, availability: 'OutOfStock' })],
  }),
  buildProduct({
    slug: 'supper-plate',
    name: 'Supper plate',
    brand: 'Tornio',
    categorySlug: 'plates',
    attributes: [{ name: 'Material', value: 'Porcelain' }],
    options: [{ name: 'Glaze', values: ['Chalk', 'Ink'] }],
    variants: [
      buildVariant({ key: 'chalk', optionValues: ['Chalk'], sku: 'TO-SP-100', priceMinor: 2000 }),
      buildVariant({ key: 'ink', optionValues: ['Ink'], sku: 'TO-SP-200', priceMinor: 4000 }),
    ],
  }),
  buildProduct({
    slug: 'lantern',
    name: 'Straßenlaterne',
    brand: 'Ursa',
    categorySlug: 'light',
    variants: [buildVariant({ priceMinor: null })],
  }),
  buildProduct({
    slug: 'secret',
    name: 'Secret bowl',
    categorySlug: 'bowls',
    visibility: 'unlisted',
    variants: [buildVariant({ sku: 'S-100' })],
  }),
]

const buildShirt = (slug: string, brand: string, sku: string) =>
  buildProduct({ slug, name: 'Linen shirt', brand, variants: [buildVariant({ sku })] })

const buildCoatVariant = (key: string, sku: string, gtin: string) =>
  buildVariant({ key, optionValues: key.split(' / '), sku, gtin })

const coat = buildProduct({
  slug: 'coat',
  name: 'Ursa coat',
  brand: 'Ursa',
  options: [
    { name: 'Colour', values: ['Red', 'Navy blue'] },
    { name: 'Size', values: ['S', 'M'] },
  ],
  variants: [
    buildCoatVariant('Red / S', 'C-100', '4012345000100'),
    buildCoatVariant('Red / M', 'C-101', '4012345000101'),
    buildCoatVariant('Navy blue / S', 'C-102', '4012345000102'),
    buildCoatVariant('Navy blue / M', 'C-103', '4012345000103'),
  ],
})

/** Tests listings, searches and suggestions in every store. */
export function testListings(name: string, open: () => Promise<OpenedStore>): void {
  test.each([
    ['a part number as it is written', 'TO-BB-100', ['breakfast-bowl']],
    ['a part number in another case, with spaces for dashes', 'to bb100', ['breakfast-bowl']],
    ['a prefix of a part number', 'TO-SP', ['supper-plate']],
    ['a GTIN without leading zeros', '12345600012', ['breakfast-bowl']],
    ['a manufacturer’s number', 'pp7000-B', ['porridge-pot']],
    ['a term in a name before one in a description', 'porridge', ['porridge-pot', 'breakfast-bowl']],
    ['prefixes of words without accents', 'crem bre', ['breakfast-bowl']],
    ['terms in capitals and any order', 'BOWL CREME', ['breakfast-bowl']],
    ['a brand', 'ursa', ['porridge-pot', 'lantern']],
    ['a category and its parents', 'ware bowls', ['breakfast-bowl']],
    ['an attribute', 'porcelain', ['supper-plate']],
    ['an option', 'chalk', ['supper-plate']],
    ['a tag', 'everyday', ['breakfast-bowl']],
    ['ß as ss', 'strassen', ['lantern']],
    ['a known and an unknown term', 'bowl zzzzzz', ['breakfast-bowl']],
    ['a number and an unknown term', '100 zzzzzz', []],
    ['only punctuation', '%&/', []],
    ['an SQL injection', "x' OR 1=1 --", []],
    ['a word and a part number', 'plate TO-SP-200', ['supper-plate']],
  ] as const)(`${name}: search returns the expected products for %s`, async (_what, search, slugs) => {
    await using opened = await open()
    await fillStore(opened.store, { site, categories, products: pieces })
    const listing = await list(opened.store, { search, sort: 'relevance' })
    expect(listing.items.map(({ slug }) => slug)).toEqual(slugs)
    expect([listing.total, listing.correctedSearch]).toEqual([slugs.length, null])
  })

  test.each([
    ['porcelian', 'porcelain', ['supper-plate']],
    ['breakfst bowl', 'breakfast bowl', ['breakfast-bowl']],
    ['stronware', 'stoneware', ['breakfast-bowl', 'porridge-pot']],
  ] as const)(`${name}: corrects the search %s to %s`, async (search, corrected, slugs) => {
    await using opened = await open()
    await fillStore(opened.store, { site, categories, products: pieces })
    const listing = await list(opened.store, { search, sort: 'relevance' })
    expect(listing.correctedSearch).toBe(corrected)
    expect(listing.items.map(({ slug }) => slug)).toEqual(slugs)
  })

  test(`${name}: a search lists an exact part number before longer ones with the same beginning`, async () => {
    await using opened = await open()
    const numbers = ['AB-1234', 'AB-123', 'AB-12345']
    await fillStore(opened.store, {
      products: numbers.map((sku, index) => buildProduct({ slug: `p${index}`, variants: [buildVariant({ sku })] })),
    })
    expect((await list(opened.store, { search: 'ab123', sort: 'relevance' })).items[0]!.slug).toBe('p1')
  })

  test(`${name}: part numbers that contain the search are found, those with few other characters first, but not if one equals it`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: ['KX-4410-A', 'X-4410-Z', 'QX-441', 'X-4419'].map((sku, place) =>
        buildProduct({ slug: `p-${place}`, name: 'Filter', variants: [buildVariant({ sku })] }),
      ),
      site,
    })
    const find = (search: string) => listSlugs(opened.store, { search, sort: 'relevance' })
    expect(await find('X-4410')).toEqual(['p-1', 'p-0'])
    expect(await find('QX-441')).toEqual(['p-2'])
    expect(await find('X-441')).toEqual(['p-3', 'p-2', 'p-1', 'p-0'])
  })

  test(`${name}: of equally relevant products, those whose name has the words in the order of the search come first`, async () => {
    await using opened = await open()
    const names = ['Clock wall oak', 'Oak clock wall', 'Wall oak clock', 'Clock oak wall', 'Wall clock oak']
    await fillStore(opened.store, {
      products: names.map((each, place) => buildProduct({ slug: `p-${place}`, name: each })),
      site,
    })
    const find = async (search: string) => (await list(opened.store, { search, sort: 'relevance' })).items
    expect((await find('wall clock oak'))[0]!.name).toBe('Wall clock oak')
    expect((await find('oak clocks wall'))[0]!.name).toBe('Oak clock wall')
    expect((await find('clock oak wall'))[0]!.name).toBe('Clock oak wall')
    expect((await opened.store.suggest('clock oak wal', 3)).products).toHaveLength(3)
  })

  test(`${name}: a compound word also finds products with its parts as separate words, after those with the compound`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: ['Mousepad', 'Large mouse pad', 'Mouse', 'Pad'].map((each, place) =>
        buildProduct({ slug: `p-${place}`, name: each }),
      ),
      site,
    })
    expect(await listSlugs(opened.store, { search: 'mousepad', sort: 'relevance' })).toEqual(['p-0', 'p-1'])
  })

  test(`${name}: sorts in each order, with unpriced products last by price, and paginates without gaps or repeats`, async () => {
    await using opened = await open()
    const prices = [300, null, 100, 200]
    await fillStore(opened.store, {
      products: prices.map((priceMinor, index) =>
        buildProduct({
          slug: `p${index}`,
          name: ['Ärmel', 'zebra', 'Bowl', 'alpha'][index]!,
          featured: index === 2,
          variants: [buildVariant({ priceMinor })],
        }),
      ),
    })
    const { store } = opened
    expect(await listSlugs(store, { sort: 'price-asc' })).toEqual(['p2', 'p3', 'p0', 'p1'])
    expect(await listSlugs(store, { sort: 'price-desc' })).toEqual(['p0', 'p3', 'p2', 'p1'])
    expect(await listSlugs(store, { sort: 'name' })).toEqual(['p3', 'p0', 'p2', 'p1'])
    expect(await listSlugs(store, { sort: 'newest' })).toEqual(['p3', 'p2', 'p1', 'p0'])
    expect(await listSlugs(store, { sort: 'featured' })).toEqual(['p2', 'p0', 'p1', 'p3'])

    await fillStore(store, {
      products: Array.from({ length: 50 }, (_, index) => buildProduct({ slug: `same-${index}`, name: 'Same' })),
    })
    const pages = await Promise.all([1, 2, 3].map((page) => listSlugs(store, { sort: 'name', page })))
    expect(pages.map((page) => page.length)).toEqual([24, 24, 6])
    expect(new Set(pages.flat()).size).toBe(54)
    expect(await listSlugs(store, { page: 4 })).toEqual([])
  })

  test(`${name}: counts each facet without its own filter, and keeps selected values without products`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { site, categories, products: pieces })
    const { facets, total } = await list(opened.store, { brands: ['tornio'], attributes: { material: ['Stoneware'] } })
    expect(total).toBe(1)
    expect(facets.brands.values.map(({ value, count }) => [value, count])).toEqual([
      ['Tornio', 1],
      ['Ursa', 1],
    ])
    expect(facets.categories).toEqual({ values: [{ value: 'table', label: 'Table ware', count: 1 }], valueCount: 1 })
    expect(facets.attributes.find(({ key }) => key === 'material')).toEqual({
      key: 'material',
      name: 'Material',
      values: [
        { value: 'Porcelain', label: 'Porcelain', count: 1 },
        { value: 'Stoneware', label: 'Stoneware', count: 1 },
      ],
      valueCount: 2,
    })
    expect([facets.inStockCount, facets.price]).toEqual([1, { minMinor: 3600, maxMinor: 3600 }])
    const nothing = await list(opened.store, {
      brands: ['Ursa'],
      attributes: { material: ['Porcelain'], nowhere: ['x'] },
    })
    expect(nothing.total).toBe(0)
    expect(nothing.facets.brands.values.map(({ value }) => value)).toEqual(['Ursa'])
  })

  test(`${name}: a category listing has facets for its subcategories and the attributes of its products`, async () => {
    await using opened = await open()
    const soupBowl = buildProduct({
      slug: 'soup-bowl',
      categorySlug: 'bowls',
      attributes: [{ name: 'Care', value: 'Dishwasher' }],
      options: [{ name: 'Glaze', values: ['Chalk'] }],
    })
    await fillStore(opened.store, { site, categories, products: [...pieces, soupBowl] })
    const { facets } = await list(opened.store, {}, 'table')
    expect(facets.categories.values.map(({ value, count }) => [value, count])).toEqual([
      ['bowls', 2],
      ['plates', 1],
    ])
    // Options are listed before other attributes, even if fewer products have them.
    expect(facets.attributes.map(({ key }) => key)).toEqual(['glaze', 'material', 'care'])
    const chosen = await list(opened.store, { attributes: { material: ['Stoneware'] } }, 'table')
    expect(chosen.facets.attributes.map(({ key }) => key)).toEqual(['material', 'care'])
    expect((await list(opened.store, { categories: ['bowls', 'plates'] }, 'table')).total).toBe(3)
    expect((await list(opened.store, { categories: ['light'] }, 'table')).total).toBe(0)
  })

  test(`${name}: suggests products, categories and brands for a part number or a prefix of a word`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { site, categories, products: pieces })
    const { store } = opened
    expect((await store.suggest('to-sp-200', 5)).products.map(({ slug }) => slug)).toEqual(['supper-plate'])
    expect(await store.suggest('bo', 5)).toMatchObject({
      products: [{ slug: 'breakfast-bowl', priceFromMinor: 3600 }],
      categories: [{ slug: 'bowls', name: 'Bowls' }],
      brands: [],
    })
    expect((await store.suggest('tor', 5)).brands).toEqual(['Tornio'])
    expect(await store.suggest('%', 5)).toEqual({ products: [], categories: [], brands: [] })
    expect((await store.suggest('t', 1)).products).toHaveLength(1)
  })

  test(`${name}: suggestions tell products apart by brand, variant and article number`, async () => {
    await using opened = await open()
    const products = [buildShirt('one', 'Tornio', 'L-1'), buildShirt('two', 'Ursa', 'L-2'), coat]
    await fillStore(opened.store, { site, products })
    const describe = async (text: string) =>
      (await opened.store.suggest(text, 5)).products.map(({ slug, brand, variant, number }) => [
        slug,
        brand,
        variant?.name,
        number,
      ])
    expect((await describe('linen')).toSorted()).toEqual([
      ['one', 'Tornio', undefined, 'L-1'],
      ['two', 'Ursa', undefined, 'L-2'],
    ])
    const none = undefined
    expect(await describe('coat')).toEqual([['coat', none, none, none]])
    expect(await describe('coat blue')).toEqual([['coat', none, 'Navy blue', none]])
    expect(await describe('coat blue m')).toEqual([['coat', none, 'Navy blue / M', none]])
    expect(await describe('c-102')).toEqual([['coat', none, 'Navy blue / S', 'C-102']])
    expect(await describe('4012345000103')).toEqual([['coat', none, 'Navy blue / M', '4012345000103']])
    expect((await opened.store.suggest('coat blue', 5)).products[0]?.variant?.key).toBe('Navy blue / S')
  })

  test(`${name}: suggested categories and brands match by prefix and stem, those with the most products first`, async () => {
    await using opened = await open()
    const slugs = ['men', 'men-shirts', 'women', 'women-shirts', 'shirt-care', 'empty-shirts']
    const names = ['Men', 'Shirts', 'Women', 'Shirts', 'Care of shirts', 'Empty shirts']
    const parents = [null, 'men', null, 'women', null, null]
    const shirtCategories = slugs.map((slug, index) =>
      buildCategory({ slug, name: names[index] ?? '', parentSlug: parents[index] ?? null, position: index }),
    )
    const products = ['men-shirts', 'women-shirts', 'women-shirts', 'shirt-care', 'shirt-care', 'shirt-care'].map(
      (categorySlug, index) =>
        buildProduct({ slug: `p-${index}`, categorySlug, brand: index === 0 ? 'Shirt works' : 'Better shirts' }),
    )
    await fillStore(opened.store, { site: { ...site, locale: 'en' }, categories: shirtCategories, products })
    const care = { slug: 'shirt-care', name: 'Care of shirts' }
    const women = { slug: 'women-shirts', name: 'Shirts', parentName: 'Women' }
    const men = { slug: 'men-shirts', name: 'Shirts', parentName: 'Men' }
    for (const typed of ['shi', 'shirt', 'shirts', 'Shirting'])
      expect([typed, await opened.store.suggest(typed, 5)]).toMatchObject([
        typed,
        { categories: [care, women, men], brands: ['Better shirts', 'Shirt works'] },
      ])
    expect((await opened.store.suggest('shirts', 1)).categories).toEqual([care])
    expect((await opened.store.suggest('shirt care', 5)).categories).toEqual([care])
    expect((await opened.store.suggest('irt', 5)).categories).toEqual([])
  })

  test(`${name}: a second store lists a change, and completes a listing that began before it`, async () => {
    await using opened = await open()
    const elsewhere = await opened.openAgain()
    await fillStore(opened.store, { products: pieces })
    const catchUp = () => expect.poll(() => elsewhere.revision).toBe(opened.store.revision)
    await catchUp()
    expect((await list(elsewhere, { search: 'bowl' })).total).toBe(1)
    const [before] = await Promise.all([
      list(elsewhere, { search: 'bowl' }),
      fillStore(opened.store, { products: [buildProduct({ slug: 'new', name: 'New bowl' })] }),
    ])
    expect([1, 2]).toContain(before.total)
    await catchUp()
    expect((await list(elsewhere, { search: 'bowl' })).total).toBe(2)
    await fillStore(opened.store, { products: [buildProduct({ slug: 'new', visibility: 'hidden' })] })
    await catchUp()
    expect((await list(elsewhere, { search: 'bowl' })).total).toBe(1)
  })

  test(`${name}: products and counts of a listing are from one revision during concurrent writes`, async () => {
    await using opened = await open()
    const { store } = opened
    const other = await opened.openAgain()
    const editions = 12
    const putEdition = (edition: number) =>
      fillStore(other, {
        products: Array.from({ length: 40 }, (_, number) =>
          buildProduct({ slug: `product-${number}`, brand: `Edition ${edition}` }),
        ),
      })
    await putEdition(0)
    await expect.poll(async () => (await store.listProducts(EMPTY_LISTING_QUERY)).total).toBe(40)
    const written = new AbortController()
    const read = async () => {
      while (!written.signal.aborted) {
        const { items, facets } = await store.listProducts(EMPTY_LISTING_QUERY)
        const brands = new Set([...items.map(({ brand }) => brand), ...facets.brands.values.map(({ label }) => label)])
        expect([...brands]).toHaveLength(1)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const readers = Promise.all(Array.from({ length: 4 }, read))
    for (let edition = 1; edition <= editions; edition++) await Promise.race([putEdition(edition), readers])
    written.abort()
    await readers
    await other.close()
  })

  test(`${name}: random queries give the same products and counts as checking each product one by one`, async () => {
    await using opened = await open()
    const random = new Random(7)
    const products = Array.from({ length: 400 }, (_, index) => buildRandomProduct(index, random))
    await fillStore(opened.store, { site, categories, products })
    for (let round = 0; round < 60; round++) {
      const query = buildRandomQuery(random)
      const listing = await list(opened.store, query)
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
}

function list(store: CatalogStore, given: Partial<ListingQuery>, categorySlug?: string): Promise<Listing> {
  return store.listProducts({ ...EMPTY_LISTING_QUERY, ...given }, categorySlug)
}
