import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { CONTACT_PATH, HONEYPOT_INPUT, type EnquirySubmission } from '../../shared/enquiry-fields.ts'
import { readReference } from '../../shared/enquiry-fields.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, SNAPSHOT } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const { preferredTime: _, ...fields } = ENQUIRY
const FORM = {
  ...fields,
  'preferredTime-date': '2460-04-01',
  'preferredTime-time': '12:00',
  [HONEYPOT_INPUT]: '',
  filledInMs: '',
}
const JSON_BODY = { ...ENQUIRY, key: 'a-key-of-the-browser', filledInMs: 40_000 } as EnquirySubmission
const errors = messages.enquiryErrors

const postForm = (server: TestServer, form: object = FORM) => server.request.post(CONTACT_PATH).type('form').send(form)
const postJson = (server: TestServer, body: object = JSON_BODY) => server.request.post(CONTACT_PATH).send(body)
const listAll = (server: TestServer) => server.context.enquiries.list('all')

test('stores a form sent without JavaScript, and redirects to a confirmation URL without personal data', async () => {
  await using server = await startServer()
  const answer = await postForm(server, { ...FORM, request: 'Is the oak oiled?\r\nAnd how long does it take?' })
  const [stored] = await listAll(server)
  expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
    303,
    `/contact?sent=${stored!.reference}`,
    'no-store',
  ])
  expect(stored).toMatchObject({ ...ENQUIRY, answeredAt: null })
  const page = await server.request.get(answer.headers['location']!)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(page.headers).not.toHaveProperty('etag')
})

test('stores an enquiry in JSON, and responds with its reference only', async () => {
  await using server = await startServer()
  const answer = await postJson(server)
  expect(answer.status).toBe(201)
  expect(readReference(String(answer.body.reference))).toBe(answer.body.reference)
  expect(Object.keys(answer.body)).toEqual(['reference'])
  expect(await listAll(server)).toMatchObject([{ ...ENQUIRY, reference: answer.body.reference }])
})

test('accepts an enquiry whose optional fields are missing or empty', async () => {
  await using server = await startServer()
  const { request, name, email } = ENQUIRY
  expect((await postJson(server, { request, name, email })).status).toBe(201)
  expect(
    (
      await postForm(server, {
        request: 'Another one',
        name,
        email,
        phone: '',
        'preferredTime-date': '',
        'preferredTime-time': '',
      })
    ).status,
  ).toBe(303)
  expect(await listAll(server)).toMatchObject([
    { phone: null, preferredTime: null, product: null },
    { phone: null, preferredTime: null, product: null },
  ])
})

test('responds to invalid fields with the filled-in form and a message for each of them', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'oak-chair', name: 'Oak chair' })] })
  const answer = await postForm(server, {
    ...FORM,
    name: '"><script>',
    email: 'nowhere',
    phone: '+1',
    'preferredTime-date': '2020-01-01',
  })
  expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'no-store'])
  expect(answer.headers).not.toHaveProperty('etag')
  for (const message of [errors.email, errors.phone, errors.preferredTimePast]) expect(answer.text).toContain(message)
  expect(answer.text).toContain('value="nowhere"')
  expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(answer.text).not.toContain('"><script>')
  expect(answer.text).toContain('value="2020-01-01"')
  expect(answer.text).toContain('And how long does it take?</textarea>')
  expect(answer.text).toContain('Oak chair')
  expect(answer.text.match(/aria-invalid="true"/g)).toHaveLength(3)
  expect(await listAll(server)).toEqual([])
})

test('responds to invalid fields in JSON with a message for each of them in JSON', async () => {
  await using server = await startServer()
  const answer = await postJson(server, { ...JSON_BODY, email: 'nowhere', request: 7 })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    statusCode: 422,
    statusMessage: 'Unprocessable Content',
    fatal: false,
    fields: { email: errors.email, request: errors.text },
  })
})

test.each([
  ['a time without a day', { 'preferredTime-date': '', 'preferredTime-time': '09:00' }, 422],
  ['the default time without a day', { 'preferredTime-date': '', 'preferredTime-time': '12:00' }, 303],
  ['a day without a time', { 'preferredTime-date': '2460-04-01', 'preferredTime-time': '' }, 303],
  ['a repeated field', { name: ['a', 'b'] }, 422],
  ['an empty body', null, 422],
])('validates a form with %s', async (_what, given, status) => {
  await using server = await startServer()
  expect((await postForm(server, given === null ? {} : { ...FORM, ...given })).status).toBe(status)
})

test('accepts today but not yesterday as the preferred day, by the time zone of the site', async () => {
  const site = { ...NEUTRAL_SITE, timeZone: 'Pacific/Kiritimati' }
  await using server = await startServer({ site })
  const here = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  const yesterday = new Date(Date.parse(`${here}T00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  expect((await postJson(server, { ...JSON_BODY, preferredTime: `${here}T00:00` })).status).toBe(201)
  expect((await postJson(server, { ...JSON_BODY, preferredTime: `${yesterday}T23:59` })).status).toBe(422)
})

test('stores a repeated enquiry once, and an enquiry with another key or text separately', async () => {
  await using server = await startServer()
  const forms = await Promise.all([postForm(server), postForm(server), postForm(server)])
  expect(new Set(forms.map(({ headers }) => headers['location'])).size).toBe(1)
  const answers = await Promise.all([postJson(server), postJson(server)])
  expect(answers[0].body).toEqual(answers[1].body)
  expect(await listAll(server)).toHaveLength(2)
  await postJson(server, { ...JSON_BODY, key: 'another-key-of-the-browser' })
  await postJson(server, { ...JSON_BODY, request: 'Put right before it was sent again' })
  expect(await listAll(server)).toHaveLength(4)
})

const CHAIR = buildProduct({
  slug: 'oak-chair',
  name: 'Oak chair',
  options: [{ name: 'Finish', values: ['Natural', 'Black stain'] }],
  variants: [
    buildVariant({ key: 'natural', optionValues: ['Natural'], sku: 'OC-N' }),
    buildVariant({ key: 'black-stain', optionValues: ['Black stain'], sku: 'OC-B' }),
  ],
})

test('stores the name and SKU of the variant, from a form and from JSON', async () => {
  await using server = await startServer({ products: [CHAIR] })
  expect((await postForm(server)).status).toBe(303)
  expect((await postJson(server, { ...JSON_BODY, request: 'Another one' })).status).toBe(201)
  expect(await listAll(server)).toMatchObject([
    { ...ENQUIRY, ...SNAPSHOT, request: 'Another one' },
    { ...ENQUIRY, ...SNAPSHOT },
  ])
})

test.each([
  ['the only variant', 'bowl', '', { productName: 'Bowl', variantName: null, sku: 'B-1' }],
  ['a product without its variant', 'oak-chair', '', { productName: 'Oak chair', variantName: null, sku: null }],
  ['a removed variant', 'oak-chair', 'white', { productName: 'Oak chair', variantName: null, sku: null }],
  ['a hidden product', 'secret', '', { productName: null, variantName: null, sku: null }],
])('stores the catalogue names and SKU for an enquiry about %s', async (_what, product, variant, expected) => {
  const [bowl, secret] = [
    buildProduct({ slug: 'bowl', name: 'Bowl', variants: [buildVariant({ sku: 'B-1' })] }),
    buildProduct({ slug: 'secret', visibility: 'hidden' }),
  ]
  await using server = await startServer({ products: [CHAIR, bowl, secret] })
  expect((await postForm(server, { ...FORM, product, variant })).status).toBe(303)
  expect(await listAll(server)).toMatchObject([{ product, variant: variant || null, ...expected }])
})

test('stores the same request about another variant as a separate enquiry', async () => {
  await using server = await startServer({ products: [CHAIR] })
  for (const variant of ['natural', 'black-stain', 'black-stain']) await postForm(server, { ...FORM, variant })
  expect((await listAll(server)).map(({ variant }) => variant)).toEqual(['black-stain', 'natural'])
})

test.each([
  ['if both exist', 'oak-chair', 'black-stain', true],
  ['if the variant was removed', 'oak-chair', 'white', true],
  ['if the product was removed', 'oak-table', 'white', false],
])('a rejected form keeps product and variant %s', async (_what, product, variant, isShown) => {
  await using server = await startServer({ products: [CHAIR] })
  const { status, text } = await postForm(server, { ...FORM, product, variant, email: 'nowhere' })
  expect(status).toBe(422)
  expect(text).toContain(
    `<input type="hidden" name="product" value="${product}"/><input type="hidden" name="variant" value="${variant}"/>`,
  )
  expect(text.includes(messages.askHeading)).toBe(isShown)
})

test('the contact form for a variant links to its page, and its request begins with its name and SKU', async () => {
  const variants = [
    buildVariant({ key: 'chalk', optionValues: ['Chalk'], sku: 'B-C' }),
    buildVariant({ key: 'ink', optionValues: ['Ink'], sku: 'B-I' }),
  ] as const
  const bowl = buildProduct({
    slug: 'bowl',
    name: 'Bowl',
    options: [{ name: 'Glaze', values: ['Chalk', 'Ink'] }],
    variants,
  })
  await using server = await startServer({ products: [bowl] })
  expect((await server.request.get('/products/bowl?variant=ink')).text).toContain(
    'href="/contact?product=bowl&amp;variant=ink"',
  )
  const { text } = await server.request.get('/contact?product=bowl&variant=ink')
  expect(text).toContain('href="/products/bowl?variant=ink"')
  expect(text).toMatch(/<textarea[^>]*>\n?Bowl, Ink · B-I\n<\/textarea>/)
  for (const path of ['/contact?product=bowl', '/contact?product=bowl&variant=moss', '/contact?variant=ink']) {
    expect((await server.request.get(path)).text, path).toMatch(/<textarea[^>]*>\s*<\/textarea>/)
  }
})
