import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { FamilyBuilder } from '../../server/catalog/search/build/family-builder.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillCatalog } from './opened-store.ts'

function washer(size: string, given: Partial<Product> = {}): Product {
  return buildProduct({
    slug: `washer-${size.toLowerCase()}`,
    name: `Washer ${size}`,
    attributes: [{ name: 'Size', value: size }],
    ...given,
  })
}

const washers = ['M3', 'M4', 'M10'].map((size) => washer(size))

async function find(store: CatalogStore, slug: string) {
  const product = await store.findProduct(slug)
  const family = product && (await store.findFamily(product))
  return family && { name: family.name, slugs: family.products.map((member) => member.slug) }
}

const family = { name: 'Washer', slugs: ['washer-m3', 'washer-m4', 'washer-m10'] }

test('finds the family of a product, and follows changes of its members and their undoing', async () => {
  const store = await fillCatalog({ products: [...washers, buildProduct({ slug: 'chair' })] })
  expect(await find(store, 'washer-m4')).toEqual(family)
  expect(await find(store, 'chair')).toBeNull()
  const found = await store.findFamily(washers[0]!)
  expect(found!.axes).toEqual([{ name: 'Size', values: ['M3', 'M4', 'M10'] }])
  expect(found!.products[2]).toMatchObject({ slug: 'washer-m10', places: [2], isAvailable: true })
  expect(await summarise(store)).toEqual({ families: 1, products: 3 })

  await store.write((writer) => writer.putProduct(washer('M10', { discontinued: 'yes' })))
  expect(await find(store, 'washer-m3')).toBeNull()
  await store.write((writer) => writer.putProduct(washer('M10')))
  expect(await find(store, 'washer-m10')).toEqual(family)
  await store.write((writer) => writer.putProduct(washer('M4', { visibility: 'hidden' })))
  expect(await find(store, 'washer-m3')).toBeNull()
  await store.rollback()
  expect(await find(store, 'washer-m3')).toEqual(family)
  await store.write((writer) => writer.putProduct(washer('M12')))
  expect((await find(store, 'washer-m3'))!.slugs).toContain('washer-m12')
  await store.rollback()
  expect(await find(store, 'washer-m3')).toEqual(family)
})

test('related products are the nearest sizes of the family, then the nearest of the category', async () => {
  const sizes = ['M24', 'M3', 'M30', 'M4', 'M20'].map((size) => washer(size, { categorySlug: 'c' }))
  const others = ['a', 'b', 'c'].map((slug) => buildProduct({ slug, categorySlug: 'c' }))
  const store = await fillCatalog({ categories: [buildCategory({ slug: 'c' })], products: [...others, ...sizes] })
  const listRelated = async (slug: string, limit: number) =>
    (await store.listRelated((await store.findProduct(slug))!, limit)).map((card) => card.slug)
  expect(await listRelated('washer-m30', 3)).toEqual(['washer-m24', 'washer-m20', 'washer-m4'])
  expect(await listRelated('washer-m4', 2)).toEqual(['washer-m20', 'washer-m3'])
  const four = ['washer-m24', 'washer-m20', 'washer-m4', 'washer-m3']
  expect(await listRelated('washer-m30', 6)).toEqual([...four, 'c', 'b'])
})

function summarise(store: CatalogStore) {
  return store.write(async (writer) => (await writer.buildIndex()).summariseFamilies())
}

test('a group of more than 5,000 products is no family', () => {
  using builder = new FamilyBuilder()
  for (let index = 0; index < 5_001; index++) {
    const attributes = [{ name: 'Length', value: `${index} mm` }]
    builder.add(buildProduct({ slug: `rod-${index}`, name: 'Rod', attributes, family: 'Rods' }), index)
  }
  expect([...builder.finish(5_001)].map(({ name }) => name)).toEqual(['family-numbers'])
  expect(builder.count).toBe(0)
})
