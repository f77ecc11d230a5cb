import { expect, test, vi } from 'vitest'
import { PICTURE_ADDRESS_DIGITS } from '../../shared/constants.ts'
import { CatalogBusyError, type CatalogStore } from '../../server/catalog/catalog-store.ts'
import type { Facets } from '../../shared/page-data.ts'
import type { Product } from '../../shared/catalog.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { fillWithDemo } from '../../server/demo/fill-with-demo.ts'
import { createLogger } from '../../server/log.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'

export interface OpenedStore extends AsyncDisposable {
  readonly store: CatalogStore
  /** The same database, opened a second time: another process, another machine. */
  openAgain(options?: { readonly busyLimitMs: number }): Promise<CatalogStore>
}

const EMPTY_FACETS: Facets = { categories: [], brands: [], attributes: [], inStockCount: 0, price: null }

function buildPart(slug: string, priceMinor: number): Product {
  return buildProduct({ slug, variants: [buildVariant({ priceMinor })] })
}

/** A change that has put a product and is not at its end before it is told so. */
async function beginChange(store: CatalogStore, slug: string): Promise<{ end: () => Promise<void> }> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const written = store.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug }))
    begin()
    await released
  })
  await begun
  return {
    async end() {
      release()
      await written
    },
  }
}

/** What every store must do, whatever database is behind it. */
export function testCatalogStore(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: an empty store is a whole, neutral site`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.ping()
    expect(await store.readSite()).toEqual(NEUTRAL_SITE)
    expect(await store.listCategoryTree()).toEqual([])
    expect(await store.findProduct('x')).toBeUndefined()
    expect(await store.findCategory('x')).toBeUndefined()
    expect(await store.findImage('0'.repeat(64))).toBeUndefined()
    expect(await store.listProducts(EMPTY_LISTING_QUERY)).toEqual({ items: [], total: 0, pageCount: 1, query: EMPTY_LISTING_QUERY, facets: EMPTY_FACETS, correctedSearch: null })
    expect(await store.readStatistics()).toMatchObject({ products: { public: 0, unlisted: 0, hidden: 0 }, isDemo: false })
  })

  test(`${name}: a product comes back as it was put, and its card sums it up`, async () => {
    await using opened = await open()
    const product = buildProduct({
      slug: 'bowl',
      name: 'Bowl',
      brand: 'Tornio',
      categorySlug: 'bowls',
      options: [{ name: 'Glaze', values: ['Chalk', 'Ink'] }],
      variants: [
        buildVariant({ key: 'chalk', optionValues: ['Chalk'], priceMinor: 5000, availability: 'OutOfStock' }),
        buildVariant({ key: 'ink', optionValues: ['Ink'], priceMinor: 4000, compareAtMinor: 4500, availability: 'BackOrder' }),
      ],
      images: [{ hash: 'a'.repeat(64), format: 'webp', width: 4, height: 5, alt: 'A bowl' }],
      attributes: [{ name: 'Material', value: 'Stoneware' }],
      documents: [{ name: 'Care', url: '/about#care' }],
    })
    await fillStore(opened.store, { products: [product], categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })] })
    expect(await opened.store.findProduct('bowl')).toEqual(product)
    expect(await opened.store.findProductCard('bowl')).toEqual({
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
    })
  })

  test(`${name}: a group costs what its public parts cost, also when they come or change after it`, async () => {
    await using opened = await open()
    const { store } = opened
    const group = buildProduct({ slug: 'set', includes: ['cup', 'pot', 'lid', 'gone'], variants: [buildVariant({ priceMinor: null })] })
    await fillStore(store, { products: [group, buildPart('pot', 3000), buildPart('cup', 1000), { ...buildPart('lid', 500), visibility: 'hidden' }] })
    expect(await store.findProductCard('set')).toMatchObject({ priceFromMinor: 1000, priceToMinor: 3000, compareAtMinor: null })
    expect((await store.listIncluded(group)).map(({ slug }) => slug)).toEqual(['cup', 'pot'])
    expect(await store.findProduct('set')).toEqual(group)

    await fillStore(store, { products: [buildPart('pot', 4000)] })
    expect(await store.findProductCard('set')).toMatchObject({ priceFromMinor: 1000, priceToMinor: 4000 })
    await fillStore(store, { products: [{ ...group, variants: [buildVariant({ priceMinor: 4500 })] }] })
    expect(await store.findProductCard('set')).toMatchObject({ priceFromMinor: 4500, priceToMinor: 4500 })
  })

  test(`${name}: a product is known again by what its source calls it and by its article numbers`, async () => {
    await using opened = await open()
    const variants = [buildVariant({ key: 'a', sku: 'A-1' }), buildVariant({ key: 'b', sku: 'A-1' })] as const
    const tee = buildProduct({ slug: 'tee', name: 'Tee', sourceId: 'shop:7', variants })
    const other = buildProduct({ slug: 'other', visibility: 'hidden', variants: [buildVariant({ sku: 'A-1' })] })
    await fillStore(opened.store, { products: [tee, other] })
    const find = (kind: 'source' | 'sku', value: string) => opened.store.write((writer) => writer.listProductsByIdentifier(kind, value))
    expect(await find('source', 'shop:7')).toEqual([{ slug: 'tee', name: 'Tee', sourceId: 'shop:7' }])
    expect((await find('sku', 'A-1')).map(({ slug }) => slug)).toEqual(['tee', 'other'])
    expect(await find('sku', 'shop:7')).toEqual([])
    await fillStore(opened.store, { products: [{ ...tee, sourceId: 'shop:8', variants: [buildVariant({ sku: 'A-2' })] }] })
    expect(await find('source', 'shop:7')).toEqual([])
    expect((await find('sku', 'A-1')).map(({ slug }) => slug)).toEqual(['other'])
  })

  test(`${name}: public products come in the order of their ids, with the time of their last real change`, async () => {
    await using opened = await open()
    const { store } = opened
    const all = { firstId: 1, lastId: Number.MAX_SAFE_INTEGER }
    expect([await store.listPublished(all, 5), await store.summarisePublished(all), await store.readLastPublishedId()]).toEqual([[], null, 0])

    const before = Date.now()
    const hidden = buildProduct({ slug: 'hidden', visibility: 'hidden' })
    await fillStore(store, { products: [buildPart('b', 1), hidden, buildPart('a', 1), { ...buildPart('u', 1), visibility: 'unlisted' }] })
    const [first, second, ...others] = await store.listPublished(all, 5)
    expect(others).toEqual([])
    expect([first!.product, second!.product]).toEqual([buildPart('b', 1), buildPart('a', 1)])
    expect(second!.id).toBeGreaterThan(first!.id)
    expect(first!.changedAt).toBeGreaterThanOrEqual(before)
    expect(await store.readLastPublishedId()).toBe(second!.id)
    expect((await store.listPublished(all, 1)).map(({ id }) => id)).toEqual([first!.id])
    expect((await store.listPublished({ firstId: first!.id + 1, lastId: second!.id }, 5)).map(({ id }) => id)).toEqual([second!.id])

    await new Promise((resolve) => setTimeout(resolve, 5))
    await fillStore(store, { products: [buildPart('b', 1), buildPart('a', 2)] })
    const [same, changed] = await store.listPublished(all, 5)
    expect(same).toEqual(first)
    expect([changed!.id, changed!.changedAt! > second!.changedAt!]).toEqual([second!.id, true])
    expect(await store.summarisePublished(all)).toEqual({ changedAt: changed!.changedAt })
    expect(await store.summarisePublished({ firstId: second!.id + 1, lastId: second!.id + 9 })).toBeNull()
  })

  test(`${name}: lists hold public products only; unlisted ones are found by address, hidden ones never`, async () => {
    await using opened = await open()
    const visibilities = ['public', 'unlisted', 'hidden'] as const
    await fillStore(opened.store, {
      products: visibilities.map((visibility) => buildProduct({ slug: visibility, visibility, featured: true, categorySlug: 'c' })),
      categories: [buildCategory({ slug: 'c' })],
    })
    const { store } = opened
    expect(await list(store, {})).toEqual(['public'])
    expect((await store.listFeatured(9)).map((card) => card.slug)).toEqual(['public'])
    expect((await store.listNewest(9)).map((card) => card.slug)).toEqual(['public'])
    expect((await store.listCategoryTree())[0]!.productCount).toBe(1)
    expect((await store.findProduct('unlisted'))?.slug).toBe('unlisted')
    expect(await store.findProduct('hidden')).toBeUndefined()
    expect(await store.findProductCard('hidden')).toBeUndefined()
    const product = (await store.findProduct('public'))!
    expect(await store.listRelated(product, 4)).toEqual([])
  })

  test(`${name}: sorts, with what has no price last, and pages without gaps or repeats`, async () => {
    await using opened = await open()
    const prices = [300, null, 100, 200]
    await fillStore(opened.store, {
      products: prices.map((priceMinor, index) =>
        buildProduct({ slug: `p${index}`, name: ['Ärmel', 'zebra', 'Bowl', 'alpha'][index]!, featured: index === 2, variants: [buildVariant({ priceMinor })] }),
      ),
    })
    const { store } = opened
    expect(await list(store, { sort: 'price-asc' })).toEqual(['p2', 'p3', 'p0', 'p1'])
    expect(await list(store, { sort: 'price-desc' })).toEqual(['p0', 'p3', 'p2', 'p1'])
    expect(await list(store, { sort: 'name' })).toEqual(['p3', 'p0', 'p2', 'p1'])
    expect(await list(store, { sort: 'newest' })).toEqual(['p3', 'p2', 'p1', 'p0'])
    expect(await list(store, { sort: 'featured' })).toEqual(['p2', 'p0', 'p1', 'p3'])

    await fillStore(store, { products: Array.from({ length: 50 }, (_, index) => buildProduct({ slug: `same-${index}`, name: 'Same' })) })
    const pages = await Promise.all([1, 2, 3].map((page) => list(store, { sort: 'name', page })))
    expect(pages.map((page) => page.length)).toEqual([24, 24, 6])
    expect(new Set(pages.flat()).size).toBe(54)
    expect(await list(store, { page: 4 })).toEqual([])
  })

  test(`${name}: searches and filters, with counts of the brands`, async () => {
    await using opened = await open()
    const site = { ...NEUTRAL_SITE, currency: 'EUR' }
    await fillStore(opened.store, {
      site,
      products: [
        buildProduct({ slug: 'a', name: 'Crème bowl', brand: 'Ursa', variants: [buildVariant({ priceMinor: 1000, sku: 'CB-100%' })] }),
        buildProduct({ slug: 'b', name: 'Large bowl', brand: 'Tornio', variants: [buildVariant({ priceMinor: 2000, availability: 'OutOfStock' })] }),
        buildProduct({ slug: 'c', name: 'Vase', brand: 'Tornio', variants: [buildVariant({ priceMinor: null })] }),
      ],
    })
    const { store } = opened
    expect(await list(store, { search: 'BOWL' })).toEqual(['a', 'b'])
    expect(await list(store, { search: 'bowl creme' })).toEqual(['a'])
    expect(await list(store, { search: 'cb 100' })).toEqual(['a'])
    expect(await list(store, { search: '%' })).toEqual([])
    expect(await list(store, { search: "x' OR 1=1 --" })).toEqual([])
    expect(await list(store, { brands: ['Tornio'] })).toEqual(['b', 'c'])
    expect(await list(store, { inStock: true })).toEqual(['a', 'c'])
    expect(await list(store, { minPrice: 15 })).toEqual(['b'])
    expect(await list(store, { maxPrice: 10 })).toEqual(['a'])
    const listing = await store.listProducts({ ...EMPTY_LISTING_QUERY, search: 'bowl', brands: ['Ursa'] })
    expect(listing.total).toBe(1)
    expect(listing.facets.brands.map(({ value, count }) => [value, count])).toEqual([['Tornio', 1], ['Ursa', 1]])
  })

  test(`${name}: the tree counts whole subtrees, keeps its order and leaves empty branches out`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      categories: [
        buildCategory({ slug: 'table', name: 'Table', position: 2 }),
        buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
        buildCategory({ slug: 'vases', name: 'Vases', position: 1 }),
        buildCategory({ slug: 'empty', name: 'Empty', position: 0 }),
      ],
      products: [
        buildProduct({ slug: 'a', categorySlug: 'bowls', images: [{ url: 'https://x.example/a.jpg', alt: '' }] }),
        buildProduct({ slug: 'b', categorySlug: 'table' }),
        buildProduct({ slug: 'c', categorySlug: 'vases' }),
      ],
    })
    const { store } = opened
    const tree = await store.listCategoryTree()
    expect(tree.map(({ slug, productCount }) => [slug, productCount])).toEqual([['vases', 1], ['table', 2]])
    expect(tree[1]!.children.map(({ slug, productCount }) => [slug, productCount])).toEqual([['bowls', 1]])
    expect(tree[1]!.image).toEqual({ url: 'https://x.example/a.jpg', alt: '' })
    expect(await list(store, {}, 'table')).toEqual(['a', 'b'])
    expect(await list(store, {}, 'bowls')).toEqual(['a'])
    expect((await store.findCategory('bowls'))!.ancestors).toEqual([{ slug: 'table', name: 'Table' }])
    expect((await store.findCategory('empty'))!.category.productCount).toBe(0)
  })

  test(`${name}: related products are neighbours in the category, then of the same brand, never the product itself`, async () => {
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
    expect(await related('b', 1)).toEqual(['d'])
    expect(await related('other', 4)).toEqual([])
  })

  test(`${name}: former slugs lead to the present one`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: [buildProduct({ slug: 'new', formerSlugs: ['old', 'older'] })],
      categories: [buildCategory({ slug: 'seats', formerSlugs: ['chairs'] })],
    })
    expect(await opened.store.findRenamed('product', 'older')).toBe('new')
    expect(await opened.store.findRenamed('category', 'chairs')).toBe('seats')
    expect(await opened.store.findRenamed('category', 'old')).toBeUndefined()
    await fillStore(opened.store, { products: [buildProduct({ slug: 'new' })] })
    expect(await opened.store.findRenamed('product', 'old')).toBeUndefined()
  })

  test(`${name}: pictures are kept as they are, and foreign ones are known by their origins`, async () => {
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
      await writer.putProduct(buildProduct({ slug: 'a', images: [{ url: 'https://b.example/1', alt: '' }, { url: 'https://a.example/2', alt: '' }] }))
    })
    const image = (await opened.store.findImage(hash))!
    expect([...image.bytes]).toEqual([...bytes])
    expect(image.format).toBe('png')
    expect(await opened.store.listRemoteImageOrigins()).toEqual(['https://a.example', 'https://b.example'])
    expect(await opened.store.readStatistics()).toMatchObject({ images: { count: 1, bytes: 4 }, remoteImages: 2 })
  })

  test(`${name}: a change is seen whole or not at all, here and elsewhere`, async () => {
    await using opened = await open()
    const elsewhere = await opened.openAgain()
    const { store } = opened
    const before = store.revision
    await store.write(async (writer) => {
      await writer.putProduct(buildProduct({ slug: 'a' }))
      expect(await store.findProduct('a')).toBeUndefined()
      expect(await elsewhere.findProduct('a')).toBeUndefined()
      await writer.putProduct(buildProduct({ slug: 'b' }))
    })
    expect(await list(store, {})).toEqual(['a', 'b'])
    expect(store.revision).toBeGreaterThan(before)
    await expect.poll(() => elsewhere.revision).toBe(store.revision)
    expect(await list(elsewhere, {})).toEqual(['a', 'b'])

    const failed = store.write(async (writer) => {
      await writer.clear()
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    expect(await list(store, {})).toEqual(['a', 'b'])
    await elsewhere.close()
  })

  test(`${name}: two changes at once: the second one says why it does not run`, async () => {
    await using opened = await open()
    const other = await opened.openAgain({ busyLimitMs: 100 })
    const { end } = await beginChange(opened.store, 'first')
    await expect(other.write(async () => {})).rejects.toThrow(CatalogBusyError)
    await end()
    expect(await other.write((writer) => writer.findProduct('first'))).toBeDefined()
    await other.close()
  })

  test(`${name}: a server that starts while another one fills the store waits for it, and adds nothing of its own`, async () => {
    await using opened = await open()
    const other = await opened.openAgain({ busyLimitMs: 50 })
    const { end } = await beginChange(opened.store, 'first')
    const write = vi.spyOn(other, 'write')
    const filled = fillWithDemo(other, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
    await vi.waitFor(() => expect(write.mock.settledResults.filter(({ type }) => type === 'rejected').length).toBeGreaterThan(1), { timeout: 10_000 })
    await end()
    await filled
    expect(await other.readStatistics()).toMatchObject({ products: { public: 1 }, isDemo: false })
    await other.close()
  })

  test(`${name}: a change that puts nothing leaves the revision`, async () => {
    await using opened = await open()
    const before = opened.store.revision
    expect(await opened.store.write(async (writer) => writer.findProduct('a'))).toBeUndefined()
    expect(opened.store.revision).toBe(before)
  })

  test(`${name}: the demo is marked until it is cleared`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.write(async (writer) => {
      await writer.markDemo(true)
      await writer.putProduct(buildProduct({ slug: 'a' }))
    })
    expect((await store.readStatistics()).isDemo).toBe(true)
    await store.write((writer) => writer.clear())
    expect(await store.readStatistics()).toMatchObject({ isDemo: false, products: { public: 0 } })
  })

  test(`${name}: a rollback brings back what stood before the last change, once`, async () => {
    await using opened = await open()
    const { store } = opened
    expect(await store.rollback()).toBe(false)
    const hash = 'b'.repeat(64)
    const picture = { hash, format: 'png', width: 3, height: 2 } as const
    await store.write(async (writer) => {
      await writer.putSite({ ...NEUTRAL_SITE, name: 'Before' })
      await writer.putCategory(buildCategory({ slug: 'bowls' }))
      for (const slug of ['first', 'second', 'set']) await writer.putProduct(buildProduct({ slug, categorySlug: 'bowls', formerSlugs: [`old-${slug}`] }))
      await writer.putProduct(buildProduct({ slug: 'set', includes: ['first'] }))
      await writer.putPictureSource('a.png', picture)
      await writer.putImage(hash, { bytes: new Uint8Array([1]), format: 'png' })
    })
    const before = await readEverything(store)
    await store.write(async (writer) => {
      await writer.renameProduct('first', 'renamed')
      await writer.renameCategory('bowls', 'dishes')
      await writer.putProduct(buildProduct({ slug: 'renamed', name: 'Renamed', formerSlugs: ['first', 'old-first'] }))
      await writer.putProduct(buildProduct({ slug: 'second', name: 'Changed' }))
      await writer.putProduct(buildProduct({ slug: 'third' }))
      await writer.putCategory(buildCategory({ slug: 'cups' }))
      await writer.putSite({ ...NEUTRAL_SITE, name: 'After' })
      await writer.putImage('c'.repeat(64), { bytes: new Uint8Array([2]), format: 'png' })
      await writer.putPictureSource('a.png', { ...picture, hash: 'c'.repeat(64) })
    })
    expect((await store.findProduct('set'))?.includes).toEqual(['renamed'])
    expect(await store.findRenamed('product', 'first')).toBe('renamed')
    expect(await store.readStatistics()).toMatchObject({ canRollBack: true })
    const { revision } = store
    expect(await store.rollback()).toBe(true)
    expect(store.revision).toBeGreaterThan(revision)
    expect(await readEverything(store)).toEqual(before)
    expect(await store.findRenamed('product', 'first')).toBeUndefined()
    expect(await store.findRenamed('product', 'old-first')).toBe('first')
    expect(await store.findImage('c'.repeat(64))).toBeUndefined()
    expect(await store.write((writer) => writer.findPictureOfSource('a.png'))).toEqual(picture)
    expect(await store.readStatistics()).toMatchObject({ canRollBack: false })
    expect(await store.rollback()).toBe(false)
  })

  test(`${name}: a rollback brings a catalogue back that was cleared, the demo's mark and pictures included`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.write(async (writer) => {
      await writer.markDemo(true)
      await writer.putCategory(buildCategory({ slug: 'bowls' }))
      for (const slug of ['c', 'a', 'b']) await writer.putProduct(buildProduct({ slug, categorySlug: 'bowls' }))
      await writer.putImage('d'.repeat(64), { bytes: new Uint8Array([1, 2]), format: 'png' })
    })
    expect(await store.readStatistics()).toMatchObject({ canRollBack: false })
    const before = await readEverything(store)
    await store.write(async (writer) => {
      await writer.clear()
      await writer.putProduct(buildProduct({ slug: 'a', name: 'Mine' }))
    })
    const failed = store.write(async (writer) => {
      await writer.putProduct(buildProduct({ slug: 'z' }))
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    expect(await store.rollback()).toBe(true)
    expect(await readEverything(store)).toEqual(before)
    expect([...(await store.findImage('d'.repeat(64)))!.bytes]).toEqual([1, 2])
    expect([...(await store.findImage('d'.repeat(PICTURE_ADDRESS_DIGITS)))!.bytes]).toEqual([1, 2])
    expect(await store.findImage(`${'d'.repeat(19)}c`)).toBeUndefined()
    expect(await store.readStatistics()).toMatchObject({ isDemo: true })
  })
}

async function readEverything(store: CatalogStore) {
  return store.read(async (reader) => {
    const products: Product[] = []
    for await (const product of reader.scanProducts()) products.push(product)
    return { products, categories: await reader.listCategories(), site: await reader.readSite() }
  })
}

/** Slugs of a listing's products. */
async function list(store: CatalogStore, query: Partial<ListingQuery>, category?: string): Promise<string[]> {
  const listing = await store.listProducts({ ...EMPTY_LISTING_QUERY, ...query }, category)
  return listing.items.map((item) => item.slug)
}
