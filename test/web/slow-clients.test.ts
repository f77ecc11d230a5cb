import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { openConnection, type RawConnection } from '../support/raw-connection.ts'
import { startServer } from '../support/start-server.ts'

const SHORT_TIMEOUT = { config: { requestTimeoutMs: 900 } }

const BODY = JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: 'How much is it?' })

// These two run concurrently, because each waits for the same timeout.
test.concurrent(
  'returns 408 and closes the connection if a client sends nothing or sends its headers too slowly',
  async ({ expect }) => {
    await using server = await startServer(SHORT_TIMEOUT)
    using idle = await openConnection(server)
    using slow = await openConnection(server)
    slow.send('GET / HTTP/1.1\r\nHost: shop.example\r\n')
    slow.sendEvery(50, 'X-A: b\r\n')
    expect(await idle.closed).toMatch(/^HTTP\/1\.1 408 /)
    expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
  },
)

test.concurrent('rejects an incomplete body after the timeout and stores no enquiry', async ({ expect }) => {
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

test('serves requests while 300 other connections are idle', async () => {
  await using server = await startServer()
  using idle = new DisposableStack()
  for (let count = 0; count < 300; count += 100)
    await Promise.all(Array.from({ length: 100 }, async () => idle.use(await openConnection(server))))
  for (const address of ['/', '/products', '/healthz']) await server.request.get(address).expect(200)
})

test('closes idle connections when a new one is refused at the connection limit', async () => {
  await using server = await startServer({ config: { connectionsMax: 10 } })
  using stack = new DisposableStack()
  const idle: RawConnection[] = []
  for (let count = 0; count < 10; count++) {
    const connection = stack.use(await openConnection(server))
    idle.push(connection)
    connection.send('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n')
    await expect.poll(connection.received).toContain('ok\n')
  }
  await stack.use(await openConnection(server)).closed
  await Promise.all(idle.map(({ closed }) => closed))
  await server.request.get('/healthz').expect(200)
})

test('refuses new connections above the connection limit, logs it, and accepts others later', async () => {
  await using server = await startServer({ config: { connectionsMax: 5 } })
  {
    using stack = new DisposableStack()
    const waiting: RawConnection[] = []
    for (let count = 0; count < 8; count++) waiting.push(stack.use(await openConnection(server)))
    expect(await Promise.race(waiting.map(({ closed }) => closed))).toBe('')
    await expect.poll(() => JSON.stringify(server.logLines)).toContain('"msg":"too many connections')
  }
  const ask = () => fetch(`${server.url}/healthz`).catch(() => undefined)
  await expect.poll(async () => (await ask())?.status).toBe(200)
})
