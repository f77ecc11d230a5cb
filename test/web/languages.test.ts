import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import type { Site } from '../../shared/site.ts'
import { buildAttributes, buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'

const GERMAN: Site = {
  ...NEUTRAL_SITE,
  navigation: [],
  locale: 'de-AT',
  currency: 'EUR',
  timeZone: 'Europe/Vienna',
  contact: {
    email: null,
    phone: null,
    address: { streetAddress: 'Ring 1', postalCode: '1010', addressLocality: 'Wien', addressCountry: 'AT' },
    openingHours: [
      { days: ['Monday', 'Tuesday', 'Wednesday'], opens: '09:00', closes: '18:30' },
      { days: ['Saturday', 'Thursday'], opens: '09:00', closes: '24:00' },
    ],
  },
}
/** Numbers with decimal points and English names, as files of suppliers and Google's product data have them. */
const products = [
  buildProduct({
    slug: 'tube',
    name: 'Rohr',
    attributes: buildAttributes({ Innen: '5.3 mm', Size: 'M', Bluetooth: '5.3' }),
    options: [{ name: 'Length', values: ['1,200.5 mm', '900 mm'] }],
    variants: [
      buildVariant({ key: '1-200-5-mm', optionValues: ['1,200.5 mm'], sku: 'T-1' }),
      buildVariant({ key: '900-mm', optionValues: ['900 mm'], sku: 'T-2' }),
    ],
  }),
  ...['6 mm', '13.0 mm', '6.125 mm'].map((value, index) =>
    buildProduct({ slug: `ring-${index}`, name: 'Ring', attributes: buildAttributes({ Innen: value, Size: 'L' }) }),
  ),
  buildProduct({
    slug: 'schale',
    name: 'Schale',
    categorySlug: 'tisch',
    variants: [
      buildVariant({ priceMinor: 123_450, compareAtMinor: 200_000, weightGrams: 1_234, availability: 'OutOfStock' }),
    ],
  }),
]
const german = await useServer({
  site: GERMAN,
  products,
  categories: [buildCategory({ slug: 'tisch', name: 'Tisch' })],
})

test('renders a German site in German, with prices, weights, days and times in Austrian format', async () => {
  const product = await readPage(german, '/products/schale')
  expect(product.find('html').attribute('lang')).toBe('de-AT')
  expect(product.text).toMatch(/Früherer Preis € 2\.?000 .*Nicht auf Lager/)
  expect(product.text).toMatch(/€ 1[. ]234,50/)
  expect(product.text).toContain('Gewicht 1,23 kg')
  expect(JSON.stringify(product.structuredData)).toContain('"position":1,"name":"Kategorien"')
  const contact = await readPage(german, CONTACT_PATH)
  expect(contact.text).toContain('Ring 1 1010 Wien Österreich')
  expect(contact.text).toContain('Öffnungszeiten Montag – Mittwoch 9:00 – 18:30 Donnerstag und Samstag 9:00 – 0:00')
  const notFound = await readPage(german, '/nirgends', 404)
  expect(notFound.find('h1').text).toBe('Diese Seite wurde nicht gefunden')
  expect(notFound.find('.error-message[lang="en"]').text).toBe('Page not found: /nirgends')
  // The document loads the texts of its own language only.
  const { text } = await german.request.get('/products?view=table')
  expect(text).toMatch(/"scripts":\[[^\]]*"de-\w+\.js"/)
  expect(text).not.toMatch(/"(?:en|es)-\w+\.js"|>(?:Menu|Search|Categories|All products|Name, brand|In stock)</)
})

test.each([
  ['/products/tube', ['5,3 mm', '1 200,5 mm', 'Größe', 'Länge', 'Bluetooth 5.3']],
  ['/products', ['5,3 mm', '13,0 mm', '6,125 mm', 'Innen: 6,125 mm', 'Größe']],
  ['/products?view=table', ['5,3 mm', '13,0 mm', '6,125 mm', 'Größe']],
  ['/products?filter=attr-innen&filter-q=6,1', ['6,125 mm']],
  ['/products?attr-innen=13.0+mm', ['Innen: 13,0 mm']],
  ['/products?compare=tube,ring-1', ['5,3 mm', '13,0 mm', '1 200,5 mm', 'Größe', 'Länge']],
  ['/contact?item=tube:1:1-200-5-mm', ['1 200,5 mm']],
])(
  '%s writes numbers and the names of Google attributes in German, but keeps them in addresses',
  async (path, texts) => {
    const page = await readPage(german, path)
    for (const text of texts) expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/5\.3 mm|13\.0 mm|6\.125 mm|1,200\.5 mm|\b(?:Size|Length)\b/)
    if (path === '/products') expect(page.attributes('input[name="attr-innen"]', 'value')).toContain('13.0 mm')
    const { text } = await german.request.get('/products/ring-0')
    expect(text).toContain('"size":"L"')
    // A number and its unit stay on one line.
    expect(text).toContain('6\u00A0mm')
  },
)

test('a site in an untranslated language has texts marked as English and numbers in its own format', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'sv' }, products })
  const page = await readPage(server, '/products/schale')
  expect(page.find('html').attribute('lang')).toBe('sv')
  expect(page.texts('a[lang="en"]')).toContain('Ask about this product')
  expect(page.text).toContain('1 234,50 €')
  const parts = { '/products': 'toolbar', [CONTACT_PATH]: 'enquiry', '/nowhere': 'error' }
  for (const [path, part] of Object.entries(parts))
    expect((await readPage(server, path, part === 'error' ? 404 : 200)).find(`.${part}`).attribute('lang')).toBe('en')
  expect((await readPage(german, '/products')).find('.toolbar').attribute('lang')).toBeUndefined()
  await server.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, locale: 'he-IL' }))
  await expect.poll(async () => (await readPage(server, '/about')).find('html').attribute('dir')).toBe('rtl')
})
