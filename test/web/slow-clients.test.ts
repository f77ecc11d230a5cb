import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { openConnection, type RawConnection } from '../support/raw-connection.ts'
import { startServer } from '../support/start-server.ts'

const SHORT_TIMEOUT = { config: { requestTimeoutMs: 900 } }

const BODY = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: 'How much is it?' })

test('returns 408 and closes the connection if a client sends nothing or sends its headers too slowly', async () => {
  await using server = await startServer(SHORT_TIMEOUT)
  using idle = await openConnection(server)
  using slow = await openConnection(server)
  slow.send('GET / HTTP/1.1\r\nHost: shop.example\r\n')
  slow.sendEvery(50, 'X-A: b\r\n')
  expect(await idle.closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
})

test('rejects an incomplete body after the timeout and stores no enquiry', async () => {
  await using server = await startServer(SHORT_TIMEOUT)
  using slow = await openConnection(server)
  slow.send(
    `POST /contact HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 20)}`,
  )
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await server.context.enquiries.list('all')).toEqual([])
})

test('the server disconnects a client that sends many requests and reads no response', async () => {
  const description = `<p>${'Long ago and far away. '.repeat(20_000)}</p>`
  await using server = await startServer({ products: [buildProduct({ slug: 'epic', description })], ...SHORT_TIMEOUT })
  using deaf = await openConnection(server)
  deaf.socket.pause()
  for (let count = 0; count < 40; count++) deaf.send('GET /products/epic HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await expect
    .poll(() => server.logLines.some((line) => line['outcome'] === 'aborted' && line['url'] === '/products/epic'))
    .toBe(true)
})

test('the server closes a connection that the client half-closes, and serves other requests', async () => {
  await using server = await startServer()
  using half = await openConnection(server)
  half.socket.end('GET /about HTTP/1.1\r\nHost: shop.example\r\n')
  await half.closed
  expect((await server.request.get('/about')).status).toBe(200)
})

test('serves requests while 1,000 other connections are idle', async () => {
  await using server = await startServer()
  const idle: RawConnection[] = []
  try {
    for (let count = 0; count < 1_000; count += 100)
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openConnection(server)))))
    for (const address of ['/', '/products', '/healthz']) expect((await server.request.get(address)).status).toBe(200)
  } finally {
    for (const connection of idle) connection[Symbol.dispose]()
  }
})

test('closes idle connections when a new one is refused at the connection limit', async () => {
  await using server = await startServer({ config: { connectionsMax: 10 } })
  const idle: RawConnection[] = []
  try {
    for (let count = 0; count < 10; count++) {
      const connection = await openConnection(server)
      idle.push(connection)
      connection.send('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await expect.poll(connection.received).toContain('ok\n')
    }
    using refused = await openConnection(server)
    await refused.closed
    await Promise.all(idle.map(({ closed }) => closed))
    expect((await server.request.get('/healthz')).status).toBe(200)
  } finally {
    for (const connection of idle) connection[Symbol.dispose]()
  }
})

test('refuses new connections above the connection limit and logs it', async () => {
  await using server = await startServer({ config: { connectionsMax: 5 } })
  const waiting: RawConnection[] = []
  try {
    for (let count = 0; count < 8; count++) waiting.push(await openConnection(server))
    expect(await Promise.race(waiting.map(({ closed }) => closed))).toBe('')
    await expect
      .poll(() => server.logLines.some((line) => String(line['msg']).startsWith('too many connections')))
      .toBe(true)
  } finally {
    for (const connection of waiting) connection[Symbol.dispose]()
  }
  await expect
    .poll(() =>
      server.request.get('/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})
