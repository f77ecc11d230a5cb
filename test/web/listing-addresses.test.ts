import { expect, test } from 'vitest'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const chairs = buildCategory({ slug: 'chairs', name: 'Chairs' })
const products = ['Ash', 'Birch', 'Oak'].map((name) =>
  buildProduct({
    slug: name.toLowerCase(),
    name,
    brand: name,
    categorySlug: 'chairs',
    attributes: [{ name: 'Wood', value: name }],
  }),
)

test.each([
  ['/products?q=', '/products'],
  ['/products?page=1&sort=featured', '/products'],
  ['/products?sort=name&q=oak', '/products?q=oak&sort=name'],
  ['/products?brand=Oak&brand=Ash&brand=Oak', '/products?brand=Ash&brand=Oak'],
  ['/category/chairs?max-price=1&min-price=900', '/category/chairs?min-price=1&max-price=900'],
  [
    '/products?utm_source=a%20b&brand=Oak&utm_medium=mail&q=oak',
    '/products?q=oak&brand=Oak&utm_source=a%20b&utm_medium=mail',
  ],
  ['/products?utm_source=x&q=', '/products?utm_source=x'],
])('%s redirects to %s with 308, as document and as payload', async (requested, ordered) => {
  await using server = await startServer({ products, categories: [chairs] })
  const document = await server.request.get(requested)
  expect([document.status, document.headers['location']]).toEqual([308, ordered])
  const buildId = server.context.build.id
  const [path, search = ''] = ordered.split('?')
  const payload = await server.request.get(`${requested.replace('?', '/_payload.json?')}&${buildId}`)
  expect([payload.status, payload.headers['location']]).toEqual([
    308,
    `${path}/_payload.json?${search && `${search}&`}${buildId}`,
  ])
  expect((await server.request.get(ordered)).status).toBe(200)
})

test.each([
  '/products?utm_source=x&q=oak',
  '/products?q=an%20oak',
  '/products?brand=Ash&brand=Oak&attr-wood=Oak&sort=name',
  '/products?other=1',
  '/about?page=1',
])('%s is not redirected', async (path) => {
  await using server = await startServer({ products })
  expect((await server.request.get(path)).status).toBe(200)
})

test('never redirects to another host, and responds 404 to a page number past the end', async () => {
  await using server = await startServer({ products })
  const hostile = await server.request.get('/products?page=1&//evil.example')
  expect([hostile.status, hostile.headers['location']]).toEqual([308, '/products?//evil.example'])
  expect((await server.request.get('/products?page=9')).status).toBe(404)
})
