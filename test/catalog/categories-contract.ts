import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { listSlugs, type OpenedStore } from './opened-store.ts'

const CATEGORIES = [
  buildCategory({ slug: 'table', name: 'Table' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'plates', name: 'Plates', parentSlug: 'table', position: 1 }),
  buildCategory({ slug: 'gifts', name: 'Gifts', position: 1 }),
]

const IMAGE = { hash: 'a'.repeat(64), format: 'webp', width: 8, height: 10, alt: '' } as const

const PRODUCTS = [
  buildProduct({ slug: 'plain', categorySlug: 'bowls' }),
  buildProduct({
    slug: 'everywhere',
    categorySlug: 'bowls',
    otherCategorySlugs: ['plates', 'gifts'],
    images: [IMAGE],
  }),
  buildProduct({ slug: 'hidden', categorySlug: 'bowls', otherCategorySlugs: ['gifts'], visibility: 'hidden' }),
]

/** Tests products in several categories in every store. */
export function testCategories(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: a product in several categories is listed in all of them, and counted once in each`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { categories: CATEGORIES, products: PRODUCTS })
    const { store } = opened
    const [table, gifts] = await store.listCategoryTree()
    expect(table).toMatchObject({ slug: 'table', productCount: 2 })
    expect(table!.children.map(({ slug, productCount }) => [slug, productCount])).toEqual([
      ['bowls', 2],
      ['plates', 1],
    ])
    expect(gifts).toMatchObject({ slug: 'gifts', productCount: 1, image: { hash: IMAGE.hash } })
    expect(await listSlugs(store, {}, 'table')).toEqual(['plain', 'everywhere'])
    expect(await listSlugs(store, {}, 'plates')).toEqual(['everywhere'])
    expect(await listSlugs(store, { categories: ['gifts'] })).toEqual(['everywhere'])
    expect(await listSlugs(store, { search: 'gifts' })).toEqual(['everywhere'])
    const { facets } = await store.listProducts(EMPTY_LISTING_QUERY)
    expect(facets.categories.values.map(({ value, count }) => [value, count])).toEqual([
      ['table', 2],
      ['gifts', 1],
    ])
    expect((await store.findProductCard('everywhere'))?.categoryName).toBe('Bowls')
  })

  test(`${name}: renaming a category keeps the products that have it as an additional category, and a rollback undoes it`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, { categories: CATEGORIES, products: PRODUCTS })
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

  test(`${name}: sorts categories by position, then by name with numbers in numeric order`, async () => {
    await using opened = await open()
    const names = ['Series 10', 'Zangen', 'Series 2', 'Äxte', 'Bohrer']
    const last = buildCategory({ slug: 'last', name: 'Last of the ordered', position: 2 })
    const first = buildCategory({ slug: 'first', name: 'Second of the ordered', position: 1 })
    const unordered = names.map((label, index) => buildCategory({ slug: `c-${index}`, name: label, position: null }))
    const categories = [last, ...unordered, first]
    await fillStore(opened.store, {
      site: { ...NEUTRAL_SITE, locale: 'de' },
      categories,
      products: categories.map(({ slug }) => buildProduct({ slug, categorySlug: slug })),
    })
    expect((await opened.store.listCategoryTree()).map((node) => node.name)).toEqual([
      'Second of the ordered',
      'Last of the ordered',
      'Äxte',
      'Bohrer',
      'Series 2',
      'Series 10',
      'Zangen',
    ])
    const { facets } = await opened.store.listProducts(EMPTY_LISTING_QUERY)
    expect(facets.categories.values.slice(0, 3).map(({ value }) => value)).toEqual(['first', 'last', 'c-3'])
  })
}
