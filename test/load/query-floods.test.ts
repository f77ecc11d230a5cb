import { expect, test } from 'vitest'
import { changeStore } from '../support/change-store.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const MEGABYTE = 2 ** 20

const TOGETHER = 50

test('a flood of distinct queries keeps the page cache within its limit and evicts no page in use', async () => {
  let loads = 0
  await using server = await startServer({
    products: [buildProduct({ slug: 'chair', name: 'Oak chair' })],
    environment: { PAGE_CACHE_MB: '1', RENDER_WAIT_MS: '60000' },
    wrapStore: (store) =>
      changeStore(store, {
        listProducts(...args) {
          loads++
          return store.listProducts(...args)
        },
      }),
  })
  const hot = ['/products', '/products?q=oak', '/products/chair', '/products/chair/_payload.json?b']
  for (let round = 0; round < 3; round++)
    for (const path of hot) expect((await server.request.get(path)).status).toBe(200)
  const loadsBefore = loads

  const unknown = Array.from({ length: 600 }, (_, number) => `/products/chair?utm_${number}=${number}`)
  const known = Array.from({ length: 300 }, (_, number) => `/products?min-price=${number + 1}`)
  const flood = [...unknown, ...known]
  for (let index = 0; index < flood.length; index += TOGETHER) {
    const statuses = await Promise.all(
      flood.slice(index, index + TOGETHER).map((path) => server.request.get(path).then(({ status }) => status)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  // Unknown parameters create no further cache entries.
  expect(loads - loadsBefore).toBe(known.length)
  expect(server.context.pageCache.size).toBeLessThan(MEGABYTE)
  // Addresses with a query evict only each other.
  for (const key of ['page /products', 'page /products/chair', 'payload /products/chair'])
    expect(server.context.pageCache.find(key, server.store.revision), key).toBeDefined()
})
