import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checkAddresses } from '../../server/check-addresses.ts'
import { watchProductLoads, withLateRelated } from '../support/change-store.ts'
import { useBuild } from '../support/builds.ts'
import { openResponse } from '../support/open-response.ts'
import { buildProduct } from '../support/products.ts'
import { openConnection } from '../support/raw-connection.ts'
import { spawnServer, startProcess } from '../support/start-process.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const neighbours = ['a', 'b'].map((slug) => buildProduct({ slug, name: `Neighbour ${slug}`, categorySlug: 'x' }))

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops the server with exit code 0 after it has logged each response',
  async (signal) => {
    await using server = await startProcess()
    const paths = Array.from({ length: 100 }, (_, number) => `/about?number=${number}`)
    const responses = await Promise.all(paths.map((path) => fetch(server.url + path).then(({ status }) => status)))
    server.child.kill(signal)
    expect(await server.ended).toBe(0)
    expect(responses).toEqual(paths.map(() => 200))
    const logged = server.logLines.filter(({ msg }) => msg === 'request').map(({ url }) => url)
    expect(logged.toSorted()).toEqual(paths.toSorted())
    expect(server.logLines.at(-1)).toMatchObject({ msg: 'stopped' })
  },
)

test('logs the reason for an invalid setting and exits with code 1', async () => {
  await using folder = await makeTemporaryFolder()
  const { ended, logLines, errorOutput } = spawnServer(await useBuild('production'), {
    DATA_DIR: folder.path,
    PORT: '80a',
  })
  expect(await ended).toBe(1)
  expect(logLines.at(-1)).toMatchObject({
    level: 60,
    err: { message: expect.stringContaining('PORT: "80a"') as string },
  })
  // The log line is the last one that an operator sees.
  expect(errorOutput()).toBe('')
})

test('names a setting that is no address of the machine before any work on the database', async () => {
  await using folder = await makeTemporaryFolder()
  const environment = { DATA_DIR: folder.path, DEMO: 'true', METRICS_PORT: '0', METRICS_HOST: '203.0.113.9' }
  const { ended, logLines } = spawnServer(await useBuild('production'), environment)
  expect(await ended).toBe(1)
  expect(logLines.at(-1)).toMatchObject({
    msg: expect.stringContaining('METRICS_HOST: "203.0.113.9" is no address of this machine') as string,
  })
  expect(await readdir(folder.path)).toEqual([])
  const checked = checkAddresses({ host: 'nowhere.invalid', metricsHost: '', metricsPort: undefined })
  await expect(checked).rejects.toThrow('HOST: "nowhere.invalid" is no address of this machine')
})

test('exits with code 1 and a clear message if the port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  await using folder = await makeTemporaryFolder()
  const port = String((taken.address() as AddressInfo).port)
  const { ended, logLines } = spawnServer(await useBuild('production'), { DATA_DIR: folder.path, PORT: port })
  expect(await ended).toBe(1)
  expect(logLines.at(-1)).toMatchObject({
    level: 60,
    msg: `Vitrine cannot start: port ${port} is already in use; set PORT or METRICS_PORT to another port`,
    err: { code: 'EADDRINUSE' },
  })
  taken.close()
})

test('while stopping, finishes open responses, refuses new connections and returns 503 for /readyz', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products: neighbours,
    environment: { SHUTDOWN_DELAY_MS: '1000' },
    wrapStore: withLateRelated(related.promise),
  })
  const slow = await openResponse(server, '/products/a')
  await expect.poll(slow.textSoFar).toContain('</h1>')

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
  expect(await slow.whole()).toContain('Neighbour b')
  expect(await stopped).toBe(true)
})

test('closes the connection of a keep-alive response that began before the server stopped listening', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products: neighbours,
    environment: { SHUTDOWN_TIMEOUT_MS: '600000' },
    wrapStore: withLateRelated(related.promise),
  })
  using connection = await openConnection(server)
  connection.send('GET /products/a HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(connection.received).toMatch(/Connection: keep-alive[^]*<\/h1>/)
  const stopped = server.stop()
  related.resolve()
  expect(await stopped).toBe(true)
  expect(await connection.closed).toContain('Neighbour b')
})

test('accepts one more request on an idle connection during SHUTDOWN_DELAY_MS, and closes those that are never used', async () => {
  await using server = await startServer({ environment: { SHUTDOWN_DELAY_MS: '1000' } })
  using unused = await openConnection(server)
  using connection = await openConnection(server)
  connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(connection.received).toMatch(/Connection: keep-alive[^]*ok/)
  const stopped = server.stop()
  connection.send('GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await connection.closed).toMatch(/HTTP\/1.1 200 OK[^]*Connection: close/i)
  expect(await stopped).toBe(true)
  expect(await unused.closed).toBe('')
})

test('disconnects responses that take longer than the shutdown timeout', async () => {
  const { loaded, wrapStore } = watchProductLoads(() => new Promise(() => {}))
  await using server = await startServer({ environment: { SHUTDOWN_TIMEOUT_MS: '50' }, wrapStore })
  const response = fetch(`${server.url}/products/a`)
  const failed = expect(response).rejects.toThrow('fetch failed')
  await expect.poll(() => loaded.length).toBe(1)
  expect(await server.stop()).toBe(false)
  await failed
})
