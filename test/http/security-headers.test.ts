import { expect, test } from 'vitest'
import { changeStore } from '../support/change-store.ts'
import { gradeAnswer } from '../support/observatory.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const SITE_URL = 'https://shop.example'
const foreignPicture = buildProduct({ slug: 'foreign', images: [{ url: 'https://photos.example/a.jpg', alt: '' }] })

const ADDRESSES = ['/', '/products/foreign', '/products', '/contact', '/contact?sent=ABCD2345', '/nowhere', '/products/none', '/products/%', '/products/foreign/_payload.json?b', '/robots.txt', '/healthz', '/builds/latest.json']

test('by the rules of the HTTP Observatory every answer gets an A+, whoever asks and whether it is kept or new', async () => {
  await using server = await startServer({ products: [foreignPicture], environment: { SITE_URL } })
  for (const address of ADDRESSES) {
    for (const round of ['new', 'kept']) {
      const { headers, text } = await server.request.get(address)
      const { grade, score, findings } = gradeAnswer({ headers, html: text ?? '', origin: SITE_URL })
      expect([grade, score], `${address} ${round}: ${JSON.stringify(findings)}`).toEqual(['A+', 130])
    }
  }
})

test('a page of which a part is late gets it as well, with its scripts under a nonce', async () => {
  await using server = await startServer({
    products: [buildProduct({ slug: 'a', categorySlug: 'x' }), buildProduct({ slug: 'b', categorySlug: 'x' })],
    environment: { SITE_URL },
    wrapStore: (store) =>
      changeStore(store, {
        listRelated: async (...args) => {
          await new Promise((resolve) => setTimeout(resolve, 50))
          return store.listRelated(...args)
        },
      }),
  })
  const { headers, text } = await server.request.get('/products/a')
  expect(headers['content-security-policy']).toContain("'nonce-")
  expect(gradeAnswer({ headers, html: text, origin: SITE_URL })).toMatchObject({ grade: 'A+', score: 130 })
})

test('the rules find fault with less', () => {
  const html = '<script src="https://elsewhere.example/a.js"></script>'
  expect(gradeAnswer({ headers: {}, html, origin: SITE_URL })).toMatchObject({ grade: 'D-', score: 100 - 25 - 20 - 5 - 5 - 20 })
  const lax = { 'content-security-policy': "default-src 'self'; script-src 'unsafe-inline' 'self'", 'strict-transport-security': 'max-age=300', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }
  expect(gradeAnswer({ headers: lax, html: '', origin: SITE_URL })).toMatchObject({ grade: 'B', score: 100 - 20 - 10 })
})

test('nothing of a browser is asked for that no page uses, and the site keeps to itself', async () => {
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

test('foreign pictures are fetched without cookies, from where the catalogue has them and nowhere else', async () => {
  await using server = await startServer({ products: [foreignPicture] })
  const { headers } = await server.request.get('/products/foreign')
  expect(headers['cross-origin-embedder-policy']).toBe('credentialless')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://photos.example;")
})
