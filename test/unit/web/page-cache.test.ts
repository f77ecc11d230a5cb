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
  for (const page of pages) {
    cache.set(page)
    cache.encode(page, 'gzip')
  }
  const cached = pages.filter(({ key }) => cache.find(key, 1))
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.reduce((sum, { body }) => sum + body.size, 0)).toBeLessThan(MEGABYTE)
})

test('entries with a query evict only each other', () => {
  const cache = new PageCache(MEGABYTE)
  cache.set(buildPage('/about'))
  for (let index = 0; index < 500; index++) cache.set(buildPage(`/products?q=${index}`))
  expect(cache.find('page /about', 1)).toBeDefined()
  expect(cache.find('page /products?q=0', 1)).toBeUndefined()
  expect(cache.find('page /products?q=499', 1)).toBeDefined()
  expect(cache.size).toBeLessThan(MEGABYTE)
})

test('compresses a body once for each encoding, and counts the copies to the size of the cache', () => {
  const cache = new PageCache(MEGABYTE)
  const page = buildPage('/about')
  cache.set(page)
  const sizeBefore = cache.size
  const copies = { br: cache.encode(page, 'br'), gzip: cache.encode(page, 'gzip') }
  expect(cache.size).toBe(sizeBefore + copies.br.length + copies.gzip.length)
  expect(cache.encode(page, 'br')).toBe(copies.br)
  const text = page.body.encode('identity').toString()
  expect([brotliDecompressSync(copies.br).toString(), gunzipSync(copies.gzip).toString()]).toEqual([text, text])
  // A part of a larger buffer would keep all of it in memory.
  expect(copies.br.buffer.byteLength).toBe(copies.br.length)
})
