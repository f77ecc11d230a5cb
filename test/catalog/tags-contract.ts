import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { listSlugs, type OpenedStore } from './opened-store.ts'

/** Tests the filter by tags in every store. */
export function testTags(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: the filter by tags offers tags that several products have, but none that nearly all have`, async () => {
    await using opened = await open()
    const { store } = opened
    const tags = [['Gift', 'Sale'], ['gift'], ['Sale', 'Single'], [], []]
    await fillStore(store, {
      products: tags.map((own, index) =>
        buildProduct({
          slug: `p-${index}`,
          brand: index === 0 ? 'Tornio' : 'Ursa',
          tags: [...own, 'In the shop'],
        }),
      ),
    })
    const list = async (query: Partial<typeof EMPTY_LISTING_QUERY>) =>
      (await store.listProducts({ ...EMPTY_LISTING_QUERY, ...query })).facets.tags.values
    expect(await list({})).toEqual([
      { value: 'Gift', label: 'Gift', count: 2 },
      { value: 'Sale', label: 'Sale', count: 2 },
    ])
    expect(await list({ brands: ['Tornio'], tags: ['Sale'] })).toEqual([
      { value: 'Gift', label: 'Gift', count: 1 },
      { value: 'Sale', label: 'Sale', count: 1 },
    ])
    expect(await listSlugs(store, { tags: ['gift'] })).toEqual(['p-0', 'p-1'])
    expect(await listSlugs(store, { tags: ['Gift', 'Sale'] })).toEqual(['p-0', 'p-1', 'p-2'])
    expect(await listSlugs(store, { tags: ['Sale'], brands: ['Ursa'] })).toEqual(['p-2'])
    expect(await listSlugs(store, { tags: ['Single'] })).toEqual([])
    expect(await store.findFilterTags(['gift', 'Single', 'In the shop'])).toEqual(['Gift', null, null])
  })

  test.each([
    [100, 100],
    [101, 0],
  ])(`${name}: if several products share each of %i tags, the filter offers %i of them`, async (count, offered) => {
    await using opened = await open()
    const tags = Array.from({ length: count }, (_, index) => `Tag ${index}`)
    await fillStore(opened.store, {
      products: [...['a', 'b'].map((slug) => buildProduct({ slug, tags })), buildProduct({ slug: 'c' })],
    })
    const filters = await opened.store.findFilterTags(tags)
    expect(filters.filter((tag) => tag !== null)).toHaveLength(offered)
  })
}
