import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { changeStore, startHeld, startLate, withLateRelated } from '../support/change-store.ts'
import { openResponse } from '../support/open-response.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { openConnection, requestRaw } from '../support/raw-connection.ts'
import { findLine, startServer, type TestServer } from '../support/start-server.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' }),
  buildProduct({ slug: 'stool', name: 'Ash stool', categorySlug: 'seats' }),
]

const findFailure = (server: TestServer) => findLine(server, 'part of a page could not be loaded or rendered')
const waitForAborted = ({ logLines }: TestServer) =>
  expect.poll(() => logLines.some(({ msg, outcome }) => msg === 'request' && outcome === 'aborted')).toBe(true)

/**
 * Requests a page whose related products are late. They arrive after another client, whose request came later, has received the
 * shell.
 */
async function requestBeforeRelated(path: string, headers: Record<string, string> = {}) {
  await using server = await startLate({ products })
  const opened = openResponse(server, path, headers)
  const other = await openResponse(server, '/products/chair')
  await expect.poll(other.textSoFar).toContain('Oak chair</h1>')
  server.release()
  const [text] = await Promise.all([opened.then((stream) => stream.whole()), other.whole()])
  return text
}

test('sends the compressed shell before late data, the rest with a nonce, and the second page from the cache', async () => {
  await using server = await startLate({ products, environment: { METRICS_PORT: '0' } })
  const stream = await openResponse(server, '/products/chair', { 'accept-encoding': 'br' })
  expect([stream.response.statusCode, stream.response.headers['content-encoding']]).toEqual([200, 'br'])
  await expect.poll(stream.textSoFar).toContain('Oak chair</h1>')
  expect(stream.textSoFar()).not.toContain('Ash stool')

  server.release()
  const text = await stream.whole()
  expect(text).toContain('Ash stool')
  expect(text).toMatch(/<script type="application\/json" id="late-data">\[\{"slug":"stool"/)
  expect(text.match(/"slug":"stool"/g)).toHaveLength(1)

  const nonce = /'nonce-([^']+)'/.exec(String(stream.response.headers['content-security-policy']))![1]!
  const inline = [...text.matchAll(/<script([^>]*)>/g)]
    .map(([, attributes]) => attributes!)
    .filter((attributes) => !/src=|json/.test(attributes))
  expect(inline.length).toBeGreaterThan(0)
  for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(stream.response.headers['cache-control']).toBe('private, no-store')
  expect(stream.response.headers['etag']).toBeUndefined()
  // nginx follows this header and removes it.
  expect(stream.response.headers['x-accel-buffering']).toBe('no')

  await expect.poll(() => server.context.pageCache.entryCount).toBe(1)
  const cached = await server.request.get('/products/chair')
  expect(cached.text).toContain('Ash stool')
  expect(cached.text).not.toContain('nonce')
  expect(cached.headers['cache-control']).toContain('s-maxage')
  const lookups = await server.context.metrics!.registry.getSingleMetricAsString('vitrine_page_cache_lookups_total')
  expect(lookups).toContain('{result="hit"} 1')
})

test('a bot gets the whole page, without inline scripts', async () => {
  const text = await requestBeforeRelated('/products/chair', { 'user-agent': 'Googlebot/2.1' })
  expect(text).toContain('Ash stool')
  expect(text).not.toContain('nonce')
  expect(text).not.toContain('late-data')
})

test('a payload waits for late data', async () => {
  const payload: unknown = JSON.parse(await requestBeforeRelated('/products/chair/_payload.json?b'))
  expect(payload).toMatchObject({ data: { related: [{ slug: 'stool' }] } })
})

test('sends the page without related products if they cannot be loaded, and logs the failure', async () => {
  const failed = Promise.reject(new Error('replica gone'))
  failed.catch(() => {})
  await using server = await startServer({ products, wrapStore: withLateRelated(failed) })
  const response = await server.request.get('/products/chair').expect(200)
  expect(response.text).not.toContain('Ash stool')
  expect(findFailure(server)).toMatchObject({ err: { message: 'replica gone' } })
})

test('completes the page without related products that exceed the timeout, and logs it', async () => {
  await using server = await startLate({ products, environment: { RENDER_TIMEOUT_MS: '1000' } })
  const stream = await openResponse(server, '/products/chair')
  const text = await stream.whole()
  expect(text).toContain('Oak chair</h1>')
  expect(text).toContain('</html>')
  expect(findFailure(server)).toBeDefined()
  const bot = await server.request.get('/products/chair').set('User-Agent', 'Googlebot/2.1')
  expect([bot.status, bot.text]).toEqual([503, '503 Service Unavailable\n'])
})

test('logs a request as aborted and ends its render if its client disconnects during the stream', async () => {
  await using server = await startLate({ products, environment: { RENDER_TIMEOUT_MS: '300000' } })
  const stream = await openResponse(server, '/products/chair')
  await expect.poll(stream.textSoFar).toContain('Oak chair</h1>')
  stream.response.destroy()
  await waitForAborted(server)
  // The render has ended, too, although related products never arrive.
  await expect.poll(() => server.context.renderQueue.running).toBe(0)
})

const SHOWN =
  '/ /about /contact /contact?reference=ABCD2345 /category /category/seats /products /products?q=oak /products?view=table /products/chair'
const PAGES = [
  ...SHOWN.split(' ').map((path) => [path, 200] as const),
  ['/nowhere', 404],
  ['/products/nothing', 404],
] as const

test('pages that are not cached are chunked, compressed and complete, without inline scripts', async () => {
  await using server = await startServer({
    products,
    categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
    environment: { PAGE_CACHE_MB: '0' },
  })
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const) {
    const headers = `Accept-Encoding: ${encoding}\r\n`
    for (const [path, status] of encoding === 'br' ? PAGES : PAGES.slice(0, 1)) {
      const { head, isComplete, body } = await requestRaw(server, path, { headers })
      expect(head, path).toContain(`http/1.1 ${status} `)
      expect(head, path).toContain('transfer-encoding: chunked')
      expect(head.includes('content-encoding'), path).toBe(encoding !== 'identity')
      expect(isComplete, path).toBe(true)
      const html = decode(body).toString()
      expect(html.startsWith('<!DOCTYPE html>') && html.endsWith('</div></body></html>'), path).toBe(true)
      const inline = [...html.matchAll(/<script([^>]*)>/g)].filter(([, attributes]) => !/src=|json"/.test(attributes!))
      // If the database is busy, related products may be late, and the page is streamed with a nonce.
      const isLate = path === '/products/chair' && head.includes("'nonce-")
      if (!isLate) expect(inline, path).toEqual([])
    }
  }
})

test('renders a page with late data once if pages are not cached', async () => {
  await using server = await startLate({ products, environment: { METRICS_PORT: '0', PAGE_CACHE_MB: '0' } })
  const stream = await openResponse(server, '/products/chair')
  server.release()
  expect(await stream.whole()).toContain('Ash stool')
  // Its render would come after another one for the cache.
  await server.request.get('/about')
  const phases = await server.context.metrics!.registry.getSingleMetricAsString('vitrine_page_phase_duration_seconds')
  expect(phases).toContain('_count{route="products-product",phase="render"} 1\n')
})

/** Loaders accept it, because it has a length and can be folded, but rendering fails. */
const UNRENDERABLE = { length: 5, toLowerCase: () => 'chair' } as unknown as string

test('returns an error page for an error before the first byte, and caches nothing', async () => {
  let isBroken = true
  const wrapStore = (store: CatalogStore) =>
    changeStore(store, {
      async findProduct(slug) {
        const product = await store.findProduct(slug)
        return product && isBroken ? { ...product, brand: UNRENDERABLE } : product
      },
    })
  await using server = await startServer({ products, wrapStore })
  const failed = await server.request.get('/products/chair')
  expect([failed.status, failed.headers['cache-control']]).toEqual([500, 'no-store'])
  expect(failed.text).toContain('Internal Server Error')
  isBroken = false
  expect((await server.request.get('/products/chair')).status).toBe(200)
})

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
  await expect.poll(() => findFailure(server)).toBeDefined()
  expect(server.context.pageCache.entryCount).toBe(0)
  isBroken = false
  expect((await requestRaw(server, '/products/chair')).isComplete).toBe(true)
})

test('a render continues for the cache when its only client disconnects', async () => {
  await using server = await startHeld({ products })
  const { renderQueue, pageCache } = server.context
  using client = await openConnection(server)
  client.send('GET /products/chair HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect.poll(() => renderQueue.running).toBe(1)
  client.socket.destroy()
  await waitForAborted(server)
  server.release()
  await expect.poll(() => pageCache.entryCount).toBe(1)
  expect(renderQueue.running).toBe(0)
})

test('a render continues for a second waiting client when the first client disconnects', async () => {
  await using server = await startHeld({ products, environment: { METRICS_PORT: '0' } })
  using client = await openConnection(server)
  client.send('GET /products/chair HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect.poll(() => server.loaded.length).toBe(1)
  const waiting = server.request.get('/products/chair').then((response) => response)
  await expect
    .poll(() => server.context.metrics!.registry.metrics())
    .toContain('vitrine_page_cache_lookups_total{result="miss"} 2\n')
  client.socket.destroy()
  await waitForAborted(server)
  server.release()
  const response = await waiting
  expect([response.status, response.text.includes('Oak chair</h1>')]).toEqual([200, true])
  // The response comes from the cache.
  expect(response.headers['content-length']).toBeDefined()
  expect(server.loaded).toHaveLength(1)
})

test('a client that stops reading delays neither the render nor other clients', async () => {
  const description = `<p>${'Long ago and far away. '.repeat(100_000)}</p>`
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
