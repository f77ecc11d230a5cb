import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { changeStore } from '../support/change-store.ts'
import { PRODUCTION_BUILD_DIR } from '../support/folders.ts'
import { buildProduct } from '../support/products.ts'
import { openConnection } from '../support/raw-connection.ts'
import { spawnServer, startProcess } from '../support/start-process.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the server with 0', async (signal) => {
  await using server = await startProcess()
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.child.kill(signal)
  expect(await server.ended).toBe(0)
  expect(server.logLines.at(-1)).toMatchObject({ msg: 'stopped' })
})

test('each answer has its line in the log, also those right before the end', async () => {
  await using server = await startProcess()
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, number) =>
      fetch(`${server.url}/about?number=${number}`).then(({ status }) => status),
    ),
  )
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(answers).toEqual(Array(300).fill(200))
  const asked = server.logLines.filter(({ msg }) => msg === 'request').map(({ url }) => url)
  expect(asked.toSorted()).toEqual(Array.from({ length: 300 }, (_, number) => `/about?number=${number}`).toSorted())
})

test('a wrong setting is logged with its reason and ends the start with another code', async () => {
  await using folder = await makeTemporaryFolder()
  const { ended, logLines, errorOutput } = spawnServer(PRODUCTION_BUILD_DIR, { DATA_DIR: folder.path, PORT: '80a' })
  expect(await ended).toBe(1)
  expect(logLines.at(-1)).toMatchObject({
    level: 60,
    err: { message: expect.stringContaining('PORT: "80a"') as string },
  })
  expect(errorOutput()).toContain('ConfigError')
})

test('a port that is taken ends the start with another code', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  await using folder = await makeTemporaryFolder()
  const port = String((taken.address() as AddressInfo).port)
  const { ended, logLines } = spawnServer(PRODUCTION_BUILD_DIR, { DATA_DIR: folder.path, PORT: port })
  expect(await ended).toBe(1)
  expect(logLines.at(-1)).toMatchObject({
    level: 60,
    msg: `Vitrine cannot start: port ${port} is already in use; set PORT to another one`,
    err: { code: 'EADDRINUSE' },
  })
  taken.close()
})

test('what is under way is finished, nothing new is taken, and readiness says so', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products: [
      buildProduct({ slug: 'a', categorySlug: 'x' }),
      buildProduct({ slug: 'b', name: 'Neighbour', categorySlug: 'x' }),
    ],
    environment: { SHUTDOWN_DELAY_MS: '1000', RENDER_TIMEOUT_MS: '30000' },
    wrapStore: (store) =>
      changeStore(store, { listRelated: (...args) => related.promise.then(() => store.listRelated(...args)) }),
  })
  let text = ''
  const slow = new Promise<void>((resolve, reject) => {
    get(`${server.url}/products/a`, (response) => {
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', resolve)
    }).on('error', reject)
  })
  await expect.poll(() => text).toContain('</h1>')

  const stopped = server.stop()
  const ready = await server.request.get('/readyz')
  expect([ready.status, ready.text, ready.headers['connection']]).toEqual([503, 'draining\n', 'close'])
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => 'taken',
        ({ cause }: { cause: { code: string } }) => cause.code,
      ),
    )
    .toBe('ECONNREFUSED')
  related.resolve()
  await slow
  expect(text).toContain('Neighbour')
  expect(await stopped).toBe(true)
})

test('an answer that had begun when accepting ended closes its connection, whatever its headers said', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products: [
      buildProduct({ slug: 'a', categorySlug: 'x' }),
      buildProduct({ slug: 'b', name: 'Neighbour', categorySlug: 'x' }),
    ],
    environment: { SHUTDOWN_TIMEOUT_MS: '600000' },
    wrapStore: (store) =>
      changeStore(store, { listRelated: (...args) => related.promise.then(() => store.listRelated(...args)) }),
  })
  using connection = await openConnection(server)
  connection.say('GET /products/a HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(connection.heard).toMatch(/Connection: keep-alive[^]*<\/h1>/)
  const stopped = server.stop()
  related.resolve()
  expect(await stopped).toBe(true)
  expect(await connection.closed).toContain('Neighbour')
})

test('a connection that rests while accepting ends takes one more request, whose answer closes it', async () => {
  await using server = await startServer({ environment: { SHUTDOWN_DELAY_MS: '1000' } })
  using connection = await openConnection(server)
  connection.say('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(connection.heard).toMatch(/Connection: keep-alive[^]*ok/)
  const stopped = server.stop()
  await expect
    .poll(
      () =>
        openConnection(server).then(
          () => 'taken, and never used',
          (error: { code: string }) => error.code,
        ),
      { interval: 10 },
    )
    .toBe('ECONNREFUSED')
  connection.say('GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await connection.closed).toMatch(/HTTP\/1.1 200 OK[^]*Connection: close/i)
  expect(await stopped).toBe(true)
})

test('what takes longer than the time limit is cut off', async () => {
  const asked = Promise.withResolvers<void>()
  await using server = await startServer({
    products: [buildProduct({ slug: 'a' })],
    environment: { SHUTDOWN_TIMEOUT_MS: '50', RENDER_TIMEOUT_MS: '30000' },
    wrapStore: (store) =>
      changeStore(store, {
        findProduct() {
          asked.resolve()
          return new Promise(() => {})
        },
      }),
  })
  const answer = fetch(`${server.url}/products/a`)
  const failed = expect(answer).rejects.toThrow('fetch failed')
  await asked.promise
  expect(await server.stop()).toBe(false)
  await failed
})
