import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, list, listSlugs, useCatalog } from './opened-store.ts'

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
    ...buildOption('Glaze', {
      Chalk: { sku: 'TO-SP-100', priceMinor: 2000 },
      Ink: { sku: 'TO-SP-200', priceMinor: 4000 },
    }),
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

const store = await useCatalog({ site, categories, products: pieces })

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

test('a search finds numbers, names, brands, categories, attributes, options and tags as they are typed', async () => {
  for (const [_what, search, slugs] of [
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
  ] as const) {
    const listing = await list(store, { search, sort: 'relevance' })
    expect(
      listing.items.map(({ slug }) => slug),
      search,
    ).toEqual(slugs)
    expect([listing.total, listing.correctedSearch], search).toEqual([slugs.length, null])
  }
})

test('part numbers that contain the search are found, those with few other characters first, but not if one equals it', async () => {
  const store = await fillCatalog({
    products: ['KX-4410-A', 'X-4410-Z', 'QX-441', 'X-4419'].map((sku, place) =>
      buildProduct({ slug: `p-${place}`, name: 'Filter', variants: [buildVariant({ sku })] }),
    ),
    site,
  })
  const find = (search: string) => listSlugs(store, { search, sort: 'relevance' })
  expect(await find('X-4410')).toEqual(['p-1', 'p-0'])
  expect(await find('QX-441')).toEqual(['p-2'])
  expect(await find('X-441')).toEqual(['p-3', 'p-2', 'p-1', 'p-0'])
})

test('of equally relevant products, those whose name has the words in the order of the search come first', async () => {
  const names = ['Clock wall oak', 'Oak clock wall', 'Wall oak clock', 'Clock oak wall', 'Wall clock oak']
  const store = await fillCatalog({
    products: names.map((each, place) => buildProduct({ slug: `p-${place}`, name: each })),
    site,
  })
  const find = async (search: string) => (await list(store, { search, sort: 'relevance' })).items
  expect((await find('wall clock oak'))[0]!.name).toBe('Wall clock oak')
  expect((await find('oak clocks wall'))[0]!.name).toBe('Oak clock wall')
  expect((await find('clock oak wall'))[0]!.name).toBe('Clock oak wall')
  expect((await store.suggest('clock oak wal', 3)).products).toHaveLength(3)
})

test('a compound word also finds products with its parts as separate words, after those with the compound', async () => {
  const store = await fillCatalog({
    products: ['Mousepad', 'Large mouse pad', 'Mouse', 'Pad'].map((each, place) =>
      buildProduct({ slug: `p-${place}`, name: each }),
    ),
    site,
  })
  expect(await listSlugs(store, { search: 'mousepad', sort: 'relevance' })).toEqual(['p-0', 'p-1'])
})

test('a category listing has facets for its subcategories and the attributes of its products', async () => {
  const soupBowl = buildProduct({
    slug: 'soup-bowl',
    categorySlug: 'bowls',
    attributes: [{ name: 'Care', value: 'Dishwasher' }],
    options: [{ name: 'Glaze', values: ['Chalk'] }],
  })
  const own = await fillCatalog({ site, categories, products: [...pieces, soupBowl] })
  const { facets } = await list(own, {}, 'table')
  expect(facets.categories.values.map(({ value, count }) => [value, count])).toEqual([
    ['bowls', 2],
    ['plates', 1],
  ])
  // Options are listed before other attributes, even if fewer products have them.
  expect(facets.attributes.map(({ key }) => key)).toEqual(['glaze', 'material', 'care'])
  const chosen = await list(own, { attributes: { material: ['Stoneware'] } }, 'table')
  expect(chosen.facets.attributes.map(({ key }) => key)).toEqual(['material', 'care'])
  expect((await list(own, { categories: ['bowls', 'plates'] }, 'table')).total).toBe(3)
  expect((await list(own, { categories: ['light'] }, 'table')).total).toBe(0)
})

test('suggestions tell products apart by brand, variant and article number', async () => {
  const products = [buildShirt('one', 'Tornio', 'L-1'), buildShirt('two', 'Ursa', 'L-2'), coat]
  const store = await fillCatalog({ site, products })
  const describe = async (text: string) =>
    (await store.suggest(text, 5)).products.map(({ slug, brand, variant, number }) => [
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
  expect((await store.suggest('coat blue', 5)).products[0]?.variant?.key).toBe('Navy blue / S')
})

test('suggested categories and brands match by prefix and stem, those with the most products first', async () => {
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
  const store = await fillCatalog({ site: { ...site, locale: 'en' }, categories: shirtCategories, products })
  const care = { slug: 'shirt-care', name: 'Care of shirts' }
  const women = { slug: 'women-shirts', name: 'Shirts', parentName: 'Women' }
  const men = { slug: 'men-shirts', name: 'Shirts', parentName: 'Men' }
  for (const typed of ['shi', 'shirt', 'shirts', 'Shirting'])
    expect([typed, await store.suggest(typed, 5)]).toMatchObject([
      typed,
      { categories: [care, women, men], brands: ['Better shirts', 'Shirt works'] },
    ])
  expect((await store.suggest('shirts', 1)).categories).toEqual([care])
  expect((await store.suggest('shirt care', 5)).categories).toEqual([care])
  expect((await store.suggest('irt', 5)).categories).toEqual([])
})
