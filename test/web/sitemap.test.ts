import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { buildCategory, buildProduct } from '../support/products.ts'
import { changeStore } from '../support/change-store.ts'
import { STATIC_PATHS } from '../../server/catalog/rules/redirects.ts'
import { fillStore, startServer } from '../support/start-server.ts'

const SITE = { SITE_URL: 'https://shop.example' }
const IMAGE = { hash: 'a'.repeat(64), format: 'webp', width: 1, height: 1, alt: '' } as const

/** Reads the texts of an element in order. @throws if the XML is not well-formed */
function readTexts(xml: string, name: string): string[] {
  const texts: string[] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => (text = ''))
  parser.on('text', (part) => (text += part))
  parser.on('closetag', (tag) => {
    if (tag.name === name) texts.push(text)
  })
  parser.write(xml).close()
  return texts
}

test('the sitemap lists public canonical pages with their pictures and the time of the last change', async () => {
  await using server = await startServer({
    environment: SITE,
    categories: [buildCategory({ slug: 'bowls', image: IMAGE }), buildCategory({ slug: 'empty' })],
    products: [
      buildProduct({
        slug: 'bowl',
        categorySlug: 'bowls',
        images: [IMAGE, { url: 'https://elsewhere.example/a.jpg?x=1&y=2', alt: '' }],
      }),
      buildProduct({ slug: 'größe' }),
      buildProduct({ slug: 'unlisted', visibility: 'unlisted' }),
      buildProduct({ slug: 'hidden', visibility: 'hidden' }),
    ],
  })
  const { text, headers } = await server.request.get('/sitemap.xml').expect(200)
  expect([headers['content-type'], headers['cache-control']]).toEqual(['application/xml', 'public, max-age=3600'])
  const addresses = readTexts(text, 'loc')
  const paths = [...STATIC_PATHS, '/category/bowls', '/products/bowl', '/products/gr%C3%B6%C3%9Fe']
  expect(addresses).toEqual(paths.map((path) => `https://shop.example${path}`))
  const picture = `https://shop.example/images/${IMAGE.hash.slice(0, 20)}/1200.jpeg`
  expect(readTexts(text, 'image:loc')).toEqual([picture, picture, 'https://elsewhere.example/a.jpg?x=1&y=2'])
  expect(readTexts(text, 'lastmod').map((time) => Date.now() - Date.parse(time) < 60_000)).toEqual([true, true])
  for (const address of addresses) {
    const page = await server.request.get(new URL(address).pathname).expect(200)
    expect(page.text).toContain(`<link rel="canonical" href="${address}">`)
    expect(page.text).toContain('<meta name="robots" content="max-image-preview:large">')
  }
})

test('splits the sitemap of a large catalogue by product id and omits files without products', async () => {
  await using server = await startServer({ environment: SITE })
  using database = new DatabaseSync(join(server.context.config.dataDir, 'vitrine.db'))
  for (const [lastId, visibility, slugs] of [
    [0, 'public', ['a', 'b']],
    [20_000, 'hidden', ['c', 'd']],
    [40_000, 'public', ['e', 'f']],
  ] as const) {
    database.exec(`UPDATE sqlite_sequence SET seq = ${lastId} WHERE name = 'product'`)
    await fillStore(server.store, { products: slugs.map((slug) => buildProduct({ slug, visibility })) })
  }
  const { text } = await server.request.get('/sitemap.xml').expect(200)
  const files = readTexts(text, 'loc')
  expect(files).toEqual(
    ['/sitemap-pages.xml', '/sitemap-products-1.xml', '/sitemap-products-3.xml'].map(
      (path) => `https://shop.example${path}`,
    ),
  )
  expect(readTexts(text, 'lastmod')).toHaveLength(2)
  const listOf = async (path: string) =>
    readTexts((await server.request.get(path).expect(200)).text, 'loc').map((url) => new URL(url).pathname)
  expect(await listOf('/sitemap-pages.xml')).toEqual(STATIC_PATHS)
  expect(await listOf('/sitemap-products-1.xml')).toEqual(['/products/a', '/products/b'])
  expect(await listOf('/sitemap-products-3.xml')).toEqual(['/products/e', '/products/f'])
  for (const name of ['products-2', 'products-4', 'products-0', 'other'])
    await server.request
      .get(`/sitemap-${name}.xml`)
      .expect(404)
      .expect('Content-Type', /^text\/plain/)
})

test('even without a database, robots.txt blocks URLs that sort, filter or search, and names the sitemap', async () => {
  await using server = await startServer({
    environment: SITE,
    wrapStore: (store) =>
      changeStore(store, {
        readSite: () => Promise.reject(new Error('no database')),
        listRemoteImageOrigins: () => Promise.reject(new Error('no database')),
      }),
  })
  const { text, headers } = await server.request.get('/robots.txt').expect(200)
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'text/plain; charset=utf-8',
    'public, max-age=3600',
  ])
  expect(text).toMatch(/^User-agent: \*\n/)
  expect(text).toContain('\nSitemap: https://shop.example/sitemap.xml\n')
  const patterns = [...text.matchAll(/^Disallow: (.*)$/gm)].map(
    ([, pattern]) => new RegExp(`^${pattern!.replace(/[.?]/g, String.raw`\$&`).replaceAll('*', '.*')}`),
  )
  const isOpen = (path: string) => !patterns.some((pattern) => pattern.test(path))
  const open = ['/', '/products?page=2', '/products/bowl?variant=red', '/category/bowls?page=3', '/products?faq=1']
  const blocked =
    'q=x brand=a page=2&sort=name view=table in-stock=1 attr-glaze=ink from-length=1 q=&to-length=1 q=&max-price=3'
  expect(open.filter((path) => !isOpen(path))).toEqual([])
  expect(
    ['/contact?product=bowl', ...blocked.split(' ').map((search) => `/products?${search}`)].filter(isOpen),
  ).toEqual([])
})
