import { expect, test } from 'vitest'
import type { Listing } from '../../server/catalog/search/listing.ts'
import { type ListingQuery } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { buildScrews } from '../support/screws.ts'
import { fillCatalog, list } from './opened-store.ts'
import { TABLE_COLUMNS_DEFAULT } from '../../server/catalog/search/columns.ts'

const categories = [
  buildCategory({ slug: 'fasteners', name: 'Fasteners', view: 'table', columns: ['Head', 'Length'] }),
  buildCategory({ slug: 'screws', name: 'Screws', parentSlug: 'fasteners' }),
  buildCategory({ slug: 'nuts', name: 'Nuts', parentSlug: 'fasteners', view: 'grid' }),
  buildCategory({ slug: 'bolts', name: 'Bolts' }),
]

const shownOf = ({ columns }: Listing) => columns.filter(({ isShown }) => isShown).map(({ name }) => name)

test('a table shows the attributes that most products have and that differ most', async () => {
  const store = await fillCatalog({ categories, products: buildScrews('bolts') })
  const listing = await list(store, { view: 'table' }, 'bolts')
  // The other attributes are not shown by default: all products have the same standard, few have a coating, and notes are too
  // long.
  expect(shownOf(listing)).toEqual(['Thread', 'Length', 'Head'])
  // The two that differ most come first.
  expect(listing.columns.map(({ name: column }) => column)).toEqual([
    'Thread',
    'Length',
    'Standard',
    'Head',
    'Coating',
    'Note',
  ])
  expect(listing.items[0]?.values).toEqual(['M3', '10 mm', 'Flat'])
})

test('the first columns of a table are those that differ about as much as the best one', async () => {
  const products = Array.from({ length: 8 }, (_, index) =>
    buildProduct({
      slug: `bolt-${index}`,
      name: 'Bolt',
      attributes: [
        { name: 'Standard', value: index < 4 ? 'DIN 912' : 'DIN 933' },
        { name: 'Thread', value: index < 6 ? 'M6' : 'M8' },
        { name: 'Length', value: `${10 + index} mm` },
        { name: 'Weight', value: `${20 + (index >> 1)} g` },
      ],
    }),
  )
  const store = await fillCatalog({ products })
  const listing = await list(store, { view: 'table' })
  expect(shownOf(listing)).toEqual(['Length', 'Weight', 'Standard', 'Thread'])
  expect(listing.items[0]?.values).toEqual(['10 mm', '20 g', 'DIN 912', 'M6'])
})

test('a search offers the columns of the category that has nearly all results, and shows a few by default', async () => {
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta']
  const pins = Array.from({ length: 6 }, (_, index) =>
    buildProduct({
      slug: `pin-${index}`,
      name: `Dowel pin ${index}`,
      categorySlug: 'pins',
      attributes: names.map((attribute) => ({ name: attribute, value: String(index % 3) })),
    }),
  )
  const pinCategory = buildCategory({ slug: 'pins', name: 'Pins' })
  const store = await fillCatalog({
    categories: [...categories, pinCategory],
    products: [...buildScrews('bolts', 60), ...pins],
  })
  const searched = await list(store, { view: 'table', search: 'dowel', sort: 'relevance' })
  expect(searched.columns.map(({ name: column }) => column)).toEqual(names)
  expect(shownOf(searched)).toEqual(names.slice(0, TABLE_COLUMNS_DEFAULT))
  const nothing = await list(store, { view: 'table', search: 'zzz', sort: 'relevance' })
  expect([nothing.total, nothing.columns]).toEqual([0, []])
})

test('a table shows the columns that a visitor chose, and ignores unknown ones', async () => {
  const store = await fillCatalog({ categories, products: buildScrews('bolts') })
  const chosen = await list(store, { view: 'table', columns: ['coating', 'length', 'unknown'] }, 'bolts')
  expect(shownOf(chosen)).toEqual(['Length', 'Coating'])
  expect(chosen.columns.filter(({ isDefault }) => isDefault).map(({ key }) => key)).toEqual([
    'thread',
    'length',
    'head',
  ])
  expect(chosen.items[0]?.values).toEqual(['10 mm', 'Zinc'])
  expect(chosen.items[1]?.values).toEqual(['20 mm', ''])
  const unknown = await list(store, { view: 'table', columns: ['unknown'] }, 'bolts')
  expect(shownOf(unknown)).toEqual(['Thread', 'Length', 'Head'])
})

test('a category lists its products with its own settings, or else with those of its parent', async () => {
  const products = [...buildScrews('screws'), buildProduct({ slug: 'nut', categorySlug: 'nuts' })]
  const store = await fillCatalog({ categories, products })
  const screws = await list(store, {}, 'screws')
  expect([screws.view, screws.defaultView, shownOf(screws)]).toEqual(['table', 'table', ['Head', 'Length']])
  expect(screws.items[0]?.values).toEqual(['Flat', '10 mm'])
  const pictures = await list(store, { view: 'grid' }, 'screws')
  expect([pictures.view, pictures.defaultView, pictures.columns]).toEqual(['grid', 'table', []])
  expect(pictures.items[0]).not.toHaveProperty('values')
  expect(await list(store, {}, 'nuts')).toMatchObject({ view: 'grid', defaultView: 'grid' })
  expect(await list(store, {})).toMatchObject({ view: 'grid', defaultView: 'grid' })
})

test('sorts by article numbers in natural order, with products without one last', async () => {
  const skus = ['A-10', null, 'a-9', 'A-0010x', '7', 'B1', 'A-10-2', '0012', null]
  const products = skus.map((sku, index) =>
    buildProduct({ slug: `p${index}`, featured: index === 8, variants: [buildVariant({ sku })] }),
  )
  const several = [buildVariant({ key: 'a', sku: 'A-1' }), buildVariant({ key: 'b', sku: 'A-2' })] as const
  const store = await fillCatalog({ products: [...products, buildProduct({ slug: 'p9', variants: several })] })
  const sorted = async (sort: ListingQuery['sort']) =>
    (await list(store, { sort })).items.map(({ slug, sku }) => sku ?? slug)
  const ordered = ['7', '0012', 'a-9', 'A-10', 'A-10-2', 'A-0010x', 'B1']
  expect(await sorted('sku')).toEqual([...ordered, 'p8', 'p1', 'p9'])
  expect(await sorted('-sku')).toEqual([...ordered.toReversed(), 'p8', 'p1', 'p9'])
})
