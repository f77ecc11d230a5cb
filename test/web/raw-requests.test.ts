import { expect, test } from 'vitest'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { openConnection, requestRaw, sendAndReceive } from '../support/raw-connection.ts'
import { startServer, useServer } from '../support/start-server.ts'

const server = await useServer({ products: [buildProduct({ slug: 'chair', name: 'Oak chair' })] })

const HOST = 'Host: shop.example\r\n'
const JSON_POST = `POST /contact HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`

test.each([
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown HTTP version', `GET / HTTP/9.9\r\n${HOST}\r\n`],
  ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: nothing\r\n\r\n`],
  ['a space before the colon', `GET / HTTP/1.1\r\n${HOST}Content-Length : 3\r\n\r\nabc`],
  ['a header with a control character', `GET / HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}Transfer-Encoding:\r\n chunked\r\n\r\n`],
  ['a length beside chunks', `${JSON_POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two different Content-Length headers', `${JSON_POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`],
  ['an invalid Content-Length', `${JSON_POST}Content-Length: +5\r\n\r\nabcde`],
  ['an encoding after chunked', `${JSON_POST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['an invalid chunk size', `${JSON_POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n`],
  ['a chunk longer than its size', `${JSON_POST}Transfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n`],
  ['a chunk size above 64 bits', `${JSON_POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`],
])('rejects %s with 400 and closes the connection', async (_name, text) => {
  const received = await sendAndReceive(server, text)
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect((await server.request.get('/healthz')).status).toBe(200)
})

test('returns 414 for a URL that is too long, and 431 for too many or too long headers', async () => {
  await server.request.get(`/products?utm=${'a'.repeat(8_000)}`).expect(414)
  await server.request.get(`/products?utm=${'a'.repeat(7_900)}`).expect(200)
  for (const headers of [`X-A: ${'a'.repeat(16_500)}\r\n`, 'X-A: b\r\n'.repeat(3_000)])
    expect(await sendAndReceive(server, `GET / HTTP/1.1\r\n${HOST}${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test('returns 413 for a body that is too large, before reading it if Content-Length is too large', async () => {
  expect(await sendAndReceive(server, `${JSON_POST}Content-Length: 1000000000000\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 /)
  using chunked = await openConnection(server)
  chunked.send(
    `${JSON_POST}Transfer-Encoding: chunked\r\n\r\n${`4000\r\n${'a'.repeat(0x40_00)}\r\n`.repeat(45)}0\r\n\r\n`,
  )
  await expect.poll(chunked.received).toMatch(/^HTTP\/1\.1 413 /)
})

test('responds to pipelined requests in their order', async () => {
  const paths = Array.from(
    { length: 50 },
    (_, number) => ['/healthz', '/products/chair', '/nowhere', '/about'][number % 4]!,
  )
  const requests = paths.map((path, index) => `HEAD ${path} HTTP/1.1\r\n${HOST}X-Request-Id: ${index}\r\n`)
  const received = await sendAndReceive(server, `${requests.join('\r\n')}Connection: close\r\n\r\n`)
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  expect(statuses).toEqual(paths.map((path) => (path === '/nowhere' ? '404' : '200')))
  const ids = [...received.matchAll(/^x-request-id: (\d+)/gim)].map(([, id]) => Number(id))
  expect(ids).toEqual(paths.map((_, index) => index))
})

const countResponses = (text: string, status: number) => text.split(`HTTP/1.1 ${status} `).length - 1

test('responds with 503 to more than 100 requests on a connection, announces its end before, and logs it once', async () => {
  await using server = await startServer()
  using greedy = await openConnection(server)
  using again = await openConnection(server)
  for (const connection of [greedy, again]) {
    connection.send('GET /about HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(2_307))
    await expect.poll(() => countResponses(connection.received(), 503)).toBe(2_207)
    expect(countResponses(connection.received(), 200)).toBe(100)
    const lastPage = connection.received().split('HTTP/1.1 200 ').at(-1)!.split('\r\n\r\n')[0]
    expect(lastPage).toContain('Connection: close')
  }
  expect(server.logLines.filter(({ url }) => url === '/about')).toHaveLength(200)
  expect(
    server.logLines.filter(({ msg }) => String(msg).startsWith('too many requests on one connection')),
  ).toMatchObject([{ requests: 1 }])
  expect((await server.request.get('/healthz')).status).toBe(200)
})

test('does not parse the body of a refused request as the next request', async () => {
  const smuggled = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`
  const received = await sendAndReceive(
    server,
    `POST /about HTTP/1.1\r\n${HOST}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  )
  expect([...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(['405', '200'])
  expect(server.logLines.some((line) => String(line['url']).includes('smuggled'))).toBe(false)
})

test.each([
  'CONNECT elsewhere.example:443 HTTP/1.1',
  'GET http://elsewhere.example/ HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET //elsewhere.example/%2e%2e HTTP/1.1',
  'GET //elsewhere.example/products/ HTTP/1.1',
  'GET http://elsewhere.example/products/ HTTP/1.1',
  'GET /\\elsewhere.example/products/ HTTP/1.1',
  'GET /products//elsewhere.example/ HTTP/1.1',
  'GET /%2f%2felsewhere.example/products/ HTTP/1.1',
  'BREW / HTTP/1.1',
])('%s gets a 4xx response or none, without the name of another host in its headers', async (line) => {
  const received = await sendAndReceive(server, `${line}\r\n${HOST}Connection: close\r\n\r\n`)
  expect(received).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/)
  expect(received.split('\r\n\r\n')[0]).not.toContain('elsewhere.example')
  expect((await server.request.get('/healthz')).status).toBe(200)
})

test('ignores a request to upgrade to WebSocket and responds as usual', async () => {
  const received = await sendAndReceive(
    server,
    `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  )
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
})

const LONG = 'a,'.repeat(7_000)

test('ignores an Accept-Encoding of more than 500 characters for pages, files and generated texts', async () => {
  const [, script] = /src="(\/builds\/[^"]+\.js)"/.exec((await server.request.get('/about')).text)!
  const isCompressed = async (path: string, accepted: string) => {
    const { head } = await requestRaw(server, path, { headers: `Accept-Encoding: ${accepted}\r\n` })
    expect(head).toMatch(/^http\/1\.1 200 /)
    return /^content-encoding: /m.test(head)
  }
  for (const path of ['/products/chair', '/products/chair', '/products/chair', script!, '/sitemap.xml']) {
    expect(
      [await isCompressed(path, `${LONG}br, gzip`), await isCompressed(path, `${'a,'.repeat(200)}br, gzip`)],
      path,
    ).toEqual([false, true])
  }
})

const postAccepting = (accept: string) =>
  server.request.post('/contact').type('form').set('Accept', accept).send(ENQUIRY)

test('ignores an Accept of more than 500 characters', async () => {
  await postAccepting('application/json').expect(201)
  await postAccepting(`${'a/b,'.repeat(3_000)}application/json`).expect(303)
})
