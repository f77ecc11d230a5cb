import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { PriceDisplay, Product, ProductVariant } from '../../shared/catalog.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import type { Site } from '../../shared/site.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { startServer, type TestServer, useServer } from '../support/start-server.ts'

const ON_REQUEST = messages.priceOnRequest

/** An amount that occurs nowhere else, and the spellings that must not be in a response. */
const SECRET = 73_191
const SECRET_DIGITS = /73[.,]?191|731[.,]91/
const LOWEST = 51_717
const FORMER = 98_989
const FORMER_DIGITS = /98[.,]?989|989[.,]89/

const unitPricing = { quantity: { amount: 1, unit: 'kg' } } as const
const images = [{ url: 'https://cdn.example/a.jpg', alt: '' }]
const build = (slug: string, categorySlug: string, given: Partial<Product> = {}) =>
  buildProduct({
    slug,
    name: `Thing ${slug}`,
    brand: 'Acme',
    categorySlug,
    images,
    variants: [buildVariant({ sku: `N-${slug}`, priceMinor: SECRET, compareAtMinor: FORMER, unitPricing })],
    ...given,
  })

const sizes: Partial<Product> = {
  ...buildOption('Size', {
    Small: { priceMinor: LOWEST, compareAtMinor: FORMER, unitPricing },
    Large: { priceMinor: SECRET, unitPricing },
  }),
}

/** All products but `open` and `cheapest` hide the secret amount. */
const hiding = [
  build('own-hidden', 'plain', { priceDisplay: 'hidden' }),
  build('own-request', 'plain', { priceDisplay: 'request' }),
  build('own-from', 'plain', { priceDisplay: 'from', ...sizes }),
  build('of-category', 'hidden-below'),
  build('open', 'hidden-below', { priceDisplay: 'shown', variants: [buildVariant({ priceMinor: 12_345 })] }),
  build('hidden-sizes', 'hidden', sizes),
  build('set', 'plain', {
    includes: ['own-hidden', 'own-from', 'own-request'],
    variants: [buildVariant({ priceMinor: null })],
  }),
  build('hidden-set', 'hidden', { includes: ['own-from'], variants: [buildVariant({ priceMinor: null })] }),
  build('cheapest', 'plain', { variants: [buildVariant({ priceMinor: 2_000 })] }),
]
const hidingCategories = [
  buildCategory({ slug: 'plain', name: 'Plain', view: 'table' }),
  buildCategory({ slug: 'hidden', name: 'Hidden', prices: 'hidden' }),
  buildCategory({ slug: 'hidden-below', name: 'Below', parentSlug: 'hidden' }),
]
const site: Site = { ...NEUTRAL_SITE, currency: 'EUR', languages: ['en', 'de'], hasGoogleFeed: true }

const SLUGS = hiding.map(({ slug }) => slug)

/** Reads the price on each card of a list, by the slug of its product. */
async function readCards(server: TestServer, path: string): Promise<ReadonlyMap<string, string | undefined>> {
  const cards = (await readPage(server, path)).findAll('li.card')
  return new Map(cards.map((card) => [card.attribute('data-slug')!, card.texts('.price')[0]]))
}

const readPrice = async (server: TestServer, path: string) =>
  (await readPage(server, `/products/${path}`)).texts('.product-price .price')[0]

const readProductData = async (server: TestServer, slug: string) =>
  (await readPage(server, `/products/${slug}`)).structuredData.find(({ '@type': type }) =>
    String(type).startsWith('Product'),
  )

const server = await useServer({ products: hiding, categories: hidingCategories, site })

test('the product decides whether its price is shown, then the nearest category, then the site', async () => {
  for (const [slug, price] of [
    ['own-hidden', undefined],
    ['own-request', ON_REQUEST],
    ['own-from', 'from €517.17 €517.17 / kg'],
    ['of-category', undefined],
    ['open', '€123.45'],
    ['set', 'from €517.17'],
    ['hidden-set', undefined],
  ] as const)
    expect(await readPrice(server, slug), slug).toBe(price)
  const cards = await readCards(server, '/products')
  expect(Object.fromEntries(cards)).toMatchObject({
    'own-request': ON_REQUEST,
    'own-from': 'from €517.17 €517.17 / kg',
    set: 'from €517.17',
    open: '€123.45',
  })
  for (const slug of ['own-hidden', 'hidden-sizes']) expect(cards.get(slug)).toBeUndefined()
  const readComparison = async (slugs: string) => (await readPage(server, `/products?compare=${slugs}`)).find('table')
  const compared = await readComparison('own-hidden,own-from')
  expect(compared.text).toContain('from €517.17')
  expect(compared.text).not.toContain(ON_REQUEST)
  expect((await readComparison('own-hidden,of-category')).texts('th')).not.toContain(messages.price)
})

test('no response has an amount that is not shown', async () => {
  const paths = [
    '/sitemap.xml',
    '/feeds/google.xml',
    '/suggestions?q=thing',
    '/suggestions?q=N-own',
    `/contact?${SLUGS.map((slug) => `item=${slug}:2`).join('&')}`,
    ...['', '/de'].flatMap((base) => [
      base || '/',
      `${base}/feeds/google.xml`,
      `${base}/category`,
      ...['plain', 'hidden', 'hidden-below'].map((slug) => `${base}/category/${slug}`),
      ...'view=grid view=table q=thing q=N-own-hidden sort=price-asc sort=price-desc families=rows&view=table'
        .split(' ')
        .map((query) => `${base}/products?${query}`),
      `${base}/products?compare=${SLUGS.slice(0, 4).join(',')}`,
      ...SLUGS.flatMap((slug) => [`${base}/products/${slug}`, `${base}/products/${slug}?variant=large`]),
    ]),
  ]
  const { text: first } = await server.request.get('/')
  const build = /"buildId":"([^"]+)"/.exec(first)![1]
  const payloads = paths
    .filter((path) => /^(?:\/de)?\/(?:products|category|contact)/.test(path))
    .map((path) => path.replace(/(?=\?|$)/, '/_payload.json') + (path.includes('?') ? '&' : '?') + build)
  for (const path of [...paths, ...payloads]) {
    const { text, status } = await server.request.get(path).redirects(1)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(SECRET_DIGITS)
    expect(text, path).not.toMatch(FORMER_DIGITS)
  }
  await server.request
    .post(CONTACT_PATH)
    .send({ ...ENQUIRY, items: SLUGS.map((product) => ({ product, variant: null, quantity: 1, note: '' })) })
    .expect(201)
  expect(JSON.stringify(await server.context.enquiries.list('all'))).not.toMatch(SECRET_DIGITS)
})

test('filters and sort orders treat a hidden price like no price', async () => {
  const readSlugs = async (query: string) => [...(await readCards(server, `/products?${query}`)).keys()]
  expect(await readSlugs('min-price=700&max-price=800')).toEqual([])
  expect(await readSlugs('min-price=500&max-price=600')).toEqual(expect.arrayContaining(['own-from', 'set']))
  expect((await readSlugs('sort=price-asc')).slice(0, 2)).toEqual(['cheapest', 'open'])
  const page = await readPage(server, '/products')
  const readLimit = (end: string) => page.find(`input[name="${end}-price"]`).attribute('placeholder')
  expect(['min', 'max'].map(readLimit)).toEqual(['€20', '€517.17'])
})

test('the feed leaves out products without exact prices, and structured data has only the lowest price', async () => {
  const { text } = await server.request.get('/feeds/google.xml').expect(200)
  expect([...text.matchAll(/<g:id>([^<]+)</g)].map(([, id]) => id).toSorted()).toEqual(['cheapest', 'open'])
  expect((await readProductData(server, 'own-from'))?.['offers']).toEqual({
    '@type': 'AggregateOffer',
    lowPrice: '517.17',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  })
  for (const slug of ['own-hidden', 'hidden-set'])
    expect((await readProductData(server, slug))?.['offers']).toBeUndefined()
  expect((await readProductData(server, 'set'))?.['offers']).toMatchObject({ lowPrice: '517.17' })
})

test('a change of the site or of a category takes effect with that change alone', async () => {
  await using changing = await startServer({ products: hiding, categories: hidingCategories, site })
  const countCheap = async () => (await readCards(changing, '/products?min-price=10&max-price=30')).size
  const readSet = async () => (await readCards(changing, '/products')).get('set')
  const change = (prices: PriceDisplay | undefined) =>
    changing.store.write(async (writer) => writer.putSite({ ...(await writer.readSite()), prices }))
  expect(await readPrice(changing, 'cheapest')).toBe('€20')
  await change('hidden')
  await expect.poll(() => readPrice(changing, 'cheapest')).toBeUndefined()
  expect(await readPrice(changing, 'open')).toBe('€123.45')
  await expect.poll(countCheap).toBe(0)
  await change(undefined)
  await expect.poll(() => readPrice(changing, 'cheapest')).toBe('€20')
  await expect.poll(countCheap).toBe(1)
  const changePart = (prices: PriceDisplay) =>
    changing.store.write(async (writer) => {
      await writer.putCategory(buildCategory({ slug: 'hidden', name: 'Hidden', prices }))
      await writer.putProduct(build('own-from', 'hidden', sizes))
    })
  await changePart('hidden')
  await expect.poll(() => readPrice(changing, 'set')).toBe(ON_REQUEST)
  await expect.poll(readSet).toBe(ON_REQUEST)
  await changePart('shown')
  await expect.poll(readSet).toBe('from €517.17')
})

const priced = (slug: string, variant: Partial<ProductVariant>, given: Partial<Product> = {}) =>
  buildProduct({ slug, categorySlug: 'food', images, variants: [buildVariant(variant)], ...given })
const per = (priceMinor: number, amount: number, unit: string, base?: readonly [amount: number, unit: string]) =>
  ({
    priceMinor,
    unitPricing: { quantity: { amount, unit }, ...(base && { base: { amount: base[0], unit: base[1] } }) },
  }) as Partial<ProductVariant>
const NOTES = { tax: 'incl. VAT', delivery: 'plus delivery costs', deliveryLink: '/about/delivery' }

const OILS = { Can: per(4_000, 5, 'l'), Bottle: per(1_200, 500, 'ml'), Gift: { priceMinor: 5_000 } }
const TAXED = { taxNote: 'reduced rate', translations: { de: { taxNote: 'ermäßigt' } } }
const ASKED = { categorySlug: 'asked' }

const shop = await useServer({
  categories: ['food', 'books', 'asked'].map((slug) => buildCategory({ slug })),
  products: [
    priced('wine', per(999, 750, 'ml'), { featured: true }),
    priced('sweets', { ...per(300, 250, 'g', [100, 'g']), compareAtMinor: 400 }),
    priced('tiles', per(8_950, 3, 'm²')),
    priced('pens', per(1_500, 10, 'piece')),
    priced('oil', {}, buildOption('Size', OILS)),
    priced('book', {}, { ...TAXED, categorySlug: 'books' }),
    priced('on-request', { ...per(999, 750, 'ml'), priceMinor: null }, { ...ASKED, taxNote: 'exempt', brand: 'Acme' }),
    priced('asked', { priceMinor: null }, ASKED),
    priced('of-acme', {}, { brand: 'Acme' }),
  ],
  site: {
    ...site,
    languages: ['en', 'de', 'fr'],
    pages: [buildOwnerPage({ slug: 'delivery', links: [] })],
    priceNotes: NOTES,
    translations: { de: { priceNotes: { tax: 'inkl. MwSt.', delivery: 'zzgl. Versand' } } },
  },
})

test('the price per unit is shown wherever a price is shown', async () => {
  const prices = ['€13.32 / l', '€1.20 / 100 g', '€29.83 / m²', '€1.50 / piece', '€24 / l']
  for (const path of ['/category/food', '/category/food?view=table'])
    expect((await readPage(shop, path)).texts('small').toSorted(), path).toEqual(prices.toSorted())
  expect((await readPage(shop, '/')).texts('small')).toContain(prices[0])
  const compared = (await readPage(shop, '/products?compare=wine,oil')).find('table').text
  for (const price of [prices[0], prices.at(-1)]) expect(compared).toContain(price)
  const { body } = await shop.request.get('/suggestions?q=wine')
  expect((body as { products: readonly unknown[] }).products[0]).toMatchObject({
    details: [expect.stringMatching(/^€13\.32.\/.l$/)],
  })
})

test('the product page shows the price per unit of the chosen variant, and that of each variant in its table', async () => {
  expect(await readPrice(shop, 'oil')).toBe('€40 €8 / l')
  expect(await readPrice(shop, 'oil?variant=bottle')).toBe('€12 €24 / l')
  const gift = await readPage(shop, '/de/products/oil?variant=gift')
  expect(gift.texts('.product-price .price')).toEqual(['50 €'])
  expect(gift.texts('table small')).toEqual(['8 € / l', '24 € / l'])
  const compared = (await readPage(shop, '/products?compare=wine,oil')).find('table').text
  for (const line of ['Can: €40 (€8 / l)', 'Gift: €50']) expect(compared).toContain(line)
  // Without a price there is none per unit.
  for (const path of ['/products/on-request', '/category/asked'])
    expect((await readPage(shop, path)).find('main').text.split('incl.')[0], path).not.toContain(' / l')
})

const buildQuantity = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode })

test('structured data and the feed have the quantity and the base, beside the former price', async () => {
  const specification = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR' }
  expect(await readProductData(shop, 'sweets')).toMatchObject({
    offers: {
      price: '3.00',
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
  expect(await readProductData(shop, 'oil')).toMatchObject({
    hasVariant: [
      { offers: { priceSpecification: { referenceQuantity: { value: 5 } } } },
      { offers: { priceSpecification: { referenceQuantity: { value: 500 } } } },
      { offers: { price: '50.00' } },
    ],
  })
  const { text: feed } = await shop.request.get('/feeds/google.xml')
  const items = feed.match(/<item>.*?<\/item>/gs)!
  const expected = [
    ['sweets', '250 g', '100 g'],
    ['tiles', '3 sqm', '1 sqm'],
    ['pens', '10 ct', '1 ct'],
    ['oil:bottle', '500 ml', '1 l'],
    ['oil:gift'],
  ]
  const found = items.map((item) => [...item.matchAll(/<g:(?:id|unit_pricing_\w+)>(.*?)</g)].map(([, field]) => field))
  expect(found).toEqual(expect.arrayContaining(expected))
})

/** Counts how often each text occurs in a page without its related products. */
async function countTexts(path: string, texts: readonly string[]): Promise<readonly number[]> {
  const main = (await readPage(shop, path)).find('main')
  const related = main.texts('.related')[0] ?? ''
  return texts.map((text) => main.text.replace(related, '').split(text).length - 1)
}

test('notes are beside the price of a product and once in lists, in the language of the page', async () => {
  const notes = ['inkl. MwSt.', 'zzgl. Versand', 'ermäßigt']
  for (const [path, counts] of [
    ['/products/wine', [1, 1, 0]],
    ['/products/book', [0, 1, 1]],
    ['/products', [1, 1, 1]],
    ['/products?view=table', [1, 1, 1]],
    ['/products?compare=wine,book', [1, 1, 1]],
    ['/products/asked', [0, 0, 0]],
    ['/products?compare=on-request,asked', [0, 0, 0]],
  ] as const)
    expect(await countTexts(`/de${path}`, notes), path).toEqual(counts)
  const link = (await readPage(shop, '/de/products/wine')).find('a[href="/de/about/delivery"]')
  expect(link.text).toBe(notes[1])
})

test('notes that are not translated are marked, and those of related products are below these', async () => {
  const french = await readPage(shop, '/fr/products/wine')
  expect(french.texts('.price-notes [lang="en"]').slice(0, 2)).toEqual([NOTES.tax, NOTES.delivery])
  const related = await readPage(shop, '/products/on-request')
  expect(related.texts('.section.price-notes')).toEqual([`${NOTES.tax} , ${NOTES.delivery}`])
})
