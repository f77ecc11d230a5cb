import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const products = Array.from({ length: 12 }, (_, index) =>
  buildProduct({
    slug: `pipe-${index}`,
    brand: index % 2 ? 'Odd' : 'Even',
    attributes: [
      { name: 'Length', value: `${(index + 1) / 2} cm` },
      { name: 'Bends', value: String(index % 3) },
    ],
  }),
)

/** Removes the comments that React puts between texts. */
const readText = (html: string) => html.replaceAll('<!-- -->', '')

test('a page without scripts has fields for a range of numbers in the unit of most values, and a histogram in words', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products')).text)
  expect(text).toContain('role="img" aria-label="12 products from 0.5 cm to 6 cm"')
  expect(text).toMatch(/placeholder="0.5" aria-label="Length from \(cm\)" name="from-length" value=""/)
  expect(text).toMatch(/placeholder="6" aria-label="Length to \(cm\)" name="to-length" value=""/)
  expect(text).toContain('<span class="caption">cm</span>')
  expect(text).not.toContain('<select class="field" name="unit-')
  expect(text).not.toContain('name="attr-length"')
  expect(text).toMatch(/aria-label="Bends from" name="from-bends"/)
  expect(text.match(/name="attr-bends"/g)).toHaveLength(3)
})

test('a range filters the list and the counts of other filters, and is shown as removable filters', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products?from-length=10+mm&to-length=2.5')).text)
  expect(text).toContain('4 products')
  expect(text).toMatch(/value="Odd"\/><span>Odd<\/span><span class="caption">2</)
  expect(text).toContain('name="from-length" value="10 mm"')
  expect(text).toContain('name="to-length" value="2.5"')
  expect(text).toContain('aria-label="12 products from 0.5 cm to 6 cm"')
  expect(text).toContain('href="/products?to-length=2.5"')
  expect(text).toContain('aria-label="Remove filter: Length: from 10 mm"')
  expect(text).toContain('aria-label="Remove filter: Length: up to 2.5 cm"')
  expect(text).toContain('<meta name="robots" content="noindex"')
})

test('accepts an attribute whose name is a property of every JavaScript object', async () => {
  await using server = await startServer({
    products: ['4', '12'].map((value) =>
      buildProduct({ slug: `car-${value}`, attributes: [{ name: 'Constructor', value: `${value} doors` }] }),
    ),
  })
  for (const path of ['/products', '/products?view=table', '/products?filter=attr-constructor'])
    expect((await server.request.get(path)).text, path).toContain('Constructor')
})

test('an empty result offers to remove each limit', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products?brand=Odd&from-length=4+in')).text)
  expect(text).toContain('Without the filter Length: from 4 in: 6 products')
  expect(text).not.toContain('role="img" aria-label="0 products')
})

test.each([
  ['/products?to-length=5&from-length=3', '/products?from-length=3&to-length=5'],
  ['/products?from-length=5&to-length=3', '/products?from-length=3&to-length=5'],
  ['/products?from-length=1%2F4"', '/products?from-length=0.25+%22'],
  ['/products?from-length=0,5&to-length=', '/products?from-length=0.5'],
])('%s is redirected to its canonical URL', async (path, canonical) => {
  await using server = await startServer({ products })
  const { status, headers } = await server.request.get(path)
  expect([status, headers['location']]).toEqual([308, canonical])
})

test('an address of an earlier version that chooses a unit shows the list in the usual unit', async () => {
  await using server = await startServer({ products })
  const { status, text } = await server.request.get('/products?from-length=1&to-length=2&unit-length=in')
  expect([status, readText(text).includes('3 products')]).toEqual([200, true])
})

test('a German page shows the numbers as they are written in German', async () => {
  await using server = await startServer({ products, site: { ...NEUTRAL_SITE, locale: 'de' } })
  const text = readText((await server.request.get('/products?to-length=2.5')).text)
  expect(text).toContain('aria-label="12 Produkte von 0,5 cm bis 6 cm"')
  expect(text).toContain('Länge: bis 2,5 cm')
})
