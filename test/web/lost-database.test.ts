import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { CONDITION_TIMEOUT_MS } from '../support/condition-timeout.ts'
import { changeStore } from '../support/change-store.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, ENQUIRY_FORM } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase } from '../support/test-database.ts'

const PRODUCTS = ['chair', 'lamp', 'stool', 'table'].map((slug) => buildProduct({ slug, name: `Oak ${slug}` }))

const DAY_S = 86_400

/** Like `expect.poll`, which hooks cannot use. */
const waitUntil = (isDone: () => boolean | Promise<boolean>) => vi.waitUntil(isDone, { timeout: CONDITION_TIMEOUT_MS })

/** Starts a node whose database can be disconnected. */
async function startNode() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase({ hasTables: true }))
  const proxy = stack.use(await startProxy(database.url))
  const server = stack.use(await startServer({ products: PRODUCTS, environment: { DATABASE_URL: proxy.url } }))
  return {
    database,
    server,
    getStatus: async (path: string) => (await server.request.get(path)).status,
    findLines: (text: string) => server.logLines.filter(({ msg }) => String(msg).startsWith(text)),
    mend: () => proxy.mend(),
    async cut() {
      await proxy.cut()
      await waitUntil(() => server.store.availability.unavailableSince !== null)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** A node without its database. It has cached the chair, the lamp before it was renamed, and the table before it was hidden. */
let lost: Awaited<ReturnType<typeof startNode>>
let etag: string

beforeAll(async () => {
  lost = await startNode()
  const { server } = lost
  for (const slug of ['lamp', 'table']) expect(await lost.getStatus(`/products/${slug}`)).toBe(200)
  await server.store.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'lamp', name: 'Elm lamp' }))
    await writer.putProduct(buildProduct({ slug: 'table', visibility: 'hidden' }))
  })
  await waitUntil(async () => (await lost.getStatus('/products/table')) === 404)
  const { headers } = await server.request.get('/products/chair').expect(200)
  expect(headers['age']).toBeUndefined()
  etag = headers['etag']!
  await server.request.get('/products/chair/_payload.json?b').expect(200)
  await lost.cut()
})

afterAll(() => lost[Symbol.asyncDispose]())

test('serves cached pages with their Age', async () => {
  const { server } = lost
  for (const path of ['/products/chair', '/products/chair?utm_source=letter', '/products/chair/_payload.json?b']) {
    const cached = await server.request.get(path)
    expect([cached.status, cached.headers['age']], path).toEqual([200, expect.stringMatching(/^\d+$/)])
    await expect
      .poll(() => server.logLines.find(({ url, age }) => url === path && age !== undefined))
      .toMatchObject({ status: 200, age: Number(cached.headers['age']) })
  }
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_S * 1_000)
  onTestFinished(() => clock.mockRestore())
  const ahead = await server.request.get('/products/chair')
  expect(Number(ahead.headers['age']), 'after the wall clock was set').toBeLessThan(DAY_S)
  clock.mockRestore()
  const known = await server.request.get('/products/chair').set('If-None-Match', etag)
  expect([known.status, known.headers['age']]).toEqual([304, expect.stringMatching(/^\d+$/)])
})

test('serves the cached page of a product that was changed later, but not of one that was hidden', async () => {
  const { text } = await lost.server.request.get('/products/lamp').expect(200).expect('Age', /^\d+$/)
  expect(text).toContain('Oak lamp</h1>')
  expect(await lost.getStatus('/products/table')).toBe(503)
})

test('responds 503 with Retry-After to pages that are not cached, and is alive but not ready', async () => {
  const { server } = lost
  for (const path of ['/products/stool', '/products/stool/_payload.json?b']) {
    const get = server.request.get(path).expect(503).expect('Retry-After', '5')
    const { text } = await get.expect('Cache-Control', 'no-store')
    expect(text).toContain('Service Unavailable')
  }
  await server.request.get('/readyz').expect(503, 'the database does not respond\n')
  await server.request.get('/healthz').expect(200)
})

test('logs once why the database is unavailable, without its password', async () => {
  const reason =
    /: The database at 127\.0\.0\.1:\d+\/\S+ cannot be used: (?:no PostgreSQL server listens at this address; start it or correct the address|the connection was closed)$/
  await expect
    .poll(() => lost.findLines('the database is unavailable'))
    .toMatchObject([{ level: 50, msg: expect.stringMatching(reason) as string }])
  expect(JSON.stringify(lost.server.logLines)).not.toContain(new URL(lost.database.url).password)
})

test('rejects an enquiry with 503 and the filled-in form', async () => {
  const form = await lost.server.request.post(CONTACT_PATH).type('form').send(ENQUIRY_FORM)
  expect([form.status, form.headers['retry-after']]).toEqual([503, '30'])
  expect(form.text).toContain(messages.enquiry.busy)
  for (const value of [ENQUIRY.name, ENQUIRY.email, ENQUIRY.phone!, ENQUIRY_FORM.item, 'Is the oak oiled?'])
    expect(form.text).toContain(value)
  const body = { statusCode: 503, statusMessage: 'Service Unavailable', fatal: false, fields: {} }
  await lost.server.request.post(CONTACT_PATH).send(ENQUIRY).expect(503, body)
})

test('after the database is available again, logs it, serves current pages, and stores once an enquiry that was rejected', async () => {
  await using node = await startNode()
  const { server } = node
  await server.request.get('/products/chair')
  await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'chair', name: 'Elm chair' })))
  await node.cut()
  await server.request.post(CONTACT_PATH).send(ENQUIRY).expect(503)
  await expect.poll(() => node.findLines('the database is unavailable')).toHaveLength(1)
  await node.mend()
  await expect.poll(() => node.findLines('the database is available again')).toMatchObject([{ level: 30 }])
  expect(node.findLines('the database is unavailable')).toHaveLength(1)
  expect(await node.getStatus('/readyz')).toBe(200)
  expect(await node.getStatus('/products/stool')).toBe(200)
  await expect.poll(async () => (await server.request.get('/products/chair')).text).toContain('Elm chair</h1>')
  await expect.poll(async () => (await server.request.get('/products/chair')).headers['age']).toBeUndefined()
  await expect.poll(async () => (await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
  expect(await server.context.enquiries.list('all')).toHaveLength(1)
})

test('responds 503 to /readyz without waiting for a database that does not respond', async () => {
  await using server = await startServer({
    wrapStore: (store) => changeStore(store, { ping: () => new Promise(() => {}) }),
  })
  await server.request.get('/readyz').expect(503, 'the database does not respond\n')
})
