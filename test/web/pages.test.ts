import { expect, test } from 'vitest'
import { buildCategory, buildProduct } from '../support/products.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { listRoutePaths } from '../support/route-paths.ts'
import { startServer } from '../support/start-server.ts'

const chairs = buildCategory({ slug: 'chairs', name: 'Chairs' })
const chair = buildProduct({ slug: 'oak-chair', name: 'Oak chair', categorySlug: 'chairs' })

test('each route responds to GET and HEAD with HTML, an ETag and shared caching', async () => {
  const imprint = buildOwnerPage()
  await using server = await startServer({
    products: [chair],
    categories: [chairs],
    site: { ...NEUTRAL_SITE, pages: [imprint] },
  })
  for (const path of listRoutePaths({ category: chairs.slug, product: chair.slug, page: imprint.slug })) {
    // If PostgreSQL is busy, related products are late, and such a page has no ETag. Bots always get a complete page.
    const response = await server.request.get(path).set('User-Agent', 'Googlebot/2.1')
    expect(response.status, path).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['etag']).toMatch(/^W\/"/)
    // Without stale-while-revalidate, because Firefox applies it to documents and would show outdated ones.
    expect(response.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=86400')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.text.match(/<h1/g) ?? [], path).toHaveLength(1)
    const head = await server.request.head(path).set('User-Agent', 'Googlebot/2.1')
    expect(head.status).toBe(200)
    expect(head.headers['etag']).toBe(response.headers['etag'])
    expect(head.text).toBeUndefined()
  }
})

test('returns 304 for an unchanged page, and the new page after a change of the catalogue', async () => {
  await using server = await startServer({ products: [chair] })
  // Requests the page as a bot, because bots get a complete page with an ETag even if PostgreSQL is busy.
  const get = () => server.request.get('/products/oak-chair').set('User-Agent', 'Googlebot/2.1')
  const etag = (await get()).headers['etag']!
  expect((await get().set('If-None-Match', etag)).status).toBe(304)
  await server.store.write((writer) => writer.putProduct({ ...chair, name: 'Ash chair' }))
  // Nodes notice the change at different times, so both properties are read from the same response.
  const read = async () => {
    const { status, text } = await get().set('If-None-Match', etag)
    return [status, text.includes('Ash chair')]
  }
  await expect.poll(read).toEqual([200, true])
})

test('the home page has the site name as title and description; a product page has its own title', async () => {
  await using server = await startServer({ products: [chair] })
  const home = (await server.request.get('/')).text
  expect(home).toContain('<title>Vitrine</title><meta name="description" content="Vitrine">')
  expect((await server.request.get('/products/oak-chair')).text).toContain('<title>Oak chair · Vitrine</title>')
})

test('builds absolute URLs from SITE_URL and ignores Host and X-Forwarded-Host', async () => {
  await using server = await startServer({ products: [chair], environment: { SITE_URL: 'https://shop.example' } })
  const { text } = await server.request
    .get('/products/oak-chair')
    .set('Host', 'evil.example')
    .set('X-Forwarded-Host', 'evil.example')
  expect(text).toContain('<link rel="canonical" href="https://shop.example/products/oak-chair">')
  expect(text).not.toContain('evil.example')
})

test('redirects a path with a trailing slash with 308 and keeps the query', async () => {
  await using server = await startServer()
  const response = await server.request.get('/products/?sort=name&page=2')
  expect(response.status).toBe(308)
  expect(response.headers['location']).toBe('/products?sort=name&page=2')
})

test.each(['//evil.example/', '/\\evil.example/', '//evil.example/products/'])(
  '%s returns 404 without a redirect to another host',
  async (path) => {
    await using server = await startServer()
    const response = await fetch(server.url + path, { redirect: 'manual' })
    expect(response.status).toBe(404)
    expect(response.headers.get('location')).toBeNull()
  },
)

test('redirects the former slug of a product or category with 301 to the present slug', async () => {
  await using server = await startServer({
    products: [{ ...chair, formerSlugs: ['old-chair'] }],
    categories: [{ ...chairs, formerSlugs: ['seats'] }],
  })
  const product = await server.request.get('/products/old-chair')
  expect([product.status, product.headers['location']]).toEqual([301, '/products/oak-chair'])
  const category = await server.request.get('/category/seats')
  expect([category.status, category.headers['location']]).toEqual([301, '/category/chairs'])
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s returns 405 with the allowed methods GET and HEAD',
  async (method) => {
    await using server = await startServer()
    for (const path of ['/products', '/builds/latest.json', '/healthz', '/products/_payload.json']) {
      const response = await fetch(server.url + path, { method })
      expect(response.status, path).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
  },
)

test.each(['/products/%', '/products/%E0%A4%A', '/%zz', '/products?q=%E0%A4%A', '/products/%00'])(
  'returns 400 for invalid percent-encoding in %s',
  async (path) => {
    await using server = await startServer()
    expect((await fetch(server.url + path)).status).toBe(400)
  },
)

test('returns 404 for a page past the end of a listing', async () => {
  await using server = await startServer({ products: [chair] })
  const response = await server.request.get('/products?page=2')
  expect(response.status).toBe(404)
  expect(response.text).toContain('Page Not Found: /products?page=2')
})

test('compresses a page if the client accepts br', async () => {
  await using server = await startServer({ products: [chair] })
  const response = await fetch(`${server.url}/products/oak-chair`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('vary')).toContain('Accept-Encoding')
  expect(await response.text()).toContain('Oak chair')
})

test('the about text of a site with a description is on the about page and on no other page', async () => {
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, description: 'Bowls.', aboutHtml: '<p>Thrown by hand.</p>' },
  })
  expect((await server.request.get('/about')).text).toContain('<div class="prose"><p>Thrown by hand.</p></div>')
  for (const path of ['/', '/contact', '/products'])
    expect((await server.request.get(path)).text).not.toContain('Thrown by hand.')
})
