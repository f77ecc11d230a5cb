import { expect, test } from 'vitest'
import { messages } from '../support/english-messages.ts'
import { buildNewEnquiry, ENQUIRY, STORED_LIST } from '../support/enquiries.ts'
import { requestRaw } from '../support/raw-connection.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const words = messages.enquiry

const addEnquiry = async (server: TestServer) =>
  (
    await server.context.enquiries.add(
      buildNewEnquiry({ receivedAt: new Date('2026-03-10T08:00:00Z'), items: STORED_LIST }),
    )
  ).reference

/** The list as the catalogue described it when it was sent; a product that it did not have keeps its key. */
const SHOWN_LIST = STORED_LIST.map(({ product, productName, variant, variantName, sku, quantity, note }) => ({
  product,
  variant,
  name: productName ?? product,
  variantName: variantName ?? variant,
  sku,
  quantity,
  note,
}))

function expectNoPersonalData(text: string): void {
  const { name, email, phone, preferredTime, request } = ENQUIRY
  for (const value of [name, email, phone!, preferredTime!, ...request.split('\n')]) expect(text).not.toContain(value)
}

const payloadOf = (server: TestServer, reference: string) =>
  server.request.get(`/contact/_payload.json?reference=${reference}&some-build`)

test('a lookup shows status, dates and products as they were sent, without personal data or the message, on the page and in its payload', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  const open = await server.request.get(`/contact?reference=${reference}`)
  expect(open.status).toBe(200)
  expect(open.text).toContain(words.states.received)
  expect(open.text).toContain('March 10, 2026')
  await server.context.enquiries.markAnswered(reference, new Date('2026-03-12T08:00:00Z'))
  const answered = await server.request.get(`/contact?reference=${reference}`)
  expect(answered.text).toContain(words.states.answered)
  expect(answered.text).toContain('March 12, 2026')
  const payload = await payloadOf(server, reference)
  expect(payload.body.data.lookup).toEqual({
    typed: reference,
    typedEmail: '',
    enquiry: {
      reference,
      receivedAt: '2026-03-10T08:00:00.000Z',
      answeredAt: '2026-03-12T08:00:00.000Z',
      items: SHOWN_LIST,
      request: null,
    },
  })
  for (const text of ['Oak chair, Black stain', 'OC-B', '99999', 'vanished-vase, red: 3/4', '&lt;waxed&gt;'])
    expect(open.text).toContain(text)
  for (const { text } of [open, answered, payload]) expectNoPersonalData(text)
})

const postLookup = (server: TestServer, fields: Readonly<Record<string, string>>) =>
  server.request.post('/contact?lookup').type('form').send(fields)

test('shows the message too if the e-mail address is right, in any case, and nothing else of the person', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  const [firstLine = ''] = ENQUIRY.request.split('\n')
  const page = await postLookup(server, { reference, email: ` ${ENQUIRY.email.toUpperCase()} ` })
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(page.headers).not.toHaveProperty('etag')
  for (const text of [firstLine, 'Oak chair, Black stain', '<meta name="robots" content="noindex">'])
    expect(page.text).toContain(text)
  for (const value of [ENQUIRY.name, ENQUIRY.phone!, ENQUIRY.email, ENQUIRY.preferredTime!])
    expect(page.text).not.toContain(value)

  const wrong = await postLookup(server, { reference, email: 'stranger@visitor.example' })
  expect(wrong.text).toContain(words.otherEmail)
  expectNoPersonalData(wrong.text)
  expect((await postLookup(server, { reference: 'AAAAAAAA', email: ENQUIRY.email })).text).toContain(
    'There is no enquiry with the reference',
  )
  await expect.poll(() => server.logLines.filter(({ route }) => route === 'contact')).toHaveLength(3)
  const log = JSON.stringify(server.logLines)
  for (const secret of [reference, 'stranger', ENQUIRY.email]) expect(log).not.toContain(secret)
})

test('shows the message for both spellings of an address with umlauts', async () => {
  await using server = await startServer()
  const { reference } = await server.context.enquiries.add(
    buildNewEnquiry({ email: 'info@müller.de', request: 'Oiled?' }),
  )
  for (const email of ['info@müller.de', 'info@xn--mller-kva.de'])
    expect((await postLookup(server, { reference, email })).text).toContain('Oiled?')
})

test('rejects a lookup with an address from another site, with too long a body, and after 20 in a minute', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  const email = ENQUIRY.email
  const foreign = await postLookup(server, { reference, email }).set('Sec-Fetch-Site', 'cross-site')
  expect(foreign.status).toBe(403)
  expect((await postLookup(server, { reference, email: 'x'.repeat(5_000) })).status).toBe(413)
  for (let count = 1; count < 20; count++)
    expect((await server.request.get('/contact?reference=AAAAAAAA')).status).toBe(200)
  const refused = await postLookup(server, { reference, email })
  expect(refused.status).toBe(429)
  expectNoPersonalData(refused.text)
  expect(await server.context.enquiries.list('all')).toHaveLength(1)
})

test('looks nothing up for a URL in which the limit sees no lookup', async () => {
  await using server = await startServer()
  const body = `reference=${await addEnquiry(server)}`
  const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
  const post = (path: string) => requestRaw(server, path, { method: 'POST', headers, body })
  expect((await post('/contact?lookup')).body.toString()).toContain('Oak chair, Black stain')
  const malformed = await post('/contact?lookup#')
  expect(malformed.head).toMatch(/^http\/1\.1 422 /)
  expect(malformed.body.toString()).not.toContain('Oak chair, Black stain')
})

test('does not log a reference that was looked up', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  await server.request.get(`/contact?reference=${reference}`)
  await payloadOf(server, reference)
  await expect.poll(() => server.logLines.filter(({ route }) => route === 'contact')).toHaveLength(2)
  expect(JSON.stringify(server.logLines)).not.toContain(reference)
})

test('accepts a reference with lower-case letters, spaces and dashes', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  const typed = ` ${reference.slice(0, 4).toLowerCase()} - ${reference.slice(4)} `
  expect((await payloadOf(server, encodeURIComponent(typed))).body.data.lookup.enquiry).toMatchObject({ reference })
})

test.each(['AAAAAAAA', 'nonsense!', '<script>alert(1)</script>', 'x'.repeat(500)])(
  'responds 200 with a message for the unknown reference "%.30s"',
  async (typed) => {
    await using server = await startServer()
    const response = await server.request.get(`/contact?reference=${encodeURIComponent(typed)}`)
    expect(response.status).toBe(200)
    expect(response.text).toContain('There is no enquiry with the reference')
    expect(response.text).not.toContain('<script>alert')
    expect(response.text).not.toContain('x'.repeat(50))
  },
)

test('lookup and confirmation pages are not cached and not indexed; other contact pages are cached', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  for (const path of [
    `/contact?reference=${reference}`,
    '/contact?reference=',
    `/contact?sent=${reference}`,
    `/contact/_payload.json?reference=${reference}&b`,
  ]) {
    for (const etag of ['*', 'W/"x"']) {
      const response = await server.request.get(path).set('If-None-Match', etag)
      expect([response.status, response.headers['cache-control']], path).toEqual([200, 'private, no-store'])
      expect(response.headers, path).not.toHaveProperty('etag')
      if (!path.includes('_payload')) expect(response.text).toContain('<meta name="robots" content="noindex">')
    }
  }
  const page = await server.request.get('/contact?product=oak-chair')
  expect(page.headers['etag']).toBeDefined()
  expect(page.headers['cache-control']).toContain('s-maxage')
})

test('responds 429 after 20 lookups; page and payload share one limit', async () => {
  await using server = await startServer()
  for (let count = 0; count < 10; count++) {
    expect((await server.request.get('/contact?reference=AAAAAAAA')).status).toBe(200)
    expect((await payloadOf(server, 'AAAAAAAB')).status).toBe(200)
  }
  const page = await server.request.get('/contact?reference=AAAAAAAA')
  expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
  const payload = await payloadOf(server, 'AAAAAAAA')
  expect([payload.status, payload.body]).toEqual([
    429,
    { statusCode: 429, statusMessage: 'Too Many Requests', fatal: false },
  ])
  expect((await server.request.get('/contact')).status).toBe(200)
})

test('two lookups that wait at the same time get a page of their own each, even if their clients sent the same request id', async () => {
  await using server = await startServer()
  const references = [await addEnquiry(server), await addEnquiry(server)]
  const { renderQueue } = server.context
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: 16 }, () => renderQueue.run('other', () => gate.promise))
  await expect.poll(() => renderQueue.running).toBe(16)
  const pages = Promise.all(
    references.map((reference) =>
      server.request.get(`/contact?reference=${reference}`).set('X-Request-Id', 'the-same'),
    ),
  )
  await expect.poll(() => renderQueue.waiting).toBe(2)
  gate.resolve()
  await Promise.all(held)
  for (const [index, { text }] of (await pages).entries()) expect(text).toContain(references[index])
})
