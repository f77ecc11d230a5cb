import { expect, test } from 'vitest'
import { serverTextsFor } from '../../server/platform/language.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { Product } from '../../shared/catalog.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const texts = serverTextsFor({ locale: 'en' }).discontinued
const IMAGES = [{ url: 'https://cdn.example/a.jpg', alt: '' }]
const NEW = buildProduct({
  slug: 'new-pump',
  name: 'New pump',
  images: IMAGES,
  variants: [buildVariant({ sku: 'NP-1' })],
})
const OLD = buildProduct({
  slug: 'old-pump',
  name: 'Old pump',
  images: IMAGES,
  replacedBy: 'NP-1',
  discontinued: 'yes',
})

const startPumps = (old: Partial<Product> = {}, site = {}) =>
  startServer({
    products: [{ ...OLD, ...old }, NEW],
    site: { ...NEUTRAL_SITE, currency: 'EUR', hasGoogleFeed: true, ...site },
  })

test('a discontinued product has a page with a notice and its successor, and structured data that say so', async () => {
  await using server = await startPumps()
  const { text } = await server.request.get('/products/old-pump').expect(200)
  expect(text).toContain(texts.notice)
  expect(text).toContain('<a href="/products/new-pump">New pump</a>')
  expect(text).toContain('"availability":"https://schema.org/Discontinued"')
  expect(text).not.toContain('schema.org/InStock')
  expect(text).not.toContain('noindex')
  const successor = await server.request.get('/products/new-pump').expect(200)
  expect(successor.text).not.toContain(texts.notice)
})

test('a discontinued product is in no list, feed or sitemap', async () => {
  await using server = await startPumps({ featured: true })
  for (const path of ['/', '/products', '/products?view=table', '/feeds/google.xml', '/sitemap.xml']) {
    const { text } = await server.request.get(path).expect(200)
    expect(text, path).toContain('new-pump')
    expect(text, path).not.toContain('old-pump')
  }
  const comparison = await server.request.get('/products?compare=old-pump,new-pump').expect(200)
  expect(comparison.text).toContain(texts.state)
})

test.each([
  ['the product', { discontinued: 'redirect' }, {}],
  ['the site', {}, { discontinuedProducts: 'redirect' }],
] as const)('redirects to the successor if %s says so', async (_who, old, site) => {
  await using server = await startPumps(old, site)
  const { headers } = await server.request.get('/products/old-pump').expect(301)
  expect(headers['location']).toBe('/products/new-pump')
  expect(headers['cache-control']).not.toContain('immutable')
})

test('without a successor, the notice is shown instead of a redirect', async () => {
  await using server = await startPumps({ discontinued: 'redirect', replacedBy: 'unknown' })
  const { text } = await server.request.get('/products/old-pump').expect(200)
  expect(text).toContain(texts.notice)
})

test('a product that is gone responds with 410, as page, as data and for a bot', async () => {
  await using server = await startPumps({ discontinued: 'gone' })
  const page = await server.request.get('/products/old-pump').expect(410)
  expect(page.text).toContain(messages.notFoundHeading)
  expect(page.text).toContain('Gone: /products/old-pump')
  const data = await server.request.get('/products/old-pump/_payload.json').expect(410)
  expect(data.body).toEqual({ statusCode: 410, statusMessage: 'Gone: /products/old-pump', fatal: true })
  const bot = await server.request.get('/products/old-pump').set('User-Agent', 'Googlebot/2.1').expect(410)
  expect(bot.text).toBe('410 Gone: /products/old-pump\n')
  // The product's own cell comes first.
  await using other = await startPumps({ discontinued: 'page' }, { discontinuedProducts: 'gone' })
  await other.request.get('/products/old-pump').expect(200)
})

test('follows a chain of successors to its end, also if it leads back', async () => {
  const middle = buildProduct({ slug: 'middle', name: 'Middle', discontinued: 'page', replacedBy: 'new-pump' })
  await using server = await startServer({ products: [{ ...OLD, replacedBy: 'middle' }, middle, NEW] })
  expect((await server.request.get('/products/old-pump')).text).toContain('<a href="/products/new-pump">New pump</a>')
  const ring = [
    buildProduct({ slug: 'one', discontinued: 'redirect', replacedBy: 'two' }),
    buildProduct({ slug: 'two', discontinued: 'redirect', replacedBy: 'one' }),
  ]
  await using other = await startServer({ products: ring })
  expect((await other.request.get('/products/one').expect(301)).headers['location']).toBe('/products/two')
})

test('the page of a product shows the numbers of other makers, and the comparison those of all variants', async () => {
  const bearing = buildProduct({
    slug: 'bearing',
    variants: [
      buildVariant({
        equivalents: [
          { maker: 'SKF', number: '6204-2RSH' },
          { maker: null, number: '6204 DDU' },
        ],
      }),
    ],
  })
  await using server = await startServer({ products: [bearing, NEW] })
  const { text } = await server.request.get('/products/bearing').expect(200)
  expect(text.replace(/\s*\n\s*/g, '')).toContain(
    `<th scope="row">${texts.equivalents}</th><td>SKF 6204-2RSH, 6204 DDU</td>`,
  )
  const comparison = await server.request.get('/products?compare=bearing,new-pump').expect(200)
  expect(comparison.text).toContain('SKF 6204-2RSH')
})

test('a search with an old number lists the successor first and says why, as do suggestions and tables', async () => {
  const site = { locale: 'de' }
  await using server = await startPumps({ variants: [buildVariant({ sku: 'OP-1' })] }, site)
  for (const view of ['', '&view=table']) {
    const response = await server.request.get(`/products?q=op1${view}`).expect(200)
    const text = response.text.replace(/<script type="application\/json".*?<\/script>/gs, '')
    expect(text.match(/Ersetzt OP-1/g)).toHaveLength(1)
    expect(text.indexOf('New pump')).toBeLessThan(text.indexOf('Old pump'))
    expect(text).toContain(serverTextsFor({ locale: 'de' }).discontinued.state)
  }
  const { body } = await server.request.get('/suggestions?q=op-1').expect(200)
  expect(body).toMatchObject({ products: [{ slug: 'new-pump', number: 'Ersetzt OP-1' }, { slug: 'old-pump' }] })
})
