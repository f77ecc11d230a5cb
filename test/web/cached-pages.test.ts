import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { startHeld, startWatched } from '../support/change-store.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const chair = buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' })
const content = { products: [chair], categories: [buildCategory({ slug: 'seats', name: 'Seats' })] }

/** Reads the response without decompressing it. */
async function getRaw(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path, headers }, resolve).on('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

/** Removes the headers in which streamed and cached responses differ. */
function commonHeaders({
  'x-request-id': _id,
  date: _date,
  'transfer-encoding': _chunked,
  'content-length': _length,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}

test.each(['/products/chair', '/products/chair/_payload.json?b'])(
  '%s is rendered once, and its cached copy has the same bytes and headers',
  async (path) => {
    await using server = await startWatched(content)
    const [first, second] = [await getRaw(server, path), await getRaw(server, path)]
    expect(server.loaded).toHaveLength(1)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(commonHeaders(second.headers)).toEqual(commonHeaders(first.headers))
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    const readLog = () => server.logLines.filter((line) => line['msg'] === 'request')
    await expect.poll(readLog).toHaveLength(2)
    const [one, other] = readLog()
    for (const field of ['method', 'url', 'route', 'status', 'bot', 'outcome'])
      expect(other![field], field).toBe(one![field])
  },
)

test('loads a page once for 20 concurrent requests', async () => {
  await using server = await startHeld(content)
  const lookUp = vi.spyOn(server.context.pageCache, 'find')
  const requests = Array.from({ length: 20 }, () => server.request.get('/products/chair'))
  const answered = Promise.all(requests)
  // Each request looks up two entries of the cache: that of its address, and that of the canonical one.
  await expect.poll(() => lookUp.mock.calls.length).toBe(40)
  server.release()
  const responses = await answered
  expect(server.loaded).toHaveLength(1)
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
})

test('each encoding decodes to the same page, and the response uses one that the client accepts', async () => {
  await using server = await startWatched(content)
  const { bytes } = await getRaw(server, '/products/chair')
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br;q=0.5', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['zstd', undefined, (encoded: Buffer) => encoded],
    ['br', 'br', brotliDecompressSync],
  ] as const) {
    const response = await getRaw(server, '/products/chair', { 'Accept-Encoding': accepted })
    expect([response.headers['content-encoding'], response.headers['vary']]).toEqual([encoding, 'Accept-Encoding'])
    expect(decode(response.bytes).equals(bytes), accepted).toBe(true)
  }
  expect(server.loaded).toHaveLength(1)
})

test('returns 304 if one of several tags in If-None-Match matches, and HEAD returns the Content-Length', async () => {
  await using server = await startWatched(content)
  for (let round = 0; round < 3; round++) {
    const page = await getRaw(server, '/products/chair')
    const etag = page.headers['etag']!
    for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const known = await getRaw(server, '/products/chair', { 'If-None-Match': given })
      expect([known.status, known.bytes.length, known.headers['etag']], given).toEqual([304, 0, etag])
    }
    expect((await getRaw(server, '/products/chair', { 'If-None-Match': '"other"' })).status).toBe(200)
    const head = await server.request.head('/products/chair').set('Accept-Encoding', 'identity')
    expect(head.headers['content-length']).toBe(String(page.bytes.length))
  }
})

test.each(['*', "the site's ETag"])(
  'with If-None-Match: %s, a missing page responds 404, and a former URL of a product redirects',
  async (given) => {
    await using server = await startServer({ ...content, products: [{ ...chair, formerSlugs: ['stool'] }] })
    const known = given === '*' ? given : (await getRaw(server, '/')).headers['etag']!
    for (const path of ['/products/table', '/category/tables', '/products?page=9', '/category/seats?page=9']) {
      const payload = path.replace(/(\?|$)/, '/_payload.json$1') + (path.includes('?') ? '&b' : '?b')
      for (const url of [path, payload]) {
        for (let round = 0; round < 2; round++)
          expect((await getRaw(server, url, { 'If-None-Match': known })).status, url).toBe(404)
      }
    }
    const renamed = await getRaw(server, '/products/stool', { 'If-None-Match': known })
    expect([renamed.status, renamed.headers['location']]).toEqual([301, '/products/chair'])
  },
)

test('returns 304 for an uncached page after loading it, without rendering it', async () => {
  await using server = await startWatched(content)
  const { etag } = (await getRaw(server, '/')).headers
  for (const [path, kind] of [
    ['/products/chair', 'page'],
    ['/products/chair/_payload.json?b', 'payload'],
  ] as const) {
    const known = await getRaw(server, path, { 'If-None-Match': etag! })
    expect([known.status, known.bytes.length, known.headers['etag']], path).toEqual([304, 0, etag])
    expect(known.headers['cache-control']).toContain('s-maxage')
    expect(server.context.pageCache.find(`${kind} /products/chair`)).toBeUndefined()
  }
  expect(server.loaded).toHaveLength(2)
  const [conditional, plain] = await Promise.all([
    getRaw(server, '/products/chair', { 'If-None-Match': etag! }),
    getRaw(server, '/products/chair'),
  ])
  expect([conditional.status, plain.status]).toEqual([304, 200])
  expect(plain.bytes.toString()).toContain('Oak chair')
})

test('equivalent URLs use the same cache entry', async () => {
  const cheese = buildProduct({ slug: 'käse', name: 'Käse' })
  await using server = await startServer({ products: [chair, cheese] })
  const { pageCache } = server.context
  for (const [path, equivalents] of [
    ['/products/chair', ['/products/%63hair', '/products/chair#1', '/products/chair?utm_source=x&variant=']],
    ['/products/k%C3%A4se', ['/products/k%c3%a4se']],
    ['/products/chair?variant=black', ['/products/chair?%76ariant=black']],
    ['/products/chair/_payload.json?b', ['/products/c%68air/_payload.json?b']],
    ['/products?q=oak', ['/products?q=%6fak']],
  ] as const) {
    await getRaw(server, path)
    const before = pageCache.entryCount
    for (const url of [...equivalents, ...equivalents]) expect((await getRaw(server, url)).status, url).toBe(200)
    expect(pageCache.entryCount, path).toBe(before)
  }
})

test('the first request after a change gets the new page, which is then cached', async () => {
  await using server = await startWatched(content)
  await server.request.get('/products/chair')
  await server.store.write((writer) => writer.putProduct({ ...chair, name: 'Ash chair' }))
  for (let round = 0; round < 2; round++)
    expect((await server.request.get('/products/chair')).text).toContain('Ash chair')
  expect(server.loaded).toHaveLength(2)
})
