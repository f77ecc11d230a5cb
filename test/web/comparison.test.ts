import { expect, test } from 'vitest'
import { COMPARED_MAX } from '../../shared/constants.ts'
import type { ShownComparison } from '../../shared/shown-catalog.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const products = [
  ...Array.from({ length: COMPARED_MAX + 2 }, (_, index) =>
    buildProduct({
      slug: `chair-${index}`,
      name: `Chair ${index}`,
      attributes: [
        { name: 'Wood', value: index % 2 ? 'Oak' : 'Ash' },
        { name: 'Legs', value: '4' },
      ],
      variants: [buildVariant({ sku: `C-${index}` })],
    }),
  ),
  buildProduct({ slug: 'new-name', name: 'New name', formerSlugs: ['old-name'] }),
  buildProduct({ slug: 'secret', name: 'Secret', visibility: 'unlisted' }),
  buildProduct({ slug: 'hidden', name: 'Hidden thing', visibility: 'hidden' }),
  buildProduct({ slug: 'hidden-new', visibility: 'hidden', formerSlugs: ['hidden-old'] }),
]

const readText = (html: string) => html.replaceAll('<!-- -->', '')

async function startChairs() {
  const server = await startServer({ products })
  return {
    server,
    async readComparison(search: string): Promise<ShownComparison> {
      const { body } = await server.request.get(`/products/_payload.json?${search}&${server.context.build.id}`)
      return (body as { data: { comparison: ShownComparison } }).data.comparison
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('shows the products side by side in the requested order, complete without scripts', async () => {
  await using started = await startChairs()
  const { status, text, headers } = await started.server.request.get('/products?compare=chair-3,chair-0,chair-1')
  expect(status).toBe(200)
  const html = readText(text)
  const head = /<thead>.*<\/thead>/s.exec(html)![0]
  expect([...head.matchAll(/href="(\/products\/[^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/products/chair-3',
    '/products/chair-0',
    '/products/chair-1',
  ])
  expect(head).toContain('href="/products?compare=chair-3,chair-1"')
  expect(html).toMatch(
    /Wood.*?<td><span>Oak<\/span><\/td><td data-unusual=""><span>Ash<\/span><\/td><td><span>Oak<\/span><\/td>/s,
  )
  expect(html).toMatch(
    /<tr data-equal=""><th scope="row"><span><span>Legs<\/span><\/span><\/th><td><span>4<\/span><\/td>/,
  )
  expect(html).toContain('<title>Compare products')
  expect(html).toContain('<meta name="robots" content="noindex')
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/products"/)
  expect(headers['cache-control']).toBe((await started.server.request.get('/products')).headers['cache-control'])
  expect(headers['etag']).toBeDefined()
})

test.each([
  ['compare=chair-1&compare=chair-0', 'compare=chair-1,chair-0'],
  ['compare=chair-1,chair-0,chair-1', 'compare=chair-1,chair-0'],
  ['compare=chair-1,chair-0&sort=name&page=9', 'compare=chair-1,chair-0'],
])('/products?%s redirects to ?%s with 308, as document and as payload', async (requested, ordered) => {
  await using started = await startChairs()
  const { request, context } = started.server
  const document = await request.get(`/products?${requested}`)
  expect([document.status, document.headers['location']]).toEqual([308, `/products?${ordered}`])
  const payload = await request.get(`/products/_payload.json?${requested}&${context.build.id}`)
  expect(payload.headers['location']).toBe(`/products/_payload.json?${ordered}&${context.build.id}`)
})

test('redirects a comparison of a renamed product to its present slug with a single 301', async () => {
  await using started = await startChairs()
  const { request } = started.server
  const moved = await request.get('/products?compare=old-name,chair-0,new-name')
  expect([moved.status, moved.headers['location']]).toEqual([301, '/products?compare=new-name,chair-0'])
  expect((await request.get('/products?compare=new-name,chair-0')).status).toBe(200)
  expect((await request.get('/products?compare=hidden-old,chair-0')).status).toBe(200)
})

test('shows unlisted products, and lists unknown and hidden products and invalid slugs as not found', async () => {
  await using started = await startChairs()
  const comparison = await started.readComparison('compare=chair-0,nothing,hidden,secret,A%20B%3Cb%3E')
  expect(comparison.unknown).toEqual(['nothing', 'hidden', 'A B<b>'])
  expect(comparison.products.map(({ slug }) => slug)).toEqual(['chair-0', 'secret'])
  const { text } = await started.server.request.get('/products?compare=chair-0,chair-1,hidden,%3Cb%3E')
  expect(text).toContain('Not found: “hidden”, “&lt;b&gt;”.')
  expect(text).not.toContain('Hidden thing')
})

test(`of more than ${COMPARED_MAX} products, compares only the first and says so`, async () => {
  await using started = await startChairs()
  const all = Array.from({ length: COMPARED_MAX + 2 }, (_, index) => `chair-${index}`)
  const { products: shown, isCut } = await started.readComparison(`compare=${all.join(',')}`)
  expect([shown.map(({ slug }) => slug), isCut]).toEqual([all.slice(0, COMPARED_MAX), true])
  const { status, text } = await started.server.request.get(`/products?compare=${all.join(',')}`)
  expect([status, readText(text).includes('You can compare at most 8 products.')]).toEqual([200, true])
  expect((await started.readComparison(`compare=${all.slice(0, COMPARED_MAX).join(',')}`)).isCut).toBe(false)
})

test('loads only the first products if a crafted URL lists 500', async () => {
  await using started = await startChairs()
  const requested: (readonly string[])[] = []
  const { store } = started.server.context
  const find = store.findProducts.bind(store)
  store.findProducts = (slugs) => {
    requested.push(slugs)
    return find(slugs)
  }
  const many = Array.from({ length: 500 }, (_, index) => `x-${index}`).join(',')
  expect((await started.server.request.get(`/products?compare=${many}`)).status).toBe(200)
  expect(requested.map(({ length }) => length)).toEqual([COMPARED_MAX])
})

test.each(['compare=', 'compare=chair-0', 'compare=nothing'])(
  '/products?%s explains how to compare, without a table',
  async (search) => {
    await using started = await startChairs()
    const { status, text } = await started.server.request.get(`/products?${search}`)
    expect(status).toBe(200)
    expect(text).toContain('Choose “Compare” for two or more products')
    expect(text).not.toContain('<table')
    expect(text.includes('href="/products/chair-0"')).toBe(search === 'compare=chair-0')
  },
)

test('a category page ignores the comparison parameter', async () => {
  await using started = await startChairs()
  expect((await started.server.request.get('/category?compare=chair-0,chair-1')).text).not.toContain('comparison')
})
