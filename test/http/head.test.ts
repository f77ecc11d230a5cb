import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { findFaults } from '../support/structured-data.ts'

const HOSTILE = `</script><script>alert(1)</script> "><img src=x onerror=alert(1)> & ' \u2028`
const IMAGE = { hash: 'a'.repeat(64), format: 'webp', width: 1200, height: 1500, alt: HOSTILE } as const

/** Each `meta` of a page by its name or property. */
function readMeta(html: string): Map<string, string> {
  return new Map([...html.matchAll(/<meta (?:name|property)="([^"]+)"[^>]*? content="([^"]*)">/g)].map(([, name, content]) => [name!, content!]))
}

async function readBlocks(server: TestServer, path: string): Promise<unknown[]> {
  const { text } = await server.request.get(path).expect(200)
  return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!) as unknown)
}

test('every page of the demo describes itself as search engines ask for it', { timeout: 60_000 }, async () => {
  await using server = await startServer({ environment: { DEMO: 'true', SITE_URL: 'https://shop.example' } })
  const { items } = await server.store.listProducts(EMPTY_LISTING_QUERY)
  expect(items.length).toBeGreaterThan(10)
  const tree = await server.store.listCategoryTree()
  const paths = ['/', '/contact', '/products', '/category', ...tree.map(({ slug }) => `/category/${slug}`), ...items.map(({ slug }) => `/products/${slug}`)]
  for (const path of paths) {
    const blocks = await readBlocks(server, path)
    expect([path, blocks.length, blocks.flatMap((block) => findFaults(block))]).toEqual([path, expect.toSatisfy((count) => Number(count) > 0), []])
  }
})

test('hostile names stay text, in the head and in what is said of the page', async () => {
  const product = buildProduct({
    slug: 'bowl',
    name: HOSTILE,
    brand: HOSTILE,
    metaDescription: HOSTILE,
    categorySlug: 'bowls',
    images: [IMAGE],
    options: [{ name: HOSTILE, values: [HOSTILE] }],
    variants: [buildVariant({ key: 'a', optionValues: [HOSTILE] })],
    attributes: [{ name: HOSTILE, value: HOSTILE }],
  })
  await using server = await startServer({ products: [product], categories: [buildCategory({ slug: 'bowls', name: HOSTILE })], site: { ...NEUTRAL_SITE, name: HOSTILE } })
  const blocks = await readBlocks(server, '/products/bowl')
  expect(blocks).toMatchObject([{ name: HOSTILE, brand: { name: HOSTILE } }, { '@type': 'BreadcrumbList' }])
  expect(blocks.flatMap((block) => findFaults(block))).toEqual([])
  const { text } = await server.request.get('/products/bowl')
  const head = text.slice(0, text.indexOf('<body>'))
  expect(head).not.toContain('<img')
  expect(head).not.toContain('<script>')
  expect(head).not.toContain('\u2028</')
})

test('a page says how it is to be previewed: language and country, its picture or the site’s with the true size, price, colours of the browser', async () => {
  const product = buildProduct({ slug: 'bowl', name: 'Bowl', images: [{ ...IMAGE, alt: '' }], variants: [buildVariant({ priceMinor: 4050 })] })
  await using server = await startServer({
    products: [product, buildProduct({ slug: 'asked', variants: [buildVariant({ priceMinor: null })] })],
    site: { ...NEUTRAL_SITE, name: 'Tornio', locale: 'de' },
    environment: { SITE_URL: 'https://shop.example' },
  })
  const meta = readMeta((await server.request.get('/products/bowl?variant=none')).text)
  expect(Object.fromEntries(meta)).toMatchObject({
    'og:title': 'Bowl · Tornio',
    'og:type': 'product',
    'og:url': 'https://shop.example/products/bowl',
    'og:locale': 'de_DE',
    'og:image': expect.stringMatching(/^https:\/\/shop\.example\/images\/a{20}\//),
    'og:image:width': '1200',
    'og:image:height': '1500',
    'og:image:alt': 'Bowl · Tornio',
    'product:price:amount': '40.50',
    'product:price:currency': 'EUR',
    'twitter:card': 'summary_large_image',
    robots: 'max-image-preview:large',
  })
  const asked = readMeta((await server.request.get('/products/asked')).text)
  expect(asked.get('twitter:card')).toBe('summary')
  expect([...asked.keys()].filter((name) => name.startsWith('product:') || name.startsWith('og:image'))).toEqual([])
  await server.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, hero: { title: 'Clay', text: null, link: null, image: { ...IMAGE, hash: 'c'.repeat(64), alt: 'The kiln' } } }))
  await expect.poll(async () => readMeta((await server.request.get('/products/asked')).text).get('og:image:alt')).toBe('The kiln')
  const home = await server.request.get('/')
  expect(home.text).toMatch(/<meta name="theme-color" media="\(prefers-color-scheme:light\)" content="#f7f4ef"><meta name="theme-color" media="\(prefers-color-scheme:dark\)" content="#171513">/)
})

test('further pages of a list are told apart by a number behind their name, before the site’s', async () => {
  const category = buildCategory({ slug: 'bowls', name: 'Bowls' })
  const long = buildCategory({ slug: 'long', name: 'Bowls that are thrown by hand on one of our four wheels in the valley' })
  const products = Array.from({ length: 50 }, (_, index) => buildProduct({ slug: `bowl-${index}`, categorySlug: index < 25 ? 'bowls' : 'long' }))
  await using server = await startServer({ products, categories: [category, long], site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec((await server.request.get(path).expect(200)).text)![1]
  expect(await titleOf('/products')).toBe('Tornio')
  expect(await titleOf('/products?page=2')).toBe('Products (2) · Tornio')
  expect(await titleOf('/category/bowls')).toBe('Bowls · Tornio')
  expect(await titleOf('/category/bowls?page=2')).toBe('Bowls (2) · Tornio')
  expect(await titleOf('/category/long?page=2')).toBe('Bowls that are thrown by hand on one of our four… (2)')
})

test('titles and descriptions end at a word, where search results would cut them', async () => {
  const name = 'Extraordinarily large bowl with two handles, a lid and a very long name'
  const product = buildProduct({ slug: 'bowl', name, description: `<p>${'Thrown by hand '.repeat(30)}</p>` })
  const emoji = buildProduct({ slug: 'emoji', name: '🏺'.repeat(60) })
  await using server = await startServer({ products: [product, emoji], site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  const { text } = await server.request.get('/products/bowl')
  expect(text).toContain('<title>Extraordinarily large bowl with two handles, a lid and a…</title>')
  expect(readMeta(text).get('description')).toMatch(/^(?:Thrown by hand )+(?:Thrown|Thrown by|Thrown by hand)…$/)
  expect(readMeta(text).get('description')!.length).toBeLessThanOrEqual(155)
  expect((await server.request.get('/products/emoji')).text).not.toContain('\ufffd')
})
