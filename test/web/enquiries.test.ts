import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { StoredEnquiry } from '../../server/enquiries/stored-enquiry.ts'
import {
  CONTACT_PATH,
  ENQUIRY_FIELDS,
  ENQUIRY_ITEMS_MAX,
  HONEYPOT_INPUT,
  type EnquirySubmission,
} from '../../shared/enquiry-fields.ts'
import type { PageDataByRoute } from '../../shared/page-data.ts'
import { messages } from '../support/english-messages.ts'
import {
  buildNewEnquiry,
  ENQUIRY,
  ENQUIRY_FORM,
  ITEM,
  NO_SNAPSHOT,
  SNAPSHOT,
  STORED_ITEM,
  STORED_LIST,
} from '../support/enquiries.ts'
import { buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { requestRaw } from '../support/raw-connection.ts'
import { readHtml } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'

const { preferredTime: _, ...fields } = ENQUIRY_FORM
const FORM = {
  ...fields,
  'preferredTime-date': '2460-04-01',
  'preferredTime-time': '12:00',
  [HONEYPOT_INPUT]: '',
  filledInMs: '',
}
const JSON_BODY = { ...ENQUIRY, filledInMs: 40_000 } as EnquirySubmission
const { enquiryErrors: errors, enquiry: words, enquiryList: listTexts } = messages

const CHAIR = buildProduct({
  slug: 'oak-chair',
  name: 'Oak chair',
  ...buildOption('Finish', { Natural: { sku: 'OC-N' }, 'Black stain': { sku: 'OC-B' } }),
})

/** Its day begins before that of all other zones. */
const TIME_ZONE = 'Pacific/Kiritimati'

const server = await useServer({
  products: [
    CHAIR,
    buildProduct({ slug: 'bowl', name: 'Bowl', variants: [buildVariant({ sku: 'B-1' })] }),
    buildProduct({ slug: 'secret', visibility: 'hidden' }),
    buildProduct({ slug: 'new-stool', name: 'Stool', formerSlugs: ['stool'] }),
  ],
  site: {
    ...NEUTRAL_SITE,
    timeZone: TIME_ZONE,
    contact: { ...NEUTRAL_SITE.contact, openingHours: [{ days: ['Thursday'], opens: '10:00', closes: '18:00' }] },
  },
  environment: { TRUST_PROXY: '1', SITE_URL: 'https://shop.example' },
})
const { enquiries } = server.context

/** Enquiries and lookups are limited for each client, so each request comes from another one. */
let clients = 0
const nextClient = () => `9.0.${++clients >> 8}.${clients & 255}`
const post = (path = CONTACT_PATH) => server.request.post(path).set('X-Forwarded-For', nextClient())
const get = (path: string, client = nextClient()) =>
  server.request.get(path).set('Accept', 'text/html').set('X-Forwarded-For', client)
const readContact = async (path: string) => readHtml((await get(path).expect(200)).text)
const postForm = (form: object = FORM) => post().type('form').send(form)
const postJson = (body: object = JSON_BODY) => post().send(body)

const list = () => enquiries.list('all')

/** @returns the enquiries that are stored meanwhile, newest first */
async function listStored(work: () => Promise<unknown>): Promise<readonly StoredEnquiry[]> {
  const known = new Set((await list()).map(({ reference }) => reference))
  await work()
  return (await list()).filter(({ reference }) => !known.has(reference))
}

test('stores a form sent without JavaScript, and redirects to a confirmation URL without personal data', async () => {
  const request = 'Without scripts?\r\nSecond line'
  const { headers } = await postForm({ ...FORM, request })
    .expect(303)
    .expect('Cache-Control', 'no-store')
  const [stored] = await list()
  expect(headers['location']).toBe(`/contact?sent=${stored!.reference}`)
  const text = 'Without scripts?\nSecond line'
  expect(stored).toMatchObject({ ...ENQUIRY, request: text, items: [STORED_ITEM], answeredAt: null })
  await get(headers['location']!).expect(200)
})

test('shows an address with umlauts as typed, and takes its domain in ASCII for the same', async () => {
  const stored = await listStored(async () => {
    for (const email of ['info@müller.de', 'info@xn--mller-kva.de', 'info@MÜLLER.de'])
      await postForm({ ...FORM, email }).expect(303)
  })
  expect(stored.map(({ email }) => email)).toEqual(['info@müller.de'])
  // Chromium sends the text of an input of the type email in ASCII.
  expect((await readContact(CONTACT_PATH)).find('input[name="email"]').attribute('type')).not.toBe('email')
  const { reference } = await enquiries.add(buildNewEnquiry({ email: 'info@müller.de', request: 'Oiled?' }))
  for (const email of ['info@müller.de', 'info@xn--mller-kva.de'])
    expect((await postLookup({ reference, email })).text).toContain('Oiled?')
})

test('responds to invalid fields with the filled-in form and a message for each of them', async () => {
  const invalid = { name: '"><script>', email: 'nowhere', phone: '+1', 'preferredTime-date': '2020-01-01' }
  const response = await postForm({ ...FORM, ...invalid })
    .expect(422)
    .expect('Cache-Control', 'no-store')
  expect(response.headers).not.toHaveProperty('etag')
  const page = readHtml(response.text)
  for (const text of [errors.email, errors.phone, errors.preferredTimePast, 'Oak chair'])
    expect(page.text).toContain(text)
  expect(page.findAll('[aria-invalid="true"]')).toHaveLength(3)
  // The preferred time has an input for the day and one for the time.
  for (const field of ENQUIRY_FIELDS) expect(response.text).toContain(` name="${field}`)
  for (const [name, value] of Object.entries(invalid))
    expect(page.attributes(`[name="${name}"]`, 'value')).toEqual([value])
  expect(response.text).not.toContain('"><script>')
  expect(page.find('textarea[name="request"]').text).toContain('And how long does it take?')
  // A time without a day, and a repeated field.
  for (const given of [{ 'preferredTime-date': '', 'preferredTime-time': '09:00' }, { name: ['a', 'b'] }])
    await postForm({ ...FORM, ...given }).expect(422)
  const fields = { email: errors.email, request: errors.text }
  const body = { statusCode: 422, statusMessage: 'Unprocessable Content', fatal: false, fields }
  await postJson({ ...JSON_BODY, email: 'nowhere', request: 7 }).expect(422, body)
})

test('rejects a preferred day that is past or on which the shop is closed, by the time zone of the site', async () => {
  const here = new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE }).format(new Date())
  const yesterday = new Date(Date.parse(`${here}T00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  for (const [preferredTime, error] of [
    [`${yesterday}T23:59`, errors.preferredTimePast],
    // A Monday.
    ['2460-03-29T12:00', errors.preferredTimeClosed],
  ]) {
    const { body } = await postJson({ ...JSON_BODY, preferredTime: preferredTime! }).expect(422)
    expect(body.fields).toEqual({ preferredTime: error })
  }
})

test('stores an enquiry that is sent twice once, and one with another key or other products separately', async () => {
  const request = 'Twice'
  const forms = await Promise.all([1, 2, 3].map(() => postForm({ ...FORM, request })))
  expect(new Set(forms.map(({ headers }) => headers['location'])).size).toBe(1)
  const body = { ...JSON_BODY, request, key: 'a-key-of-the-browser' }
  const responses = await Promise.all([postJson(body), postJson(body)])
  expect(responses[0].body).toEqual(responses[1].body)
  const stored = await listStored(async () => {
    await postJson({ ...body, key: 'another-key-of-the-browser' })
    for (let times = 0; times < 2; times++)
      await postForm({ ...FORM, request, item: 'oak-chair:2:black-stain' }).expect(303)
  })
  expect(stored).toHaveLength(2)
})

test('stores the products of a form and of JSON with their present slugs and names, as far as the catalogue shows them', async () => {
  const items = [
    { ...ITEM, quantity: 12, note: 'oiled' },
    { ...ITEM, product: 'gone', quantity: 3 },
    { ...ITEM, variant: 'white' },
    { ...ITEM, product: 'stool', variant: null },
    { ...ITEM, product: 'secret', variant: null },
  ]
  const { items: _items, request: _request, ...details } = ENQUIRY
  const stored = await listStored(async () => {
    await postJson({ ...details, items }).expect(201)
    await postForm({
      ...FORM,
      request: 'A list',
      item: ['oak-chair:1:black-stain', 'removed:1', 'gone:3:black-stain', 'oak-chair:1:white', 'stool', 'secret'],
      'quantity-0': '12',
      'note-0': ' oiled ',
      'quantity-1': '0',
    }).expect(303)
  })
  const expected = [
    { ...items[0], ...SNAPSHOT },
    { ...items[1], ...NO_SNAPSHOT },
    { ...items[2], ...NO_SNAPSHOT, productName: 'Oak chair' },
    { ...items[3], ...NO_SNAPSHOT, product: 'new-stool', productName: 'Stool' },
    { ...items[4], ...NO_SNAPSHOT },
  ]
  expect(stored).toMatchObject([
    { request: 'A list', items: expected },
    { request: '', items: expected },
  ])
})

test('a rejected form has its items, also those that the catalogue lacks, with an error for each invalid quantity and note', async () => {
  const form = await postForm({
    ...FORM,
    item: ['removed:1', 'oak-chair:1:black-stain', 'oak-chair:1:white', 'oak-table:1:white'],
    'quantity-0': '',
    'quantity-1': '4',
    'note-1': '"oiled"',
    'quantity-2': '1.5',
    'note-3': 'x'.repeat(201),
  })
  expect(form.status).toBe(422)
  const page = readHtml(form.text)
  const kept = page.attributes('input[type="hidden"][name="item"]', 'value')
  expect(kept).toEqual(expect.arrayContaining(['oak-chair:4:black-stain', 'oak-table:1:white']))
  expect(page.find('[name="note-0"]').attribute('value')).toBe('"oiled"')
  for (const hint of [words.variantVanished, words.vanished]) expect(page.text).toContain(hint)
  expect(page.find('a[href="#enquiry-quantity-1"]').text).toBe(errors.quantity(99_999))
  expect(page.find('a[href="#enquiry-note-2"]').text).toBe(errors.tooLong(200))
})

test('the page of an enquiry list shows each item with its product, and keeps items that the catalogue lacks', async () => {
  const search = '?item=oak-chair:3:black-stain&item=bowl&item=oak-chair:1:white&item=gone:2:ink&item=secret&item=stool'
  const { body } = await get(`/contact/_payload.json${search}`).expect(200)
  const { data } = body as { readonly data: PageDataByRoute['contact'] }
  const item = { variant: null, quantity: 1, note: '', variantName: null, sku: null, image: null, state: 'known' }
  const chair = { ...item, product: 'oak-chair', name: 'Oak chair' }
  expect(data.items).toEqual([
    { ...chair, variant: 'black-stain', quantity: 3, variantName: 'Black stain', sku: 'OC-B' },
    { ...item, product: 'bowl', name: 'Bowl', sku: 'B-1' },
    { ...chair, variant: 'white', variantName: 'white', state: 'variant-vanished' },
    { ...item, product: 'gone', name: 'gone', variant: 'ink', quantity: 2, variantName: 'ink', state: 'vanished' },
    { ...item, product: 'secret', name: 'secret', state: 'vanished' },
    { ...item, product: 'new-stool', name: 'Stool' },
  ])
  const long = `/contact?${Array.from({ length: ENQUIRY_ITEMS_MAX + 1 }, (_, index) => `item=p${index}`).join('&')}`
  const page = await readContact(long)
  expect(page.text).toContain(words.listCut(ENQUIRY_ITEMS_MAX))
  expect((page.data.page!.data as PageDataByRoute['contact']).items).toHaveLength(ENQUIRY_ITEMS_MAX)
})

test('pages with a list, a lookup or a confirmation are private and not indexed; one with a single product is cached', async () => {
  const { reference } = await enquiries.add(buildNewEnquiry({ request: 'To look up' }))
  const lists = ['item=oak-chair:2', 'product=oak-chair&quantity=2', 'item=', 'item=x&product=oak-chair']
  for (const search of [...lists, `reference=${reference}`, 'reference=', `sent=${reference}`]) {
    for (const path of ['/contact', '/contact/_payload.json']) {
      const { status, headers } = await get(`${path}?${search}`).set('If-None-Match', '*')
      expect([status, headers['cache-control'], headers['etag']]).toEqual([200, 'private, no-store', undefined])
    }
    const page = await readContact(`/contact?${search}`)
    expect(page.meta.get('robots')).toBe('noindex')
    expect(page.find('link[rel="canonical"]').attribute('href')).toBe('https://shop.example/contact')
  }
  const { text } = await get('/contact?product=oak-chair&variant=natural')
    .expect('ETag', /^W/)
    .expect('Cache-Control', /s-maxage/)
  expect(readHtml(text).meta.get('robots')).not.toBe('noindex')
})

test.each([
  ['?product=bowl&quantity=1', 'item=bowl:1', ''],
  ['?item=bowl:3&product=oak-chair&quantity=2', 'item=bowl:3&item=oak-chair:2', '?item=oak-chair:2'],
])(
  'without scripts, links of /contact%s remove a product, share the list and carry it',
  async (search, items, left) => {
    const page = await readContact(`/contact${search}`)
    const findLink = (label: string) =>
      page.findAll('a').find((link) => link.text.startsWith(label) || link.attribute('aria-label') === label)
    expect(findLink(listTexts.removeProduct('Bowl'))?.attribute('href')).toBe(`/contact${left}`)
    expect(findLink(listTexts.share)?.attribute('href')).toBe(`/contact?${items}`)
    expect(page.find('a.enquiry-link').attribute('href')).toBe(`/contact?${items}`)
    expect(findLink(listTexts.more)?.attribute('href')).toBe(`/products?${items}`)
  },
)

function expectNoPersonalData(text: string): void {
  const { name, email, phone, preferredTime, request } = ENQUIRY
  for (const value of [name, email, phone!, preferredTime!, ...request.split('\n')]) expect(text).not.toContain(value)
}

let looked = 0
/** Another e-mail address makes it another enquiry. */
async function addEnquiry(email = ENQUIRY.email): Promise<string> {
  const receivedAt = new Date('2026-03-10T08:00:00Z')
  const deduplication = { key: `looked up ${++looked}`, since: null }
  return (await enquiries.add(buildNewEnquiry({ email, receivedAt, items: STORED_LIST, deduplication }))).reference
}
const postLookup = (given: Readonly<Record<string, string>>) => post('/contact?lookup').type('form').send(given)

test('a lookup shows status, dates and products as they were sent, without personal data or the message', async () => {
  const reference = await addEnquiry()
  const open = await get(`/contact?reference=${reference}`)
  const products = ['Oak chair, Black stain', 'OC-B', '99999', 'vanished-vase, red: 3/4', '&lt;waxed&gt;']
  for (const text of [words.states.received, 'March 10, 2026', ...products]) expect(open.text).toContain(text)
  await enquiries.markAnswered(reference, new Date('2026-03-12T08:00:00Z'))
  const answered = await get(`/contact?reference=${reference}`)
  for (const text of [words.states.answered, 'March 12, 2026']) expect(answered.text).toContain(text)
  const typed = encodeURIComponent(` ${reference.slice(0, 4).toLowerCase()} - ${reference.slice(4)} `)
  const payload = await get(`/contact/_payload.json?reference=${typed}&some-build`)
  expect(payload.body.data.lookup.enquiry).toEqual({
    reference,
    receivedAt: '2026-03-10T08:00:00.000Z',
    receivedOn: 'March 10, 2026',
    answeredAt: '2026-03-12T08:00:00.000Z',
    answeredOn: 'March 12, 2026',
    // The list as the catalogue described it; a product that it did not have keeps its key.
    items: STORED_LIST.map(({ product, productName, variant, variantName, sku, quantity, note }) => ({
      product,
      variant,
      name: productName ?? product,
      variantName: variantName ?? variant,
      sku,
      quantity,
      note,
    })),
    request: null,
  })
  for (const { text } of [open, answered, payload]) expectNoPersonalData(text)
})

test('shows the message too if the e-mail address is right, in any case, and nothing else of the person', async () => {
  const reference = await addEnquiry()
  const page = await postLookup({ reference, email: ` ${ENQUIRY.email.toUpperCase()} ` })
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
  for (const text of [ENQUIRY.request.split('\n')[0]!, 'Oak chair, Black stain']) expect(page.text).toContain(text)
  expect(readHtml(page.text).meta.get('robots')).toBe('noindex')
  for (const value of [ENQUIRY.name, ENQUIRY.phone!, ENQUIRY.email, ENQUIRY.preferredTime!])
    expect(page.text).not.toContain(value)
  const wrong = await postLookup({ reference, email: 'stranger@visitor.example' })
  expect(wrong.text).toContain(words.otherEmail)
  expectNoPersonalData(wrong.text)
  await get(`/contact?reference=${reference}`)
  const unknown = await postLookup({ reference: 'AAAAAAAA', email: ENQUIRY.email })
  expect(unknown.text).toContain('There is no enquiry with the reference')
  await expect.poll(() => server.logLines.filter(({ route }) => route === 'contact').length).toBeGreaterThanOrEqual(4)
  const log = JSON.stringify(server.logLines)
  for (const secret of [reference, 'stranger', ENQUIRY.email]) expect(log).not.toContain(secret)
})

test('rejects a lookup from another site, with too long a body, or for a URL in which the limit sees no lookup', async () => {
  const reference = await addEnquiry()
  const { email } = ENQUIRY
  expect((await postLookup({ reference, email }).set('Sec-Fetch-Site', 'cross-site')).status).toBe(403)
  expect((await postLookup({ reference, email: 'x'.repeat(5_000) })).status).toBe(413)
  const body = `reference=${reference}`
  const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
  const send = (path: string) => requestRaw(server, path, { method: 'POST', headers, body })
  expect((await send('/contact?lookup')).body.toString()).toContain('Oak chair, Black stain')
  const malformed = await send('/contact?lookup#')
  expect(malformed.head).toMatch(/^http\/1\.1 422 /)
  expect(malformed.body.toString()).not.toContain('Oak chair, Black stain')
})

test('responds 429 after 20 lookups of a client; page, payload and form share one limit', async () => {
  const client = nextClient()
  const payload = '/contact/_payload.json?reference=AAAAAAAB&b'
  for (let count = 0; count < 10; count++)
    for (const path of ['/contact?reference=AAAAAAAA', payload]) await get(path, client).expect(200)
  const page = await get('/contact?reference=AAAAAAAA', client)
    .expect(429)
    .expect('Content-Type', /^text\/html/)
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
  for (const text of [messages.requestErrorHints[429]!, messages.tryAgain]) expect(page.text).toContain(text)
  await get(payload, client).expect(429, { statusCode: 429, statusMessage: 'Too Many Requests', fatal: false })
  const form = await postLookup({ reference: await addEnquiry(), email: ENQUIRY.email }).set('X-Forwarded-For', client)
  expect(form.status).toBe(429)
  expectNoPersonalData(form.text)
  await get('/contact', client).expect(200)
})

test('two lookups that wait at the same time get a page of their own each, even if their clients sent the same request id', async () => {
  const references = [await addEnquiry(), await addEnquiry('other@visitor.example')]
  const { renderQueue } = server.context
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: 16 }, () => renderQueue.run('other', () => gate.promise))
  await expect.poll(() => renderQueue.running).toBe(16)
  const pages = Promise.all(
    references.map((reference) => get(`/contact?reference=${reference}`).set('X-Request-Id', 'the-same')),
  )
  await expect.poll(() => renderQueue.waiting).toBe(2)
  gate.resolve()
  await Promise.all(held)
  for (const [index, { text }] of (await pages).entries()) expect(text).toContain(references[index])
})
