import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { AttributeFacet, Listing } from '../../server/catalog/search/listing.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { readListingQuery } from '../../shared/listing-query.ts'
import { buildProduct } from '../support/products.ts'
import { fillCatalog, useCatalog } from './opened-store.ts'

const LENGTHS = ['6.35 mm', '1/4 in', '6,35 mm', '1 cm', '3 to 5 mm', '40 mm', '2 m', 'on request']

const products: readonly Product[] = LENGTHS.map((length, index) =>
  buildProduct({
    slug: `p${index}`,
    brand: index % 2 === 0 ? 'Even' : 'Odd',
    attributes: [
      { name: 'Length', value: length },
      { name: 'Parts', value: String(index + 1) },
    ],
  }),
)

const site: Site = { ...NEUTRAL_SITE, locale: 'en', currency: 'EUR' }
const store = await useCatalog({ site, products })

test('ranges of numbers, also in other units, list the products within them', async () => {
  for (const [search, slugs] of [
    ['from-length=6.35', ['p0', 'p1', 'p2', 'p3', 'p5', 'p6']],
    ['from-length=6.35&to-length=6.35', ['p0', 'p1', 'p2']],
    ['from-length=0.25+in&to-length=0.25+in', ['p0', 'p1', 'p2']],
    ['from-length=4&to-length=4.5', ['p4']],
    ['from-length=5.1&to-length=6', []],
    ['to-length=1+cm&from-length=6+mm', ['p0', 'p1', 'p2', 'p3']],
    ['from-length=1+m', ['p6']],
    ['from-length=1+kg', []],
    ['from-length=1&unit-length=in', ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']],
    ['from-parts=2&to-parts=3', ['p1', 'p2']],
    ['from-parts=2&to-length=5', ['p4']],
    ['attr-length=6.35+mm', ['p0', 'p1', 'p2']],
    ['attr-length=1+cm&from-length=5', ['p3']],
    ['from-constructor=1', []],
  ] as const) {
    expect((await list(store, search)).items.map(({ slug }) => slug).toSorted(), search).toEqual(slugs)
  }
})

test('ranges: a product with several numbers counts once in the total', async () => {
  // All lengths are rare except 10 mm, so each product has one frequent and two rare values.
  const lengths = Array.from({ length: 99 }, (_, index) => ['10 mm', `${index + 11} mm`, `${index + 11}.5 mm`])
  const rods = lengths.map((values, index) =>
    buildProduct({
      slug: `p${index}`,
      brand: index % 2 === 0 ? 'Even' : 'Odd',
      options: [{ name: 'Length', values }],
    }),
  )
  const own = await fillCatalog({ site, products: rods })
  const all = findFacet(await list(own, ''), 'length').range!
  expect([all.count, all.ends]).toEqual([99, [10, 109.5]])
  const even = findFacet(await list(own, 'brand=Even&from-length=10&to-length=10'), 'length').range!
  expect([even.count, even.ends]).toEqual([50, [10, 109.5]])
})

test('ranges: a facet has the lowest and highest number among the products that match all other filters', async () => {
  const all = findFacet(await list(store, 'from-length=1+m'), 'length')
  expect(all.range).toMatchObject({ unit: 'mm', ends: [3, 2000], count: 7 })
  expect(all.range?.bars.at(-1)).toBe(1)
  const even = findFacet(await list(store, 'brand=Even'), 'length')
  expect(even.range).toMatchObject({ ends: [3, 2000], count: 4 })
  const odd = findFacet(await list(store, 'brand=Odd'), 'length')
  expect(odd.range).toMatchObject({ unit: 'mm', ends: [6.35, 40], count: 3 })
  expect(odd.range?.bars.reduce((sum, count) => sum + count, 0)).toBe(3)
  const none = findFacet(await list(store, 'q=nothing&from-length=1'), 'length')
  expect(none.range).toMatchObject({ unit: 'mm', ends: null, count: 0 })
})

test('ranges: if there are few distinct numbers, they are also listed, in ascending order, with texts last', async () => {
  const { values } = findFacet(await list(store, ''), 'length')
  expect(values.map(({ label, count }) => `${label}: ${count}`)).toEqual([
    '3 to 5 mm: 1',
    '6.35 mm: 3',
    '1 cm: 1',
    '40 mm: 1',
    '2 m: 1',
    'on request: 1',
  ])
})

test('ranges: if there are many distinct numbers, only the chosen ones are listed, and all texts', async () => {
  const many = Array.from({ length: 700 }, (_, index) =>
    buildProduct({ slug: `p${index}`, attributes: [{ name: 'Weight', value: index === 0 ? 'none' : `${index} g` }] }),
  )
  const own = await fillCatalog({ site, products: many })
  const { values, range } = findFacet(await list(own, 'attr-weight=300+g'), 'weight')
  expect(values.map(({ label }) => label)).toEqual(['300 g', 'none'])
  expect(range).toMatchObject({ unit: 'g', ends: [300, 300], count: 1 })
  const all = findFacet(await list(own, ''), 'weight')
  expect(all.values.map(({ label }) => label)).toEqual(['none'])
  expect(all.range).toMatchObject({ unit: 'g', ends: [1, 699], count: 699 })
  expect((await list(own, 'from-weight=0.65+kg')).total).toBe(50)
})

test('ranges: the histogram of numbers that are far apart has a logarithmic scale, also if they start at 0', async () => {
  const wide = [0, 1, 10, 100, 1000].map((weight) =>
    buildProduct({ slug: `p${weight}`, attributes: [{ name: 'Weight', value: `${weight} g` }] }),
  )
  const own = await fillCatalog({ site, products: wide })
  const { range } = findFacet(await list(own, ''), 'weight')
  expect(range?.bars.flatMap((count, bar) => (count > 0 ? [[bar, count]] : []))).toEqual([
    [0, 2],
    [6, 1],
    [13, 1],
    [19, 1],
  ])
})

test('ranges: summariseAttributes lists the attributes that are numbers', async () => {
  expect((await store.summariseAttributes()).numeric).toEqual([
    { name: 'Length', kind: 'length', unit: 'mm', share: 7 / 8 },
    { name: 'Parts', kind: 'number', unit: '', share: 1 },
  ])
})

function list(from: CatalogStore, search: string): Promise<Listing> {
  return from.listProducts(readListingQuery(new URLSearchParams(search)))
}

function findFacet({ facets }: Listing, key: string): AttributeFacet {
  return facets.attributes.find((facet) => facet.key === key)!
}
