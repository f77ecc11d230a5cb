import { describe, expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import type { CatalogWriter } from '../../server/catalog/store/catalog-writer.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { TOLD_PARAMETER } from '../../shared/enquiry-items.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, ENQUIRY_FORM } from '../support/enquiries.ts'
import { buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { readHtml, readPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'

const { discontinued: ended, order } = serverTextsFor({ locale: 'en' })
const images = [{ url: 'https://cdn.example/a.jpg', alt: '' }]

const NUMBERS = [
  { maker: 'SKF', number: '6204-2RSH' },
  { maker: null, number: '6204 DDU' },
]
const pumps = [
  buildProduct({
    slug: 'new-pump',
    name: 'New pump',
    featured: true,
    images,
    // The page names a successor only of a discontinued product, which this one is not.
    replacedBy: 'bearing',
    variants: [buildVariant({ sku: 'NP-1' })],
  }),
  buildProduct({
    slug: 'old-pump',
    name: 'Old pump',
    featured: true,
    images,
    replacedBy: 'NP-1',
    discontinued: 'yes',
    variants: [buildVariant({ sku: 'OP-1' })],
  }),
  buildProduct({ slug: 'older-pump', discontinued: 'redirect', replacedBy: 'old-pump' }),
  buildProduct({ slug: 'lone-pump', discontinued: 'redirect', replacedBy: 'unknown' }),
  buildProduct({ slug: 'gone-pump', discontinued: 'gone' }),
  buildProduct({ slug: 'shown-pump', discontinued: 'page' }),
  buildProduct({ slug: 'one', discontinued: 'redirect', replacedBy: 'two' }),
  buildProduct({ slug: 'two', discontinued: 'redirect', replacedBy: 'one' }),
  buildProduct({ slug: 'bearing', variants: [buildVariant({ equivalents: NUMBERS })] }),
]

const TERMS = { packSize: 100, minimumQuantity: 250, leadTime: '5-7' }
const MISFIT = fillInQuantity(describeQuantityTerms(TERMS, { locale: 'en' })!.misfit, '300')
const bolts = [
  buildProduct({
    slug: 'bolt',
    name: 'Bolt',
    categorySlug: 'bolts',
    images,
    variants: [buildVariant({ sku: 'B-8', ...TERMS })],
  }),
  buildProduct({
    slug: 'nut',
    name: 'Nut',
    categorySlug: 'bolts',
    ...buildOption('Size', { M8: { packSize: 50 }, M10: { packSize: 20 } }),
  }),
  buildProduct({ slug: 'plain', name: 'Plain', categorySlug: 'plain' }),
  buildProduct({ slug: 'other', categorySlug: 'plain' }),
]

const SITE_URL = 'https://shop.example'
const DOCUMENT = '/files/0123456789abcdef0123'
const valve = buildProduct({
  slug: 'valve',
  name: 'Valve',
  documents: [
    { name: 'Data sheet', url: `${DOCUMENT}/valve.pdf`, bytes: 1_234_567 },
    { name: 'Drawing', url: `${DOCUMENT}/valve.dxf` },
    { name: 'Declaration of conformity', url: 'https://maker.example/declaration.pdf' },
    { name: 'Maintenance', url: '/about' },
  ],
})

const server = await useServer({
  products: [...pumps, ...bolts, valve],
  categories: [buildCategory({ slug: 'bolts', view: 'table' }), buildCategory({ slug: 'plain' })],
  site: { ...NEUTRAL_SITE, currency: 'EUR', hasGoogleFeed: true, languages: ['en', 'de', 'fr'] },
  environment: { SITE_URL },
})
const read = (path: string) => readPage(server, path)

test('a discontinued product has a page with a notice and the last successor, and structured data that say so', async () => {
  const page = await read('/products/old-pump')
  expect(page.text).toContain(ended.notice)
  expect(page.attributes('main a', 'href')).toContain('/products/new-pump')
  expect(JSON.stringify(page.structuredData)).toContain('"availability":"https://schema.org/Discontinued"')
  expect(JSON.stringify(page.structuredData)).not.toContain('schema.org/InStock')
  expect(page.meta.get('robots')).not.toContain('noindex')
  expect((await read('/products/new-pump')).text).not.toContain(ended.notice)
  expect((await read('/products/lone-pump')).text).toContain(ended.notice)
})

test('a discontinued product is in no list, feed or sitemap, but can be compared', async () => {
  for (const path of ['/', '/products', '/products?view=table', '/feeds/google.xml', '/sitemap.xml']) {
    const { text } = await server.request.get(path).expect(200)
    expect([text.includes('new-pump'), text.includes('old-pump')], path).toEqual([true, false])
  }
  expect((await read('/products?compare=old-pump,new-pump')).text).toContain(ended.state)
})

test.each([
  ['/products/older-pump', '/products/new-pump'],
  ['/products/one', '/products/two'],
])('%s redirects to its successor %s, also if a chain leads back', async (path, target) => {
  const { headers } = await server.request.get(path).expect(301)
  expect(headers['location']).toBe(target)
  expect(headers['cache-control']).not.toContain('immutable')
})

test('a product that is gone responds with 410, as page, as data and for a bot', async () => {
  const page = await readPage(server, '/products/gone-pump', 410)
  for (const text of [messages.notFoundHeading, 'Gone: /products/gone-pump']) expect(page.text).toContain(text)
  const body = { statusCode: 410, statusMessage: 'Gone: /products/gone-pump', fatal: true }
  await server.request.get('/products/gone-pump/_payload.json').expect(410, body)
  const get = server.request.get('/products/gone-pump').set('User-Agent', 'Googlebot/2.1')
  await get.expect(410, '410 Gone: /products/gone-pump\n')
})

test('the site decides what discontinued products show that have no setting of their own', async () => {
  const site = { ...NEUTRAL_SITE, discontinuedProducts: 'redirect' as const }
  await using other = await startServer({ products: pumps, site })
  await other.request.get('/products/old-pump').expect(301).expect('Location', '/products/new-pump')
  await other.request.get('/products/shown-pump').expect(200)
})

test('the page of a product shows the numbers of other makers, and the comparison those of all variants', async () => {
  const row = (await read('/products/bearing')).findAll('tr').find(({ text }) => text.startsWith(ended.equivalents))!
  expect(row.texts('td')).toEqual(['SKF 6204-2RSH, 6204 DDU'])
  expect((await read('/products?compare=bearing,new-pump')).find('table').text).toContain('SKF 6204-2RSH')
})

test('a search with an old number lists the successor first and says why, as do suggestions and tables', async () => {
  for (const view of ['', '&view=table']) {
    const { text } = (await read(`/de/products?q=op1${view}`)).find('main')
    expect(text.match(/Ersetzt OP-1/g)).toHaveLength(1)
    expect(text.indexOf('New pump')).toBeLessThan(text.indexOf('Old pump'))
    expect(text).toContain(serverTextsFor({ locale: 'de' }).discontinued.state)
  }
  const { body } = await server.request.get('/de/suggestions?q=op-1').expect(200)
  expect(body).toMatchObject({ products: [{ slug: 'new-pump', number: 'Ersetzt OP-1' }, { slug: 'old-pump' }] })
})

test('a product page shows the order terms of the chosen variant, and its quantity begins with the lowest one that fits', async () => {
  const page = await read('/products/bolt')
  expect(page.find('.product-order-terms').text).toBe('Pack size: 100 · Minimum quantity: 250 · Lead time: 5–7 days')
  expect(page.find('input[name="quantity"]').attribute('value')).toBe('300')
  expect(page.findAll('tr').map(({ text }) => text)).toContain('Lead time 5–7 days')
  expect(JSON.stringify(page.structuredData)).toContain(
    '"eligibleQuantity":{"@type":"QuantitativeValue","minValue":250}',
  )
  expect((await read('/products/nut?variant=m10')).texts('.product-order-terms')).toEqual(['Pack size: 20'])
  const plain = await read('/products/plain')
  expect(plain.findAll('.product-order-terms')).toEqual([])
  expect(plain.find('input[name="quantity"]').attribute('value')).toBe('1')
  for (const name of Object.values(order.names)) expect(plain.text).not.toContain(name)
  // French has a space before the colon.
  expect((await read('/fr/products/bolt')).text).toContain('Délai de livraison : 5–7 jours')
})

test('a table, a comparison and the feed show the order terms', async () => {
  const page = await read('/category/bolts')
  expect(page.texts('thead th')).toEqual(expect.arrayContaining(Object.values(order.names)))
  const rows = page.findAll('tbody tr').map((row) => row.texts('td').join('|'))
  expect(rows.find((row) => row.includes('B-8'))).toContain('|100|250|5–7 days|')
  expect(rows.find((row) => !row.includes('B-8'))).toContain('|50, 20|||')
  const compared = (await read('/products?compare=bolt,nut')).findAll('tr').map(({ text }) => text)
  for (const row of ['Pack size ≠ 100 50 20', 'Minimum quantity ≠ 250 –', 'Lead time ≠ 5–7 days –'])
    expect(compared).toContain(row)
  const { text } = await server.request.get('/feeds/google.xml').expect(200)
  const [, details = ''] = /<g:id>bolt<.*?(<g:product_detail>.*?)<\/item>/s.exec(text)!
  expect(details.replace(/(?:<[^>]+>)+/g, ' ').trim()).toBe('Pack size 100 Minimum quantity 250')
  expect(text).not.toMatch(/multipack|handling_time/)
})

test('a form with a quantity that does not fit is returned once, and stored as it is if it is sent again', async () => {
  const post = async (form: object) =>
    server.request
      .post(CONTACT_PATH)
      .type('form')
      .send({ ...ENQUIRY_FORM, ...form })
  const first = await post({ item: ['bolt:1', 'nut:20:m10'], 'quantity-0': '150' })
  const page = readHtml(first.text)
  expect(first.status).toBe(422)
  for (const text of [MISFIT, order.returned]) expect(page.text).toContain(text)
  expect(page.attributes(`input[name="${TOLD_PARAMETER}"]`, 'value')).toContain('bolt:150')
  expect(await server.context.enquiries.list('all')).toEqual([])
  // A quantity of which the form did not say anything is another one.
  expect((await post({ item: 'bolt:150', 'quantity-0': '160', told: 'bolt:150' })).status).toBe(422)
  expect((await post({ item: 'bolt:150', 'quantity-0': '150', told: 'bolt:150' })).status).toBe(303)
  const items = [{ product: 'bolt', variant: null, quantity: 7, note: '' }]
  await server.request
    .post(CONTACT_PATH)
    .send({ ...ENQUIRY, items })
    .expect(201)
  expect(await server.context.enquiries.list('all')).toMatchObject([
    { items: [{ quantity: 7 }] },
    { items: [{ product: 'bolt', quantity: 150, orderTerms: TERMS }] },
  ])
  const german = await read('/de/contact?item=bolt:150&item=nut:40:m10&item=plain:3')
  expect(german.text).toContain('Nur in Packungen zu 100 Stück, ab 250 Stück. Passende Menge: 300.')
  expect(german.find('main').text.match(/Passende Menge: \d/g)).toHaveLength(1)
})

test('a page links documents with type and size, structured data lists them, and search finds them by name', async () => {
  const page = await read('/products/valve')
  expect(page.find(`a[href="${DOCUMENT}/valve.pdf"]`).text).toBe('Data sheet')
  expect(page.texts('.document-note')).toEqual(['PDF, 1.2 MB', 'DXF'])
  expect((await read('/de/products/valve')).texts('.document-note')[0]).toBe('PDF, 1,2 MB')
  const document = { '@type': 'DigitalDocument' }
  expect(page.structuredData[0]!['subjectOf']).toEqual([
    { ...document, name: 'Data sheet', url: `${SITE_URL + DOCUMENT}/valve.pdf`, encodingFormat: 'application/pdf' },
    { ...document, name: 'Drawing', url: `${SITE_URL + DOCUMENT}/valve.dxf`, encodingFormat: 'image/vnd.dxf' },
    { ...document, name: 'Declaration of conformity', url: 'https://maker.example/declaration.pdf' },
  ])
  for (const query of ['conformity', 'valve+data+sheet'])
    expect((await read(`/products?q=${query}`)).attributes('li[data-slug]', 'data-slug')).toEqual(['valve'])
})

const EVIL = '"><script>alert(1)</script>'
const KILN = {
  name: 'Kiln & Sons',
  address: 'Harbour Road 1\n90100 Oulu',
  email: 'safety@kiln.example',
  website: 'https://kiln.example/contact',
  phone: '+358 8 123',
}
const COMPANIES = [
  { name: 'Import GmbH', address: 'Hafenweg 2', email: 'a@import.example' },
  { name: EVIL, address: EVIL, email: EVIL, website: `https://a.example/${EVIL}`, phone: EVIL },
]
const SIGN = { hash: 'a'.repeat(64), format: 'png', width: 400, height: 400, alt: 'Flammable' } as const

describe('the manufacturer and warnings of a product', async () => {
  const own = await useServer({
    products: [
      buildProduct({
        slug: 'torch',
        manufacturer: 'kiln & sons',
        responsiblePerson: 'Import GmbH',
        safetyInformation: 'Keep away from children.\nDo not heat.',
        pictograms: [SIGN],
        translations: { de: { name: 'Fackel', safetyInformation: 'Von Kindern fernhalten.' } },
      }),
      buildProduct({
        slug: 'candle',
        manufacturer: 'Nobody Ltd',
        safetyInformation: 'Never leave alone.',
        pictograms: [SIGN],
        translations: { de: { name: 'Kerze' } },
      }),
      buildProduct({ slug: 'cup' }),
      buildProduct({
        slug: 'evil',
        manufacturer: EVIL,
        responsiblePerson: EVIL,
        safetyInformation: `${EVIL}<img src=x onerror=alert(1)>`,
        pictograms: [{ ...SIGN, alt: EVIL }],
      }),
    ],
    site: { ...NEUTRAL_SITE, languages: ['en', 'de'] },
    environment: { SITE_URL },
  })
  const putCompanies = (kiln: typeof KILN) => (writer: CatalogWriter) =>
    writer.putList('companies', [kiln, ...COMPANIES])
  await own.store.write(putCompanies(KILN))
  const readSafety = async (path: string) => (await readPage(own, path)).findAll('section.safety')[0]

  test('are on its page, in its payload and in its structured data', async () => {
    const page = await readPage(own, '/products/torch')
    const section = page.find('section.safety')
    expect(section.text).toBe(
      'Manufacturer and safety Manufacturer Kiln & Sons Harbour Road 1 90100 Oulu safety@kiln.example kiln.example/contact +358 8 123 ' +
        'Responsible person in the EU Import GmbH Hafenweg 2 a@import.example Safety information Keep away from children. Do not heat.',
    )
    expect(section.attributes('a', 'href').join(' ')).toBe(
      'mailto:safety@kiln.example https://kiln.example/contact tel:+3588123 mailto:a@import.example',
    )
    expect(section.find('a[href="https://kiln.example/contact"]').attribute('rel')).toBe('noopener nofollow')
    expect(section.find('img').attribute('alt')).toBe('Flammable')
    expect(section.findAll('[lang]')).toEqual([])
    const manufacturer = {
      '@type': 'Organization',
      name: 'Kiln & Sons',
      address: 'Harbour Road 1, 90100 Oulu',
      email: 'safety@kiln.example',
      url: 'https://kiln.example/contact',
      telephone: '+358 8 123',
    }
    expect(page.structuredData[0]!['manufacturer']).toEqual(manufacturer)
    expect(JSON.stringify(page.structuredData)).not.toContain('Import GmbH')
    const { body } = await own.request.get('/products/torch/_payload.json').expect(200)
    expect((body as { data: { safety: object } }).data.safety).toMatchObject({
      manufacturer: KILN,
      information: 'Keep away from children.\nDo not heat.',
      pictograms: [SIGN],
    })
  })

  test('have translated headings, and texts in the first language are marked', async () => {
    const translated = await readSafety('/de/products/torch')
    for (const part of ['Hersteller und Sicherheit', 'Verantwortliche Person in der EU', 'Von Kindern fernhalten.'])
      expect(translated!.text).toContain(part)
    expect((await readSafety('/de/products/candle'))!.texts('[lang="en"]')).toContain('Never leave alone.')
  })

  test('are a name alone without a record of the company, or nothing at all', async () => {
    expect((await readSafety('/products/candle'))!.texts('dd')[0]).toBe('Nobody Ltd')
    const page = await readPage(own, '/products/cup')
    expect(page.findAll('section.safety')).toEqual([])
    expect(page.structuredData[0]).not.toHaveProperty('manufacturer')
    expect(JSON.stringify(page.data)).not.toContain('"safety"')
  })

  test('are escaped', async () => {
    const { text } = await own.request.get('/products/evil').expect(200)
    expect(text).not.toMatch(/<script>alert|<img src=x/)
    expect(text.split('&gt;&lt;script&gt;').length).toBeGreaterThan(8)
    expect(readHtml(text).structuredData[0]!['manufacturer']).toMatchObject({ name: EVIL, email: EVIL })
  })

  test('change with the record of the company alone, and a rollback restores them', async () => {
    await own.store.write(putCompanies({ ...KILN, address: 'Moved 9' }))
    await expect.poll(async () => (await readSafety('/products/torch'))!.text).toContain('Moved 9')
    await own.store.rollback()
    await expect.poll(async () => (await readSafety('/products/torch'))!.text).toContain('Harbour Road 1')
  })
})
