import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { Random } from '../support/random.ts'
import { buildRandomProduct, buildRandomQuery, matches, sort } from './listing-model.ts'
import type { OpenedStore } from './opened-store.ts'

const categories = [
  buildCategory({ slug: 'table', name: 'Table ware' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'plates', name: 'Plates', parentSlug: 'table' }),
  buildCategory({ slug: 'light', name: 'Light' }),
]

/** Tests in every store that listings follow changes, and equal a scan of all products. */
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
    await fillStore(opened.store, { site: { ...NEUTRAL_SITE, currency: 'EUR' }, categories, products })
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

function list(store: CatalogStore, given: Partial<ListingQuery>) {
  return store.listProducts({ ...EMPTY_LISTING_QUERY, ...given })
}
