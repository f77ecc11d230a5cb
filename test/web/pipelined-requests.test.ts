import { expect, test } from 'vitest'
import { openConnection } from '../support/raw-connection.ts'
import { startServer } from '../support/start-server.ts'

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
