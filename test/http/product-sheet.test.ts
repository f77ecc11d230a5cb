import { expect, test } from 'vitest'
import { serverTextsFor } from '../../server/base/language.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import type { ShownSheet } from '../../shared/shown-product.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { type TestServer, startServer, useServer } from '../support/start-server.ts'

const SITE_URL = 'https://shop.example'
const SIZES = Array.from({ length: 2_000 }, (_, index) => `${index + 1} mm`)

const products = [
  buildProduct({
    slug: 'bowl',
    name: 'Bowl <deep>',
    brand: 'Tornio',
    description: '<p>Turned &amp; oiled.</p>',
    formerSlugs: ['old-bowl'],
    options: [{ name: 'Wood', values: ['Ash', 'Oak'] }],
    variants: [
      buildVariant({ key: 'ash', optionValues: ['Ash'], sku: 'B-1', availability: 'OutOfStock' }),
      buildVariant({
        key: 'oak',
        optionValues: ['Oak'],
        sku: 'B-2',
        mpn: 'M-2',
        gtin: '4006381333931',
        priceMinor: 4_950,
        compareAtMinor: 6_000,
        packSize: 10,
        minimumQuantity: 20,
        leadTime: '5',
      }),
    ],
    attributes: [{ name: 'Height', value: '12 cm' }],
    documents: [{ name: 'Care', url: '/about/care' }],
  }),
  buildProduct({ slug: 'lid', name: 'Lid', description: '' }),
  buildProduct({
    slug: 'screw',
    options: [{ name: 'Length', values: SIZES }],
    variants: [
      buildVariant({ key: 'first', optionValues: ['0 mm'] }),
      ...SIZES.map((size, index) => buildVariant({ key: `s-${index}`, optionValues: [size], sku: `S-${index}` })),
    ],
    documents: Array.from({ length: 10 }, (_, index) => ({ name: `Drawing ${index}`, url: `/about/drawing-${index}` })),
    attributes: Array.from({ length: 200 }, (_, index) => ({ name: `Property ${index}`, value: `value ${index}` })),
  }),
  buildProduct({ slug: 'ended', name: 'Ended', discontinued: 'yes', replacedBy: 'lid' }),
  buildProduct({ slug: 'gone', discontinued: 'gone' }),
  buildProduct({ slug: 'replaced', discontinued: 'redirect', replacedBy: 'lid' }),
]

const contact = {
  email: 'hello@shop.example',
  phone: '+43 1 23',
  address: { streetAddress: 'Ring 1', postalCode: '1010', addressLocality: 'Wien', addressCountry: 'AT' },
  openingHours: [],
}

const server = await useServer({
  products,
  site: { ...NEUTRAL_SITE, name: 'Tornio', currency: 'EUR', contact },
  environment: { SITE_URL },
})

async function readSheet(path: string, { request, context }: TestServer = server): Promise<ShownSheet> {
  const [pathname, search = ''] = path.split('?')
  const { body } = await request.get(`${pathname}/_payload.json?${search}&${context.build.id}`).expect(200)
  return (body as { data: { sheet: ShownSheet } }).data.sheet
}

test('a product links to its print sheet, which is complete without scripts and has noindex', async () => {
  const page = await server.request.get('/products/bowl?variant=oak').expect(200)
  expect(page.text).toMatch(
    /<a rel="nofollow" class="button" href="\/products\/bowl\?variant=oak&amp;sheet">Print sheet/,
  )
  const { text } = await server.request.get('/products/bowl?sheet&variant=oak').expect(200)
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).toContain(`<link rel="canonical" href="${SITE_URL}/products/bowl">`)
  expect(text).toContain('<title>Print sheet: Bowl &lt;deep&gt; · Tornio</title>')
  expect(text).not.toContain('application/ld+json')
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text)!
  for (const part of [
    '<h1>Bowl &lt;deep&gt;</h1>',
    '<a href="/products/bowl?variant=oak">',
    '€49.50',
    'Turned &amp; oiled.',
    '12\u00A0cm',
    'hello@shop.example',
    'Ring 1',
    `<a href="${SITE_URL}/about/care" rel="noopener nofollow">`,
    'role="img" aria-label="QR code with the address of this product"',
  ])
    expect(main, part).toContain(part)
})

test('the sheet has the numbers, options and order terms of the chosen variant, and all variants', async () => {
  const { facts, variants, url, price, formerPrice, variantKey } = await readSheet('/products/bowl?sheet&variant=oak')
  expect([url, variantKey, price, formerPrice]).toEqual([
    `${SITE_URL}/products/bowl?variant=oak`,
    'oak',
    '€49.50',
    '€60',
  ])
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Wood: Oak',
    'Article number: B-2',
    'Manufacturer part number: M-2',
    'GTIN: 4006381333931',
    'Pack size: 10',
    'Minimum quantity: 20',
    'Lead time: 5\u00A0days',
  ])
  expect(variants).toEqual({
    heads: ['Wood', 'Article number', 'Price', 'Pack size', 'Minimum quantity', 'Lead time'],
    rows: [
      ['Ash', 'B-1', '€120', '', '', ''],
      ['Oak', 'B-2', '€49.50', '10', '20', '5 days'],
    ],
    note: null,
  })
})

test('the address is that of the page with the shown variant, whatever host and list the request has', async () => {
  for (const [path, variant] of [
    ['/products/bowl?sheet', '?variant=oak'],
    ['/products/bowl?sheet&variant=nonsense', '?variant=oak'],
    ['/products/bowl?variant=ash&sheet', '?variant=ash'],
    ['/products/bowl?sheet&item=lid:3', '?variant=oak'],
  ] as const)
    expect((await readSheet(path)).url, path).toBe(`${SITE_URL}/products/bowl${variant}`)
  expect((await readSheet('/products/lid?sheet')).url).toBe(`${SITE_URL}/products/lid`)
  const { text } = await server.request.get('/products/lid?sheet').set('Host', 'evil.example').expect(200)
  expect(text).not.toContain('evil.example')
})

test('a sheet is cached like the page, with one entry for all addresses that mean the same', async () => {
  const page = await server.request.get('/products/bowl')
  const first = await server.request.get('/products/bowl?sheet&variant=ash').expect(200)
  const { pageCache } = server.context
  const { entryCount } = pageCache
  const again = await server.request.get('/products/bowl?variant=ash&utm_source=mail&sheet=').expect(200)
  expect(pageCache.entryCount).toBe(entryCount)
  expect(again.text).toBe(first.text)
  for (const name of ['cache-control', 'etag', 'vary']) expect(first.headers[name], name).toBe(page.headers[name])
  await server.request.get('/products/bowl?sheet').set('If-None-Match', first.headers['etag']!).expect(304)
  const { headers, text } = await server.request.head('/products/bowl?sheet').expect(200)
  expect([headers['content-type'], text ?? '']).toEqual(['text/html; charset=utf-8', ''])
  await server.request.post('/products/bowl?sheet').expect(405)
  const carried = await server.request.get('/products/bowl?sheet&item=lid:3').expect(200)
  expect(carried.headers['cache-control']).toContain('no-store')
  expect(carried.text).toMatch(/<a href="\/products\/bowl\?variant=oak&amp;item=lid(?::|%3A)3">/)
})

test('of 2,001 variants, 200 attributes and 10 documents, the sheet has what fits, and says how many more the page has', async () => {
  const { rows, rowsNote, variants, documents, documentsNote } = await readSheet('/products/screw?sheet')
  const url = `${SITE_URL}/products/screw?variant=first`
  expect(rows.length).toBeGreaterThan(40)
  expect(rowsNote).toBe(`${200 - rows.length} more at ${url}`)
  expect([documents.length, documentsNote]).toEqual([6, `4 more at ${url}`])
  expect(variants!.rows.length).toBeGreaterThan(12)
  expect(variants!.note).toBe(`${(2_001 - variants!.rows.length).toLocaleString('en')} more at ${url}`)
  const { text } = await server.request.get('/products/screw?sheet').expect(200)
  expect(text.length).toBeLessThan(60_000)
})

test('a renamed product redirects to the sheet of its present slug', async () => {
  const { headers } = await server.request.get('/products/old-bowl?sheet').expect(301)
  expect(headers['location']).toBe('/products/bowl?sheet')
  await server.request.get('/products/no-such?sheet').expect(404)
})

test('the sheet of a discontinued product has the notice with its successor, redirects to it, or is gone', async () => {
  const { text } = await server.request.get('/products/ended?sheet').expect(200)
  expect(text).toContain(serverTextsFor({ locale: 'en' }).discontinued.notice)
  expect(text).toContain('<a href="/products/lid">Lid</a>')
  await server.request.get('/products/gone?sheet').expect(410)
  const { headers } = await server.request.get('/products/replaced?sheet').expect(301)
  expect(headers['location']).toBe('/products/lid')
})

test('no sheet is in the sitemap', async () => {
  const { text } = await server.request.get('/sitemap.xml').expect(200)
  expect(text).toContain('/products/bowl')
  expect(text).not.toContain('sheet')
})

test.each([
  ['de-AT', 'Druckansicht', 'Drucken', 'Zurück zum Produkt', /^1\.?\s?9\d\d weitere unter/],
  ['es', 'Versión para imprimir', 'Imprimir', 'Volver al producto', /^1\.?9\d\d más en/],
  ['sv', 'Print sheet', 'Print', 'Back to the product', /^1\s9\d\d more at/],
])('a site in %s has the texts of the sheet in its language', async (locale, title, print, back, note) => {
  await using other = await startServer({ products, site: { ...NEUTRAL_SITE, locale }, environment: { SITE_URL } })
  expect((await other.request.get('/products/lid')).text).toContain(`>${title}</a>`)
  const { text } = await other.request.get('/products/lid?sheet').expect(200)
  expect(text).toContain(`<title>${title}: Lid`)
  const sheet = await readSheet('/products/screw?sheet', other)
  expect(sheet.texts).toMatchObject({ print, back })
  expect(sheet.variants!.note).toMatch(note)
})
