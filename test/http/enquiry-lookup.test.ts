import { expect, test } from 'vitest'
import { messages } from '../support/english-messages.ts'
import { buildNewEnquiry, ENQUIRY } from '../support/enquiries.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const words = messages.enquiry

const addEnquiry = async (server: TestServer) =>
  (await server.context.enquiries.add(buildNewEnquiry({ receivedAt: new Date('2026-03-10T08:00:00Z') }))).reference

const payloadOf = (server: TestServer, reference: string) =>
  server.request.get(`/contact/_payload.json?reference=${reference}&some-build`)

test('a lookup shows status and dates without personal data, on the page and in its payload', async () => {
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
    status: { reference, receivedAt: '2026-03-10T08:00:00.000Z', answeredAt: '2026-03-12T08:00:00.000Z' },
  })
  for (const value of Object.values(ENQUIRY)) {
    for (const { text } of [open, answered, payload]) expect(text).not.toContain(value)
  }
})

test('accepts a reference with lower-case letters, spaces and dashes', async () => {
  await using server = await startServer()
  const reference = await addEnquiry(server)
  const typed = ` ${reference.slice(0, 4).toLowerCase()} - ${reference.slice(4)} `
  expect((await payloadOf(server, encodeURIComponent(typed))).body.data.lookup.status).toMatchObject({ reference })
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

test('renders a separate page for each of two waiting lookups with the same request id', async () => {
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
