import { expect, test } from 'vitest'
import type { IdentifierKind } from '../../server/catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { subscribeToQueries } from '../../server/catalog/store/sql-dialect.ts'
import type { Product } from '../../shared/catalog.ts'
import type { OwnerPage } from '../../shared/site.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../shared/constants.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { listPublished, listSlugs, type OpenedStore } from './opened-store.ts'

const findCard = async (store: CatalogStore, slug: string) => (await store.findProducts([slug])).get(slug)?.card

function buildPart(slug: string, priceMinor: number): Product {
  return buildProduct({ slug, variants: [buildVariant({ priceMinor })] })
}

async function readListed(from: CatalogStore) {
  return {
    pages: (await from.readSite()).pages,
    company: await from.findCompany('Kiln'),
    ...(await from.read(async (reader) => ({
      synonyms: await reader.readList('synonyms'),
      attributes: await reader.readList('attributes'),
    }))),
    found: await listSlugs(from, { search: 'divan' }),
    numeric: (await from.summariseAttributes()).numeric.length,
  }
}

/** Tests storing and finding data in every catalogue store. */
export function testCatalogStore(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: an empty store returns the neutral site and empty lists`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.ping()
    expect(await store.readSite()).toEqual(NEUTRAL_SITE)
    expect(await store.listCategoryTree()).toEqual([])
    expect(await store.findProduct('x')).toBeUndefined()
    expect(await store.findCategory('x')).toBeUndefined()
    expect(await store.findImage('0'.repeat(64))).toBeUndefined()
    const { items, pageCount, facets } = await store.listProducts(EMPTY_LISTING_QUERY)
    expect([items, pageCount, facets.brands.values, facets.price]).toEqual([[], 1, [], null])
    expect(await store.readStatistics()).toMatchObject({
      products: { public: 0, unlisted: 0, hidden: 0 },
      isDemo: false,
    })
  })

  test(`${name}: returns a product as it was stored, and a card with its prices and availability`, async () => {
    await using opened = await open()
    const product = buildProduct({
      slug: 'bowl',
      name: 'Bowl',
      brand: 'Tornio',
      categorySlug: 'bowls',
      ...buildOption('Glaze', {
        Chalk: { priceMinor: 5000, availability: 'OutOfStock' },
        Ink: { priceMinor: 4000, compareAtMinor: 4500, availability: 'BackOrder' },
      }),
      images: [{ hash: 'a'.repeat(64), format: 'webp', width: 4, height: 5, alt: 'A bowl' }],
      attributes: [{ name: 'Material', value: 'Stoneware' }],
      documents: [{ name: 'Care', url: '/about#care' }],
    })
    await fillStore(opened.store, {
      products: [product],
      categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
    })
    expect(await opened.store.findProduct('bowl')).toEqual(product)
    expect(await findCard(opened.store, 'bowl')).toEqual({
      slug: 'bowl',
      name: 'Bowl',
      brand: 'Tornio',
      categoryName: 'Bowls',
      sku: null,
      image: product.images[0],
      currency: 'EUR',
      priceFromMinor: 4000,
      priceToMinor: 5000,
      compareAtMinor: 4500,
      availability: 'BackOrder',
      variantCount: 2,
      options: product.options,
    })
  })

  test(`${name}: a group has the price range of its public parts, even if their prices change later`, async () => {
    await using opened = await open()
    const { store } = opened
    const group = buildProduct({
      slug: 'set',
      includes: ['cup', 'pot', 'lid', 'gone'],
      variants: [buildVariant({ priceMinor: null })],
    })
    await fillStore(store, {
      products: [
        group,
        buildPart('pot', 3000),
        buildPart('cup', 1000),
        { ...buildPart('lid', 500), visibility: 'hidden' },
      ],
    })
    expect(await findCard(store, 'set')).toMatchObject({
      priceFromMinor: 1000,
      priceToMinor: 3000,
      compareAtMinor: null,
    })
    expect((await store.listIncluded(group)).map(({ slug }) => slug)).toEqual(['cup', 'pot'])
    expect(await store.findProduct('set')).toEqual(group)

    await fillStore(store, { products: [buildPart('pot', 4000)] })
    expect(await findCard(store, 'set')).toMatchObject({ priceFromMinor: 1000, priceToMinor: 4000 })
    await fillStore(store, { products: [{ ...group, variants: [buildVariant({ priceMinor: 4500 })] }] })
    expect(await findCard(store, 'set')).toMatchObject({ priceFromMinor: 4500, priceToMinor: 4500 })
  })

  test(`${name}: finds products by source id, article number or GTIN`, async () => {
    await using opened = await open()
    const variants = [buildVariant({ key: 'a', sku: 'A-1' }), buildVariant({ key: 'b', sku: 'A-1' })] as const
    const tee = buildProduct({ slug: 'tee', name: 'Tee', sourceId: 'shop:7', variants })
    const other = buildProduct({
      slug: 'other',
      visibility: 'hidden',
      variants: [buildVariant({ sku: 'A-1', gtin: '036000291452' })],
    })
    await fillStore(opened.store, { products: [tee, other] })
    const find = (kind: IdentifierKind, value: string) =>
      opened.store.write((writer) => writer.listProductsByIdentifier(kind, value))
    expect(await find('source', 'shop:7')).toEqual([{ slug: 'tee', name: 'Tee', sourceId: 'shop:7' }])
    expect((await find('sku', 'A-1')).map(({ slug }) => slug)).toEqual(['tee', 'other'])
    expect(await find('sku', 'shop:7')).toEqual([])
    const same = Array.from({ length: 25 }, (_, index) =>
      buildProduct({ slug: `same-${index}`, variants: [buildVariant({ sku: 'SAME' })] }),
    )
    await fillStore(opened.store, { products: same })
    expect(await find('sku', 'SAME')).toHaveLength(5)
    expect((await find('gtin', '00036000291452')).map(({ slug }) => slug)).toEqual(['other'])
    await fillStore(opened.store, {
      products: [{ ...tee, sourceId: 'shop:8', variants: [buildVariant({ sku: 'A-2' })] }],
    })
    expect(await find('source', 'shop:7')).toEqual([])
    expect((await find('sku', 'A-1')).map(({ slug }) => slug)).toEqual(['other'])
  })

  test(`${name}: lists public products by id, with the time when their data last changed`, async () => {
    await using opened = await open()
    const { store } = opened
    const all = { firstId: 1, lastId: Number.MAX_SAFE_INTEGER }
    expect([
      await listPublished(store, all),
      await store.summarisePublished(all),
      await store.readLastPublishedId(),
    ]).toEqual([[], null, 0])

    const before = Date.now()
    const hidden = buildProduct({ slug: 'hidden', visibility: 'hidden' })
    await fillStore(store, {
      products: [buildPart('b', 1), hidden, buildPart('a', 1), { ...buildPart('u', 1), visibility: 'unlisted' }],
    })
    const [first, second, ...others] = await listPublished(store, all)
    expect(others).toEqual([])
    expect([first!.product, second!.product]).toEqual([buildPart('b', 1), buildPart('a', 1)])
    expect(second!.id).toBeGreaterThan(first!.id)
    expect(first!.changedAt).toBeGreaterThanOrEqual(before)
    expect(await store.readLastPublishedId()).toBe(second!.id)
    const ranges = [
      { firstId: 1, lastId: first!.id },
      { firstId: first!.id + 1, lastId: second!.id },
    ]
    expect(await Promise.all(ranges.map((range) => listPublished(store, range)))).toEqual([[first], [second]])

    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(second!.changedAt!)
    await fillStore(store, { products: [buildPart('b', 1), buildPart('a', 2)] })
    const [same, changed] = await listPublished(store, all)
    expect(same).toEqual(first)
    expect([changed!.id, changed!.changedAt! > second!.changedAt!]).toEqual([second!.id, true])
    expect(await store.summarisePublished(all)).toEqual({ changedAt: changed!.changedAt })
    expect(await store.summarisePublished({ firstId: second!.id + 1, lastId: second!.id + 9 })).toBeNull()
  })

  test(`${name}: lists only public products, finds unlisted ones only by slug, and never finds hidden ones`, async () => {
    await using opened = await open()
    const visibilities = ['public', 'unlisted', 'hidden'] as const
    await fillStore(opened.store, {
      products: visibilities.map((visibility) =>
        buildProduct({ slug: visibility, visibility, featured: true, categorySlug: 'c' }),
      ),
      categories: [buildCategory({ slug: 'c' })],
    })
    const { store } = opened
    expect(await listSlugs(store, {})).toEqual(['public'])
    expect((await store.listFeatured(9)).map((card) => card.slug)).toEqual(['public'])
    expect((await store.listNewest(9)).map((card) => card.slug)).toEqual(['public'])
    expect((await store.listCategoryTree())[0]!.productCount).toBe(1)
    expect((await store.findProduct('unlisted'))?.slug).toBe('unlisted')
    expect(await store.findProduct('hidden')).toBeUndefined()
    expect(await findCard(store, 'hidden')).toBeUndefined()
    const product = (await store.findProduct('public'))!
    expect(await store.listRelated(product, 4)).toEqual([])
  })

  test(`${name}: the category tree counts each product of a subtree once, is sorted by position and then by name, and omits empty branches`, async () => {
    await using opened = await open()
    const stored = { hash: 'a'.repeat(64), format: 'webp', width: 8, height: 10, alt: '' } as const
    await fillStore(opened.store, {
      categories: [
        buildCategory({ slug: 'table', name: 'Table', position: 2 }),
        buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
        buildCategory({ slug: 'vases', name: 'Vases', position: 1 }),
        buildCategory({ slug: 'empty', name: 'Empty', position: 0 }),
        buildCategory({ slug: 'size-10', name: 'Size 10', position: null }),
        buildCategory({ slug: 'size-9', name: 'Size 9', position: null }),
      ],
      products: [
        buildProduct({
          slug: 'a',
          categorySlug: 'bowls',
          images: [{ url: 'https://x.example/a.jpg', alt: '' }, stored],
        }),
        buildProduct({ slug: 'b', categorySlug: 'table', otherCategorySlugs: ['bowls', 'vases'] }),
        buildProduct({ slug: 'c', categorySlug: 'vases', images: [{ url: 'https://x.example/a.jpg', alt: '' }] }),
        ...['size-10', 'size-9'].map((categorySlug) => buildProduct({ slug: `of-${categorySlug}`, categorySlug })),
      ],
    })
    const { store } = opened
    const tree = await store.listCategoryTree()
    expect(tree.map(({ slug, productCount }) => [slug, productCount])).toEqual([
      ['vases', 2],
      ['table', 2],
      ['size-9', 1],
      ['size-10', 1],
    ])
    expect(tree[1]!.children.map(({ slug, productCount }) => [slug, productCount])).toEqual([['bowls', 2]])
    // A category shows the first stored picture of a product below it, never a remote one.
    expect(tree.map(({ image }) => image)).toEqual([null, stored, null, null])
    expect(await listSlugs(store, {}, 'table')).toEqual(['a', 'b'])
    for (const listed of [
      await listSlugs(store, {}, 'vases'),
      await listSlugs(store, { categories: ['vases'] }),
      await listSlugs(store, { search: 'vases' }),
    ])
      expect(listed.toSorted()).toEqual(['b', 'c'])
    expect((await findCard(store, 'b'))?.categoryName).toBe('Table')
    const { facets } = await store.listProducts(EMPTY_LISTING_QUERY)
    expect(facets.categories.values.map(({ value, count }) => `${value} ${count}`)).toEqual([
      'vases 2',
      'table 2',
      'size-9 1',
      'size-10 1',
    ])
    expect((await store.findCategory('bowls'))!.ancestors).toEqual([{ slug: 'table', name: 'Table' }])
    expect((await store.findCategory('empty'))!.category.productCount).toBe(0)
  })

  test(`${name}: related products are first the nearest of the category, then those of the brand, without the product itself`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      categories: [buildCategory({ slug: 'c' })],
      products: [
        buildProduct({ slug: 'a', categorySlug: 'c', brand: 'T' }),
        buildProduct({ slug: 'b', categorySlug: 'c' }),
        buildProduct({ slug: 'x', brand: 'T' }),
        buildProduct({ slug: 'd', categorySlug: 'c' }),
        buildProduct({ slug: 'other' }),
      ],
    })
    const related = async (slug: string, limit: number) =>
      (await opened.store.listRelated((await opened.store.findProduct(slug))!, limit)).map((card) => card.slug)
    expect(await related('a', 4)).toEqual(['b', 'd', 'x'])
    expect(await related('b', 4)).toEqual(['a', 'd'])
    expect(await related('d', 2)).toEqual(['b', 'a'])
    expect(await related('other', 4)).toEqual([])
  })

  test(`${name}: finds products by current and former slugs in the given order, except hidden ones`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, {
      categories: [buildCategory({ slug: 'c', name: 'Seats', formerSlugs: ['seats'] })],
      products: [
        buildProduct({ slug: 'a', categorySlug: 'c', formerSlugs: ['b', 'old'] }),
        buildProduct({ slug: 'b', visibility: 'unlisted' }),
        buildProduct({ slug: 'h', visibility: 'hidden', formerSlugs: ['was-h'] }),
        buildPart('p', 700),
        buildProduct({ slug: 'set', includes: ['p'], variants: [buildVariant({ priceMinor: null })] }),
      ],
    })
    const found = await store.findProducts(['set', 'b', 'none', 'h', 'was-h', 'old', 'a'])
    expect([...found].map(([asked, { product }]) => [asked, product.slug])).toEqual([
      ['set', 'set'],
      ['b', 'b'],
      ['old', 'a'],
      ['a', 'a'],
    ])
    expect(found.get('a')!.product).toEqual(await store.findProduct('a'))
    expect(found.get('a')!.card.categoryName).toBe('Seats')
    expect(found.get('set')!.card.priceFromMinor).toBe(700)
    expect((await store.findProducts([])).size).toBe(0)
    expect([await store.findRenamed('product', 'old'), await store.findRenamed('category', 'old')]).toEqual([
      'a',
      undefined,
    ])
    expect(await store.findRenamed('category', 'seats')).toBe('c')
    await fillStore(store, { products: [buildProduct({ slug: 'a' })] })
    expect(await store.findRenamed('product', 'old')).toBeUndefined()
  })

  test(`${name}: stores pictures and fonts unchanged, counts only pictures, and lists the origins of remote ones`, async () => {
    await using opened = await open()
    const bytes = new Uint8Array([0, 255, 1, 254])
    const hash = 'b'.repeat(64)
    await opened.store.write(async (writer) => {
      expect(await writer.hasImage(hash)).toBe(false)
      await writer.putImage(hash, { bytes, format: 'png' })
      expect(await writer.hasImage(hash)).toBe(true)
      const picture = { hash, format: 'png', width: 1, height: 1 } as const
      expect(await writer.findPictureOfSource('chair.png')).toBeUndefined()
      await writer.putPictureSource('chair.png', picture)
      expect(await writer.findPictureOfSource('chair.png')).toEqual(picture)
      await writer.putProduct(
        buildProduct({
          slug: 'a',
          images: [
            { url: 'https://b.example/1', alt: '' },
            { url: 'https://a.example/2', alt: '' },
          ],
        }),
      )
    })
    const image = (await opened.store.findImage(hash))!
    expect([...image.bytes]).toEqual([...bytes])
    expect(image.format).toBe('png')
    expect(await opened.store.listRemoteImageOrigins()).toEqual(['https://a.example', 'https://b.example'])
    const font = 'a'.repeat(64)
    await opened.store.write((writer) => writer.putImage(font, { bytes: new Uint8Array([0, 255, 7]), format: 'woff2' }))
    expect(await opened.store.readStatistics()).toMatchObject({ remoteImages: 2 })
    await opened.store.write((writer) => writer.clear())
    expect(await opened.store.findImage(font)).toBeUndefined()
    await opened.store.rollback()
    const file = (await opened.store.findImage(font.slice(0, PICTURE_URL_HASH_LENGTH)))!
    expect([file.format, ...file.bytes]).toEqual(['woff2', 0, 255, 7])
  })

  test(`${name}: the owner's pages and lists reach a second store, which needs no query to find a company, and a rollback restores them`, async () => {
    await using opened = await open()
    const { store } = opened
    const elsewhere = await opened.openAgain()
    const page = buildOwnerPage({
      description: 'Who \0 we are',
      role: 'imprint',
      position: 3,
      links: ['footer', 'menu'],
    })
    const lists = {
      synonyms: [{ word: 'divan', synonyms: ['sofa'] }],
      attributes: [{ name: 'Length', type: 'text', unit: null }],
      companies: [{ name: 'Kiln', address: 'Road 1', email: 'a@kiln.example' }],
    } as const
    const put = (
      pages: readonly OwnerPage[],
      { synonyms, attributes, companies }: { [Name in keyof typeof lists]: (typeof lists)[Name] | [] },
    ) =>
      store.write(async (writer) => {
        await writer.putSite({ ...NEUTRAL_SITE, pages })
        await writer.putList('synonyms', synonyms)
        await writer.putList('attributes', attributes)
        await writer.putList('companies', companies)
      })
    const products = ['5 mm', '6 mm'].map((value, index) =>
      buildProduct({ slug: `p${index}`, name: 'Sofa', attributes: [{ name: 'Length', value }] }),
    )
    await fillStore(store, { products })
    const { companies, ...others } = lists
    const filled = { pages: [page], company: companies[0], ...others, found: ['p0', 'p1'], numeric: 0 }
    await put([page], lists)
    expect(await readListed(store)).toEqual(filled)
    await expect.poll(() => readListed(elsewhere)).toEqual(filled)
    for (const change of [
      () => put([], { synonyms: [], attributes: [], companies: [] }),
      () => store.write((writer) => writer.clear()),
    ]) {
      await change()
      expect(await readListed(store)).toMatchObject({ pages: [], synonyms: [], attributes: [], found: [] })
      expect(await store.rollback()).toBe(true)
      expect(await readListed(store)).toEqual(filled)
    }
    await expect.poll(() => readListed(elsewhere)).toEqual(filled)
    let queries = 0
    const unsubscribe = subscribeToQueries(() => queries++)
    expect(await elsewhere.findCompany('KILN')).toEqual(companies[0])
    expect(await elsewhere.findCompany('Kil')).toBeUndefined()
    unsubscribe()
    expect(queries).toBe(0)
    await elsewhere.close()
  })
}
