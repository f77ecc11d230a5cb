import { expect, test } from 'vitest'
import { openResponse } from '../support/open-response.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase } from '../support/test-database.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' }),
  buildProduct({ slug: 'stool', name: 'Ash stool', categorySlug: 'seats' }),
]

test('two nodes on one database show the same site, and each shows the changes of the other', async () => {
  await using database = await createTestDatabase()
  const environment = { DATABASE_URL: database.url }
  await using one = await startServer({
    products,
    categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
    environment,
  })
  await using other = await startServer({ environment })
  for (const server of [one, other]) {
    const response = await server.request.get('/products/chair')
    expect([response.status, response.text.includes('Oak chair</h1>')]).toEqual([200, true])
    expect((await server.request.get('/products?q=stol')).text).toContain('Ash stool')
    expect((await server.request.get('/category/seats')).text).toContain('Ash stool')
    expect((await server.request.get('/readyz')).status).toBe(200)
  }
  const before = await one.request.get('/category/seats')
  expect((await other.request.get('/category/seats').set('If-None-Match', before.headers['etag']!)).status).toBe(304)

  await one.store.write((writer) =>
    writer.putProduct(buildProduct({ slug: 'chair', name: 'Elm chair', categorySlug: 'seats' })),
  )
  await expect.poll(async () => (await other.request.get('/products/chair')).text).toContain('Elm chair</h1>')
})

test('with a slow database, sends the shell first, and related products later with a nonce', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startProxy(database.url)
  await using server = await startServer({ products, environment: { DATABASE_URL: proxy.url } })
  // Only related products are delayed.
  proxy.delayResponsesTo('LATERAL')
  const stream = await openResponse(server, '/products/chair')
  expect(stream.response.statusCode).toBe(200)
  await expect.poll(stream.textSoFar).toContain('Oak chair</h1>')
  expect(stream.textSoFar()).not.toContain('Ash stool')

  proxy.release()
  const text = await stream.whole()
  expect(text).toMatch(/<script type="application\/json" id="deferred-related">\[\{"slug":"stool"/)
  const policy = String(stream.response.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
  const inline = [...text.matchAll(/<script([^>]*)>/g)]
    .map(([, attributes]) => attributes!)
    .filter((attributes) => !/src=|json/.test(attributes))
  expect(inline.length).toBeGreaterThan(0)
  for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(policy).not.toContain('unsafe')
  expect(stream.response.headers['cache-control']).toBe('private, no-store')
})
