import { expect, test } from 'vitest'
import { openConnection, type RawConnection } from '../support/raw-connection.ts'
import { startProcess, type ServerProcess } from '../support/start-process.ts'

/**
 * libuv accepts one connection per event loop iteration, so most of these are not accepted yet when the server is
 * stopped.
 */
const CLIENTS = 20

const REQUEST = 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n'

/**
 * Connects and sends a request on each connection. This works even if the server is suspended, because the kernel
 * queues them.
 */
async function sendRequests(
  { url }: Pick<ServerProcess, 'url'>,
  stack: DisposableStack,
): Promise<readonly RawConnection[]> {
  const connections = await Promise.all(
    Array.from({ length: CLIENTS }, async () => stack.use(await openConnection({ url }))),
  )
  for (const connection of connections) connection.send(REQUEST)
  return connections
}

/** Reads the status lines after the server has closed the connections. */
async function readStatuses(connections: readonly RawConnection[]): Promise<readonly string[]> {
  return Promise.all(
    connections.map(
      async ({ closed }) => (await closed).split('\r\n').findLast((line) => line.startsWith('HTTP/')) ?? 'no response',
    ),
  )
}

const ALL_OK = Array<string>(CLIENTS).fill('HTTP/1.1 200 OK')

test('SIGTERM resets no connection, new or reused, even if it was not accepted yet', async () => {
  await using server = await startProcess()
  using stack = new DisposableStack()
  const reused = await sendRequests(server, stack)
  for (const connection of reused) await expect.poll(connection.received).toContain('</html>')
  server.child.kill('SIGSTOP')
  for (const connection of reused) connection.send(REQUEST)
  const opened = await sendRequests(server, stack)
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  expect(await readStatuses(opened)).toEqual(ALL_OK)
  expect((await readStatuses(reused)).length).toBe(CLIENTS)
  expect(reused.map(({ received }) => received().split('HTTP/1.1 200 OK').length - 1)).toEqual(Array(CLIENTS).fill(2))
  expect(await server.ended).toBe(0)
})
