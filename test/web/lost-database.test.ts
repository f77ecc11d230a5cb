import { expect, onTestFinished, test, vi } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { changeStore } from '../support/change-store.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, ENQUIRY_FORM } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase } from '../support/test-database.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair' }),
  buildProduct({ slug: 'stool', name: 'Ash stool' }),
]

const DAY_S = 86_400

/** Starts a node whose database can be disconnected. */
async function startNode() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase({ hasTables: true }))
  const proxy = stack.use(await startProxy(database.url))
  const server = stack.use(await startServer({ products, environment: { DATABASE_URL: proxy.url } }))
  return {
    database,
    server,
    mend: () => proxy.mend(),
    async cut() {
      await proxy.cut()
      await expect.poll(() => server.store.unavailableSince).not.toBeNull()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('without its database, serves cached pages with Age, otherwise responds 503, and recovers later', async () => {
  await using node = await startNode()
  const { server } = node
  const first = await server.request.get('/products/chair')
  expect([first.status, first.headers['age']]).toEqual([200, undefined])
  expect((await server.request.get('/products/chair/_payload.json?b')).status).toBe(200)

  await node.cut()
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
  const known = await server.request.get('/products/chair').set('If-None-Match', first.headers['etag']!)
  expect([known.status, known.headers['age']]).toEqual([304, expect.stringMatching(/^\d+$/)])

  for (const path of ['/products/stool', '/products/stool/_payload.json?b']) {
    const get = server.request.get(path).expect(503).expect('Retry-After', '5')
    const { text } = await get.expect('Cache-Control', 'no-store')
    expect(text).toContain('Service Unavailable')
  }
  await server.request.get('/readyz').expect(503, 'the database does not respond\n')
  await server.request.get('/healthz').expect(200)

  await node.mend()
  await expect.poll(async () => (await server.request.get('/readyz')).status).toBe(200)
  expect((await server.request.get('/products/stool')).status).toBe(200)
  await expect.poll(async () => (await server.request.get('/products/chair')).headers['age']).toBeUndefined()
  expect(JSON.stringify(server.logLines)).not.toContain(new URL(node.database.url).password)
})

test('logs once why the database is unavailable, and logs when it is available again', async () => {
  await using node = await startNode()
  const { server } = node
  const findLines = (text: string) => server.logLines.filter(({ msg }) => String(msg).startsWith(text))
  await node.cut()
  const reason =
    /: The database at 127\.0\.0\.1:\d+\/\S+ cannot be used: (?:no PostgreSQL server listens at this address; start it or correct the address|the connection was closed)$/
  await expect
    .poll(() => findLines('the database is unavailable'))
    .toMatchObject([{ level: 50, msg: expect.stringMatching(reason) as string }])
  await node.mend()
  await expect.poll(() => findLines('the database is available again')).toMatchObject([{ level: 30 }])
  expect(findLines('the database is unavailable')).toHaveLength(1)
})

test('serves an outdated cached page if the database is unavailable', async () => {
  await using node = await startNode()
  const { server } = node
  await server.request.get('/products/chair')
  await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'chair', name: 'Elm chair' })))
  await node.cut()
  const { text } = await server.request.get('/products/chair').expect(200).expect('Age', /^\d+$/)
  expect(text).toContain('Oak chair</h1>')
  await node.mend()
  await expect.poll(async () => (await server.request.get('/products/chair')).text).toContain('Elm chair</h1>')
})

test('serves no cached page of a product that was hidden before the database became unavailable', async () => {
  await using node = await startNode()
  const { server } = node
  expect((await server.request.get('/products/chair')).status).toBe(200)
  await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'chair', visibility: 'hidden' })))
  await expect.poll(async () => (await server.request.get('/products/chair')).status).toBe(404)
  await node.cut()
  expect((await server.request.get('/products/chair')).status).toBe(503)
})

test('responds 503 to /readyz without waiting for a database that does not respond', async () => {
  await using server = await startServer({
    wrapStore: (store) => changeStore(store, { ping: () => new Promise(() => {}) }),
  })
  await server.request.get('/readyz').expect(503, 'the database does not respond\n')
})

test('rejects an enquiry with 503 and the filled-in form, and stores it once when it is sent again', async () => {
  await using node = await startNode()
  const { server } = node
  await node.cut()
  const form = await server.request.post(CONTACT_PATH).type('form').send(ENQUIRY_FORM)
  expect([form.status, form.headers['retry-after']]).toEqual([503, '30'])
  expect(form.text).toContain(messages.enquiry.busy)
  for (const value of [ENQUIRY.name, ENQUIRY.email, ENQUIRY.phone!, ENQUIRY_FORM.item, 'Is the oak oiled?'])
    expect(form.text).toContain(value)
  const body = { statusCode: 503, statusMessage: 'Service Unavailable', fatal: false, fields: {} }
  await server.request.post(CONTACT_PATH).send(ENQUIRY).expect(503, body)
  await node.mend()
  await expect.poll(async () => (await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
  expect(await server.context.enquiries.list('all')).toHaveLength(1)
})
