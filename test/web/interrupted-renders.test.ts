import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { changeStore, watchProductLoads } from '../support/change-store.ts'
import { buildProduct, UNRENDERABLE } from '../support/products.ts'
import { openConnection, requestRaw } from '../support/raw-connection.ts'
import { startServer } from '../support/start-server.ts'

// These tests read the state of one server, so they do not run on two nodes.

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' }),
  buildProduct({ slug: 'stool', name: 'Ash stool', categorySlug: 'seats' }),
]

test('closes the connection and caches nothing if rendering fails after the first byte', async () => {
  const related = Promise.withResolvers<void>()
  let isBroken = true
  const wrapStore = (store: CatalogStore) =>
    changeStore(store, {
      async listRelated(...args) {
        await related.promise
        const [first, ...others] = await store.listRelated(...args)
        return isBroken ? [{ ...first!, name: UNRENDERABLE }] : [first!, ...others]
      },
    })
  await using server = await startServer({ products, wrapStore })
  using connection = await openConnection(server)
  connection.send('GET /products/chair HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
  await expect.poll(connection.received).toContain('Oak chair</h1>')
  related.resolve()
  const response = await connection.closed
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response.endsWith('0\r\n\r\n')).toBe(false)
  await expect
    .poll(() => server.logLines.find((line) => line['msg'] === 'part of a page could not be loaded or rendered'))
    .toBeDefined()
  expect(server.context.pageCache.entryCount).toBe(0)
  isBroken = false
  expect((await requestRaw(server, '/products/chair')).isComplete).toBe(true)
})

/** Starts a server that loads no product before `release`. */
async function startHeld() {
  const gate = Promise.withResolvers<void>()
  const { loaded, wrapStore } = watchProductLoads(() => gate.promise)
  const server = await startServer({ products, wrapStore, environment: { METRICS_PORT: '0' } })
  return {
    server,
    loadCount: () => loaded.length,
    release: () => gate.resolve(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('a render continues for the cache when its only client disconnects', async () => {
  await using held = await startHeld()
  const { renderQueue, pageCache } = held.server.context
  using client = await openConnection(held.server)
  client.send('GET /products/chair HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect.poll(() => renderQueue.running).toBe(1)
  client.socket.destroy()
  await expect.poll(() => held.server.logLines.some((line) => line['outcome'] === 'aborted')).toBe(true)
  held.release()
  await expect.poll(() => pageCache.entryCount).toBe(1)
  expect(renderQueue.running).toBe(0)
})

test('a render continues for a second waiting client when the first client disconnects', async () => {
  await using held = await startHeld()
  const { server } = held
  using client = await openConnection(server)
  client.send('GET /products/chair HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect.poll(held.loadCount).toBe(1)
  const waiting = server.request.get('/products/chair').then((response) => response)
  await expect
    .poll(() => server.context.metrics!.registry.metrics())
    .toContain('vitrine_page_cache_lookups_total{result="miss"} 2\n')
  client.socket.destroy()
  await expect.poll(() => server.logLines.some((line) => line['outcome'] === 'aborted')).toBe(true)
  held.release()
  const response = await waiting
  expect([response.status, response.text.includes('Oak chair</h1>')]).toEqual([200, true])
  // The response comes from the cache.
  expect(response.headers['content-length']).toBeDefined()
  expect(held.loadCount()).toBe(1)
})

test('a client that stops reading delays neither the render nor other clients', async () => {
  const description = `<p>${'Long ago and far away. '.repeat(200_000)}</p>`
  await using server = await startServer({ products: [buildProduct({ slug: 'epic', name: 'Epic', description })] })
  using stalled = await openConnection(server)
  stalled.socket.pause()
  stalled.send('GET /products/epic HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect.poll(() => server.context.pageCache.entryCount).toBe(1)
  expect(server.context.renderQueue.running).toBe(0)
  const other = await server.request.get('/products/epic')
  expect(other.headers['content-length']).toBeDefined()
  stalled.socket.resume()
  await expect.poll(() => stalled.received().endsWith('0\r\n\r\n')).toBe(true)
})
