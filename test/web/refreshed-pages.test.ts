import { expect, test } from 'vitest'
import { watchProductLoads } from '../support/product-loads.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore, startServer } from '../support/start-server.ts'

/** Builds the products a, b, …, each with this name. */
const buildProducts = (slugs: string, name: string) => ({
  products: [...slugs].map((slug) => buildProduct({ slug, name })),
})

/** Starts a server that lists the products in the order in which they are loaded. */
async function startListing(slugs: string, allowLoad?: () => Promise<unknown>) {
  const { loaded, wrapStore } = watchProductLoads(allowLoad)
  const server = await startServer({ ...buildProducts(slugs, 'Old name'), wrapStore })
  return { server, loaded, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('after a change of the catalogue, pages and payloads that were requested repeatedly are rendered again, the most popular first', async () => {
  await using listing = await startListing('abcd')
  const { server, loaded } = listing
  const requests = { '/products/a': 2, '/products/b?variant=x': 4, '/products/c': 1, '/products/d/_payload.json?b': 3 }
  for (const [path, count] of Object.entries(requests))
    for (let number = 0; number < count; number++) await server.request.get(path).expect(200)
  expect(loaded.splice(0)).toEqual([...'abcd'])

  await fillStore(server.store, buildProducts('abcd', 'New name'))
  await expect.poll(() => loaded).toEqual([...'bda'])
  // The old page may be sent for a second, while the new one is rendered.
  const readPage = async (path: string) => (await server.request.get(path)).text
  await expect.poll(() => readPage('/products/a')).toContain('New name')
  expect(loaded).toEqual([...'bda'])
  await expect.poll(() => readPage('/products/c')).toContain('New name')
  expect(loaded).toEqual([...'bdac'])
})

test('a page that no longer exists is not rendered again at the next change', async () => {
  await using listing = await startListing('ab')
  const { server, loaded } = listing
  for (const slug of 'aabbb') await server.request.get(`/products/${slug}`).expect(200)
  loaded.length = 0
  await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'b', visibility: 'hidden' })))
  await expect.poll(() => loaded).toEqual([...'ba'])
  await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'a', name: 'Newest name' })))
  await expect.poll(async () => (await server.request.get('/products/a')).text).toContain('Newest name')
  expect(loaded).toEqual([...'baa'])
  await server.request.get('/products/b').expect(404)
})

test('the server stops although the data of a page that is rendered again does not arrive', async () => {
  let isStuck = false
  await using listing = await startListing('a', () => (isStuck ? new Promise(() => {}) : Promise.resolve()))
  const { server, loaded } = listing
  for (const slug of 'aa') await server.request.get(`/products/${slug}`).expect(200)
  loaded.length = 0
  isStuck = true
  await fillStore(server.store, buildProducts('a', 'New name'))
  await expect.poll(() => loaded).toEqual(['a'])
  await server[Symbol.asyncDispose]()
  // Without the abort, the server would wait until the time limit of the render, and log that.
  expect(server.logLines.filter(({ msg }) => String(msg).includes('could not be loaded'))).toEqual([])
})
