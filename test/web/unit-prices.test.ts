import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { ProductVariant } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { DATABASE_KINDS } from '../support/both-databases.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

const images = [{ url: 'https://cdn.example/a.jpg', alt: '' }]
const priced = (priceMinor: number, amount: number, unit: string, base?: readonly [number, string]) =>
  ({
    priceMinor,
    unitPricing: {
      quantity: { amount, unit },
      ...(base && { base: { amount: base[0], unit: base[1] } }),
    },
  }) as Partial<ProductVariant>

const single = (slug: string, variant: Partial<ProductVariant>) =>
  buildProduct({ slug, name: slug, categorySlug: 'food', images, variants: [buildVariant(variant)] })

const products = [
  { ...single('wine', priced(999, 750, 'ml')), featured: true },
  single('flour', priced(499, 2.5, 'kg')),
  single('saffron', priced(1_290, 500, 'mg', [1, 'g'])),
  single('sweets', { ...priced(300, 250, 'g', [100, 'g']), compareAtMinor: 400 }),
  single('cable', priced(499, 150, 'cm')),
  single('tiles', priced(8_950, 3, 'm²')),
  single('pens', priced(1_500, 10, 'piece')),
  single('on-request', { ...priced(999, 750, 'ml'), priceMinor: null }),
  buildProduct({
    slug: 'oil',
    name: 'oil',
    categorySlug: 'food',
    images,
    options: [{ name: 'Size', values: ['Can', 'Bottle', 'Gift'] }],
    variants: [
      buildVariant({ key: 'can', optionValues: ['Can'], ...priced(4_000, 5, 'l') }),
      buildVariant({ key: 'bottle', optionValues: ['Bottle'], ...priced(1_200, 500, 'ml') }),
      buildVariant({ key: 'gift', optionValues: ['Gift'], priceMinor: 5_000 }),
    ],
  }),
]
const categories = [buildCategory({ slug: 'food', name: 'Food' })]
const site: Site = { ...NEUTRAL_SITE, currency: 'EUR', languages: ['en', 'de'], hasGoogleFeed: true }

/** The unit price of each product's card, in English and in German. */
const CARDS = [
  ['wine', '€13.32 / l', '13,32 € / l'],
  ['flour', '€2 / kg', '2 € / kg'],
  ['saffron', '€25.80 / g', '25,80 € / g'],
  ['sweets', '€1.20 / 100 g', '1,20 € / 100 g'],
  ['cable', '€3.33 / m', '3,33 € / m'],
  ['tiles', '€29.83 / m²', '29,83 € / m²'],
  ['pens', '€1.50 / piece', '1,50 € / Stück'],
  ['oil', '€24 / l', '24 € / l'],
] as const

async function startShop(kind: (typeof DATABASE_KINDS)[number]): Promise<TestServer> {
  const database = kind === 'postgres' ? await createTestDatabase() : undefined
  const server = await startServer({
    products,
    categories,
    site,
    ...(database && { environment: { DATABASE_URL: database.url } }),
  })
  const stop = server[Symbol.asyncDispose].bind(server)
  return Object.assign(server, {
    async [Symbol.asyncDispose]() {
      await stop()
      await database?.[Symbol.asyncDispose]()
    },
  })
}

const readPage = async (server: TestServer, path: string) => {
  const { text } = await server.request.get(path).expect(200)
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

/** The HTML without the data of the browser. */
const readHtml = async (server: TestServer, path: string) =>
  (await readPage(server, path)).replace(/<script[^>]*>.*?<\/script>/gs, '')

const small = (text: string) => `<small>${text}</small>`

const findPrice = (html: string) => /<div class="product-price">.*?<\/div>/s.exec(html)?.[0]

const buildQuantity = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode })

const readStructuredData = async (server: TestServer, slug: string) => {
  const text = await readPage(server, `/products/${slug}`)
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json]) => JSON.parse(json!) as readonly Readonly<Record<string, unknown>>[],
  )
  return blocks.find(({ '@type': type }) => type === 'Product' || type === 'ProductGroup')
}

test.each(DATABASE_KINDS)(
  'shows the price per unit wherever a price is shown, in both languages, over %s',
  async (kind) => {
    await using server = await startShop(kind)
    for (const [base, column] of [
      ['', 1],
      ['/de', 2],
    ] as const) {
      const [home, grid, table] = [
        await readHtml(server, base || '/'),
        await readHtml(server, `${base}/products`),
        await readHtml(server, `${base}/category/food?view=table`),
      ]
      expect(home).toContain(small(CARDS[0][column]))
      for (const product of CARDS) {
        const [slug, text] = [product[0], product[column]]
        expect(grid, slug).toContain(small(text))
        expect(table, slug).toContain(small(text))
        if (slug !== 'oil') expect(await readHtml(server, `${base}/products/${slug}`), slug).toContain(small(text))
      }
      expect(grid.match(/<small>/g)).toHaveLength(CARDS.length)
      const comparison = await readHtml(server, `${base}/products?compare=wine,oil`)
      expect(comparison).toContain(CARDS[0][column])
      expect(comparison).toContain(CARDS.at(-1)![column])
      const suggestions = await readPage(server, `${base}/suggestions?q=wine`)
      expect(suggestions).toContain(`"details":["${CARDS[0][column]}"]`)
    }
  },
)

test('the product page shows the price per unit of the chosen variant, and that of each variant in its table', async () => {
  await using server = await startShop('sqlite')
  expect(findPrice(await readHtml(server, '/products/oil'))).toContain('€40 <small>€8 / l</small>')
  expect(findPrice(await readHtml(server, '/products/oil?variant=bottle'))).toContain('€12 <small>€24 / l</small>')
  const gift = await readHtml(server, '/de/products/oil?variant=gift')
  expect(findPrice(gift)).toContain('50 €')
  expect(findPrice(gift)).not.toContain('<small>')
  const table = /<table.*<\/table>/s.exec(gift)![0]
  expect(table.match(/<small>.*?<\/small>/g)).toEqual([small('8 € / l'), small('24 € / l')])
  const comparison = await readHtml(server, '/products?compare=wine,oil')
  expect(comparison).toContain('Can: €40 (€8 / l)')
  expect(comparison).toContain('Gift: €50')
})

test('a product without a price has no price per unit', async () => {
  await using server = await startShop('sqlite')
  for (const path of ['/products/on-request', '/products?q=on-request']) {
    const [main] = (await readHtml(server, path)).split('related')
    expect(main, path).toContain('on-request')
    expect(main, path).not.toMatch(/<small>| \/ l/)
  }
})

test('structured data has the quantity and the base beside the former price', async () => {
  await using server = await startShop('sqlite')
  const specification = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR' }
  expect(await readStructuredData(server, 'wine')).toMatchObject({
    offers: {
      price: '9.99',
      priceSpecification: {
        ...specification,
        price: '9.99',
        referenceQuantity: { ...buildQuantity(750, 'MLT'), valueReference: buildQuantity(1, 'LTR') },
      },
    },
  })
  expect(await readStructuredData(server, 'sweets')).toMatchObject({
    offers: {
      priceSpecification: [
        {
          ...specification,
          price: '3.00',
          referenceQuantity: { ...buildQuantity(250, 'GRM'), valueReference: buildQuantity(100, 'GRM') },
        },
        { ...specification, price: '4.00', priceType: 'https://schema.org/StrikethroughPrice' },
      ],
    },
  })
  expect(await readStructuredData(server, 'oil')).toMatchObject({
    hasVariant: [
      { offers: { priceSpecification: { referenceQuantity: { value: 5 } } } },
      { offers: { priceSpecification: { referenceQuantity: { value: 500 } } } },
      { offers: { price: '50.00' } },
    ],
  })
})

test("the Google feed has the quantity and the base in Google's units", async () => {
  await using server = await startShop('sqlite')
  const feed = await readPage(server, '/feeds/google.xml')
  const items = new Map(
    [...feed.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => [/<g:id>(.*?)</.exec(item)![1], item]),
  )
  const readFields = (id: string) =>
    [...items.get(id)!.matchAll(/<g:unit_pricing_\w+>(.*?)</g)].map(([, value]) => value)
  expect(readFields('wine')).toEqual(['750 ml', '1 l'])
  expect(readFields('sweets')).toEqual(['250 g', '100 g'])
  expect(readFields('tiles')).toEqual(['3 sqm', '1 sqm'])
  expect(readFields('pens')).toEqual(['10 ct', '1 ct'])
  expect(readFields('oil:bottle')).toEqual(['500 ml', '1 l'])
  expect(readFields('oil:gift')).toEqual([])
})
