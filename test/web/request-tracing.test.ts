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
