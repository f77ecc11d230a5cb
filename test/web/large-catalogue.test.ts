import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { generateLargeCatalogue } from '../support/large-catalogue.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { readPage, type HtmlPart } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { CATEGORIES_SHOWN_MAX } from '../../server/web/pages/categories.ts'

const listSlugs = (part: HtmlPart) =>
  part.attributes('a', 'href').flatMap((href) => /^\/category\/([^?]+)$/.exec(href)?.[1] ?? [])

const buildOrdered = (slugs: readonly string[]) => ({
  categories: slugs.map((slug, index) => buildCategory({ slug, position: slugs.length - index })),
  products: slugs.map((slug) => buildProduct({ slug: `product-of-${slug}`, categorySlug: slug })),
})

const byName = new Intl.Collator('en', { numeric: true }).compare

const server = await useServer(generateLargeCatalogue())

test('home page, menu and footer list the largest of 64 categories by name, and link to the page of all', async () => {
  const page = await readPage(server, '/')
  const tree = await server.context.catalog.listCategoryTree()
  const largest = tree.toSorted((one, other) => other.productCount - one.productCount).slice(0, CATEGORIES_SHOWN_MAX)
  const expected = largest.toSorted((one, other) => byName(one.name, other.name)).map(({ slug }) => slug)
  const section = page.findAll('section').find(({ text }) => text.startsWith('Categories'))!
  for (const part of [section, page.find('footer'), page.find('ul.dropdown-items')]) {
    expect(listSlugs(part)).toEqual(expected)
    expect(part.attributes('a', 'href')).toContain('/category')
    expect(part.text).toContain('All 64 categories')
  }
  expect((await readPage(server, '/products?q=nothing-has-this-word')).text).toContain('All 64 categories')
})

test("lists all categories if there are few, and the first ones in the owner's order if there are many", async () => {
  const few = Array.from({ length: CATEGORIES_SHOWN_MAX }, (_, index) => `kind-${index}`)
  {
    await using server = await startServer(buildOrdered(few))
    const page = await readPage(server, '/')
    expect(listSlugs(page.find('footer'))).toEqual(few.toReversed())
    expect(page.text).not.toMatch(/All \d+ categories/)
  }
  const { categories: ordered, products } = buildOrdered([...few, 'first'])
  // The last category has the most products.
  const more = buildProduct({ slug: 'more', categorySlug: 'kind-0' })
  await using own = await startServer({ categories: ordered, products: [...products, more] })
  const footer = (await readPage(own, '/')).find('footer')
  expect(listSlugs(footer)).toEqual(['first', ...few.toReversed().slice(0, -1)])
  const categories = (await readPage(own, '/category')).find('main')
  expect(listSlugs(categories)).toEqual(['first', ...few.toReversed()])
  expect(categories.texts('h2')).toEqual([])
})

test("groups many categories by their first letter, by the rules of the site's language", async () => {
  const many = Array.from({ length: 9 }, (_, index) => `B ${index + 1}0`)
  const names = ['Äxte', 'Anker', '3D-Druck', 'Ölfilter', 'Zangen', ...many]
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, locale: 'de' },
    categories: names.map((name, index) => buildCategory({ slug: `c-${index}`, name, position: null })),
    products: names.map((_, index) => buildProduct({ slug: `p-${index}`, categorySlug: `c-${index}` })),
  })
  const page = (await readPage(server, '/category')).find('main')
  expect(page.texts('h2')).toEqual(['#', 'A', 'B', 'O', 'Z'])
  expect(listSlugs(page)).toHaveLength(names.length)
  expect(page.text).toContain('Äxte 1')
})

test('the page of a category with 64 subcategories shows the main ones as tiles and links to all without scripts', async () => {
  await using server = await startServer(generateLargeCatalogue(buildCategory({ slug: 'all', name: 'Everything' })))
  const all = (await readPage(server, '/category')).find('main')
  expect(listSlugs(all)).toHaveLength(2 + CATEGORIES_SHOWN_MAX)
  expect(all.text).toContain('All 64 subcategories')
  const subcategories = (await readPage(server, '/category/all')).find('nav[aria-label="Subcategories"]')
  expect(listSlugs(subcategories)).toHaveLength(CATEGORIES_SHOWN_MAX + 64)
  expect(listSlugs(subcategories.find('details'))).toHaveLength(64)
  expect(subcategories.texts('summary')).toEqual(['All 64 subcategories'])
})

test('a product page shows its tags and further categories; tags of several products lead to a filtered list', async () => {
  const tags = (await readPage(server, '/products/product-0')).find('dl.tags')
  expect(tags.text).toContain('Also in Bolts')
  expect(tags.find('a[href="/products?tag=Clearance"]').attribute('rel')).toBe('nofollow')
  expect(tags.attributes('a', 'href')).toContain('/category/bolts')
  expect(tags.texts('dd')).toEqual(expect.arrayContaining(['In the catalogue', 'Only on 0']))
  const listing = await readPage(server, '/products?tag=Clearance')
  expect(listing.text).toContain('160 products')
  expect(listing.find('input[name="tag"][checked]').attribute('value')).toBe('Clearance')
  expect(listing.attributes('a', 'aria-label')).toContain('Remove filter: Clearance')
  expect(listing.meta.get('robots')).toMatch(/^noindex/)
  for (const unshared of ['Only on 0', 'In the catalogue'])
    expect(listing.attributes('input[name="tag"]', 'value')).not.toContain(unshared)
  expect((await server.request.get('/robots.txt')).text).toContain('Disallow: /*?tag=')
})
