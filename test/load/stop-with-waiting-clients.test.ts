import { expect, test } from 'vitest'
import { openConnection } from '../support/raw-connection.ts'
import { startProcess } from '../support/start-process.ts'

/**
 * libuv accepts one connection per event loop iteration, so most of these are not accepted yet when the server is
 * stopped.
 */
const CLIENTS = 20

test('SIGTERM resets no connection, new or reused, even if it was not accepted yet', async () => {
  await using server = await startProcess()
  using stack = new DisposableStack()
  /** Connects and sends a request on each connection. The kernel queues them while the server is suspended. */
  const connect = async () => {
    const connecting = Array.from({ length: CLIENTS }, async () => stack.use(await openConnection(server)))
    const connections = await Promise.all(connecting)
    const send = () => {
      for (const connection of connections) connection.send('GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n')
    }
    send()
    return { connections, send }
  }
  const reused = await connect()
  for (const { received } of reused.connections) await expect.poll(received).toContain('</html>')
  server.child.kill('SIGSTOP')
  reused.send()
  const opened = await connect()
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  for (const [{ connections }, count] of [
    [opened, 1],
    [reused, 2],
  ] as const)
    for (const { closed } of connections) expect((await closed).split('HTTP/1.1 200 OK')).toHaveLength(count + 1)
  expect(await server.ended).toBe(0)
})
