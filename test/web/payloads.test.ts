import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const chair = buildProduct({ slug: 'oak-chair', name: 'Oak chair', categorySlug: 'chairs', formerSlugs: ['old-chair'] })
const stool = buildProduct({ slug: 'stool', name: 'Stool', categorySlug: 'chairs' })

test('a payload contains the page data and related products as JSON, and returns 304 if unchanged', async () => {
  await using server = await startServer({ products: [chair, stool] })
  const response = await server.request.get('/products/oak-chair/_payload.json?some-build')
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['cache-control']).toContain('s-maxage=60')
  expect(response.body).toMatchObject({
    name: 'products-product',
    params: { product: 'oak-chair' },
    head: { title: 'Oak chair · Vitrine', canonicalPath: '/products/oak-chair' },
    data: { product: { name: 'Oak chair' }, related: [{ slug: 'stool' }] },
  })
  const again = await server.request
    .get('/products/oak-chair/_payload.json?some-build')
    .set('If-None-Match', response.headers['etag']!)
  expect(again.status).toBe(304)
})

test('a payload URL contains the query string of the page, followed by the build id', async () => {
  await using server = await startServer({ products: [chair, stool] })
  const response = await server.request.get('/products/_payload.json?q=stool&sort=name&some-build')
  expect(response.body).toMatchObject({ data: { listing: { total: 1, query: { search: 'stool', sort: 'name' } } } })
  expect((await server.request.get('/_payload.json?some-build')).body).toMatchObject({ name: 'index' })
})

test('a request for the payload of a missing page gets a 404 with the error as JSON', async () => {
  await using server = await startServer({ products: [chair] })
  const unknown = await server.request.get('/nowhere/_payload.json?b')
  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual({ statusCode: 404, statusMessage: 'Page not found: /nowhere', fatal: false })
  const missing = await server.request.get('/products/table/_payload.json?b')
  expect(missing.status).toBe(404)
  expect(missing.body).toEqual({ statusCode: 404, statusMessage: 'Page Not Found: /products/table', fatal: true })
})

test('redirects the payload of a renamed product to the payload of its present slug', async () => {
  await using server = await startServer({ products: [chair] })
  const response = await server.request.get('/products/old-chair/_payload.json?b')
  expect([response.status, response.headers['location']]).toEqual([301, '/products/oak-chair/_payload.json?b'])
})

test('a payload has an X-Build-Id header, and has CORS headers for the site’s origin only if HTTP_BASE_URL is set', async () => {
  await using server = await startServer()
  const response = await server.request.get('/about/_payload.json?some-build')
  expect(response.headers['x-build-id']).toBe(server.context.build.id)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
  expect(response.headers['content-security-policy']).toContain("connect-src 'self';")

  await using shared = await startServer({
    environment: { HTTP_BASE_URL: 'https://cdn.example', SITE_URL: 'https://shop.example' },
  })
  const { headers } = await shared.request.get('/about/_payload.json?some-build')
  expect(headers['access-control-allow-origin']).toBe('https://shop.example')
  expect(headers['access-control-expose-headers']).toBe('X-Build-Id, X-Frame-Id')
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://cdn.example;")
})
