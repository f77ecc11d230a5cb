import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { startServer, useServer } from '../support/start-server.ts'

const screws = generateScrewCatalogue('screws')
const bowl = buildProduct({ slug: 'bowl', name: 'Bowl' })
const categories = [buildCategory({ slug: 'screws', name: 'Screws', view: 'table' })]
const server = await useServer({ products: [...screws, bowl], categories })

const TABLE = '/products?view=table&families=rows'

/** Reads the rows of a table: address, name and note of each. */
function readRows(html: string): readonly string[] {
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(html) ?? []
  return [...body.matchAll(/<th scope="row"[^>]*><a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href = '', content = '']) => `${href.replaceAll('&amp;', '&')} ${content.replace(/<[^>]*>/g, '')}`,
  )
}

const fetchText = async (path: string, other = server) => (await other.request.get(path).expect(200)).text

test('a table shows each family as a row with its ranges, which links to the list of its products', async () => {
  const text = await fetchText(TABLE)
  const rows = readRows(text)
  expect(rows).toHaveLength(6)
  expect(rows[0]).toBe(
    '/products?family=din912-m3x8&view=table&families=rows Hexagon socket head cap screw with metric thread, steel 8.8, zinc plated, DIN 912 394 sizes, M3 to M20, 8 to 200\u00A0mm',
  )
  expect(rows[5]).toMatch(/^\/products\/bowl Bowl$/)
  expect(text).toContain('€0.29')
  expect(text).toMatch(/\d+ of 394 in stock/)
  expect(text).toMatch(/1,971 products(<!-- -->)? · 6 rows/)
  expect(text).toContain('1–6 of 6')
  const [link] = /<a [^>]*href="\/products\?family=[^>]*>/.exec(text)!
  expect(link).toContain('rel="nofollow"')
  // A family cannot be compared.
  expect(text.match(/aria-label="Compare /g)).toHaveLength(1)
})

test('the list of a family has its products, keeps the other filters, and its name can be removed', async () => {
  const path = '/products?family=din912-m3x8&attr-thread=M6&view=table&families=rows'
  const text = await fetchText(path)
  expect(readRows(text)).toHaveLength(24)
  expect(text).toMatch(/36 products/)
  expect(text).not.toContain(' rows')
  expect(text).toMatch(
    /<input[^>]*name="family"[^>]*checked[^>]*value="din912-m3x8"|<input[^>]*name="family"[^>]*value="din912-m3x8"[^>]*checked/,
  )
  expect(text).toContain('aria-label="Remove filter: Hexagon socket head cap screw')
  expect(text).toContain('href="/products?attr-thread=M6&amp;view=table&amp;families=rows"')
})

test('the choice of rows is kept by filters, sorting and pages, and omitted from the address if it is the default', async () => {
  const text = await fetchText(TABLE)
  expect(text).toContain('<input type="hidden" name="families" value="rows"/>')
  expect(text).toContain('href="/products?sort=name&amp;view=table&amp;families=rows"')
  expect(text).toMatch(/<a [^>]*href="\/products\?view=table"[^>]*>Products<\/a>/)
  expect(text).toMatch(/<a [^>]*aria-current="true"[^>]*>Families<\/a>/)
  const products = await fetchText('/products?view=table')
  expect(products).toMatch(/<a [^>]*href="\/products\?view=table&amp;families=rows"[^>]*>Families<\/a>/)
  expect(readRows(products)).toHaveLength(24)
  const { headers } = await server.request.get('/products?view=table&families=products').expect(301)
  expect(headers['location']).toBe('/products?view=table')
})

test('addresses with a choice of rows or a family have noindex, and robots.txt excludes them', async () => {
  for (const path of [TABLE, '/products?family=din912-m3x8'])
    expect(await fetchText(path)).toContain('<meta name="robots" content="noindex')
  const robots = await fetchText('/robots.txt')
  for (const key of ['families', 'family']) expect(robots).toContain(`Disallow: /*?${key}=`)
})

test('results of a search show families as cards, but for a size the product', async () => {
  const search = async (text: string) => {
    const html = await fetchText(`/products?q=${text}&families=rows`)
    return [...html.matchAll(/<li class="card"[^>]*><a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
  }
  expect((await search('DIN+912'))[0]).toBe('/products?q=DIN+912&amp;family=din912-m3x8&amp;families=rows')
  expect((await search('DIN+912+M6x22'))[0]).toBe('/products/din912-m6x22')
  const text = await fetchText('/products?q=DIN+912&families=rows')
  expect(text).toContain('394 sizes, M3 to M20, 8 to 200\u00A0mm · 369 of 394 in stock')
  expect(text).toContain('394 products match all words')
  expect(text).not.toContain('aria-label="Compare Hexagon')
})

test('lists without families and grids offer no choice of rows', async () => {
  for (const path of ['/products?max-price=0.01&view=table', '/products'])
    expect(await fetchText(path)).not.toContain('families=rows')
})

test('a site can show families first, and visitors can choose products', async () => {
  await using other = await startServer({
    products: [...screws, bowl],
    categories,
    site: { ...NEUTRAL_SITE, families: 'rows' },
  })
  const text = await fetchText('/category/screws', other)
  expect(readRows(text)).toHaveLength(5)
  expect(text).toContain('<meta name="robots" content="max-image-preview:large"')
  expect(text).toMatch(/<a [^>]*href="\/category\/screws\?families=products"[^>]*>Products<\/a>/)
  expect(readRows(await fetchText('/category/screws?families=products&page=2', other))).toHaveLength(24)
  // There is one page of families.
  await other.request.get('/category/screws?page=2').expect(404)
  const { headers } = await other.request.get('/category/screws?families=rows').expect(301)
  expect(headers['location']).toBe('/category/screws')
})

test.each([
  ['de', '394 Größen, M3 bis M20, 8 bis 200\u00A0mm', 'von 394 auf Lager', '· 5 Zeilen', 'Familien'],
  ['es', '394 medidas, M3 a M20, 8 a 200\u00A0mm', 'de 394 en stock', '· 5 filas', 'Familias'],
])('rows of families are in the language of the site: %s', async (locale, ranges, stock, count, label) => {
  await using other = await startServer({ products: screws, site: { ...NEUTRAL_SITE, locale } })
  const text = await fetchText(TABLE, other)
  for (const part of [ranges, stock, count, label]) expect(text).toContain(part)
})
