import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { TOLD_PARAMETER } from '../../shared/enquiry-items.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { ENQUIRY, ENQUIRY_FORM } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { startMailServer } from '../support/mail-server.ts'
import { parseMail } from '../support/parse-mail.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const TERMS = { packSize: 100, minimumQuantity: 250, leadTime: '5-7' }
const BOLT = buildProduct({
  slug: 'bolt',
  name: 'Bolt',
  categorySlug: 'bolts',
  images: [{ url: 'https://cdn.example/bolt.jpg', alt: '' }],
  variants: [buildVariant({ sku: 'B-8', ...TERMS })],
})
const NUT = buildProduct({
  slug: 'nut',
  name: 'Nut',
  categorySlug: 'bolts',
  options: [{ name: 'Size', values: ['M8', 'M10'] }],
  variants: [
    buildVariant({ key: 'm8', optionValues: ['M8'], packSize: 50 }),
    buildVariant({ key: 'm10', optionValues: ['M10'], packSize: 20 }),
  ],
})
const PLAIN = buildProduct({ slug: 'plain', name: 'Plain' })
const categories = [buildCategory({ slug: 'bolts', name: 'Bolts', view: 'table' })]
const products = [BOLT, NUT, PLAIN]
const SHOWN = 'Pack size: 100 · Minimum quantity: 250 · Lead time: 5–7 days'
const MISFIT = fillInQuantity(describeQuantityTerms(TERMS, { locale: 'en' })!.misfit, '300')
const detail = (name: string, value: string) =>
  `<g:product_detail><g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value></g:product_detail>`
const cell = (text: string, attributes = ' data-numeric=""') => `<td${attributes}>${text}</td>`

test('a product page shows the order terms of the chosen variant, and its quantity begins with the lowest one that fits', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/products/bolt').expect(200)
  expect(text).toContain(SHOWN)
  expect(text).toMatch(/<input[^>]* name="quantity"[^>]* value="300"/)
  expect(text.replace(/\s*\n\s*/g, '')).toContain('<th scope="row">Lead time</th><td>5–7 days</td>')
  expect(text).toContain('"eligibleQuantity":{"@type":"QuantitativeValue","minValue":250}')
  const variant = await server.request.get('/products/nut?variant=m10').expect(200)
  expect(variant.text).toContain('<p class="caption product-order-terms">Pack size: 20</p>')
})

test('a French page has a space before the colon of each label', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'fr' }, products, categories })
  const product = await server.request.get('/products/bolt').expect(200)
  expect(product.text).toContain('Délai de livraison : 5–7 jours')
})

test('without order terms, neither page, table nor form shows anything about them', async () => {
  await using server = await startServer({ products: [PLAIN, buildProduct({ slug: 'other' })] })
  const { names } = serverTextsFor({ locale: 'en' }).order
  for (const path of [
    '/products/plain',
    '/products?view=table',
    '/products?compare=plain,other',
    '/contact?item=plain:7',
  ]) {
    const { text } = await server.request.get(path).expect(200)
    for (const name of Object.values(names)) expect(text, path).not.toContain(name)
    expect(text, path).not.toMatch(/quantity-notice|eligibleQuantity/)
  }
})

test('a table and a comparison show the order terms', async () => {
  await using server = await startServer({ products, categories })
  const table = (await server.request.get('/category/bolts').expect(200)).text
  const head = table.slice(table.indexOf('<thead>'), table.indexOf('</thead>'))
  for (const name of Object.values(serverTextsFor({ locale: 'en' }).order.names)) expect(head).toContain(name)
  expect(table).toContain(cell('100') + cell('250') + cell('5–7 days', ''))
  expect(table).toContain(cell('50, 20') + cell('') + cell('', ''))
  const comparison = (await server.request.get('/products?compare=bolt,nut').expect(200)).text
  expect(comparison).toMatch(/Pack size.*100.*50\s*20.*Minimum quantity.*250.*Lead time.*5–7 days/s)
})

test('the feed has the quantities among the details of a product', async () => {
  const site = { ...NEUTRAL_SITE, currency: 'EUR', hasGoogleFeed: true }
  await using server = await startServer({ products, categories, site })
  const { text } = await server.request.get('/feeds/google.xml').expect(200)
  expect(text).toContain(`${detail('Pack size', '100')}${detail('Minimum quantity', '250')}</item>`)
  expect(text).not.toMatch(/multipack|handling_time/)
})

test('the enquiry form says which quantity fits, in the language of the site', async () => {
  await using server = await startServer({ products, categories, site: { ...NEUTRAL_SITE, locale: 'de' } })
  const { text } = await server.request.get('/contact?item=bolt:150&item=nut:40:m10&item=plain:3').expect(200)
  expect(text).toContain('Nur in Packungen zu 100 Stück, ab 250 Stück. Passende Menge: 300.')
  expect(text.match(/Passende Menge: \d/g)).toHaveLength(1)
})

test('a form with a quantity that does not fit is returned once, and stored as it is if it is sent again', async () => {
  await using server = await startServer({ products, categories })
  const post = (form: object) =>
    server.request
      .post(CONTACT_PATH)
      .type('form')
      .send({ ...ENQUIRY_FORM, ...form })
  const first = await post({ item: ['bolt:1', 'nut:20:m10'], 'quantity-0': '150' })
  expect(first.status).toBe(422)
  expect(first.text).toContain(MISFIT)
  expect(first.text).toContain(serverTextsFor({ locale: 'en' }).order.returned)
  expect(first.text).toContain(`name="${TOLD_PARAMETER}" value="bolt:150"`)
  expect(await server.context.enquiries.list('all')).toEqual([])
  // A quantity of which the form did not say anything is another one.
  expect((await post({ item: 'bolt:150', 'quantity-0': '160', told: 'bolt:150' })).status).toBe(422)
  expect((await post({ item: 'bolt:150', 'quantity-0': '150', told: 'bolt:150' })).status).toBe(303)
  expect(await server.context.enquiries.list('all')).toMatchObject([
    { items: [{ product: 'bolt', quantity: 150, orderTerms: TERMS }] },
  ])
})

test('an enquiry in JSON is stored with a quantity that does not fit', async () => {
  await using server = await startServer({ products, categories })
  const items = [{ product: 'bolt', variant: null, quantity: 7, note: '' }]
  await server.request
    .post(CONTACT_PATH)
    .send({ ...ENQUIRY, items })
    .expect(201)
  expect(await server.context.enquiries.list('all')).toMatchObject([{ items: [{ quantity: 7 }] }])
})

test('the mail shows the order terms of each product beside its quantity', async () => {
  await using mailServer = await startMailServer()
  const environment = { SMTP_URL: mailServer.url, ENQUIRY_TO: 'owner@shop.example' }
  await using server = await startServer({ products, categories, environment })
  const items = [
    { product: 'bolt', variant: null, quantity: 7, note: '' },
    { product: 'plain', variant: null, quantity: 3, note: '' },
  ]
  await server.request
    .post(CONTACT_PATH)
    .send({ ...ENQUIRY, items })
    .expect(201)
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const mail = await parseMail(mailServer.mails[0]!.source)
  expect(mail.text).toContain(
    `${messages.enquiry.quantity}: 7\nPack size: 100\nMinimum quantity: 250\nLead time: 5–7 days\n`,
  )
  expect(mail.html).toContain('>7<br>Pack size: 100<br>Minimum quantity: 250<br>Lead time: 5–7 days</td>')
  expect(mail.html).toContain('>3</td>')
})
