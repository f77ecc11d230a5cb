import { expect, test } from 'vitest'
import { FILTER_SHOWN_VALUES } from '../../shared/constants.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const categories = [
  buildCategory({ slug: 'table', name: 'Table' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'cups', name: 'Cups', parentSlug: 'table' }),
]
const products = Array.from({ length: 12 }, (_, index) =>
  buildProduct({
    slug: `piece-${index}`,
    name: index < 9 ? `Bowl ${index}` : `Cup ${index}`,
    brand: index % 2 ? 'Odd' : 'Even',
    categorySlug: index < 9 ? 'bowls' : 'cups',
    attributes: [{ name: 'Glaze', value: `Glaze ${index}` }],
    variants: [buildVariant({ priceMinor: 1000 * (index + 1), availability: index === 0 ? 'OutOfStock' : 'InStock' })],
  }),
)

/** Removes the comments that React puts between texts. */
const readText = (html: string) => html.replaceAll('<!-- -->', '')

test('filters offer the values of the matching products, each with its count', async () => {
  await using server = await startServer({ products, categories })
  const text = readText(
    (await server.request.get('/category/table?brand=Odd&attr-glaze=Glaze+11&attr-glaze=Glaze+9')).text,
  )
  expect(text).toContain('2 products')
  expect(text).toMatch(/name="category" value="cups"\/><span>Cups<\/span><span class="caption">2</)
  expect(text).not.toContain('value="bowls"')
  expect(text).toMatch(/name="brand" checked="" value="Odd"\/><span>Odd<\/span><span class="caption">2</)
  expect(text).toMatch(/name="in-stock" value="1"\/><span>In stock only<\/span><span class="caption">2</)
  expect(text).toMatch(/placeholder="\$100" aria-label="Price from" name="min-price"/)
  expect(text).toMatch(/placeholder="\$120" aria-label="Price to" name="max-price"/)
  expect(text).toContain('<summary><span>Glaze</span></summary>')
  for (const label of ['Odd', 'Glaze: Glaze 9', 'Glaze: Glaze 11'])
    expect(text).toContain(`aria-label="Remove filter: ${label}"`)
})

test('a long filter collapses its values after the first eight unless one of those is selected', async () => {
  await using server = await startServer({ products, categories })
  const shown = readText((await server.request.get('/products')).text)
  const folded = `<details><summary>${products.length - FILTER_SHOWN_VALUES} more</summary>`
  expect(shown).toContain(folded)
  expect(shown.split(folded)[0]!.match(/name="attr-glaze"/g)).toHaveLength(FILTER_SHOWN_VALUES)
  expect(readText((await server.request.get('/products?attr-glaze=Glaze+9')).text)).toContain(
    folded.replace('<details>', '<details open="">'),
  )
})

test('a filter with only one value more than that shows them all', async () => {
  await using server = await startServer({ products: products.slice(0, FILTER_SHOWN_VALUES + 1) })
  const shown = readText((await server.request.get('/products')).text)
  expect(shown.match(/name="attr-glaze"/g)).toHaveLength(FILTER_SHOWN_VALUES + 1)
  expect(shown).not.toContain(' more</summary>')
})

test('filters after the first four are collapsed unless one of their values is selected', async () => {
  const described = products.map((product, index) => ({
    ...product,
    attributes: ['Glaze', 'Foot', 'Rim'].map((name, position) => ({
      name,
      value: `${name} ${Math.floor(index / (position + 1)) % 3}`,
    })),
  }))
  await using server = await startServer({ products: described, categories })
  const readGroups = async (path: string) =>
    [
      ...(await server.request.get(path)).text.matchAll(
        /<details class="filter-group" aria-label="([^"]*)"( open="")?>/g,
      ),
    ].map(([, name, open]) => `${name}${open ? '' : ' +'}`)
  // The filter by price is one of the first four.
  expect(await readGroups('/products')).toEqual(['Category', 'Brand', 'Availability', 'Glaze +', 'Foot +', 'Rim +'])
  expect(await readGroups('/products?attr-foot=Foot+1')).toEqual([
    'Category',
    'Brand',
    'Availability',
    'Glaze +',
    'Foot',
    'Rim +',
  ])
})

test('links that sort or filter have rel="nofollow", and a filtered listing has noindex', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products?brand=Odd')
  const links = [...text.matchAll(/<a [^>]*href="\/products\?[^"]*(?:sort|brand|view)=[^>]*>/g)].map(([link]) => link)
  expect(links.length).toBeGreaterThan(4)
  expect(links.filter((link) => !link.includes('rel="nofollow"'))).toEqual([])
  expect(text).toMatch(/<meta name="robots" content="noindex/)
  expect(text).not.toContain('Best match')
  expect((await server.request.get('/products?q=bowl')).text).toContain('Best match')
})

test('an empty result offers to remove single filters, the one with the most results first', async () => {
  await using server = await startServer({ products, categories })
  const text = readText((await server.request.get('/products?q=bowl&category=table&brand=Odd&max-price=15')).text)
  expect(text).toContain('<h2>No products found</h2>')
  const ways = [...text.matchAll(/>(Without the filter [^<]*)</g)].map(([, way]) => way)
  expect(ways).toEqual(['Without the filter up to $15: 4 products', 'Without the filter Odd: 1 product'])
  expect(text).toContain('href="/products?q=bowl&amp;category=table&amp;brand=Odd"')
  expect(text).toMatch(/<a class="chip"[^>]*href="\/category\/table"/)
})

test.each([
  ['/products?q=bowl', 'bowl'],
  ['/products?q=zzzz', 'zzzz'],
  ['/category/table?q=cup', 'cup'],
])('the heading of the search %s names its text, also in a category and without results', async (path, search) => {
  await using server = await startServer({ products, categories })
  const text = readText((await server.request.get(path)).text)
  expect(text).toMatch(new RegExp(`<h1[^>]*>Results for “${search}”</h1>`))
  expect(text).toMatch(new RegExp(`<title>Search: ${search} · `))
})

test('a search with a typing error shows the results for the corrected term and names that term', async () => {
  await using server = await startServer({ products, categories })
  const text = readText((await server.request.get('/products?q=bwol')).text)
  expect(text).toMatch(/<h1[^>]*>Results for “bowl”<\/h1>/)
  expect(text.replace(/<[^>]*>/g, '')).toContain('Search for “bwol” instead')
  expect(text).toContain('9 products')
})

test('a search for the words exactly as typed is not corrected', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products?q=bwol&verbatim=1')
  expect(readText(text)).toContain('Results for “bwol”')
  expect(readText(text)).toContain('0 products')
  expect(text).not.toContain('data-slug')
})

test('lists products with some of the words after those with all, and counts both', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products?q=bowl+3')
  expect(readText(text)).toContain('1 product matches all words; 8 more match some')
  expect(readText(text)).toContain('Matching some of the words')
  expect([...text.matchAll(/<li class="card" data-slug="([^"]+)"/g)].map(([, slug]) => slug)).toHaveLength(9)
  expect(text).toMatch(/data-slug="piece-3"[^]*partial[^]*data-slug="piece-0"/)
})

test('says that no product matches all words and lists those that match some', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products?q=bowl+zzzzzz')
  expect(readText(text)).toContain('No product matches all words; 9 match some')
  expect(text).toContain('data-slug="piece-0"')
})
