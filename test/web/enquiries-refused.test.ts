import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, HONEYPOT_INPUT } from '../../shared/enquiry-fields.ts'
import { noteInput, pastedInput, quantityInput } from '../../shared/enquiry-items.ts'
import { ENQUIRY, ENQUIRY_FORM } from '../support/enquiries.ts'
import { startServer, type TestServer, useServer } from '../support/start-server.ts'
import { openSqliteEnquiryStore } from '../support/open-stores.ts'

const post = (server: TestServer) => server.request.post(CONTACT_PATH)
const postForm = (server: TestServer, form: object) => post(server).type('form').send(form)
const countStored = async (server: TestServer) => (await server.context.enquiries.list('all')).length

test.each([
  ['a filled honeypot', { [HONEYPOT_INPUT]: 'https://spam.example' }],
  ['less than two seconds for the form', { filledInMs: 1_999 }],
  ['zero seconds for the form', { filledInMs: 0 }],
])('an enquiry with %s is stored as suspected, and handled like any other for the visitor', async (_what, signs) => {
  await using server = await startServer()
  const stored = async () =>
    (await server.context.enquiries.list('suspected')).map(({ reference, request }) => [reference, request])
  const invalid = await post(server).send({ ...ENQUIRY, ...signs, email: 'nowhere' })
  expect([invalid.status, invalid.body.fields]).toEqual([422, { email: expect.any(String) as string }])
  const json = await post(server).send({ ...ENQUIRY, ...signs })
  expect([json.status, await stored()]).toEqual([201, [[json.body.reference, ENQUIRY.request]]])
  const form = await postForm(server, { ...ENQUIRY_FORM, ...signs })
  expect([form.status, form.headers['location']]).toEqual([303, `/contact?sent=${json.body.reference}`])
  expect((await server.request.get(`/contact?reference=${json.body.reference}`)).text).toContain('oak-chair')
  expect(await countStored(server)).toBe(0)
  await expect.poll(() => server.logLines.filter(({ outcome }) => outcome === 'suspected')).toHaveLength(2)
  // The same enquiry without these signs is not taken for a duplicate of the suspected one.
  expect((await post(server).send(ENQUIRY)).body.reference).not.toBe(json.body.reference)
  expect(await countStored(server)).toBe(1)
  Object.assign(server.context.enquiries, { add: () => Promise.reject(new Error('the disk is full')) })
  expect((await post(server).send({ ...ENQUIRY, ...signs })).status).toBe(500)
})

test('stores an enquiry if the form took exactly two seconds, or if its time is unknown', async () => {
  await using server = await startServer()
  for (const filledInMs of ['', '2000'])
    await postForm(server, { ...ENQUIRY_FORM, request: `In ${filledInMs}`, filledInMs })
  expect(await countStored(server)).toBe(2)
})

const refusing = await useServer()

test.each([
  ['text/plain', 'request=a', 415],
  ['multipart/form-data; boundary=x', '--x--', 415],
  ['application/json', '{"name": "Josefine', 400],
  ['application/json', '[]', 400],
  ['application/json', `{"request":"${'x'.repeat(640_000)}"}`, 413],
  ['application/x-www-form-urlencoded', `request=${'x'.repeat(640_000)}`, 413],
  ['application/x-www-form-urlencoded', 'a=1&'.repeat(1_031), 413],
])('rejects a body of type %s, %.20s…, with status %i', async (type, body, status) => {
  const html = await post(refusing).set('Content-Type', type).send(body).expect(status)
  expect(html.headers['content-type']).toContain(type === 'application/json' ? 'json' : 'text/html')
  const json = await post(refusing).set('Content-Type', type).set('Accept', 'application/json').send(body)
  expect(json.body).toEqual({ statusCode: status, statusMessage: expect.any(String) as string, fatal: false })
  expect(json.text).not.toContain('Josefine')
  expect(await countStored(refusing)).toBe(0)
})

test('accepts a full list of long texts, and a request of the longest text', async () => {
  await using server = await startServer()
  const indexes = Array.from({ length: ENQUIRY_ITEMS_MAX }, (_, index) => index)
  const lines = indexes.map((index) => `${'椅'.repeat(40)}-${index + 10}:99999:${'椅'.repeat(50)}`)
  const items = {
    item: lines,
    told: lines,
    ...Object.fromEntries(indexes.map((index) => [quantityInput(index), '99998'])),
    ...Object.fromEntries(indexes.map((index) => [noteInput(index), '椅'.repeat(50)])),
    ...Object.fromEntries(indexes.map((index) => [pastedInput(index), '椅'.repeat(75)])),
  }
  await postForm(server, { ...ENQUIRY_FORM, request: '椅'.repeat(4000), name: '椅'.repeat(100), ...items }).expect(303)
  const [stored] = await server.context.enquiries.list('all')
  expect(stored!.items).toHaveLength(ENQUIRY_ITEMS_MAX)
})

test('redirects POST /contact/ to /contact', async () => {
  await refusing.request.post('/contact/').send(ENQUIRY).expect(308).expect('Location', '/contact')
})

const ofSite = await useServer({ environment: { SITE_URL: 'https://shop.example' } })

test.each([
  [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 201],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.shop.example' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site', Host: 'other.example', Origin: 'https://other.example' }, 403],
  [{ Origin: 'https://shop.example' }, 201],
  [{ Origin: 'https://www.shop.example', Host: 'www.shop.example' }, 201],
  [{ Origin: 'https://evil.example' }, 403],
  [{ Origin: 'null' }, 403],
  [{}, 201],
])('an enquiry with headers %j receives status %i', async (headers, status) => {
  const before = await countStored(ofSite)
  const response = await post(ofSite)
    .set(headers)
    .send({ ...ENQUIRY, request: JSON.stringify(headers) })
  expect(response.status).toBe(status)
  expect(await countStored(ofSite)).toBe(before + (status === 201 ? 1 : 0))
})

test('limits the enquiries of each client behind a trusted proxy, from forms and in JSON', async () => {
  await using server = await startServer({ environment: { TRUST_PROXY: '1' } })
  const send = (client: string) => post(server).set('X-Forwarded-For', `made-up, ${client}`)
  for (let count = 0; count < 20; count++) expect((await send('192.0.2.1').send({})).status).toBe(422)
  const body = { statusCode: 429, statusMessage: 'Too Many Requests', fatal: false }
  await send('192.0.2.1')
    .send(ENQUIRY)
    .expect(429, body)
    .expect('Retry-After', /^[1-9]/)
  await send('192.0.2.1')
    .type('form')
    .send(ENQUIRY_FORM)
    .expect(429)
    .expect('Content-Type', /^text\/html/)
  await send('192.0.2.2').send(ENQUIRY).expect(201)
  expect(await countStored(server)).toBe(1)
})

test('responds 503 with the filled-in form if the database is locked for too long, and stores nothing', async () => {
  await using server = await startServer()
  const path = join(server.context.config.dataDir, 'vitrine.db')
  const shortWait = await openSqliteEnquiryStore(path, { busyLimitMs: 50 })
  const enquiries = server.context.enquiries
  Object.assign(server.context.enquiries, { add: shortWait.add.bind(shortWait) })
  const writer = new DatabaseSync(path)
  writer.exec('BEGIN IMMEDIATE')
  const form = await postForm(server, ENQUIRY_FORM).expect(503).expect('Retry-After', '30')
  expect(form.text).toContain(`value="${ENQUIRY.email}"`)
  expect((await post(server).send(ENQUIRY)).body).toMatchObject({ statusCode: 503 })
  writer.exec('ROLLBACK')
  writer.close()
  expect(await enquiries.list('all')).toEqual([])
  expect((await post(server).send(ENQUIRY)).status).toBe(201)
  await shortWait.close()
})

test('returns a rejected form with the entered values if loading its page data fails, and logs the error', async () => {
  await using server = await startServer()
  vi.spyOn(server.context.catalog, 'findProducts').mockRejectedValue(new Error('the card is broken'))
  vi.spyOn(server.context.catalog, 'listCategoryTree').mockRejectedValue(new Error('the tree is broken'))
  const { text } = await postForm(server, { ...ENQUIRY_FORM, email: 'nowhere' }).expect(422, /value="nowhere"/)
  expect(text).toContain(`<input type="hidden" name="item" value="${ENQUIRY_FORM.item}"/>`)
  const readErrors = () => server.logLines.flatMap(({ level, err }) => (level === 50 ? [(err as Error).message] : []))
  await expect.poll(readErrors).toEqual(expect.arrayContaining(['the card is broken', 'the tree is broken']))
})

test('logs no field of an enquiry, whether it is stored, rejected or fails', async () => {
  await using server = await startServer({ environment: { LOG_LEVEL: 'trace' } })
  const broken = JSON.stringify(ENQUIRY).slice(0, -1)
  const { reference } = (await post(server).send(ENQUIRY)).body as { reference: string }
  await postForm(server, { ...ENQUIRY_FORM, email: 'josefine@visitor' })
  await postForm(server, { ...ENQUIRY_FORM, [HONEYPOT_INPUT]: ENQUIRY.name })
  await post(server).type('json').send(broken)
  await post(server).type('text').send(broken)
  await post(server).set('Sec-Fetch-Site', 'cross-site').send(ENQUIRY)
  Object.assign(server.context.enquiries, { add: () => Promise.reject(new Error('the disk is full')) })
  expect((await post(server).send({ ...ENQUIRY, key: 'a-key-of-the-browser' })).status).toBe(500)
  await server.request.get(`/contact?sent=${reference}`)
  await server.request.get(`/contact?reference=${reference}`)
  await expect.poll(() => server.logLines.filter(({ route }) => route === 'contact').length).toBe(9)
  const log = JSON.stringify(server.logLines)
  expect(log).toContain('the disk is full')
  const words = 'Josefine josefine Grünwald 7654321 oiled oak a-key-of'.split(' ')
  for (const value of [...Object.values(ENQUIRY_FORM), ...words, reference]) expect(log).not.toContain(value)
})
