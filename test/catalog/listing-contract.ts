import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { list, listSlugs, type OpenedStore } from './opened-store.ts'

const CATEGORIES = [
  buildCategory({ slug: 'bowls', name: 'Bowls' }),
  buildCategory({ slug: 'plates', name: 'Plates' }),
  buildCategory({ slug: 'gifts', name: 'Gifts' }),
]

/** Tests in every store that listings follow changes. */
export function testListings(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: a second store lists a change, and completes a listing that began before it`, async () => {
    await using opened = await open()
    const elsewhere = await opened.openAgain()
    await fillStore(opened.store, { products: [buildProduct({ slug: 'bowl', name: 'Bowl' })] })
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
    const editions = 6
    const putEdition = (edition: number) =>
      fillStore(other, {
        products: Array.from({ length: 24 }, (_, number) =>
          buildProduct({ slug: `product-${number}`, brand: `Edition ${edition}` }),
        ),
      })
    await putEdition(0)
    await expect.poll(async () => (await store.listProducts(EMPTY_LISTING_QUERY)).total).toBe(24)
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

  test(`${name}: renaming a category keeps the products that have it as an additional category, and a rollback undoes it`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, {
      categories: CATEGORIES,
      products: [
        buildProduct({ slug: 'everywhere', categorySlug: 'bowls', otherCategorySlugs: ['plates', 'gifts'] }),
        buildProduct({ slug: 'plain', categorySlug: 'bowls' }),
      ],
    })
    const before = await readCatalog(store)
    await store.write((writer) => writer.renameCategory('gifts', 'presents'))
    expect(await store.findProduct('everywhere')).toMatchObject({ otherCategorySlugs: ['plates', 'presents'] })
    expect(await listSlugs(store, {}, 'presents')).toEqual(['everywhere'])
    // The second rename finds the product by a database column, so this fails if the first one did not update that column.
    await store.write((writer) => writer.renameCategory('presents', 'gifts-2'))
    expect(await store.findProduct('everywhere')).toMatchObject({ otherCategorySlugs: ['plates', 'gifts-2'] })
    await store.rollback()
    expect(await store.findProduct('everywhere')).toMatchObject({ otherCategorySlugs: ['plates', 'presents'] })
    await store.write((writer) => writer.renameCategory('presents', 'gifts'))
    expect(await readCatalog(store)).toEqual(before)
    await store.write((writer) => writer.clear())
    expect(await store.listCategoryTree()).toEqual([])
    await store.rollback()
    expect(await readCatalog(store)).toEqual(before)
    expect(await listSlugs(store, {}, 'gifts')).toEqual(['everywhere'])
  })
}
