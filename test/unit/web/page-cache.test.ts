import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBody } from '../../../server/web/compression.ts'
import { PageCache, type CachedPage } from '../../../server/web/page-cache.ts'

const MEGABYTE = 2 ** 20
const PAGE_BYTES = 20_000

function buildPage(url: string, text = 'page '): CachedPage {
  const body = new EncodedBody(Buffer.alloc(PAGE_BYTES, text))
  const key = `page ${url}`
  return { key, route: 'about', revision: 1, renderedAt: 0, headers: new Map(), body, unmatchedSearch: null }
}

test('stays within its size limit with many entries, including compressed copies', () => {
  const cache = new PageCache(MEGABYTE)
  const pages = Array.from({ length: 500 }, (_, index) => buildPage(`/products/${index}`))
  for (const page of pages) cache.set(page)
  const cached = pages.filter(({ key }) => cache.find(key))
  expect(cached.length).toBeGreaterThan(10)
  const sizes = cached.flatMap(({ body }) => (['identity', 'br', 'gzip'] as const).map((as) => body.encode(as).length))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MEGABYTE)
})

test('entries with a query evict only each other', () => {
  const cache = new PageCache(MEGABYTE)
  cache.set(buildPage('/about'))
  for (let index = 0; index < 500; index++) cache.set(buildPage(`/products?q=${index}`))
  expect(cache.find('page /about')).toBeDefined()
  expect(cache.find('page /products?q=0')).toBeUndefined()
  expect(cache.find('page /products?q=499')).toBeDefined()
  expect(cache.size).toBeLessThan(MEGABYTE)
})

test('compresses a body once for each encoding', () => {
  const { body } = buildPage('/about')
  const copies = { br: body.encode('br'), gzip: body.encode('gzip') }
  expect(body.encode('br')).toBe(copies.br)
  const text = body.encode('identity').toString()
  expect([brotliDecompressSync(copies.br).toString(), gunzipSync(copies.gzip).toString()]).toEqual([text, text])
  // A part of a larger buffer would keep all of it in memory.
  expect(copies.br.buffer.byteLength).toBe(copies.br.length)
})
