import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { DatabaseBusyError } from '../../server/platform/database-error.ts'
import { messages } from '../support/english-messages.ts'
import { changeStore } from '../support/change-store.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

function failingWith(error: unknown) {
  return (store: CatalogStore) => changeStore(store, { findProduct: () => Promise.reject(error) })
}

const server = await useServer({
  site: { ...NEUTRAL_SITE, navigation: [{ label: 'All pieces', href: '/products' }] },
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: [
    buildProduct({ slug: 'chair', categorySlug: 'bowls' }),
    buildProduct({ slug: 'draft', visibility: 'hidden' }),
    buildProduct({ slug: 'secret', name: 'Only for those who know', visibility: 'unlisted' }),
  ],
})

test('renders a 404 inside the layout for a path that matches no route', async () => {
  const get = server.request.get('/nowhere?a=<b>').expect(404)
  const { text } = await get.expect('Cache-Control', 'public, max-age=0, s-maxage=30')
  for (const part of ['Page not found: /nowhere?a=', '<nav', '<meta name="robots" content="noindex">'])
    expect(text).toContain(part)
  expect(text).not.toContain('<b>')
})

test.each(['/products/stool', '/products/No_Slug!', '/category/nothing', '/category/%20'])(
  'renders a 404 without the layout if the validation of the route rejects %s',
  async (path) => {
    const response = await server.request.get(path).expect(404)
    expect(response.text).toContain(`Page Not Found: ${path}`)
    expect(response.text).not.toContain('<nav')
  },
)

test.each([
  ['/old/blue-bowl.html', 'Page not found: /old/blue-bowl.html'],
  ['/products/blue-bowl', 'Page Not Found: /products/blue-bowl'],
])(
  'the 404 page of %s has the message once, a search for the words of the URL, and links to the main pages',
  async (path, message) => {
    const main = (await readPage(server, path, 404)).find('main')
    expect(main.text.split(new RegExp(message, 'i'))).toHaveLength(2)
    expect(main.findAll('h1')).toHaveLength(1)
    expect(main.find('form[action="/products"] input[name="q"]').attribute('value')).toBe('blue bowl')
    const links = main.findAll('a').map((link) => `${link.attribute('href')} ${link.text}`)
    for (const link of ['/category/bowls Bowls', '/products All pieces', '/ Home']) expect(links).toContain(link)
    expect(links.includes(`/ ${NEUTRAL_SITE.name}`)).toBe(path === '/products/blue-bowl')
  },
)

const fail = () => Promise.reject(new Error('gone'))

test('the error page of an invalid slug has a search form, but no categories if the database is unavailable', async () => {
  await using server = await startServer({
    wrapStore: (store) => changeStore(store, { readSite: fail, listCategoryTree: fail }),
  })
  const page = await readPage(server, '/products/No_Slug!', 404)
  expect(page.text).toContain('Page Not Found: /products/No_Slug!')
  expect([page.findAll('form.product-search').length, page.findAll('.category-links')]).toEqual([1, []])
})

test('responds 404 for a hidden product, and shows an unlisted product only at its own URL', async () => {
  await server.request.get('/products/draft').expect(404)
  const { text } = await server.request.get('/products/secret').expect(200)
  expect(text).toContain('content="noindex"')
  expect((await server.request.get('/products')).text).not.toContain('Only for those who know')
})

test('responds 500 without the cause of an unknown error, and logs the cause', async () => {
  await using server = await startServer({
    wrapStore: failingWith(new Error('the disk is on fire')),
    environment: { NODE_ENV: 'production' },
  })
  const response = await server.request.get('/products/chair').expect(500)
  expect(response.text).toContain('Internal Server Error')
  expect(response.text).not.toContain('on fire')
  expect(response.headers['cache-control']).toBe('no-store')
  const logged = { err: { message: 'the disk is on fire' }, outcome: 'error' }
  await expect.poll(() => server.logLines.find((line) => line['status'] === 500)).toMatchObject(logged)
})

test('responds 503 with Retry-After and no-store if a read finds the database busy', async () => {
  await using busy = await startServer({ wrapStore: failingWith(new DatabaseBusyError('locked')) })
  for (const path of ['/products/chair', '/products/chair/_payload.json'])
    await busy.request.get(path).expect(503).expect('Retry-After', '5').expect('Cache-Control', 'no-store')
})

test('shows the stack of an error in development', async () => {
  const wrapStore = failingWith(new Error('the disk is on fire'))
  await using development = await startServer({ wrapStore, environment: { NODE_ENV: 'development' } })
  expect((await development.request.get('/products/chair')).text).toContain('on fire')
})

test.each([
  ['/nowhere', 404, '404 Page not found: /nowhere\n'],
  ['/products/stool', 404, '404 Page Not Found: /products/stool\n'],
  ['/products/%', 400, '400 Bad Request\n'],
])('responds to a bot with one line of text for %s, and logs that it is a bot', async (path, status, text) => {
  const response = await server.request.get(path).set('User-Agent', BOT).expect(status)
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.text).toBe(text)
  expect(response.headers['vary']).toContain('User-Agent')
  await expect.poll(() => server.logLines.findLast((line) => line['url'] === path)).toMatchObject({ bot: true, status })
})

test('the error page for an invalid request explains what is wrong with the request', async () => {
  for (const [status, path] of [
    [400, '/products/%'],
    [400, '/about?q=%ff'],
    [414, `/products?q=${'x'.repeat(8_000)}`],
  ] as const) {
    const page = await readPage(server, path, status)
    expect([page.find('h1').text, page.title]).toEqual([
      messages.requestErrorHeading,
      `${messages.requestErrorHeading} · ${NEUTRAL_SITE.name}`,
    ])
    expect(page.text, path).toContain(messages.requestErrorHints[status])
    for (const wrong of [messages.errorHint, messages.tryAgain]) expect(page.text, path).not.toContain(wrong)
  }
  const { text } = await server.request.delete('/about').expect(405)
  expect(text).toContain(messages.requestErrorHeading)
  expect(text).not.toContain(messages.errorHint)
})
