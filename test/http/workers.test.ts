import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { useBuild } from '../support/builds.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openConnection } from '../support/raw-connection.ts'
import { spawnServer, startProcess, type ServerProcess } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const TWO = { WEB_CONCURRENCY: '2' }

const findLogLines = ({ logLines }: Pick<ServerProcess, 'logLines'>, words: string) =>
  logLines.filter(({ msg }) => String(msg).includes(words))

async function startWorkers(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startProcess({ environment: { ...TWO, ...environment } })
  await expect.poll(() => findLogLines(server, 'Vitrine serves')).toHaveLength(2)
  return server
}

/** Uses a new connection for each request, because connections are distributed to workers in rotation. */
function requestStatus(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().once('end', () => resolve(response.statusCode!))).once(
      'error',
      reject,
    )
  })
}

test('two workers share the port, import the demo once, label logs and metrics, mail each enquiry once and stop on SIGTERM', async () => {
  await using mailServer = await startMailServer()
  await using server = await startWorkers({
    DEMO: 'true',
    METRICS_PORT: '0',
    SMTP_URL: mailServer.url,
    ENQUIRY_TO: 'owner@shop.example',
  })
  const paths = Array.from({ length: 200 }, (_, number) => `/about?number=${number}`)
  expect(new Set(await Promise.all(paths.map((path) => requestStatus(server.url + path))))).toEqual(new Set([200]))
  expect(await requestStatus(`${server.url}/products/breakfast-bowl`)).toBe(200)
  const metrics = await (await fetch(String(findLogLines(server, 'metrics are served')[0]!['metricsAddress']))).text()
  const counts = [
    ...metrics.matchAll(/^http_request_duration_seconds_count\{worker="([12])",route="about",status="200"\} (\d+)$/gm),
  ]
  expect(counts.map(([, worker]) => worker)).toEqual(['1', '2'])
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(paths.length)
  expect(metrics.match(/^(?:vitrine_workers .*|# TYPE http_connections .*)$/gm)).toEqual([
    'vitrine_workers 2',
    '# TYPE http_connections gauge',
  ])
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, number) =>
      fetch(server.url + CONTACT_PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify({ ...ENQUIRY, request: `Question ${number}` }),
      }).then(({ status }) => status),
    ),
  )
  expect(responses).toEqual(Array(6).fill(201))
  await expect.poll(() => mailServer.mails.length).toBe(6)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(mailServer.mails).toHaveLength(6)
  expect(findLogLines(server, 'demo catalogue was imported')).toHaveLength(1)
  const requests = findLogLines(server, 'request').filter(({ url }) => String(url).startsWith('/about'))
  expect(requests.map(({ url }) => url).toSorted()).toEqual(paths.toSorted())
  expect(new Set(requests.map(({ worker }) => worker))).toEqual(new Set([1, 2]))
  expect(
    findLogLines(server, 'stopped')
      .map(({ worker }) => worker)
      .toSorted(),
  ).toEqual([1, 2, undefined])
})

test('replaces a worker that is killed, while the other one continues to serve, and stops on SIGTERM while both are being replaced', async () => {
  await using server = await startWorkers()
  const { pid } = findLogLines(server, 'a worker was started').find(({ worker }) => worker === 2)!
  process.kill(Number(pid), 'SIGKILL')
  await expect
    .poll(() => findLogLines(server, 'replaces it'))
    .toMatchObject([{ level: 50, worker: 2, end: 'SIGKILL', restartInMs: 100 }])
  expect(await requestStatus(`${server.url}/readyz`)).toBe(200)
  await expect.poll(() => findLogLines(server, 'Vitrine serves').map(({ worker }) => worker)).toEqual([1, 2, 2])
  expect(await Promise.all([1, 2, 3, 4].map(() => requestStatus(`${server.url}/about`)))).toEqual([200, 200, 200, 200])

  for (const { pid: started } of findLogLines(server, 'a worker was started'))
    if (started !== pid) process.kill(Number(started), 'SIGKILL')
  await expect.poll(() => findLogLines(server, 'replaces it')).toHaveLength(3)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('two workers refuse a connection above the sum of their CONNECTIONS_MAX limits', async () => {
  await using server = await startWorkers({ CONNECTIONS_MAX: '2' })
  await using connections = new AsyncDisposableStack()
  let refusedCount = 0
  // The primary process does not distribute connections evenly, so one worker may refuse a connection while the other
  // has room.
  for (let opened = 0; opened < 12; opened++) {
    const connection = connections.use(await openConnection(server))
    void connection.closed.then((received) => (refusedCount += received === '' ? 1 : 0))
  }
  await expect.poll(() => refusedCount).toBeGreaterThanOrEqual(12 - 4)
  expect(refusedCount).toBeLessThan(12)
})

test('logs a port in use once and does not retry', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  await using folder = await makeTemporaryFolder()
  const server = spawnServer(await useBuild('production'), {
    ...TWO,
    DATA_DIR: folder.path,
    PORT: String((taken.address() as AddressInfo).port),
  })
  expect(await server.ended).toBe(1)
  expect(findLogLines(server, 'a worker was started')).toHaveLength(1)
  expect(findLogLines(server, 'cannot start')).toMatchObject([
    { worker: 1, err: { code: 'EADDRINUSE' } },
    { err: { message: expect.stringContaining('The first worker exited with 1') as string } },
  ])
  taken.close()
})

test('exits because of an invalid setting before it starts a worker', async () => {
  const server = spawnServer(await useBuild('production'), { ...TWO, PORT: '80a' })
  expect(await server.ended).toBe(1)
  expect(server.logLines).toMatchObject([
    { level: 60, err: { message: expect.stringContaining('PORT: "80a"') as string } },
  ])
})
