import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { messagesFor } from '../../server/platform/language.ts'
import type { Site } from '../../shared/site.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { LANGUAGES } from '../../shared/messages/messages.ts'
import { changeStore } from '../support/change-store.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openResponse } from '../support/open-response.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

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
const products = [
  buildProduct({
    slug: 'schale',
    name: 'Schale',
    categorySlug: 'tisch',
    variants: [
      buildVariant({ priceMinor: 123_450, compareAtMinor: 200_000, weightGrams: 1_234, availability: 'OutOfStock' }),
    ],
  }),
]
const categories = [buildCategory({ slug: 'tisch', name: 'Tisch' })]

/** Reads the page's text without tags and data. */
function textOf(html: string): string {
  return html
    .replace(/<script[^>]*>.*?<\/script>|<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('renders a German site in German, with prices, weights, days and times in Austrian format', async () => {
  await using server = await startServer({ site: GERMAN, products, categories })
  const product = await server.request.get('/products/schale')
  expect(product.text).toContain('<html lang="de-AT">')
  expect(textOf(product.text)).toMatch(/Früherer Preis € 2\.?000 .*Nicht auf Lager/)
  expect(textOf(product.text)).toMatch(/€ 1[. ]234,50/)
  expect(textOf(product.text)).toContain('Gewicht 1,23 kg')
  // The structured data is in German, too.
  expect(product.text).toContain('"position":1,"name":"Kategorien"')
  const contactPage = await server.request.get(CONTACT_PATH)
  const contact = textOf(contactPage.text)
  expect(contact).toContain('Ring 1 1010 Wien Österreich')
  expect(contact).toContain('Öffnungszeiten Montag – Mittwoch 9:00 – 18:30 Donnerstag und Samstag 9:00 – 0:00')
  // The page data for the browser contains the formatted German texts.
  expect(contactPage.text).toMatch(/"country":"Österreich","openingHours":\[{"days":"Montag – Mittwoch","times":"9:00/)
  for (const path of ['/', '/category', '/products', '/products?view=table', '/about']) {
    const { text } = await server.request.get(path)
    expect(text, path).not.toMatch(/>(?:Menu|Search|Categories|All products|Name, brand|In stock)</)
  }
})

test('the document loads the interface texts of its own language only', async () => {
  await using server = await startServer({ site: GERMAN })
  const { text } = await server.request.get('/')
  expect(text).toMatch(/"scripts":\[[^\]]*"de-\w+\.js"/)
  expect(text).not.toMatch(/"(?:en|es)-\w+\.js"/)
})

test('a German site reports errors in the form in German, on the page and in JSON', async () => {
  await using server = await startServer({ site: GERMAN })
  const page = await server.request.post(CONTACT_PATH).type('form').send({ name: '', email: 'nobody', phone: '12' })
  expect(page.status).toBe(422)
  for (const words of [
    'Bitte geben Sie Ihren Namen an.',
    'Bitte schreiben Sie, was Sie wissen möchten.',
    'Diese Telefonnummer ist nicht vollständig.',
  ])
    expect(page.text).toContain(words)
  const json = await server.request.post(CONTACT_PATH).send({ ...ENQUIRY, request: 'x'.repeat(4_001) })
  expect([json.status, (json.body as { fields: object }).fields]).toEqual([
    422,
    { request: 'Bitte verwenden Sie höchstens 4\u00A0000 Zeichen.' },
  ])
})

test('error pages are in German, except for the status texts, which are marked as English', async () => {
  await using server = await startServer({ site: GERMAN })
  const { status, text } = await server.request.get('/nirgends')
  expect(status).toBe(404)
  expect(text).toContain('Diese Seite wurde nicht gefunden')
  expect(text).toContain('<p class="error-message caption" lang="en">Page not found: /nirgends</p>')
})

test('mails to the owner of a Spanish site are in Spanish', async () => {
  await using mailServer = await startMailServer()
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, locale: 'es' },
    environment: { SMTP_URL: mailServer.url, ENQUIRY_TO: 'owner@shop.example' },
  })
  expect((await server.request.post(CONTACT_PATH).send({ ...ENQUIRY, preferredTime: '2470-12-10T14:30' })).status).toBe(
    201,
  )
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const { source } = mailServer.mails[0]!
  expect(source).toMatch(/^Subject: Consulta /m)
  expect(source).toMatch(/Hora preferida: .*, 10 de diciembre de 2470, 14:30/)
})

test('a site in an untranslated language has texts marked as English and numbers in its own format', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'sv' }, products })
  const { text } = await server.request.get('/products/schale')
  expect(text).toContain('<html lang="sv">')
  expect(text).toMatch(/<a [^>]*lang="en"[^>]*>Ask about this product</)
  expect(textOf(text)).toContain('1 234,50 €')
  for (const [path, kind] of [
    ['/products', 'toolbar'],
    [CONTACT_PATH, 'enquiry'],
    ['/nowhere', 'error'],
  ] as const) {
    const page = await server.request.get(path)
    expect(page.text, path).toMatch(new RegExp(`class="${kind}" lang="en"`))
  }
  await using german = await startServer({ site: GERMAN, products })
  expect((await german.request.get('/products')).text).toContain('class="toolbar">')
})

function listTexts(locale: string): readonly string[] {
  // Short texts are ignored, because they may be part of a word in another language.
  return Object.values(messagesFor({ locale })).filter(
    (value): value is string => typeof value === 'string' && value.length > 5,
  )
}

function listForeignTexts(locale: string): readonly string[] {
  const own = listTexts(locale)
  return LANGUAGES.flatMap(listTexts).filter((text) => !own.some((ownText) => ownText.includes(text)))
}

test('two sites that render concurrently in one process each use only their own language', async () => {
  const plate = buildProduct({
    slug: 'teller',
    name: 'Teller',
    categorySlug: 'tisch',
    variants: [buildVariant({ priceMinor: 100, compareAtMinor: 200 })],
  })
  // Renders of product pages interleave with all others, because their related products arrive last.
  const related = Promise.withResolvers<void>()
  const wrapStore = (store: CatalogStore) =>
    changeStore(store, { listRelated: (...args) => related.promise.then(() => store.listRelated(...args)) })
  const options = { products: [...products, plate], categories, wrapStore }
  await using german = await startServer({ ...options, site: GERMAN })
  await using spanish = await startServer({ ...options, site: { ...GERMAN, locale: 'es' } })
  const paths = [
    '/',
    '/category',
    '/category/tisch',
    '/products',
    '/products?view=table',
    '/products?brand=none&min-price=1',
    '/about',
    CONTACT_PATH,
    '/nowhere',
  ]
  const request = (path: string) =>
    [german, spanish].map(async (server) => {
      const stream = await openResponse(server, path)
      return { path, server, stream, text: stream.whole() }
    })
  const late = await Promise.all(['/products/schale', '/products/teller'].flatMap(request))
  for (const { stream } of late) await expect.poll(stream.textSoFar).toContain('</h1>')
  const others = await Promise.all(paths.flatMap(request))
  await Promise.all(others.map(({ text }) => text))
  related.resolve()
  for (const { path, server, text: received } of [...late, ...others]) {
    const text = textOf(await received)
    const locale = server === german ? 'de' : 'es'
    expect(text, path).toContain(messagesFor({ locale }).skipToContent)
    expect(
      listForeignTexts(locale).filter((foreign) => text.includes(foreign)),
      `${path} in ${locale}`,
    ).toEqual([])
  }
})
