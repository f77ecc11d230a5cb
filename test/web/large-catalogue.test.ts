import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { CATEGORIES_SHOWN_MAX } from '../../shared/constants.ts'
import { generateLargeCatalogue } from '../support/large-catalogue.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer, type TestServer, useServer } from '../support/start-server.ts'

/** Reads the part of a page from one text to the next. */
function cut(html: string, from: string, to: string): string {
  const text = html.replaceAll('<!-- -->', '')
  const start = text.indexOf(from)
  expect(start, from).toBeGreaterThan(-1)
  return text.slice(start, text.indexOf(to, start))
}

async function readPage(server: TestServer, path: string): Promise<string> {
  const response = await server.request.get(path)
  expect(response.status).toBe(200)
  return response.text
}

const listSlugs = (html: string) => [...html.matchAll(/href="\/category\/([^"]+)"/g)].map(([, slug]) => slug)

const buildOrdered = (slugs: readonly string[]) => ({
  categories: slugs.map((slug, index) => buildCategory({ slug, position: slugs.length - index })),
  products: slugs.map((slug) => buildProduct({ slug: `product-of-${slug}`, categorySlug: slug })),
})

const byName = new Intl.Collator('en', { numeric: true }).compare

const server = await useServer(generateLargeCatalogue())

test('home page, menu and footer list the largest of 64 categories by name, and link to the page of all', async () => {
  const html = await readPage(server, '/')
  const tree = await server.context.store.listCategoryTree()
  const largest = tree.toSorted((one, other) => other.productCount - one.productCount).slice(0, CATEGORIES_SHOWN_MAX)
  const expected = largest.toSorted((one, other) => byName(one.name, other.name)).map(({ slug }) => slug)
  for (const part of [
    cut(html, '<h2>Categories</h2>', '</section>'),
    cut(html, '<footer', '</footer>'),
    cut(html, '<ul class="dropdown-items"', '</ul>'),
  ]) {
    expect(listSlugs(part)).toEqual(expected)
    expect(part).toContain('href="/category"')
    expect(part).toContain('All 64 categories')
  }
  expect(await readPage(server, '/products?q=nothing-has-this-word')).toContain('All 64 categories')
})

test("lists all categories if there are few, and the first ones in the owner's order if there are many", async () => {
  const few = Array.from({ length: CATEGORIES_SHOWN_MAX }, (_, index) => `kind-${index}`)
  {
    await using server = await startServer(buildOrdered(few))
    const html = await readPage(server, '/')
    expect(listSlugs(cut(html, '<footer', '</footer>'))).toEqual(few.toReversed())
    expect(html).not.toMatch(/All \d+ categories/)
  }
  await using own = await startServer(buildOrdered([...few, 'first']))
  const html = await readPage(own, '/')
  expect(listSlugs(cut(html, '<footer', '</footer>'))).toEqual(['first', ...few.toReversed().slice(0, -1)])
  const categories = cut(await readPage(own, '/category'), '<main', '</main>')
  expect(listSlugs(categories)).toEqual(['first', ...few.toReversed()])
  expect(categories).not.toContain('<h2>')
})

test("groups many categories by their first letter, by the rules of the site's language", async () => {
  const names = [
    'Äxte',
    'Anker',
    '3D-Druck',
    'Ölfilter',
    'Zangen',
    ...Array.from({ length: 9 }, (_, index) => `B ${index + 1}0`),
  ]
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, locale: 'de' },
    categories: names.map((name, index) => buildCategory({ slug: `c-${index}`, name, position: null })),
    products: names.map((_, index) => buildProduct({ slug: `p-${index}`, categorySlug: `c-${index}` })),
  })
  const page = cut(await readPage(server, '/category'), '<main', '</main>')
  expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual(['#', 'A', 'B', 'O', 'Z'])
  expect(listSlugs(page)).toHaveLength(names.length)
  expect(page).toContain('<span>Äxte</span> <span class="caption">1</span>')
})

test('the page of a category with 64 subcategories shows the main ones as tiles and links to all without scripts', async () => {
  await using server = await startServer(generateLargeCatalogue(buildCategory({ slug: 'all', name: 'Everything' })))
  const all = cut(await readPage(server, '/category'), '<main', '</main>')
  expect(listSlugs(all)).toHaveLength(2 + CATEGORIES_SHOWN_MAX)
  expect(all).toContain('All 64 subcategories')
  const subcategories = cut(await readPage(server, '/category/all'), '<nav aria-label="Subcategories"', '</nav>')
  const [main, rest] = subcategories.split('<summary>All 64 subcategories</summary>')
  expect(listSlugs(main!)).toHaveLength(CATEGORIES_SHOWN_MAX)
  expect(listSlugs(rest!)).toHaveLength(64)
})

test('a product page shows its tags and further categories; tags of several products lead to a filtered list', async () => {
  const { text } = await server.request.get('/products/product-0')
  const tags = cut(text, '<dl class="tags', '</dl>')
  expect(tags).toContain('<dt>Also in</dt><dd><a href="/category/bolts">Bolts</a></dd>')
  expect(tags).toContain('<a rel="nofollow" href="/products?tag=Clearance"><span>Clearance</span></a>')
  expect(tags).toContain('<dd><span>In the catalogue</span></dd><dd><span>Only on 0</span></dd>')
  const listing = (await server.request.get('/products?tag=Clearance')).text.replaceAll('<!-- -->', '')
  expect(listing).toContain('160 products')
  expect(listing).toContain('name="tag" checked="" value="Clearance"/><span>Clearance</span>')
  expect(listing).toContain('aria-label="Remove filter: Clearance"')
  expect(listing).toContain('<meta name="robots" content="noindex')
  expect(listing).not.toContain('value="Only on 0"')
  expect(listing).not.toContain('value="In the catalogue"')
  expect((await server.request.get('/products?tag=New&brand=Maker+1')).headers['location']).toContain(
    '/products?brand=Maker+1&tag=New',
  )
  expect((await server.request.get('/robots.txt')).text).toContain('Disallow: /*?tag=')
})
