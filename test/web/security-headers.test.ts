import { expect, test } from 'vitest'
import { changeStore } from '../support/change-store.ts'
import { gradeResponse } from '../support/observatory.ts'
import { openResponse } from '../support/open-response.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const SITE_URL = 'https://shop.example'
const foreignPicture = buildProduct({ slug: 'foreign', images: [{ url: 'https://photos.example/a.jpg', alt: '' }] })

const ADDRESSES = [
  '/',
  '/products/foreign',
  '/products',
  '/contact',
  '/contact?sent=ABCD2345',
  '/nowhere',
  '/products/none',
  '/products/%',
  '/products/foreign/_payload.json?b',
  '/robots.txt',
  '/healthz',
  '/builds/latest.json',
]

test('every response, rendered or cached, gets an A+ by the rules of the HTTP Observatory', async () => {
  await using server = await startServer({ products: [foreignPicture], environment: { SITE_URL } })
  for (const address of ADDRESSES) {
    for (const round of ['rendered', 'cached']) {
      const { headers, text } = await server.request.get(address)
      const { grade, score, findings } = gradeResponse({ headers, html: text ?? '', origin: SITE_URL })
      expect([grade, score], `${address} ${round}: ${JSON.stringify(findings)}`).toEqual(['A+', 130])
    }
  }
})

test('a page with late data also gets an A+, with a nonce for its scripts', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products: [buildProduct({ slug: 'a', categorySlug: 'x' }), buildProduct({ slug: 'b', categorySlug: 'x' })],
    environment: { SITE_URL },
    wrapStore: (store) =>
      changeStore(store, {
        listRelated: (...args) => related.promise.then(() => store.listRelated(...args)),
      }),
  })
  const { response, whole } = await openResponse(server, '/products/a')
  related.resolve()
  const headers = response.headers as Readonly<Record<string, string>>
  expect(headers['content-security-policy']).toContain("'nonce-")
  expect(gradeResponse({ headers, html: await whole(), origin: SITE_URL })).toMatchObject({ grade: 'A+', score: 130 })
})

test('the rules of the HTTP Observatory give lower grades to weaker headers', () => {
  const html = '<script src="https://elsewhere.example/a.js"></script>'
  expect(gradeResponse({ headers: {}, html, origin: SITE_URL })).toMatchObject({
    grade: 'D-',
    score: 100 - 25 - 20 - 5 - 5 - 20,
  })
  const lax = {
    'content-security-policy': "default-src 'self'; script-src 'unsafe-inline' 'self'",
    'strict-transport-security': 'max-age=300',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  expect(gradeResponse({ headers: lax, html: '', origin: SITE_URL })).toMatchObject({
    grade: 'B',
    score: 100 - 20 - 10,
  })
})

test('Permissions-Policy disables all listed features, and cross-origin headers isolate the site', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'own' })] })
  const { headers } = await server.request.get('/products/own')
  expect(headers['permissions-policy']).toMatch(/^(?:[a-z-]+=\(\)(?:, |$))+$/)
  expect(headers['permissions-policy']).toContain('geolocation=()')
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})

test('with remote pictures, embedding is credentialless and the policy allows only their hosts', async () => {
  await using server = await startServer({ products: [foreignPicture] })
  const { headers } = await server.request.get('/products/foreign')
  expect(headers['cross-origin-embedder-policy']).toBe('credentialless')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://photos.example;")
})

/** Returns the `img-src` sources of the policy for a catalogue with pictures at these URLs. */
async function readPictureSources(
  urls: readonly string[],
): Promise<{ readonly sources: string; readonly policy: string; readonly headerBytes: number }> {
  const images = urls.map((url) => ({ url, alt: '' }))
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl', images })] })
  const { headers } = await server.request.get('/products/bowl')
  const policy = headers['content-security-policy']!
  const headerBytes = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0)
  return { sources: /(?:^|;)img-src ([^;]*)/.exec(policy)![1]!, policy, headerBytes }
}

test('omits picture hosts with special characters from the policy', async () => {
  const hosts = [
    'x.example;sandbox',
    "y.example;script-src-elem 'none'".replaceAll(' ', '%20'),
    'z.example;frame-ancestors',
    'a.example,b.example',
    '*',
    '*.example',
    "c.example'",
    'd_e.example',
  ]
  const plain = ['photos.example', 'photos.example:8443', '127.0.0.1', '[2001:db8::1]:8443']
  const { sources, policy } = await readPictureSources(
    [...hosts, ...plain].filter((host) => URL.canParse(`https://${host}/`)).map((host) => `https://${host}/a.png`),
  )
  expect(sources.split(' ')).toEqual(["'self'", 'data:', ...plain.map((host) => `https://${host}`).toSorted()])
  const { policy: usual } = await readPictureSources([])
  expect(policy.replace(sources, '')).toBe(usual.replace("'self' data:", ''))
})

test.each([
  ['20 hosts', 20, 'photos', false],
  ['more than 20 hosts', 21, 'photos', true],
  ['20 hosts with 1,469 characters', 20, 'a'.repeat(54), false],
  ['few hosts with long names', 10, `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}`, true],
  ['a thousand hosts', 1_000, 'photos', true],
])('keeps the headers short enough for proxies: %s', async (_name, count, name, isAny) => {
  const urls = Array.from({ length: count }, (_, index) => `https://${name}-${index}.example/a.png`)
  const { sources, headerBytes } = await readPictureSources(urls)
  if (isAny) expect(sources).toBe("'self' data: https:")
  else expect(sources.split(' ')).toHaveLength(2 + count)
  // By default, nginx accepts at most 4 KB of response headers, including the status line.
  expect(headerBytes).toBeLessThan(4_000)
})
