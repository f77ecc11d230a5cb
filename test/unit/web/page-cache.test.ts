import { expect, test } from 'vitest'
import { EncodedBody } from '../../../server/web/render/encoded-body.ts'
import { PageCache, type CacheEntry } from '../../../server/web/render/page-cache.ts'

const MEGABYTE = 2 ** 20
const PAGE_BYTES = 20_000

const openCache = (onError: (error: unknown) => void = () => {}) => new PageCache(MEGABYTE, onError)

function buildEntry(url: string): CacheEntry {
  const body = new EncodedBody(Buffer.alloc(PAGE_BYTES, 'page '))
  return {
    key: `page ${url}`,
    base: '',
    match: { name: 'products', params: {} },
    search: '',
    kind: 'page',
    revision: 1,
    renderedAt: 0,
    etag: '"1"',
    commonHeaders: [],
    headers: [],
    body,
    unmatchedSearch: null,
  }
}

test('stays within its size limit with many entries, including compressed copies', () => {
  const cache = openCache()
  const entries: CacheEntry[] = []
  for (let index = 0; index < 500; index++) {
    const entry = buildEntry(`/products/${index}`)
    cache.set(entry)
    cache.addUrl(`/products/${index}?x=${index}`, entry.key)
    cache.encode(entry, 'gzip')
    entries.push(entry)
  }
  const cached = entries.filter(({ key }) => cache.find(key, 1))
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.reduce((sum, { body }) => sum + body.size, 0)).toBeLessThan(MEGABYTE)
})

test('entries with a query evict only each other', () => {
  const cache = openCache()
  cache.set(buildEntry('/about'))
  for (let index = 0; index < 500; index++) cache.set(buildEntry(`/products?q=${index}`))
  expect(cache.findByUrl('/about', 1)).toBeDefined()
  expect(cache.findByUrl('/products?q=0', 1)).toBeUndefined()
  expect(cache.findByUrl('/products?q=499', 1)).toBeDefined()
})

test('entries requested once do not evict entries requested again, with or without a query', () => {
  const cache = openCache()
  const hot = ['/about', '/products/chair', '/products?page=2', '/products?q=oak']
  for (const url of hot) {
    cache.set(buildEntry(url))
    cache.findByUrl(url, 1)
  }
  for (let index = 0; index < 2_000; index++) {
    const url = index % 2 === 0 ? `/products/${index}` : `/products?min-price=${index}`
    cache.set(buildEntry(url))
  }
  for (const url of hot) expect(cache.findByUrl(url, 1), url).toBeDefined()
  expect(cache.size).toBeLessThan(MEGABYTE)
})

test('many URLs for one entry evict only older URLs, not the entry', () => {
  const cache = openCache()
  cache.set(buildEntry('/about'))
  for (let index = 0; index < 20_000; index++) cache.addUrl(`/about?utm_source=${index}`, 'page /about')
  expect(cache.findByUrl('/about', 1)).toBeDefined()
  expect(cache.findByUrl('/about?utm_source=19999', 1)).toBeDefined()
  expect(cache.findByUrl('/about?utm_source=0', 1)).toBeUndefined()
})

test('compresses an entry better when it is requested a second time', async () => {
  const cache = openCache()
  const text = Array.from({ length: 2_000 }, (_, index) => `piece ${index * index} `).join('')
  const entry = { ...buildEntry('/about'), body: new EncodedBody(Buffer.from(text)) }
  cache.set(entry)
  const first = entry.body.encode('br').length
  cache.find('page /about', 1)
  // Entries are improved in the order of their second requests. If a single request of `entry` were enough, `entry`
  // would be improved before this one.
  const other = { ...buildEntry('/contact'), body: new EncodedBody(Buffer.from(text)) }
  cache.set(other)
  expect(other.body.encode('br').length).toBe(first)
  for (let hits = 0; hits < 2; hits++) cache.find('page /contact', 1)
  await expect.poll(() => other.body.encode('br').length).toBeLessThan(first)
  expect(entry.body.encode('br').length).toBe(first)
  cache.find('page /about', 1)
  await expect.poll(() => entry.body.encode('br').length).toBeLessThan(first)
})

test('continues compressing after a failure and reports the failure', async () => {
  const unhandled: unknown[] = []
  const listen = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  const errors: unknown[] = []
  const cache = openCache((error) => errors.push(error))
  const failure = new Error('out of memory')
  class FailingBody extends EncodedBody {
    override improve = () => Promise.reject(failure)
  }
  const text = Array.from({ length: 2_000 }, (_, index) => `piece ${index * index} `).join('')
  const broken = { ...buildEntry('/broken'), body: new FailingBody(Buffer.from(text)) }
  const whole = { ...buildEntry('/about'), body: new EncodedBody(Buffer.from(text)) }
  const first = whole.body.encode('br').length
  for (const entry of [broken, whole]) {
    cache.set(entry)
    for (let hits = 0; hits < 2; hits++) cache.find(entry.key, 1)
  }
  await expect.poll(() => whole.body.encode('br').length).toBeLessThan(first)
  expect(cache.find(broken.key, 1)).toBe(broken)
  expect(errors).toEqual([failure])
  expect(unhandled).toEqual([])
  process.off('unhandledRejection', listen)
})

test('lists the entries that were requested repeatedly, sorted by hits; the hits of an earlier entry of the page count half', () => {
  const cache = openCache()
  const request = (url: string, count: number) => {
    for (let number = 0; number < count; number++) cache.find(`page ${url}`, 1)
  }
  const listUrls = (most = 10) => cache.listPopular(most).map(({ key }) => key.replace('page ', ''))
  for (const url of ['/about', '/category', '/products?q=oak', '/contact']) cache.set(buildEntry(url))
  request('/about', 4)
  request('/category', 3)
  request('/products?q=oak', 5)
  expect(listUrls()).toEqual(['/products?q=oak', '/about', '/category'])
  expect(listUrls(2)).toEqual(['/products?q=oak', '/about'])

  cache.set(buildEntry('/about'))
  request('/about', 1)
  cache.set(buildEntry('/products?q=oak'))
  expect(listUrls()).toEqual(['/about', '/category', '/products?q=oak'])
})
