import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
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

test('a page without scripts has fields for a range of numbers, their unit and a histogram in words', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products')).text)
  expect(text).toContain('role="img" aria-label="12 products from 0.5 cm to 6 cm"')
  expect(text).toMatch(/placeholder="0.5" aria-label="Length from \(cm\)" name="from-length" value=""/)
  expect(text).toMatch(/placeholder="6" aria-label="Length to \(cm\)" name="to-length" value=""/)
  expect(text).toMatch(/<select class="field" name="unit-length" aria-label="Length: Unit">/)
  expect(text).toContain('<option value="" selected="">cm</option>')
  expect(text).not.toContain('name="attr-length"')
  expect(text).toMatch(/aria-label="Bends from" name="from-bends"/)
  expect(text).not.toContain('name="unit-bends"')
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

test('a unit that the URL chooses applies to limits without a unit', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products?to-length=1&unit-length=in')).text)
  expect(text).toContain('5 products')
  expect(text).toContain('<option value="in" selected="">in</option>')
  expect(text).toContain('placeholder="2.3622"')
  expect(text).toContain('aria-label="Remove filter: Length: up to 1 in"')
  expect(text).toContain('href="/products?unit-length=in"')
})

test('a visitor can return to the usual unit of an attribute from any other', async () => {
  const attributes = ['1 km', '5 km'].map((value) => [{ name: 'Range', value }])
  await using server = await startServer({
    products: attributes.map((one, index) => buildProduct({ slug: `radio-${index}`, attributes: one })),
  })
  const { text } = await server.request.get('/products?unit-range=m')
  expect(text).toContain('<option value="">km</option>')
  expect(text).toContain('<option value="m" selected="">m</option>')
})

test('a unit that an attribute does not offer is ignored', async () => {
  await using server = await startServer({
    products: [500, 1500, 2500].map((watts) =>
      buildProduct({ slug: `drill-${watts}`, attributes: [{ name: 'Power', value: `${watts} W` }] }),
    ),
  })
  const text = readText((await server.request.get('/products?from-power=1000&unit-power=kW')).text)
  expect(text).toContain('2 products')
  expect(text).toContain('aria-label="Power from (W)"')
  expect(text).toContain('Power: from 1000 W')
})

test('the form and the links of a list keep a chosen unit even if the list has no filter for the attribute', async () => {
  const rod = buildProduct({ slug: 'rod', brand: 'Rods', attributes: [{ name: 'Length', value: '2 cm' }] })
  await using server = await startServer({ products: [...products, rod] })
  const text = readText((await server.request.get('/products?brand=Rods&unit-length=in&sort=name')).text)
  expect(text).not.toContain('aria-label="Length from')
  expect(text).toContain('<input type="hidden" name="unit-length" value="in"/>')
  expect(text).toContain('class="chip chip-clear" rel="nofollow" href="/products?unit-length=in&amp;sort=name"')
})

test('limits of the shown list are converted if a form sent without scripts chooses another unit', async () => {
  await using server = await startServer({ products })
  const form = readText((await server.request.get('/products?from-length=1&to-length=2.5')).text)
  expect(form).toContain('4 products')
  expect(form).toContain('<input type="hidden" name="applied-length" value="cm,cm,1,2.5"/>')
  const inches = '/products?from-length=1&to-length=2.5&unit-length=in&applied-length=cm,cm,1,2.5'
  const { location } = (await server.request.get(inches)).headers
  expect(location).toBe('/products?from-length=0.3937007874&to-length=0.9842519685&unit-length=in')
  expect(readText((await server.request.get(location!)).text)).toContain('4 products')
})

test('a limit that would have to be converted from cm to kg matches no product', async () => {
  await using server = await startServer({ products })
  const { status, text } = await server.request.get('/products?from-length=1+cm%3Ekg')
  expect([status, readText(text).includes('No products found')]).toEqual([200, true])
})

test('an empty result keeps the unit and offers to remove each limit', async () => {
  await using server = await startServer({ products })
  const text = readText((await server.request.get('/products?brand=Odd&from-length=4&unit-length=in')).text)
  expect(text).toContain('Without the filter Length: from 4 in: 6 products')
  expect(text).toContain('<option value="in" selected="">in</option>')
  expect(text).not.toContain('role="img" aria-label="0 products')
})

test.each([
  ['/products?to-length=5&from-length=3', '/products?from-length=3&to-length=5'],
  ['/products?from-length=5&to-length=3', '/products?from-length=3&to-length=5'],
  ['/products?from-length=1%2F4"', '/products?from-length=0.25+%22'],
  ['/products?from-length=0,5&to-length=&unit-length=', '/products?from-length=0.5'],
  [
    '/products?from-length=1&to-length=2&unit-length=mm&applied-length=cm,cm,1,2',
    '/products?from-length=10&to-length=20&unit-length=mm',
  ],
  [
    '/products?from-length=1&to-length=2&unit-length=&applied-length=in,cm,1,',
    '/products?from-length=2.54&to-length=2',
  ],
  [
    '/products?from-length=1+in&to-length=2&unit-length=mm&applied-length=cm,cm,1+in,2',
    '/products?from-length=1+in&to-length=20&unit-length=mm',
  ],
  ['/products?from-length=1&to-length=&unit-length=&applied-length=cm,cm,1,', '/products?from-length=1'],
  [
    '/products?from-length=0.00001&unit-length=m&applied-length=cm,cm,0.00001,',
    '/products?from-length=0.00001+cm&unit-length=m',
  ],
])('%s is redirected to its canonical URL', async (path, canonical) => {
  await using server = await startServer({ products })
  const { status, headers } = await server.request.get(path)
  expect([status, headers['location']]).toEqual([308, canonical])
})

test('a German page shows the numbers as they are written in German', async () => {
  await using server = await startServer({ products, site: { ...NEUTRAL_SITE, locale: 'de' } })
  const text = readText((await server.request.get('/products?to-length=2.5')).text)
  expect(text).toContain('aria-label="12 Produkte von 0,5 cm bis 6 cm"')
  expect(text).toContain('Länge: bis 2,5 cm')
})
