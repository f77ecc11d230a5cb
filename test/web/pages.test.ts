import { expect, test } from 'vitest'
import { buildCategory, buildProduct } from '../support/products.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { startServer, useServer } from '../support/start-server.ts'

const chairs = buildCategory({ slug: 'chairs', name: 'Chairs' })
const chair = buildProduct({
  slug: 'oak-chair',
  name: 'Oak chair',
  categorySlug: 'chairs',
  formerSlugs: ['seat'],
})
const stool = buildProduct({ slug: 'stool', name: 'Stool', categorySlug: 'chairs' })
const imprint = buildOwnerPage()

const server = await useServer({
  products: [chair, stool],
  categories: [chairs],
  site: {
    ...NEUTRAL_SITE,
    pages: [imprint],
    description: 'Bowls.',
    hasGoogleFeed: true,
    aboutHtml: '<p>Thrown by hand.</p>',
  },
})

test('each route responds to GET and HEAD with HTML, an ETag and shared caching', async () => {
  const params: Readonly<Record<string, string>> = { category: chairs.slug, product: chair.slug, page: imprint.slug }
  for (const name of ROUTE_NAMES) {
    const path = ROUTES[name].path.replace(/:(\w+)/g, (_parameter, key: string) => params[key]!)
    // If PostgreSQL is busy, related products are late, and such a page has no ETag. Bots always get a complete page.
    const response = await server.request.get(path).set('User-Agent', 'Googlebot/2.1').expect(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['etag']).toMatch(/^W\/"/)
    // Without stale-while-revalidate, because Firefox applies it to documents and would show outdated ones.
    expect(response.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=86400')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.text.match(/<h1/g) ?? [], path).toHaveLength(1)
    const head = await server.request.head(path).set('User-Agent', 'Googlebot/2.1').expect(200)
    expect(head.headers['etag']).toBe(response.headers['etag'])
    expect(head.text).toBeUndefined()
  }
})

test.each([
  ['/products/?sort=name&page=2', 308, '/products?sort=name&page=2'],
  ['/products/seat/', 308, '/products/seat'],
  ['/products/seat', 301, '/products/oak-chair'],
  ['/products/seat/_payload.json?b', 301, '/products/oak-chair/_payload.json?b'],
])('redirects %s with %i to %s, cached briefly', async (path, status, target) => {
  const { headers } = await server.request.get(path).expect(status)
  expect([headers['location'], headers['cache-control']]).toEqual([target, 'public, max-age=0, s-maxage=30'])
})

test('a method that an address does not take gets 405 with the allowed ones', async () => {
  const hash = '0'.repeat(20)
  const readOnly = ['/products', '/builds/latest.json', '/healthz', '/products/_payload.json', '/contact/_payload.json']
  const files = [`/images/${hash}/320.webp`, `/files/${hash}/a.pdf`, `/fonts/${hash}.woff2`, '/icons/0/icon-192.png']
  const texts = '/robots.txt /sitemap.xml /favicon.ico /feeds/google.xml /suggestions'.split(' ')
  for (const [paths, method, allowed] of [
    [readOnly, 'PUT', 'GET, HEAD'],
    [readOnly, 'PATCH', 'GET, HEAD'],
    [readOnly, 'OPTIONS', 'GET, HEAD'],
    [[...readOnly, ...files, ...texts], 'POST', 'GET, HEAD'],
    [[...readOnly, ...files, ...texts], 'DELETE', 'GET, HEAD'],
    [['/contact', '/contact?list'], 'PUT', 'GET, HEAD, POST'],
    [['/client-errors'], 'GET', 'POST'],
  ] as const) {
    for (const path of paths) {
      const { status, headers } = await fetch(server.url + path, { method })
      expect([status, headers.get('allow')], `${method} ${path}`).toEqual([405, allowed])
    }
  }
})

test('a generated file has an ETag that gets 304', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/feeds/google.xml', '/favicon.ico']) {
    const { headers } = await server.request.get(path).expect(200)
    await server.request.get(path).set('If-None-Match', headers['etag']!).expect(304)
  }
})

test('returns 400 for invalid percent-encoding', async () => {
  for (const path of ['/products/%', '/products/%E0%A4%A', '/%zz', '/products?q=%E0%A4%A', '/products/%00'])
    expect((await fetch(server.url + path)).status, path).toBe(400)
})

test('the about text of a site with a description is on the about page and on no other page', async () => {
  expect((await server.request.get('/about')).text).toContain('<div class="prose"><p>Thrown by hand.</p></div>')
  for (const path of ['/', '/contact', '/products'])
    expect((await server.request.get(path)).text).not.toContain('Thrown by hand.')
})

test('a payload is JSON with an X-Build-Id header and noindex, also from the cache, and has CORS headers for the site’s origin only if HTTP_BASE_URL is set', async () => {
  for (let times = 0; times < 2; times++) {
    const { headers } = await server.request.get('/about/_payload.json?some-build').expect(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-build-id': server.context.build.id,
      'x-robots-tag': 'noindex',
    })
  }
  const response = await server.request.get('/about/_payload.json?some-build')
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
  expect(response.headers['content-security-policy']).toContain("connect-src 'self';")

  await using shared = await startServer({
    environment: { HTTP_BASE_URL: 'https://cdn.example', SITE_URL: 'https://shop.example' },
  })
  const { headers } = await shared.request.get('/about/_payload.json?some-build')
  expect(headers['access-control-allow-origin']).toBe('https://shop.example')
  expect(headers['access-control-expose-headers']).toBe('X-Build-Id, X-Frame-Id')
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://cdn.example;")
  expect((await shared.request.get('/about')).text).toContain('"httpBaseUrl":"https://cdn.example"')
})
