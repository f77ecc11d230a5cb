import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('logs the traceparent of a request for rendered and cached pages', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'chair' })] })
  const traceparents = () =>
    server.logLines.filter(({ msg }) => msg === 'request').map(({ traceparent }) => traceparent)
  for (const flags of ['01', '00'])
    await server.request.get('/products/chair').set('traceparent', `00-${TRACE}-${PARENT}-${flags}`)
  await server.request.get('/products/chair')
  await expect.poll(traceparents).toEqual([`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-00`, undefined])
})

test.each([
  ['a later version', `01-${TRACE}-${PARENT}-01-what.comes.later`, true],
  ['version 00 with extra fields', `00-${TRACE}-${PARENT}-01-more`, false],
  ['the invalid version ff', `ff-${TRACE}-${PARENT}-01`, false],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, false],
  ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
  ['capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  ['no traceparent format', '"}{', false],
  ['500 extra characters', `01-${TRACE}-${PARENT}-01-${'a'.repeat(500)}`, false],
])('logs a valid traceparent unchanged and omits an invalid one: %s', async (_name, given, isLogged) => {
  await using server = await startServer()
  await server.request.get('/robots.txt').set('traceparent', given)
  await expect.poll(() => server.logLines.find(({ route }) => route === 'robots')).toBeDefined()
  expect(server.logLines.find(({ route }) => route === 'robots')!['traceparent']).toBe(isLogged ? given : undefined)
})

const KEY = 'a-key-of-the-operator'

test('a response has a Server-Timing header only if the request has the SERVER_TIMING_KEY', async () => {
  await using server = await startServer({
    products: [buildProduct({ slug: 'chair' })],
    environment: { SERVER_TIMING_KEY: KEY },
  })
  const ask = async (path: string, key = KEY) =>
    (await server.request.get(path).set('X-Server-Timing', key)).headers['server-timing']
  for (const wrong of ['1', '', KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase()])
    expect(await ask('/robots.txt', wrong)).toBeUndefined()
  const duration = String.raw`;dur=\d+\.\d\d`
  expect(await ask('/products/chair')).toMatch(
    new RegExp(`^wait${duration}, load${duration}, render${duration}, total${duration}$`),
  )
  // The cached page is compressed when it is first requested.
  expect(await ask('/products/chair')).toMatch(new RegExp(`^compress${duration}, total${duration}$`))
  expect((await server.request.get('/products/chair')).headers['server-timing']).toBeUndefined()
  expect(await ask('/products/chair')).toMatch(new RegExp(`^total${duration}$`))
  expect(await ask('/about/_payload.json')).toMatch(
    new RegExp(`^wait${duration}, load${duration}, compress${duration}, total${duration}$`),
  )
  for (const path of ['/nowhere', '/robots.txt', '/healthz'])
    expect(await ask(path)).toMatch(new RegExp(`^total${duration}$`))
})

test('no response has a Server-Timing header if SERVER_TIMING_KEY is not set', async () => {
  await using server = await startServer()
  for (const value of ['1', '', 'null', 'undefined']) {
    for (const path of ['/', '/nowhere', '/healthz'])
      expect((await server.request.get(path).set('X-Server-Timing', value)).headers['server-timing']).toBeUndefined()
  }
})

test('a Server-Timing header changes neither the response body nor the cached copy', async () => {
  await using server = await startServer({
    products: [buildProduct({ slug: 'chair' })],
    environment: { SERVER_TIMING_KEY: KEY },
  })
  // The first response is streamed and has no Content-Length, so only later ones are compared.
  await server.request.get('/products/chair')
  const timed = await server.request.get('/products/chair').set('X-Server-Timing', KEY)
  const plain = await server.request.get('/products/chair')
  expect(timed.text).toBe(plain.text)
  const { 'server-timing': _timing, 'x-request-id': _timedId, date: _timedDate, ...timedHeaders } = timed.headers
  const { 'x-request-id': _plainId, date: _plainDate, ...plainHeaders } = plain.headers
  expect(timedHeaders).toEqual(plainHeaders)
})
