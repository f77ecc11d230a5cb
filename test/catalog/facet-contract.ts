import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { FILTER_LISTED_VALUES, FILTER_PAGE_SIZE, FILTER_SHOWN_VALUES } from '../../shared/constants.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { OpenedStore } from './opened-store.ts'

const APPAREL = join(SHARED_DATA_DIR, 'shopify-apparel.csv')
const ICECAT = join(SHARED_DATA_DIR, 'search', 'icecat.csv.gz')
/** Only this many characters from the start of the file are imported: about 600 products of 80 brands. */
const ICECAT_CHARACTERS = 450_000

const BRANDS = Array.from({ length: 100 }, (_, index) => `Brand ${index}`)

/** The first brands have 12, 11, 10, … products, the others one each. */
const branded = BRANDS.flatMap((brand, index) =>
  Array.from({ length: Math.max(1, 12 - index) }, (_, copy) => buildProduct({ slug: `b-${index}-${copy}`, brand })),
)

const width = (index: number) => String(index).padStart(4, '0')

const buildSized = (slug: string, sizes: readonly string[], name = 'Size') =>
  buildProduct({ slug, options: [{ name, values: sizes }] })

/** Tests the filter values in every store. */
export function testFacets(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: a filter of 100 values offers the most frequent and the chosen ones, and counts all`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products: branded })
    const { facets } = await list(opened.store, { brands: ['Brand 70', 'Brand 3'] })
    expect(facets.brands.valueCount).toBe(100)
    expect(facets.brands.values.map(({ label }) => label)).toEqual([
      ...BRANDS.slice(0, FILTER_SHOWN_VALUES),
      'Brand 70',
    ])
    expect(facets.brands.values.map(({ count }) => count)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 1])
  })

  test(`${name}: an opened filter lists all values in order, with counts, without products`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products: branded })
    const query = { brands: ['Brand 3'], openFilter: { name: 'brand', search: '', page: 1 } }
    const { openFacet, items, total, facets } = await list(opened.store, query)
    expect(openFacet).toMatchObject({ name: null, valueCount: 100, chosen: [], page: 1, pageCount: 1 })
    expect(openFacet!.values.map(({ label }) => label)).toEqual(BRANDS)
    expect(openFacet!.values[3]).toEqual({ value: 'Brand 3', label: 'Brand 3', count: 9 })
    expect([items, total, facets.brands.values]).toEqual([[], 9, []])
  })

  test(`${name}: a search in an opened filter ignores case and accents, and keeps the chosen values`, async () => {
    await using opened = await open()
    const products = ['Ägir', 'Magnolia', 'Zeta'].map((brand, index) => buildProduct({ slug: `p${index}`, brand }))
    await fillStore(opened.store, { products })
    const search = async (text: string) => {
      const openFilter = { name: 'brand', search: text, page: 1 }
      const { openFacet } = await list(opened.store, { brands: ['zeta'], openFilter })
      return [openFacet!.values, openFacet!.chosen].map((values) => values.map(({ label }) => label))
    }
    expect(await search('AG')).toEqual([['Ägir', 'Magnolia'], ['Zeta']])
    expect(await search('ze')).toEqual([['Zeta'], []])
    expect(await search('nothing')).toEqual([[], ['Zeta']])
  })

  test(`${name}: an opened filter of 5,000 values is paginated, and a page past the end shows the last one`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: Array.from({ length: 5_000 }, (_, index) =>
        buildProduct({ slug: `p${index}`, brand: `Maker ${width((index * 7) % 5_000)}` }),
      ),
    })
    const page = async (number: number) =>
      (await list(opened.store, { openFilter: { name: 'brand', search: '', page: number } })).openFacet!
    const second = await page(2)
    expect([second.valueCount, second.pageCount, second.values.length]).toEqual([5_000, 25, FILTER_PAGE_SIZE])
    expect(second.values.map(({ label }) => label)).toEqual(
      Array.from({ length: FILTER_PAGE_SIZE }, (_, index) => `Maker ${width(FILTER_PAGE_SIZE + index)}`),
    )
    const last = await page(99)
    expect([last.page, last.values.at(-1)!.label]).toEqual([25, 'Maker 4999'])
    expect((await list(opened.store, {})).facets.brands.values).toHaveLength(FILTER_SHOWN_VALUES)
  })

  test(`${name}: an attribute with thousands of texts is a filter if products share the texts, otherwise it is reported`, async () => {
    await using opened = await open()
    const products = Array.from({ length: 1_400 }, (_, index) =>
      buildProduct({
        slug: `p${index}`,
        attributes: [
          { name: 'Fits', value: `Model ${width(index % 700)}` },
          { name: 'Serial', value: `Serial ${width(index)}` },
          { name: 'Notes', value: `${'A long note that nobody compares. '.repeat(3)} ${index % 700}` },
        ],
      }),
    )
    await fillStore(opened.store, { products })
    const { facets } = await list(opened.store, { attributes: { fits: ['Model 0650'] } })
    expect(facets.attributes.map(({ key, valueCount }) => [key, valueCount])).toEqual([['fits', 700]])
    expect(facets.attributes[0]!.values).toHaveLength(FILTER_SHOWN_VALUES + 1)
    const openFilter = { name: 'attr-fits', search: 'model 069', page: 1 }
    const { openFacet } = await list(opened.store, { openFilter })
    expect(openFacet!.values.map(({ label, count }) => [label, count])).toEqual(
      Array.from({ length: 10 }, (_, index) => [`Model 069${index}`, 2]),
    )
    expect((await list(opened.store, { attributes: { fits: ['Model 0650'] } })).total).toBe(2)
    expect((await opened.store.summariseAttributes()).unfiltered).toEqual([
      { name: 'Serial', reason: 'unshared' },
      { name: 'Notes', reason: 'long' },
    ])
  })

  test(`${name}: shows sizes in their order and other values by frequency`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: [
        buildSized('one', ['XL', 'S', 'M']),
        buildSized('two', ['XXS', 'M', '4XL', 'XL']),
        ...['0.3 l', '0.5 l', '0.15 l'].map((value) =>
          buildProduct({ slug: value.replaceAll(/\W/g, ''), attributes: [{ name: 'Volume', value }] }),
        ),
        ...['Zinc', 'Oak', 'Zinc', 'Ash'].map((value, index) =>
          buildProduct({ slug: `m${index}`, attributes: [{ name: 'Material', value }] }),
        ),
      ],
    })
    const { facets } = await list(opened.store, {})
    const labels = facets.attributes.map(({ key, values }) => [key, values.map(({ label }) => label)])
    expect(Object.fromEntries(labels)).toEqual({
      size: ['XXS', 'S', 'M', 'XL', '4XL'],
      volume: ['0.15 l', '0.3 l', '0.5 l'],
      material: ['Zinc', 'Ash', 'Oak'],
    })
  })

  test(`${name}: orders names by the language of the site`, async () => {
    const products = ['Zeta', 'Ägir', 'alpha'].map((brand, index) => buildProduct({ slug: `p${index}`, brand }))
    for (const [locale, brands] of [
      ['de', ['Ägir', 'alpha', 'Zeta']],
      ['sv', ['alpha', 'Zeta', 'Ägir']],
    ] as const) {
      await using opened = await open()
      await fillStore(opened.store, { site: { ...NEUTRAL_SITE, locale }, products })
      expect((await list(opened.store, {})).facets.brands.values.map(({ label }) => label)).toEqual(brands)
    }
  })

  test(`${name}: offers no filter for an attribute of a single product, and none for Shopify's option Title`, async () => {
    await using opened = await open()
    await fillStore(opened.store, {
      products: [
        buildSized('one', ['S', 'M']),
        buildSized('two', ['M', 'L']),
        buildSized('three', ['With name', 'Without'], 'Engraving'),
        buildSized('four', ['Gift', 'Plain'], 'Title'),
        buildSized('five', ['Gift', 'Large'], 'Title'),
      ],
    })
    const { facets } = await list(opened.store, {})
    expect(facets.attributes.map(({ key }) => key)).toEqual(['size'])
    // A link or bookmark may contain a filter that no longer exists.
    expect((await list(opened.store, { attributes: { engraving: ['Without'] } })).total).toBe(1)
  })

  test(`${name}: an opened filter of categories lists them in the order of the category tree`, async () => {
    await using opened = await open()
    const slugs = Array.from({ length: FILTER_LISTED_VALUES + 44 }, (_, index) => `c-${(index * 5) % 64}`)
    await fillStore(opened.store, {
      categories: slugs.map((slug, position) => buildCategory({ slug, name: `Name of ${slug}`, position })),
      products: slugs.map((categorySlug, index) => buildProduct({ slug: `p${index}`, categorySlug })),
    })
    expect((await list(opened.store, {})).facets.categories).toMatchObject({ valueCount: 64 })
    const { openFacet } = await list(opened.store, { openFilter: { name: 'category', search: '', page: 1 } })
    expect(openFacet!.values.map(({ value }) => value)).toEqual(slugs)
    const found = await list(opened.store, { openFilter: { name: 'category', search: 'OF C-63', page: 1 } })
    expect(found.openFacet!.values.map(({ value }) => value)).toEqual(['c-63'])
  })

  test(`${name}: a query that opens a filter that does not exist lists the products`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products: [buildProduct({ slug: 'one' })] })
    const listing = await list(opened.store, { openFilter: { name: 'attr-nowhere', search: '', page: 1 } })
    expect([listing.openFacet, listing.query.openFilter, listing.items.length]).toEqual([null, null, 1])
  })

  test(`${name}: a filter of colours has their CSS colours, but a filter of other values has none`, async () => {
    await using opened = await open()
    const colours = ['Navy', 'black/white', 'Harvest'].map((value) => ({ name: 'Colour', value }))
    const flavours = ['Orange', 'Vanilla extra', 'Nougat', 'Pistachio', 'Hazelnut'].map((value) => ({
      name: 'Flavour',
      value,
    }))
    await fillStore(opened.store, {
      products: [...colours, ...flavours].map((attribute, index) =>
        buildProduct({ slug: `p${index}`, attributes: [attribute] }),
      ),
    })
    const { facets } = await list(opened.store, {})
    const read = (key: string) =>
      Object.fromEntries(
        facets.attributes.find((facet) => facet.key === key)!.values.map(({ label, colours: read }) => [label, read]),
      )
    expect(read('colour')).toEqual({ Navy: ['#1b2a49'], 'black/white': ['#000000', '#ffffff'], Harvest: undefined })
    expect(Object.values(read('flavour'))).toEqual(flavours.map(() => undefined))
  })

  test.skipIf(!existsSync(APPAREL))(
    `${name}: the filters of a real Shopify export have sizes in their order and CSS colours`,
    async () => {
      await using opened = await open()
      await importFile(opened.store, APPAREL)
      const { facets } = await list(opened.store, {})
      expect(facets.attributes.map(({ key }) => key)).toEqual(['color', 'size'])
      const all = async (key: string) =>
        (await list(opened.store, { openFilter: { name: `attr-${key}`, search: '', page: 1 } })).openFacet!.values
      expect((await all('size')).map(({ label }) => label)).toEqual(
        'XS S M L XL 7 7.5 8 8.5 9 9.5 10 10.5 11 11.5 12'.split(' '),
      )
      const colours = await all('color')
      expect(colours.filter((value) => value.colours).map(({ label }) => label)).toEqual(
        expect.arrayContaining(['Blue Chambray', 'Burgundy', 'Charcoal', 'Heather Green', 'Khaki', 'Navy', 'White']),
      )
      expect(colours.find(({ label }) => label === 'Harvest')).not.toHaveProperty('colours')
    },
  )

  test.skipIf(!existsSync(ICECAT))(
    `${name}: the pages of an opened filter list all brands of a real catalogue`,
    async () => {
      await using opened = await open()
      await using folder = await makeTemporaryFolder()
      const file = join(folder.path, 'icecat.csv')
      const text = gunzipSync(await readFile(ICECAT)).toString('utf8')
      await writeFile(file, text.slice(0, text.indexOf('\n"p-', ICECAT_CHARACTERS) + 1))
      await importFile(opened.store, file)
      const { facets, total } = await list(opened.store, {})
      const { openFacet } = await list(opened.store, { openFilter: { name: 'brand', search: '', page: 1 } })
      expect(openFacet!.valueCount).toBeGreaterThan(2 * FILTER_LISTED_VALUES)
      expect([openFacet!.values.length, facets.brands.valueCount]).toEqual([
        openFacet!.valueCount,
        openFacet!.valueCount,
      ])
      const counts = openFacet!.values.map(({ count }) => count)
      expect(counts.reduce((sum, count) => sum + count)).toBe(total)
      expect(facets.brands.values.map(({ count }) => count)).toEqual(
        counts.toSorted((one, other) => other - one).slice(0, FILTER_SHOWN_VALUES),
      )
      const labels = openFacet!.values.map(({ label }) => label)
      expect(labels).toEqual(labels.toSorted(new Intl.Collator('en', { numeric: true }).compare))
      const rarest = openFacet!.values.find(({ count }) => count === Math.min(...counts))!
      expect((await list(opened.store, { brands: [rarest.value] })).total).toBe(rarest.count)
    },
  )
}

function list(store: CatalogStore, given: Partial<ListingQuery>) {
  return store.listProducts({ ...EMPTY_LISTING_QUERY, ...given })
}
