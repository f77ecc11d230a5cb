import { expect, test, vi } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { changeStore } from '../support/change-store.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { SUGGESTIONS_MAX } from '../../server/web/forms/suggestions.ts'

const categories = [buildCategory({ slug: 'vases', name: 'Vases' })]
const products = [
  ...Array.from({ length: 8 }, (_, index) =>
    buildProduct({ slug: `vase-${index}`, name: `Vase ${index}`, brand: 'Vasari', categorySlug: 'vases' }),
  ),
  buildProduct({ slug: 'jug', name: 'Jug', variants: [buildVariant({ sku: 'VA-100', priceMinor: 5000 })] }),
  buildProduct({ slug: 'secret', name: 'Vase of secrets', visibility: 'unlisted' }),
]

const server = await useServer({ products, categories })

test('revalidates suggestions with 304, and returns new ones after a change', async () => {
  await using own = await startServer({ products })
  const { headers } = await own.request.get('/suggestions?q=jug')
  const suggest = vi.spyOn(own.context.catalog, 'suggest')
  await own.request.get('/suggestions?q=jug').set('If-None-Match', headers['etag']!).expect(304)
  expect(suggest).not.toHaveBeenCalled()
  await own.store.write((writer) =>
    writer.putProduct(buildProduct({ slug: 'jug', name: 'Jug', variants: [buildVariant({ priceMinor: 6000 })] })),
  )
  const changed = await own.request.get('/suggestions?q=jug').set('If-None-Match', headers['etag']!)
  expect([changed.status, changed.body]).toMatchObject([200, { products: [{ slug: 'jug', price: '€60' }] }])
})

test('returns products, categories and brands for a few letters, cached briefly by shared caches', async () => {
  const { headers, body } = await server.request.get('/suggestions?q=vas').expect(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=86400',
    'x-robots-tag': 'noindex',
  })
  expect(body).toEqual({
    products: Array(SUGGESTIONS_MAX).fill(expect.objectContaining({ slug: expect.stringMatching(/^vase-/) as string })),
    categories: [{ slug: 'vases', name: 'Vases' }],
    brands: ['Vasari'],
  })
  expect(server.logLines.at(-1)).toMatchObject({ route: 'suggestions', outcome: 'suggestions' })
})

test('suggestions stay small if names of brands, variants and article numbers are long', async () => {
  const long = 'long '.repeat(100)
  const variant = (key: string, index: number) =>
    buildVariant({ key, optionValues: [long + key], sku: `7${long}${key}${index}` })
  await using own = await startServer({
    products: Array.from({ length: 8 }, (_, index) =>
      buildProduct({
        slug: `vase-${index}`,
        name: 'Vase',
        brand: `${long}${index}`,
        options: [{ name: 'Glaze', values: [`${long}chalk`, `${long}ink`] }],
        variants: [variant('chalk', index), variant('ink', index)],
      }),
    ),
  })
  const { text, body } = await own.request.get('/suggestions?q=vase+ink')
  expect((body as { products: unknown[] }).products[0]).toMatchObject({
    brand: expect.stringMatching(/^long .{54}…$/) as string,
    variant: { key: 'ink', name: expect.stringMatching(/…$/) as string },
    number: expect.stringMatching(/…$/) as string,
  })
  expect(text.length).toBeLessThan(4_000)
})

test.each(['', '?q=', '?q=%20', '?q=---', '?other=vase', `?q=${'x'.repeat(5000)}`])(
  'returns empty suggestions for %s',
  async (search) => {
    const { status, body } = await server.request.get(`/suggestions${search}`)
    expect([status, body]).toEqual([200, { products: [], categories: [], brands: [] }])
  },
)

test('returns a JSON 500 with no-store if the database fails', async () => {
  await using own = await startServer({
    products,
    wrapStore: (store) => changeStore(store, { suggest: () => Promise.reject(new Error('gone')) }),
  })
  const { body } = await own.request.get('/suggestions?q=vase').expect(500).expect('Cache-Control', 'no-store')
  expect(body).toMatchObject({ statusCode: 500 })
})

test('searches find the owner’s synonyms, but no response contains them', async () => {
  await using own = await startServer({
    site: { ...NEUTRAL_SITE, hasGoogleFeed: true },
    categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
    products: [buildProduct({ slug: 'sofa', name: 'Sofa', categorySlug: 'seats' })],
  })
  await own.store.write((writer) => writer.putList('synonyms', [{ word: 'Quuxbank', synonyms: ['Sofa', 'Frobnest'] }]))
  const found = await own.request.get('/suggestions?q=frobnest').expect(200)
  expect(found.body).toMatchObject({ products: [{ slug: 'sofa' }] })
  const pages = ['/', '/category', '/category/seats', '/products', '/products?q=sofa', '/products?q=sofaa', '/contact']
  const payloads = ['/_payload.json?b', '/products/_payload.json?q=sofa&b', '/products/sofa/_payload.json?b']
  const files = ['/suggestions?q=sof', '/sitemap.xml', '/feeds/google.xml']
  for (const path of [...pages, ...payloads, ...files, '/products/sofa', '/nowhere/sofa']) {
    const { text, body } = await own.request.get(path)
    expect(`${text} ${JSON.stringify(body)}`, path).not.toMatch(/quux|frob/i)
  }
})
