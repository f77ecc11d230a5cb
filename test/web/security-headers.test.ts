import { expect, test } from 'vitest'
import { allowOrigins } from '../../server/platform/settings/picture-origins.ts'
import { startLate } from '../support/change-store.ts'
import { openResponse } from '../support/open-response.ts'
import { buildProduct } from '../support/products.ts'
import { requestRaw } from '../support/raw-connection.ts'
import { startServer, useServer } from '../support/start-server.ts'

const SITE_URL = 'https://shop.example'

/** The Content-Security-Policy of a site at https whose pictures are its own. */
const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';" +
  "base-uri 'none';form-action 'self';frame-ancestors 'none';upgrade-insecure-requests"

const HEADERS = {
  'content-security-policy': POLICY,
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}; includeSubDomains$/) as unknown,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': expect.stringMatching(/^(?=.*geolocation=\(\))(?:[a-z-]+=\(\)(?:, |$))+$/) as unknown,
}

const server = await useServer({ products: [buildProduct({ slug: 'own' })], environment: { SITE_URL } })

test('every response, rendered or cached, has all security headers and no script of another site', async () => {
  for (const address of '/ /products/own /contact /contact?sent=ABCD2345 /nowhere /products/none /products/% /products/own/_payload.json?b /robots.txt /healthz /builds/latest.json'.split(
    ' ',
  )) {
    for (const round of ['rendered', 'cached']) {
      const { headers, text } = await server.request.get(address)
      expect(headers, `${address} ${round}`).toMatchObject(HEADERS)
      expect(headers, address).not.toHaveProperty('set-cookie')
      expect(text ?? '', address).not.toMatch(/<script[^>]* src="(?!\/builds\/)/)
    }
  }
})

test('a page with late data has the same policy, but for a nonce of its own', async () => {
  const products = ['a', 'b'].map((slug) => buildProduct({ slug, categorySlug: 'x' }))
  await using late = await startLate({ products, environment: { SITE_URL } })
  const streams = await Promise.all([1, 2].map(() => openResponse(late, '/products/a')))
  late.release()
  const policies = new Set<string>()
  for (const { response, whole } of streams) {
    await whole()
    const policy = String(response.headers['content-security-policy'])
    policies.add(policy)
    expect(policy.replace(/ 'nonce-[^']{20,}'/, '')).toBe(POLICY)
    expect({ ...response.headers, 'content-security-policy': POLICY }).toMatchObject(HEADERS)
  }
  expect(policies.size).toBe(2)
})

const pictures = (hosts: readonly string[]) => hosts.map((host) => `https://${host}`)

test('with remote pictures, embedding is credentialless and the policy allows only their hosts', async () => {
  const images = [{ url: 'https://photos.example/a.jpg', alt: '' }]
  const products = [buildProduct({ slug: 'far', images })]
  await using own = await startServer({ products, environment: { SITE_URL } })
  const { headers } = await own.request.get('/products/far')
  expect(headers['cross-origin-embedder-policy']).toBe('credentialless')
  expect(headers['content-security-policy']).toBe(POLICY.replace(' data:', ' data: https://photos.example'))
})

test('omits picture hosts with special characters from the policy', () => {
  const plain = pictures(['photos.example', 'photos.example:8443', '127.0.0.1', '[2001:db8::1]:8443'])
  const odd = ['x.example;sandbox', "y.example;script-src-elem%20'none'", 'a.example,b.example', '*', '*.example']
  expect(allowOrigins([...pictures([...odd, "c.example'", 'd_e.example', 'e f']), ...plain])).toEqual(plain)
})

test.each([
  ['20 hosts', 20, 'photos', false],
  ['more than 20 hosts', 21, 'photos', true],
  ['20 hosts with 1,469 characters', 20, 'a'.repeat(54), false],
  ['few hosts with long names', 10, `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}`, true],
])('keeps the headers short enough for proxies: %s', async (_name, count, name, isAny) => {
  const origins = pictures(Array.from({ length: count }, (_, index) => `${name}-${index}.example`))
  const allowed = allowOrigins(origins)
  expect(allowed).toEqual(isAny ? ['https:'] : origins)
  const { head } = await requestRaw(server, '/products/own')
  // By default, nginx accepts at most 4 KB of response headers, including the status line.
  expect(head.length + allowed.join(' ').length).toBeLessThan(4_000)
})
