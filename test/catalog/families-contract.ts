import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { subscribeToQueries } from '../../server/catalog/store/database-queries.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import type { OpenedStore } from './opened-store.ts'

function washer(size: string, given: Partial<Product> = {}): Product {
  return buildProduct({
    slug: `washer-${size.toLowerCase()}`,
    name: `Washer ${size}`,
    attributes: [{ name: 'Size', value: size }],
    ...given,
  })
}

const washers = ['M3', 'M4', 'M10'].map((size) => washer(size))

async function find({ store }: Pick<OpenedStore, 'store'>, slug: string) {
  const product = await store.findProduct(slug)
  const family = product && (await store.families.find(product))
  return family && { name: family.name, slugs: family.products.map((member) => member.slug) }
}

/** Tests the families of products in every store. */
export function testFamilies(name: string, open: () => Promise<OpenedStore>): void {
  const family = { name: 'Washer', slugs: ['washer-m3', 'washer-m4', 'washer-m10'] }

  test(`${name}: finds the family of a product, and follows changes of its members and their undoing`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, { products: [...washers, buildProduct({ slug: 'chair' })] })
    expect(await find(opened, 'washer-m4')).toEqual(family)
    expect(await find(opened, 'chair')).toBeNull()
    const found = await store.families.find(washers[0]!)
    expect(found!.axes).toEqual([{ name: 'Size', values: ['M3', 'M4', 'M10'] }])
    expect(found!.products[2]).toEqual({ slug: 'washer-m10', places: [2], isAvailable: true })
    expect(await summarise(store)).toEqual({ families: 1, products: 3, doubts: { count: 0, entries: [] } })

    await store.write((writer) => writer.putProduct(washer('M10', { discontinued: 'yes' })))
    expect(await find(opened, 'washer-m3')).toBeNull()
    await store.write((writer) => writer.putProduct(washer('M10')))
    expect(await find(opened, 'washer-m10')).toEqual(family)
    await store.write((writer) => writer.putProduct(washer('M4', { visibility: 'hidden' })))
    expect(await find(opened, 'washer-m3')).toBeNull()
    await store.rollback()
    expect(await find(opened, 'washer-m3')).toEqual(family)
    await store.write((writer) => writer.putProduct(washer('M12')))
    expect((await find(opened, 'washer-m3'))!.slugs).toContain('washer-m12')
    await store.rollback()
    expect(await find(opened, 'washer-m3')).toEqual(family)
  })

  test(`${name}: related products are the nearest sizes of the family, then the nearest of the category`, async () => {
    await using opened = await open()
    const { store } = opened
    const sizes = ['M24', 'M3', 'M30', 'M4', 'M20'].map((size) => washer(size, { categorySlug: 'c' }))
    const others = ['a', 'b', 'c'].map((slug) => buildProduct({ slug, categorySlug: 'c' }))
    await fillStore(store, { categories: [buildCategory({ slug: 'c' })], products: [...others, ...sizes] })
    const listRelated = async (slug: string, limit: number) =>
      (await store.listRelated((await store.findProduct(slug))!, limit)).map((card) => card.slug)
    expect(await listRelated('washer-m30', 3)).toEqual(['washer-m24', 'washer-m20', 'washer-m4'])
    expect(await listRelated('washer-m4', 2)).toEqual(['washer-m20', 'washer-m3'])
    const four = ['washer-m24', 'washer-m20', 'washer-m4', 'washer-m3']
    expect(await listRelated('washer-m30', 6)).toEqual([...four, 'c', 'b'])
  })

  test(`${name}: the owner can add products to a recognised family, name a family and keep a product out`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: [
        ...washers,
        washer('M5', { family: '' }),
        washer('M6', { name: 'Disc M6', family: 'washer' }),
        buildProduct({ slug: 'low', name: 'Low chair', family: 'Chairs' }),
        buildProduct({ slug: 'high', name: 'High chair', family: 'Chairs' }),
        buildProduct({ slug: 'alone', family: 'Tables' }),
      ],
    })
    const joined = { name: 'washer', slugs: ['washer-m3', 'washer-m4', 'washer-m6', 'washer-m10'] }
    expect(await find(opened, 'washer-m6')).toEqual(joined)
    expect(await find(opened, 'washer-m3')).toEqual(joined)
    expect(await find(opened, 'washer-m5')).toBeNull()
    expect(await find(opened, 'low')).toEqual({ name: 'Chairs', slugs: ['high', 'low'] })
    expect(await find(opened, 'alone')).toBeNull()
    expect(await summarise(opened.store)).toMatchObject({ families: 2, products: 6 })
  })

  test(`${name}: products without a family need no query, those with one need a single one`, async () => {
    await using opened = await open()
    const rod = buildProduct({ slug: 'rod', name: 'Rod 1 m', attributes: [{ name: 'Length', value: '1 m' }] })
    await fillStore(opened.store, { products: [...washers, rod] })
    await find(opened, 'rod')
    let queries = 0
    const unsubscribe = subscribeToQueries(() => queries++)
    await opened.store.families.find(rod)
    expect(queries).toBe(0)
    await opened.store.families.find(washers[0]!)
    unsubscribe()
    expect(queries).toBe(1)
  })

  test(`${name}: if an older version wrote the catalogue, there are no families until the next start`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products: washers })
    await opened.run("DELETE FROM listing_blob WHERE name LIKE 'famil%'")
    const running = await opened.openAgain()
    expect(await find({ store: running }, 'washer-m3')).toEqual(family)
    await running.close()
  })
}

function summarise(store: CatalogStore) {
  return store.write(async (writer) => (await writer.buildIndex()).summariseFamilies())
}
