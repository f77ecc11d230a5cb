import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, useCatalog } from './opened-store.ts'

function screw(standard: string, thread: number, length: number, given: Partial<Product> = {}): Product {
  return buildProduct({
    slug: `${standard.toLowerCase().replace(' ', '-')}-m${thread}x${length}`,
    name: `Cap screw ${standard} M${thread} x ${length}`,
    attributes: [
      { name: 'Standard', value: standard },
      { name: 'Thread', value: `M${thread}` },
      { name: 'Length', value: `${length} mm` },
    ],
    variants: [
      buildVariant({
        sku: `${standard.replace(' ', '')}-${thread}-${length}`,
        priceMinor: thread * 100 + length,
        availability: length > 20 ? 'OutOfStock' : 'InStock',
      }),
    ],
    ...given,
  })
}

const LENGTHS = [8, 10, 20, 25]
const screws = ['DIN 912', 'DIN 84'].flatMap((standard) =>
  [3, 6, 20].flatMap((thread) => LENGTHS.map((length) => screw(standard, thread, length))),
)
/** Loose products, one before and one after the screws in all orders. */
const anvil = buildProduct({ slug: 'anvil', name: 'Anvil', variants: [buildVariant({ priceMinor: 1 })] })
const wrench = buildProduct({ slug: 'wrench', name: 'Wrench', variants: [buildVariant({ priceMinor: 90_000 })] })
const products = [anvil, ...screws, wrench]
const store = await useCatalog({ products })

function list(from: CatalogStore, given: Partial<ListingQuery> = {}) {
  return from.listProducts({ ...EMPTY_LISTING_QUERY, view: 'table', families: 'rows', ...given })
}

/** Writes each row: the slug of a product, or name and size of a family. */
async function listRows(from: CatalogStore, given: Partial<ListingQuery> = {}): Promise<readonly string[]> {
  const { items } = await list(from, given)
  return items.map(({ slug, name, family }) => (family ? `${name} (${family.count})` : slug))
}

const [cap, cheese] = ['Cap screw DIN 912', 'Cap screw DIN 84']

test('a family is one row with its ranges, and products without a family stay rows', async () => {
  const { items, total, pageCount, families, columns } = await list(store)
  expect(items.map(({ name }) => name)).toEqual(['Anvil', cap, cheese, 'Wrench'])
  expect(families).toEqual({ mode: 'rows', defaultMode: 'products', rows: { total: 4, partialTotal: 0 } })
  expect({ total, pageCount }).toEqual({ total: products.length, pageCount: 1 })
  expect(columns.map(({ key }) => key)).toEqual(['thread', 'length', 'standard'])
  expect(items[1]).toMatchObject({
    slug: 'din-912-m3x8',
    sku: null,
    brand: null,
    priceFromMinor: 308,
    priceToMinor: 2_025,
    values: ['M3–M20', '8–25\u00A0mm', 'DIN 912'],
    family: {
      slug: 'din-912-m3x8',
      count: 12,
      inStockCount: 9,
      ranges: [
        ['M3', 'M20'],
        ['8 mm', '25 mm'],
      ],
    },
  })
  expect(items[0]).not.toHaveProperty('family')
})

test('filters limit ranges, prices and counts of a family; a single product is shown itself', async () => {
  const { items } = await list(store, { attributes: { thread: ['M6'], standard: ['DIN 912'] } })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    priceFromMinor: 608,
    priceToMinor: 625,
    values: ['8–25\u00A0mm'],
    family: {
      slug: 'din-912-m3x8',
      count: 4,
      ranges: [
        ['M6', 'M6'],
        ['8 mm', '25 mm'],
      ],
    },
  })
  expect(await listRows(store, { attributes: { thread: ['M6'], length: ['10 mm'] } })).toEqual([
    'din-912-m6x10',
    'din-84-m6x10',
  ])
})

test('rows are sorted like products', async () => {
  for (const [sort, rows] of [
    ['featured', ['anvil', `${cap} (12)`, `${cheese} (12)`, 'wrench']],
    ['newest', ['wrench', `${cheese} (12)`, `${cap} (12)`, 'anvil']],
    ['name', ['anvil', `${cheese} (12)`, `${cap} (12)`, 'wrench']],
    ['price-asc', ['anvil', `${cap} (12)`, `${cheese} (12)`, 'wrench']],
    ['-attr-thread', [`${cap} (12)`, `${cheese} (12)`, 'anvil', 'wrench']],
  ] as const) {
    expect(await listRows(store, { sort }), sort).toEqual(rows)
  }
})

test('pages count rows', async () => {
  const loose = Array.from({ length: 24 }, (_, index) => buildProduct({ slug: `vase-${index}` }))
  const own = await fillCatalog({ products: [...loose, ...screws] })
  const first = await list(own)
  expect([first.items.length, first.pageCount, first.total]).toEqual([24, 2, 48])
  expect(await listRows(own, { page: 2 })).toEqual([`${cap} (12)`, `${cheese} (12)`])
  expect((await list(own, { families: undefined })).pageCount).toBe(2)
})

test('a list of a family has its products; of a product without a family, only that product', async () => {
  const { items, familyName, families } = await list(store, { family: 'din-84-m3x8' })
  expect(items.map(({ slug }) => slug)).toEqual(screws.slice(12).map(({ slug }) => slug))
  expect([familyName, families]).toEqual([cheese, undefined])
  expect(await listRows(store, { family: 'anvil' })).toEqual(['anvil'])
  expect(await listRows(store, { family: 'unknown' })).toEqual([])
})

test('the site decides whether families are rows, and the query decides otherwise', async () => {
  const own = await fillCatalog({ products, site: { ...NEUTRAL_SITE, families: 'rows' } })
  expect((await list(own, { families: undefined })).items).toHaveLength(4)
  const { items, families } = await list(own, { families: 'products' })
  expect(items).toHaveLength(24)
  expect(families).toEqual({ mode: 'products', defaultMode: 'rows' })
})

test('a search finds families, or products if it names all their sizes, also in the grid', async () => {
  for (const [_kind, search, expected] of [
    ['a name', 'cap screw', [`${cap} (12)`, `${cheese} (12)`]],
    ['a name with a number', 'DIN 912', [`${cap} (12)`]],
    ['a name and one of two sizes', 'DIN 912 M6', [`${cap} (4)`]],
    ['a name and both sizes', 'DIN 912 M6 x 20', ['din-912-m6x20']],
    ['a part number', 'DIN912-6-20', ['din-912-m6x20']],
    ['sizes', 'M6x20', ['din-912-m6x20', 'din-84-m6x20']],
  ] as const) {
    for (const view of ['grid', 'table'] as const) {
      const found = await listRows(store, { search, sort: 'relevance', view })
      expect(found.slice(0, expected.length), search).toEqual(expected)
    }
  }
})

test('a product that a search matches much better than its family comes before the family', async () => {
  const longer = [200, 205].map((length) => screw('DIN 912', 6, length))
  const own = await fillCatalog({ products: [...products, ...longer] })
  // 'm6x20' also begins 'm6x200' and 'm6x205'.
  const { items, families, total } = await list(own, { search: 'DIN 912 M6x20', sort: 'relevance' })
  expect(items.slice(0, 2).map(({ slug, family }) => family?.ranges ?? slug)).toEqual([
    'din-912-m6x20',
    [
      ['M6', 'M6'],
      ['200 mm', '205 mm'],
    ],
  ])
  expect([total, families?.rows?.total]).toEqual([3, 2])
})
