import { expect, test } from 'vitest'
import { FILTER_CHOSEN_MAX, FILTER_SHOWN_VALUES } from '../../shared/constants.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const BRANDS = Array.from({ length: 100 }, (_, index) => `Brand ${index}`)
const categories = [buildCategory({ slug: 'table', name: 'Table' })]
const products = BRANDS.map((brand, index) =>
  buildProduct({
    slug: `p-${index}`,
    name: `Bowl ${index}`,
    brand,
    categorySlug: 'table',
    attributes: [{ name: 'Colour', value: ['Navy', 'black/white', 'Harvest'][index % 3]! }],
  }),
)

const readText = (html: string) => html.replaceAll('<!-- -->', '')
const readChoices = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`type="checkbox" name="${name}"( checked="")? value="([^"]*)"`, 'g'))].map(
    ([, checked, value]) => (checked ? `${value} ✓` : value),
  )

test('a filter with many values has a button that opens the page of all its values', async () => {
  await using server = await startServer({ products, categories })
  const text = readText((await server.request.get('/products')).text)
  expect(readChoices(text, 'brand')).toHaveLength(FILTER_SHOWN_VALUES)
  const button = /<button [^>]*class="text-button"[^>]*>[^<]*/.exec(text)![0]
  for (const part of ['type="submit"', 'name="filter"', 'value="brand"', 'aria-label="All 100 brands: Brand"'])
    expect(button).toContain(part)
  // The Enter key submits the form by its first button, which must not open the filter.
  const form = /<form class="filters-parts".*?<\/form>/s.exec(text)![0]
  expect(/<button type="submit"[^>]*>/.exec(form)![0]).not.toContain('name=')
})

test('the page of all values lists them with counts, and has a search, the other filters and a link back', async () => {
  await using server = await startServer({ products, categories })
  const path = '/category/table?q=bowl&brand=Brand+7&attr-colour=Navy&in-stock=1&sort=name&view=table'
  const { status, text: html } = await server.request.get(`${path}&filter=brand`)
  const text = readText(html)
  expect(status).toBe(200)
  // A third of the products are navy.
  expect(readChoices(text, 'brand')).toHaveLength(35)
  expect(readChoices(text, 'brand').filter((choice) => choice!.endsWith('✓'))).toEqual(['Brand 7 ✓'])
  expect(text).toContain('<span>Brand 99</span><span class="caption">1</span>')
  expect(text).toContain('35 values')
  const form = /<form class="all-values".*?<\/form>/s.exec(text)![0]
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)]
  expect(hidden.map(([, key, value]) => `${key}=${value}`)).toEqual([
    'q=bowl',
    'attr-colour=Navy',
    'in-stock=1',
    'sort=name',
    'view=table',
  ])
  // The Enter key submits the form by its first button, which must run the search.
  expect(/<button type="submit"[^>]*>/.exec(form)![0]).toMatch(/value="brand"/)
  expect(text).toContain(`href="${path.replaceAll('&', '&amp;')}"`)
  expect(text.includes('data-slug=')).toBe(false)
})

test('a search within the values of a filter also lists chosen values that do not match', async () => {
  await using server = await startServer({ products, categories })
  const text = readText((await server.request.get('/products?brand=Brand+7&filter=brand&filter-q=BRAND+9')).text)
  expect(readChoices(text, 'brand')).toEqual(['Brand 7 ✓', 'Brand 9', ...BRANDS.slice(90)])
  expect(text).toContain('11 values')
  const none = readText((await server.request.get('/products?filter=brand&filter-q=nowhere')).text)
  expect([readChoices(none, 'brand'), none.includes('0 values')]).toEqual([[], true])
})

test('a form sent without scripts is redirected to the canonical URL', async () => {
  await using server = await startServer({ products, categories })
  for (const [submitted, address] of [
    ['/products?filter-q=&filter=brand&brand=Brand+7', '/products?brand=Brand+7&filter=brand'],
    ['/products?filter-q=x&brand=Brand+7&brand=Brand+1', '/products?brand=Brand+1&brand=Brand+7'],
    ['/products?filter-q=&brand=Brand+1&filter=brand.2', '/products?brand=Brand+1&filter=brand.2'],
  ] as const) {
    const { status, headers } = await server.request.get(submitted)
    expect([status, headers['location']]).toEqual([308, address])
    expect((await server.request.get(address)).status).toBe(200)
  }
})

test('the page of all values has noindex, its title, and the canonical URL of the list; robots.txt excludes it', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/category/table?filter=attr-colour')
  expect(text).toMatch(/<title>Colour · Table · /)
  expect(text).toMatch(/<meta name="robots" content="noindex/)
  expect(text).toMatch(/<link rel="canonical" href="[^"]*\/category\/table"/)
  expect((await server.request.get('/robots.txt')).text).toContain('Disallow: /*?*&filter=\n')
})

test('splits 450 values into pages, which keep the chosen value and show the number of values', async () => {
  const many = Array.from({ length: 450 }, (_, index) =>
    buildProduct({ slug: `m-${index}`, brand: `Maker ${String(index).padStart(3, '0')}` }),
  )
  await using server = await startServer({ products: many })
  const text = readText((await server.request.get('/products?brand=Maker+003&filter=brand.2')).text)
  expect(text).toContain('201–400 of 450 values')
  expect(text).toContain(`You can choose up to ${FILTER_CHOSEN_MAX}.`)
  expect(readChoices(text, 'brand').slice(0, 2)).toEqual(['Maker 003 ✓', 'Maker 200'])
  expect(text).toMatch(/<button type="submit" (?=[^>]*name="filter")[^>]*value="brand.3"/)
  const past = readText((await server.request.get('/products?filter=brand.999')).text)
  expect(past).toContain('401–450 of 450 values')
})

test('a URL that opens an unknown filter shows the product list', async () => {
  await using server = await startServer({ products })
  const { status, text } = await server.request.get('/products?filter=attr-nowhere')
  expect([status, text.includes('data-slug="p-0"')]).toEqual([200, true])
})

test('the swatch of a filter value shows its colour or both of its colours; an unknown colour has no swatch', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products')
  const swatch = (value: string) =>
    new RegExp(`value="${value}"/>(<svg class="swatch" [^>]*aria-hidden="true">(.*?)</svg>)?<span>`).exec(text)![2]
  expect(swatch('Navy')).toMatch(/^<rect [^>]*fill="#1b2a49"(><\/rect>|\/>)$/)
  expect([...swatch('black/white')!.matchAll(/fill="([^"]*)"/g)].map(([, fill]) => fill)).toEqual([
    '#000000',
    '#ffffff',
  ])
  expect(swatch('Harvest')).toBeUndefined()
})

test('a URL with very many filters is redirected to one with the maximum number of filters', async () => {
  await using server = await startServer({ products, categories })
  const params = new URLSearchParams()
  for (let key = 0; key < 12; key++) for (let value = 0; value < 60; value++) params.append(`attr-a${key}`, `${value}`)
  const redirected = await server.request.get(`/products?${params}`)
  expect(redirected.status).toBe(308)
  const address = redirected.headers['location'] as string
  expect(new URLSearchParams(address.split('?')[1]).size).toBe(FILTER_CHOSEN_MAX)
  const { pathname, search } = new URL(address, server.url)
  const { text } = await server.request.get(payloadUrl(pathname, search, server.context.build.id))
  expect(text.length).toBeLessThan(20_000)
})
