import { expect, test } from 'vitest'
import { payloadUrl, readPayloadPath } from '../../../shared/urls.ts'
import { absoluteUrl } from '../../../server/web/render/absolute-url.ts'

test.each([
  '/',
  '/products/bowl',
  '/products/caf%C3%A9?variant=blue-small',
  '/images/0a1b/1200.jpeg',
  '/builds/main-A_b.js',
  '/category?sort=name&page=2',
  '/a/../b',
  '/a/./b',
  '//elsewhere.example/a',
  '/\\elsewhere.example',
  '/a b',
  '/café',
  '/a?b=c d',
  '/a#b',
  '/a/',
  '/.well-known',
  'https://cdn.example/a.jpg?v=1',
  '',
])('absoluteUrl(%s) returns the same URL as the URL constructor', (path) => {
  expect(absoluteUrl(path, 'https://shop.example')).toBe(new URL(path, 'https://shop.example').href)
})

test('builds and parses payload URLs', () => {
  expect(payloadUrl('/', '', 'b1')).toBe('/_payload.json?b1')
  expect(payloadUrl('/products', '?q=a', 'b1')).toBe('/products/_payload.json?q=a&b1')
  expect(readPayloadPath('/products/_payload.json')).toBe('/products')
  expect(readPayloadPath('/_payload.json')).toBe('/')
  expect(readPayloadPath('/products')).toBeUndefined()
})
