import { describe, expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { PriceDisplay, Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { DATABASE_KINDS } from '../support/both-databases.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer, useServer } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'

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
  options: [{ name: 'Size', values: ['Small', 'Large'] }],
  variants: [
    buildVariant({ key: 'small', optionValues: ['Small'], priceMinor: LOWEST, compareAtMinor: FORMER, unitPricing }),
    buildVariant({ key: 'large', optionValues: ['Large'], priceMinor: SECRET, unitPricing }),
  ],
}

/** All products but `open` and `cheapest` hide the secret amount. */
const products = [
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
const categories = [
  buildCategory({ slug: 'plain', name: 'Plain', view: 'table' }),
  buildCategory({ slug: 'hidden', name: 'Hidden', prices: 'hidden' }),
  buildCategory({ slug: 'hidden-below', name: 'Below', parentSlug: 'hidden' }),
]
const site: Site = { ...NEUTRAL_SITE, currency: 'EUR', languages: ['en', 'de'], hasGoogleFeed: true }

const SLUGS = products.map(({ slug }) => slug)

interface Reader {
  readonly read: (path: string) => Promise<string>
  readonly readPrice: (slug: string) => Promise<string | undefined>
  /** Reads the price on each card of a list, by the slug of its product. */
  readonly readCards: (path: string) => Promise<ReadonlyMap<string | undefined, string | undefined>>
}

const withoutScripts = (html: string) => html.replace(/<script.*?<\/script>/gs, '')

function createReader(server: TestServer): Reader {
  const read = async (path: string) => {
    const { text } = await server.request.get(path).redirects(2).expect(200)
    return text.replace(/[\u00a0\u202f]/g, ' ')
  }
  return {
    read,
    async readPrice(slug) {
      const [main = ''] = (await read(`/products/${slug}`)).split('section related')
      const part = /<div class="product-price">.*?<\/div>/s.exec(withoutScripts(main))?.[0]
      return part?.replace(/<[^>]+>/g, '').trim()
    },
    async readCards(path) {
      const cards = withoutScripts(await read(path)).matchAll(/<li class="card" data-slug="([^"]+)">(.*?)<\/li>/gs)
      return new Map(
        [...cards].map(([, slug, card]) => [
          slug,
          /<span class="price[^>]*>(.*?)<\/p>/s.exec(card!)?.[1]?.replace(/<[^>]+>/g, ''),
        ]),
      )
    },
  }
}

describe.each(DATABASE_KINDS)('%s', async (kind) => {
  const database = kind === 'postgres' ? await createTestDatabase() : undefined
  const server = await useServer({
    products,
    categories,
    site,
    ...(database && { environment: { DATABASE_URL: database.url } }),
  })

  const { read, readPrice, readCards } = createReader(server)
  const readSlugs = async (query: string) => [...(await readCards(`/products?view=grid&${query}`)).keys()]

  test('the product decides, then the nearest category, then the site', async () => {
    expect(await readPrice('own-hidden')).toBeUndefined()
    expect(await readPrice('own-request')).toBe(ON_REQUEST)
    expect(await readPrice('own-from')).toBe('from €517.17 €517.17 / kg')
    expect(await readPrice('of-category')).toBeUndefined()
    expect(await readPrice('open')).toBe('€123.45')
    expect(await readPrice('set')).toBe('from €517.17')
    expect(await readPrice('hidden-set')).toBeUndefined()
  })

  test('cards, tables and comparisons show the lowest price, nothing, or that the price is on request', async () => {
    const cards = await readCards('/products?view=grid')
    expect(cards.get('own-hidden')).toBeUndefined()
    expect(cards.get('own-request')).toBe(ON_REQUEST)
    expect(cards.get('own-from')).toBe('from €517.17 €517.17 / kg')
    expect(cards.get('hidden-sizes')).toBeUndefined()
    expect(cards.get('set')).toBe('from €517.17')
    expect(cards.get('open')).toBe('€123.45')
    const compared = (await read('/products?compare=own-hidden,own-from')).replace(/<script.*?<\/script>/gs, '')
    expect(compared).toContain('from €517.17')
    expect(compared).not.toContain(ON_REQUEST)
    const hidden = await read('/products?compare=own-hidden,of-category')
    expect(hidden.replace(/<script.*?<\/script>/gs, '')).not.toContain(`>${messages.price}<`)
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
        ...[
          'view=grid',
          'view=table',
          'q=thing',
          'q=N-own-hidden',
          'sort=price-asc',
          'sort=price-desc',
          'families=rows&view=table',
        ].map((query) => `${base}/products?${query}`),
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
    expect(await readSlugs('min-price=700&max-price=800')).toEqual([])
    expect(await readSlugs('min-price=500&max-price=600')).toEqual(expect.arrayContaining(['own-from', 'set']))
    expect((await readSlugs('sort=price-asc')).slice(0, 2)).toEqual(['cheapest', 'open'])
    const filter = await read('/products?view=grid')
    expect(filter).toContain('placeholder="€20"')
    expect(filter).toContain('placeholder="€517.17"')
  })

  test('the feed leaves out products without exact prices, and structured data has only the lowest price', async () => {
    const feed = await read('/feeds/google.xml')
    expect([...feed.matchAll(/<g:id>([^<]+)</g)].map(([, id]) => id).toSorted()).toEqual(['cheapest', 'open'])
    const readOffers = async (slug: string) => {
      const text = await read(`/products/${slug}`)
      return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
        .flatMap(([, json]) => JSON.parse(json!) as readonly Readonly<Record<string, unknown>>[])
        .find(({ '@type': type }) => String(type).startsWith('Product'))?.['offers']
    }
    expect(await readOffers('own-from')).toEqual({
      '@type': 'AggregateOffer',
      lowPrice: '517.17',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    })
    expect(await readOffers('own-hidden')).toBeUndefined()
    expect(await readOffers('hidden-set')).toBeUndefined()
    expect(await readOffers('set')).toMatchObject({ '@type': 'AggregateOffer', lowPrice: '517.17' })
  })
})

test.each(DATABASE_KINDS)(
  'a change of the site or of a category takes effect with that change alone, over %s',
  async (kind) => {
    await using database = kind === 'postgres' ? await createTestDatabase() : undefined
    await using server = await startServer({
      products,
      categories,
      site,
      ...(database && { environment: { DATABASE_URL: database.url } }),
    })
    const { readPrice, readCards } = createReader(server)
    const countCheap = async () => (await readCards('/products?view=grid&min-price=10&max-price=30')).size
    const change = (prices: PriceDisplay | undefined) =>
      server.store.write(async (writer) => writer.putSite({ ...(await writer.readSite()), prices }))
    expect(await readPrice('cheapest')).toBe('€20')
    await change('hidden')
    await expect.poll(() => readPrice('cheapest')).toBeUndefined()
    expect(await readPrice('open')).toBe('€123.45')
    await expect.poll(countCheap).toBe(0)
    await change(undefined)
    await expect.poll(() => readPrice('cheapest')).toBe('€20')
    await expect.poll(countCheap).toBe(1)
    const changePart = (prices: PriceDisplay) =>
      server.store.write(async (writer) => {
        await writer.putCategory(buildCategory({ slug: 'hidden', name: 'Hidden', prices }))
        await writer.putProduct(build('own-from', 'hidden', sizes))
      })
    await changePart('hidden')
    await expect.poll(() => readPrice('set')).toBe(ON_REQUEST)
    expect((await readCards('/products?view=grid')).get('set')).toBe(ON_REQUEST)
    await changePart('shown')
    await expect.poll(async () => (await readCards('/products?view=grid')).get('set')).toBe('from €517.17')
  },
)
