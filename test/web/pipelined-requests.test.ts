import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trackSockets } from '../../server/web/limits/connection-limits.ts'
import { disconnectSlowReaders, admitRequest } from '../../server/web/limits/pending-responses.ts'
import { openConnection, sendAndReceive } from '../support/raw-connection.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

/** Fake time to advance; the server checks for slow readers several times while it passes. */
const CHECKS_MS = 500

const requests = (path: string, count: number) => `GET ${path} HTTP/1.1\r\nHost:a\r\n\r\n`.repeat(count)

const countLogged = ({ logLines }: TestServer, url: string) => logLines.filter((line) => line['url'] === url).length

test('closes a connection with more than 50 unanswered requests, handles 50 of them and logs it once', async () => {
  await using server = await startServer()
  await server.request.get('/')
  await server.request.get('/')
  using greedy = await openConnection(server)
  using again = await openConnection(server)
  for (const connection of [greedy, again]) {
    connection.send(requests('/', 2_307))
    await connection.closed
  }
  await expect.poll(() => countLogged(server, '/')).toBe(2 + 2 * 50)
  expect(
    server.logLines.filter(({ msg }) => String(msg).startsWith('too many requests without a response')),
  ).toMatchObject([{ connections: 1 }])
  expect((await server.request.get('/healthz')).status).toBe(200)
})

test('stops parsing further requests of a connection that it closes', async () => {
  let count = 0
  const server = createServer((req, res) => {
    count += 1
    admitRequest(req, res, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await sendAndReceive({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, requests('/', 2_307))
  expect(count).toBe(51)
  server.close()
})

test('counts responses that wait for an earlier one on their connection towards the memory limit', async () => {
  const body = Buffer.alloc(10_000, 'x')
  // The response to `/first` never ends, so all later responses on its connection wait for it.
  let received = 0
  const server = createServer((req, res) => {
    received++
    if (admitRequest(req, res, () => {}) && req.url !== '/first') res.end(body)
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sockets = trackSockets(server)
  disconnectSlowReaders(server, sockets, 1_000, 500_000)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  using modest = await openConnection(address)
  modest.send(requests('/first', 1) + requests('/', 10))
  await expect.poll(() => received).toBe(11)
  vi.advanceTimersByTime(CHECKS_MS)
  expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([false])
  using greedy = await openConnection(address)
  greedy.send(requests('/first', 1) + requests('/', 45))
  await expect.poll(() => received).toBe(11 + 46)
  vi.advanceTimersByTime(CHECKS_MS)
  await Promise.race([modest.closed, greedy.closed])
  await expect.poll(() => sockets.size).toBeLessThan(2)
  modest.socket.destroy()
  greedy.socket.destroy()
  server.close()
})
