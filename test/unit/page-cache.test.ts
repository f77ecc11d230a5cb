import { expect, test } from 'vitest'
import { EncodedBody } from '../../server/render/encoded-body.ts'
import { PageCache, type KeptAnswer } from '../../server/render/page-cache.ts'

const MEGABYTE = 2 ** 20
const PAGE_BYTES = 20_000

function buildAnswer(revision = 1): KeptAnswer {
  const body = new EncodedBody(Buffer.alloc(PAGE_BYTES, 'page '))
  return { route: 'products', outcome: 'page', revision, madeAt: 0, etag: '"1"', headers: [], body }
}

test('what is kept stays within its bound, whatever is asked for, and the compressed copies count', async () => {
  const cache = new PageCache(MEGABYTE)
  const answers: [string, KeptAnswer][] = []
  for (let index = 0; index < 500; index++) {
    const answer = buildAnswer()
    const key = `page /products/${index}`
    cache.keep(key, `/products/${index}?x=${index}`, answer)
    answer.body.encode('gzip')
    cache.noteGrowth(key)
    answers.push([key, answer])
  }
  const kept = answers.filter(([key]) => cache.find(key, 1))
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.reduce((sum, [, { body }]) => sum + body.size, 0)).toBeLessThan(MEGABYTE)
})

test('addresses with a query push out their own kind only', () => {
  const cache = new PageCache(MEGABYTE)
  cache.keep('page /about', '/about', buildAnswer())
  for (let index = 0; index < 500; index++) cache.keep(`page /products?q=${index}`, `/products?q=${index}`, buildAnswer())
  expect(cache.findByUrl('/about', 1)).toBeDefined()
  expect(cache.findByUrl('/products?q=0', 1)).toBeUndefined()
  expect(cache.findByUrl('/products?q=499', 1)).toBeDefined()
})

test('what is asked for once pushes out nothing that is asked for again, with a query or without', () => {
  const cache = new PageCache(MEGABYTE)
  const hot = ['/about', '/products/chair', '/products?page=2', '/products?q=oak']
  for (const url of hot) {
    cache.keep(`page ${url}`, url, buildAnswer())
    cache.findByUrl(url, 1)
  }
  for (let index = 0; index < 2_000; index++) {
    const url = index % 2 === 0 ? `/products/${index}` : `/products?min-price=${index}`
    cache.keep(`page ${url}`, url, buildAnswer())
  }
  for (const url of hot) expect(cache.findByUrl(url, 1), url).toBeDefined()
  expect(cache.size).toBeLessThan(MEGABYTE)
})

test('what is asked for once has all the room that nothing else takes', () => {
  const cache = new PageCache(MEGABYTE)
  for (let index = 0; index < 500; index++) cache.keep(`page /products/${index}`, `/products/${index}`, buildAnswer())
  expect(cache.size).toBeGreaterThan(MEGABYTE / 2)
})

test('spellings of an address without end lead to one page, and push out no page', () => {
  const cache = new PageCache(MEGABYTE)
  cache.keep('page /about', '/about', buildAnswer())
  for (let index = 0; index < 20_000; index++) cache.rememberUrl(`/about?utm_source=${index}`, 'page /about')
  expect(cache.findByUrl('/about', 1)).toBeDefined()
  expect(cache.findByUrl('/about?utm_source=19999', 1)).toBeDefined()
  expect(cache.findByUrl('/about?utm_source=0', 1)).toBeUndefined()
})

test('what is asked for again gets the smallest copy', async () => {
  const cache = new PageCache(MEGABYTE)
  const text = Array.from({ length: 2_000 }, (_, index) => `piece ${index * index} `).join('')
  const answer = { ...buildAnswer(), body: new EncodedBody(Buffer.from(text)) }
  cache.keep('page /about', '/about', answer)
  const first = answer.body.encode('br').length
  cache.find('page /about', 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(answer.body.encode('br').length).toBe(first)
  cache.find('page /about', 1)
  await expect.poll(() => answer.body.encode('br').length).toBeLessThan(first)
})
