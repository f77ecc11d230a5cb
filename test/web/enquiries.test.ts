import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, HONEYPOT_INPUT, type EnquirySubmission } from '../../shared/enquiry-fields.ts'
import { readReference } from '../../shared/enquiry-reference.ts'
import type { PageDataByRoute, PageHead } from '../../shared/page-data.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, ENQUIRY_FORM, ITEM, NO_SNAPSHOT, SNAPSHOT, STORED_ITEM } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const { preferredTime: _, ...fields } = ENQUIRY_FORM
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
  const response = await postForm(server, { ...FORM, request: 'Is the oak oiled?\r\nAnd how long does it take?' })
  const [stored] = await listAll(server)
  expect([response.status, response.headers['location'], response.headers['cache-control']]).toEqual([
    303,
    `/contact?sent=${stored!.reference}`,
    'no-store',
  ])
  expect(stored).toMatchObject({ ...ENQUIRY, answeredAt: null })
  const page = await server.request.get(response.headers['location']!)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(page.headers).not.toHaveProperty('etag')
})

test('stores an enquiry in JSON, and responds with its reference only', async () => {
  await using server = await startServer()
  const response = await postJson(server)
  expect(response.status).toBe(201)
  expect(readReference(String(response.body.reference))).toBe(response.body.reference)
  expect(Object.keys(response.body)).toEqual(['reference'])
  expect(await listAll(server)).toMatchObject([{ ...ENQUIRY, reference: response.body.reference }])
})

test('shows an address with umlauts as typed, and takes its domain in ASCII for the same', async () => {
  await using server = await startServer()
  const spellings = ['info@müller.de', 'info@xn--mller-kva.de', 'info@MÜLLER.de']
  for (const email of spellings) expect((await postForm(server, { ...FORM, email })).status).toBe(303)
  expect((await listAll(server)).map(({ email }) => email)).toEqual(['info@müller.de'])
  const page = await server.request.get(CONTACT_PATH)
  // Chromium sends the text of an input of the type email in ASCII.
  expect(page.text).not.toMatch(/<input[^>]* name="email"[^>]* type="email"|<input[^>]* type="email"[^>]* name="email"/)
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
    { phone: null, preferredTime: null, items: [] },
    { phone: null, preferredTime: null, items: [] },
  ])
})

test('responds to invalid fields with the filled-in form and a message for each of them', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'oak-chair', name: 'Oak chair' })] })
  const response = await postForm(server, {
    ...FORM,
    name: '"><script>',
    email: 'nowhere',
    phone: '+1',
    'preferredTime-date': '2020-01-01',
  })
  expect([response.status, response.headers['cache-control']]).toEqual([422, 'no-store'])
  expect(response.headers).not.toHaveProperty('etag')
  for (const message of [errors.email, errors.phone, errors.preferredTimePast]) expect(response.text).toContain(message)
  expect(response.text).toContain('value="nowhere"')
  expect(response.text).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(response.text).not.toContain('"><script>')
  expect(response.text).toContain('value="2020-01-01"')
  expect(response.text).toContain('And how long does it take?</textarea>')
  expect(response.text).toContain('Oak chair')
  expect(response.text.match(/aria-invalid="true"/g)).toHaveLength(3)
  expect(await listAll(server)).toEqual([])
})

test('responds to invalid fields in JSON with a message for each of them in JSON', async () => {
  await using server = await startServer()
  const response = await postJson(server, { ...JSON_BODY, email: 'nowhere', request: 7 })
  expect(response.status).toBe(422)
  expect(response.body).toEqual({
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

test('rejects a preferred day on which the shop is closed, and formats the opening hours for its country', async () => {
  const openingHours = [{ days: ['Tuesday', 'Wednesday'] as const, opens: '10:00', closes: '18:00' }]
  const address = { streetAddress: 'Weg 1', postalCode: '10115', addressLocality: 'Berlin', addressCountry: 'DE' }
  const site = { ...NEUTRAL_SITE, locale: 'en', contact: { ...NEUTRAL_SITE.contact, openingHours, address } }
  await using server = await startServer({ site })
  // The first day is a Monday, the second a Tuesday.
  const monday = await postJson(server, { ...JSON_BODY, preferredTime: '2460-03-29T12:00' })
  expect([monday.status, monday.body.fields]).toEqual([422, { preferredTime: errors.preferredTimeClosed }])
  expect((await postJson(server, { ...JSON_BODY, preferredTime: '2460-03-30T12:00' })).status).toBe(201)
  expect((await server.request.get(CONTACT_PATH)).text).toContain('"times":"10:00\u2009–\u200918:00"')
})

test('stores an enquiry that is sent twice once, and an enquiry with another key or text separately', async () => {
  await using server = await startServer()
  const forms = await Promise.all([postForm(server), postForm(server), postForm(server)])
  expect(new Set(forms.map(({ headers }) => headers['location'])).size).toBe(1)
  const responses = await Promise.all([postJson(server), postJson(server)])
  expect(responses[0].body).toEqual(responses[1].body)
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

const BOWL = buildProduct({ slug: 'bowl', name: 'Bowl', variants: [buildVariant({ sku: 'B-1' })] })

test('stores the name and SKU of the variant, from a form and from JSON', async () => {
  await using server = await startServer({ products: [CHAIR] })
  expect((await postForm(server)).status).toBe(303)
  expect((await postJson(server, { ...JSON_BODY, request: 'Another one' })).status).toBe(201)
  expect(await listAll(server)).toMatchObject([
    { ...ENQUIRY, items: [STORED_ITEM], request: 'Another one' },
    { ...ENQUIRY, items: [STORED_ITEM] },
  ])
})

test.each([
  ['the only variant', 'bowl', '', { productName: 'Bowl', variantName: null, sku: 'B-1' }],
  ['a product without its variant', 'oak-chair', '', { productName: 'Oak chair', variantName: null, sku: null }],
  ['a removed variant', 'oak-chair', 'white', { productName: 'Oak chair', variantName: null, sku: null }],
  ['a hidden product', 'secret', '', { productName: null, variantName: null, sku: null }],
])('stores the catalogue names and SKU for an enquiry about %s', async (_what, product, variant, expected) => {
  const secret = buildProduct({ slug: 'secret', visibility: 'hidden' })
  await using server = await startServer({ products: [CHAIR, BOWL, secret] })
  const item = { product, variant: variant || null, quantity: 1, note: '', ...expected }
  for (const given of [
    { ...FORM, request: 'as an older page sends it', item: undefined, product, variant },
    { ...FORM, item: `${product}:1:${variant}` },
  ])
    expect((await postForm(server, given)).status).toBe(303)
  expect(await listAll(server)).toMatchObject([{ items: [item] }, { items: [item] }])
})

test('stores the same request about another variant, quantity or note as a separate enquiry', async () => {
  await using server = await startServer({ products: [CHAIR] })
  const given = [
    { item: 'oak-chair:1:natural' },
    { item: 'oak-chair:1:black-stain' },
    { item: 'oak-chair:2:black-stain' },
    { item: 'oak-chair:2:black-stain', 'note-0': 'oiled' },
    { item: ['oak-chair:2:black-stain', 'bowl'] },
  ]
  for (const list of [...given, ...given]) expect((await postForm(server, { ...FORM, ...list })).status).toBe(303)
  expect(await listAll(server)).toHaveLength(given.length)
})

test('stores a list of several products from a form and from JSON, with their names in the catalogue', async () => {
  await using server = await startServer({ products: [CHAIR, BOWL] })
  const items = [
    { ...ITEM, quantity: 12, note: 'oiled' },
    { ...ITEM, product: 'gone', quantity: 3 },
    { ...ITEM, product: 'bowl', variant: null },
  ]
  const { items: _items, request: _request, ...details } = ENQUIRY
  expect((await postJson(server, { ...details, items })).status).toBe(201)
  expect(
    (
      await postForm(server, {
        ...FORM,
        item: ['oak-chair:1:black-stain', 'removed:1', 'gone:3:black-stain', 'bowl'],
        'quantity-0': '12',
        'note-0': ' oiled ',
        'quantity-1': '0',
      })
    ).status,
  ).toBe(303)
  const stored = [
    { ...items[0], ...SNAPSHOT },
    { ...items[1], ...NO_SNAPSHOT },
    { ...items[2], productName: 'Bowl', variantName: null, sku: 'B-1' },
  ]
  expect(await listAll(server)).toMatchObject([
    { request: ENQUIRY.request, items: stored },
    { request: '', items: stored },
  ])
})

test.each([
  ['if both exist', 'oak-chair', 'black-stain', null],
  ['if the variant was removed', 'oak-chair', 'white', messages.enquiry.variantVanished],
  ['if the product was removed', 'oak-table', 'white', messages.enquiry.vanished],
])('a rejected form keeps the items of its list %s', async (_what, product, variant, hint) => {
  await using server = await startServer({ products: [CHAIR] })
  const list = { item: [`${product}:1:${variant}`, 'bowl'], 'quantity-0': '4', 'note-0': '"oiled"' }
  const { status, text } = await postForm(server, { ...FORM, ...list, email: 'nowhere' })
  expect(status).toBe(422)
  expect(text).toContain(`<input type="hidden" name="item" value="${product}:4:${variant}"/>`)
  expect(text).toContain('name="note-0" value="&quot;oiled&quot;"/>')
  expect(text).toContain('<input type="hidden" name="item" value="bowl:1"/>')
  if (hint) expect(text).toContain(hint)
})

test('returns an error for each invalid quantity and note of a form and of JSON', async () => {
  await using server = await startServer()
  const list = {
    item: ['removed:1', 'bowl:1', 'vase:1'],
    'quantity-0': '',
    'quantity-1': '1.5',
    'note-2': 'x'.repeat(201),
  }
  const form = await postForm(server, { ...FORM, ...list })
  expect(form.status).toBe(422)
  for (const link of [
    `<a href="#enquiry-quantity-0">${errors.quantity(99_999)}</a>`,
    `<a href="#enquiry-note-1">${errors.tooLong(200)}</a>`,
  ])
    expect(form.text).toContain(link)
  const items = [
    { ...ITEM, quantity: 0 },
    { ...ITEM, product: 'bowl', note: 'x'.repeat(201) },
  ]
  expect((await postJson(server, { ...JSON_BODY, items })).body).toMatchObject({
    fields: { 'quantity-0': errors.quantity(99_999), 'note-1': errors.tooLong(200) },
  })
  expect(await listAll(server)).toEqual([])
})

interface ContactPayload {
  readonly data: PageDataByRoute['contact']
  readonly head: PageHead
}

async function readList(server: TestServer, search: string): Promise<ContactPayload> {
  const response = await server.request.get(`/contact/_payload.json${search}`)
  expect(response.status).toBe(200)
  return response.body as ContactPayload
}

test('the page of an enquiry list shows each item with its product, and keeps items that the catalogue lacks', async () => {
  await using server = await startServer({
    products: [CHAIR, BOWL, buildProduct({ slug: 'secret', visibility: 'hidden' })],
  })
  const { data } = await readList(
    server,
    '?item=oak-chair:3:black-stain&item=bowl&item=oak-chair:1:white&item=gone:2:ink&item=secret&item=oak-chair',
  )
  const item = { variant: null, quantity: 1, note: '', variantName: null, sku: null, image: null, state: 'known' }
  const chair = { ...item, product: 'oak-chair', name: 'Oak chair' }
  expect(data.items).toEqual([
    { ...chair, variant: 'black-stain', quantity: 3, variantName: 'Black stain', sku: 'OC-B' },
    { ...item, product: 'bowl', name: 'Bowl', sku: 'B-1' },
    { ...chair, variant: 'white', variantName: 'white', state: 'variant-vanished' },
    { ...item, product: 'gone', name: 'gone', variant: 'ink', quantity: 2, variantName: 'ink', state: 'vanished' },
    { ...item, product: 'secret', name: 'secret', state: 'vanished' },
    chair,
  ])
  expect(data.isListCut).toBe(false)
})

test('an item of a renamed product is listed and stored under its present slug', async () => {
  await using server = await startServer({ products: [CHAIR] })
  await server.context.catalog.write(async (writer) => {
    await writer.renameProduct('oak-chair', 'oak-chair-2')
    await writer.putProduct({ ...CHAIR, slug: 'oak-chair-2', formerSlugs: ['oak-chair'] })
  })
  await expect
    .poll(async () => (await readList(server, '?item=oak-chair')).data.items)
    .toMatchObject([{ product: 'oak-chair-2', name: 'Oak chair', state: 'known' }])
  expect((await postJson(server)).status).toBe(201)
  expect(await listAll(server)).toMatchObject([{ items: [{ ...STORED_ITEM, product: 'oak-chair-2' }] }])
})

test('a contact page with an enquiry list is private and not indexed; one with a single product is cached', async () => {
  await using server = await startServer({ products: [CHAIR], environment: { SITE_URL: 'https://shop.example' } })
  for (const search of ['?item=oak-chair:2', '?product=oak-chair&quantity=2', '?item=', '?item=x&product=oak-chair']) {
    for (const path of ['/contact', '/contact/_payload.json']) {
      const { headers } = await server.request.get(path + search)
      expect(headers['cache-control'], path + search).toBe('private, no-store')
      expect(headers).not.toHaveProperty('etag')
    }
    const { text } = await server.request.get(`/contact${search}`)
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).toContain('<link rel="canonical" href="https://shop.example/contact"')
  }
  const { headers, text } = await server.request.get('/contact?product=oak-chair&variant=natural')
  expect(headers).toHaveProperty('etag')
  expect(text).not.toContain('<meta name="robots" content="noindex"')
})

const { enquiryList: listTexts } = messages

test.each([
  ['one added product', '?product=bowl&quantity=1', 'item=bowl:1', 'Bowl', ''],
  [
    'a product added to a list',
    '?item=bowl:3&product=oak-chair&quantity=2',
    'item=bowl:3&item=oak-chair:2',
    'Bowl',
    '?item=oak-chair:2',
  ],
  [
    'a list',
    '?item=bowl:3&item=oak-chair:2:natural',
    'item=bowl:3&item=oak-chair:2:natural',
    'Oak chair',
    '?item=bowl:3',
  ],
])('without scripts, links of the page of %s remove a product, share the list and carry it', async (...given) => {
  const [, search, list, removed, left] = given
  await using server = await startServer({ products: [CHAIR, BOWL] })
  const { text } = await server.request.get(`/contact${search}`)
  const links = [...text.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([link, attributes]) => ({
    link,
    href: /href="([^"]*)"/.exec(attributes!)?.[1]?.replaceAll('&amp;', '&'),
  }))
  const hrefOf = (mark: string) => links.find(({ link }) => link.includes(mark))?.href
  expect(hrefOf(listTexts.removeProduct(removed))).toBe(`/contact${left}`)
  expect(hrefOf(listTexts.share)).toBe(`/contact?${list}`)
  expect(hrefOf('enquiry-link')).toBe(`/contact?${list}`)
  expect(hrefOf(listTexts.more)).toBe(`/products?${list}`)
})

test('a list with more products than the limit is cut, and the page says so', async () => {
  await using server = await startServer()
  const search = `?${Array.from({ length: ENQUIRY_ITEMS_MAX + 1 }, (_, index) => `item=p${index}`).join('&')}`
  const { data } = await readList(server, search)
  expect([data.items.length, data.isListCut]).toEqual([ENQUIRY_ITEMS_MAX, true])
  expect((await server.request.get(`/contact${search}`)).text).toContain(messages.enquiry.listCut(ENQUIRY_ITEMS_MAX))
})

test('the contact form for a variant links to the product page and contains the variant as an item, with an empty request', async () => {
  await using server = await startServer({ products: [CHAIR] })
  expect((await server.request.get('/products/oak-chair?variant=black-stain')).text).toContain(
    'href="/contact?product=oak-chair&amp;variant=black-stain"',
  )
  const { text } = await server.request.get('/contact?product=oak-chair&variant=black-stain')
  expect(text).toContain('href="/products/oak-chair?variant=black-stain"')
  expect(text).toContain('<input type="hidden" name="item" value="oak-chair:1:black-stain"/>')
  expect(text).toMatch(/<textarea[^>]*>\s*<\/textarea>/)
})
