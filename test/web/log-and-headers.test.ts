import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'

const server = await useServer()

test('logs each request in one line with id, URL, route, status, duration, size and outcome', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'chair' })] })
  const response = await server.request.get('/products/chair').set('X-Request-Id', 'proxy-7')
  expect(response.headers['x-request-id']).toBe('proxy-7')
  const lines = () => server.logLines.filter((line) => line['msg'] === 'request')
  await expect.poll(lines).toHaveLength(1)
  expect(lines()[0]).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    requestId: 'proxy-7',
    method: 'GET',
    url: '/products/chair',
    route: 'products-product',
    status: 200,
    durationMs: expect.any(Number),
    bytes: expect.any(Number),
    bot: false,
    outcome: 'page',
    msg: 'request',
  })
  expect(lines()[0]!['bytes']).toBeGreaterThan(1000)
})

test('replaces a request id that contains spaces or quotes', async () => {
  const response = await server.request.get('/').set('X-Request-Id', 'a b"c')
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  ['email=jo@zq.example&product=chair', 'email=[redacted]&product=chair'],
  ['product=chair&E-Mail=jo@zq.example', 'product=chair&E-Mail=[redacted]'],
  ['e%6Dail=jo@zq.example', 'e%6Dail=[redacted]'],
  ['%65%6d%61%69%6c=jo%40zq.example&page=2', '%65%6d%61%69%6c=[redacted]&page=2'],
  ['email%3Djo%40zq.example', 'email=[redacted]'],
  ['e%6Dail=%zzjo@zq.example', 'e%6Dail=[redacted]'],
  ['next=%2Fcontact%3Fproduct%3Dchair%26email%3Djo%40zq.example', 'next=[redacted]'],
  ['q=e%6Dail&page=2', 'q=e%6Dail&page=2'],
  ['q=%zz&sort=name', 'q=%zz&sort=name'],
])('in the logged query, redacts only values that may be personal data: ?%s', async (query, logged) => {
  await server.request.get(`/contact?${query}`)
  await expect.poll(() => server.logLines.at(-1)?.['url']).toBe(`/contact?${logged}`)
  expect(JSON.stringify(server.logLines)).not.toContain('zq.example')
})

test('does not log requests to /healthz and /readyz at the default log level', async () => {
  expect((await server.request.get('/healthz')).status).toBe(200)
  expect((await server.request.get('/readyz')).status).toBe(200)
  expect(server.logLines.filter(({ url }) => ['/healthz', '/readyz'].includes(String(url)))).toEqual([])
})
