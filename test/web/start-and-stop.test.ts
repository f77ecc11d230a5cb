import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { describeStartFailure } from '../../server/server.ts'
import { startHeld, startLate } from '../support/change-store.ts'
import { useBuild } from '../support/builds.ts'
import { buildProduct } from '../support/products.ts'
import { openConnection } from '../support/raw-connection.ts'
import { spawnServer, startProcess } from '../support/start-process.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const neighbours = ['a', 'b'].map((slug) => buildProduct({ slug, name: `Neighbour ${slug}`, categorySlug: 'x' }))

// They run concurrently, because most of them wait for processes or delays.
test.concurrent.for(['SIGINT', 'SIGTERM'] as const)(
  '%s stops the server with exit code 0 after it has logged each response',
  async (signal, { expect }) => {
    await using server = await startProcess()
    const paths = Array.from({ length: 20 }, (_, number) => `/about?number=${number}`)
    const responses = await Promise.all(paths.map((path) => fetch(server.url + path).then(({ status }) => status)))
    server.child.kill(signal)
    expect(await server.ended).toBe(0)
    expect(responses).toEqual(paths.map(() => 200))
    const logged = server.logLines.filter(({ msg }) => msg === 'request').map(({ url }) => url)
    expect(logged.toSorted()).toEqual(paths.toSorted())
    expect(server.logLines.at(-1)).toMatchObject({ msg: 'stopped' })
  },
)

/** Starts a server that must exit with code 1. @returns its last log line, which is the last one that an operator sees */
async function failToStart(environment: Readonly<Record<string, string>>) {
  const { ended, logLines, errorOutput } = spawnServer(await useBuild('production'), environment)
  expect([await ended, errorOutput()]).toEqual([1, ''])
  expect(logLines.at(-1)).toMatchObject({ level: 60 })
  return String(logLines.at(-1)?.['msg'])
}

test.concurrent('logs the reason for a host that is not of this machine, and for a port in use', async ({ expect }) => {
  await using folder = await makeTemporaryFolder()
  const DATA_DIR = folder.path
  const metrics = { METRICS_PORT: '0', METRICS_HOST: '203.0.113.9' }
  expect(await failToStart({ DATA_DIR, ...metrics })).toContain('"203.0.113.9" is no address of this machine')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const message = `Vitrine cannot start: port ${port} is already in use; set PORT or METRICS_PORT to another port`
  expect(await failToStart({ DATA_DIR, PORT: String(port) })).toBe(message)
  taken.close()
  const unknown: unknown = await once(createServer().listen(0, 'nowhere.invalid'), 'listening').catch((error) => error)
  expect(describeStartFailure(unknown)).toContain('"nowhere.invalid" is no address of this machine; set HOST')
})

test.concurrent(
  'while stopping, finishes open responses and closes their connections, refuses new ones and returns 503 for /readyz',
  async ({ expect }) => {
    const environment = { SHUTDOWN_DELAY_MS: '1000', SHUTDOWN_TIMEOUT_MS: '600000' }
    await using server = await startLate({ products: neighbours, environment })
    using connection = await openConnection(server)
    connection.send('GET /products/a HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(connection.received).toMatch(/Connection: keep-alive[^]*<\/h1>/)

    const stopped = server.stop()
    const ready = await server.request.get('/readyz')
    expect([ready.status, ready.text, ready.headers['connection']]).toEqual([503, 'draining\n', 'close'])
    const ask = () => fetch(server.url).catch(({ cause }: { cause: { code: string } }) => cause.code)
    await expect.poll(ask).toBe('ECONNREFUSED')
    server.release()
    expect(await stopped).toBe(true)
    expect(await connection.closed).toContain('Neighbour b')
  },
)

test.concurrent(
  'accepts one more request on an idle connection during SHUTDOWN_DELAY_MS, and closes those that are never used',
  async ({ expect }) => {
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
  },
)

test.concurrent('disconnects responses that take longer than the shutdown timeout', async ({ expect }) => {
  await using server = await startHeld({ environment: { SHUTDOWN_TIMEOUT_MS: '50' } })
  const response = fetch(`${server.url}/products/a`)
  const failed = expect(response).rejects.toThrow('fetch failed')
  await expect.poll(() => server.loaded.length).toBe(1)
  expect(await server.stop()).toBe(false)
  await failed
})
