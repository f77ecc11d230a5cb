import { expect, test } from 'vitest'
import { openConnection, type RawConnection } from '../support/raw-connection.ts'
import { startProcess, type ServerProcess } from '../support/start-process.ts'

/**
 * libuv accepts one connection per event loop iteration, so most of these are not accepted yet when the server is
 * stopped.
 */
const CLIENTS = 20

const REQUEST = 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n'

const listWorkers = ({ logLines }: ServerProcess) =>
  logLines.filter(({ msg }) => msg === 'a worker was started').map(({ pid }) => Number(pid))

async function startWorkers(): Promise<ServerProcess> {
  const server = await startProcess({ environment: { WEB_CONCURRENCY: '2' } })
  await expect.poll(() => server.logLines.filter(({ msg }) => String(msg).startsWith('Vitrine serves'))).toHaveLength(2)
  return server
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name)
}

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

function countResponses(connections: readonly RawConnection[]): readonly number[] {
  return connections.map(({ received }) => received().split('HTTP/1.1 200 OK').length - 1)
}

const ALL_OK = Array<string>(CLIENTS).fill('HTTP/1.1 200 OK')

test('responds to every client that connected before SIGTERM, even if the connection was not accepted yet', async () => {
  await using server = await startProcess()
  using stack = new DisposableStack()
  const pids = [server.child.pid!]
  signal(pids, 'SIGSTOP')
  const connections = await sendRequests(server, stack)
  signal(pids, 'SIGTERM')
  signal(pids, 'SIGCONT')
  expect(await readStatuses(connections)).toEqual(ALL_OK)
  expect(await server.ended).toBe(0)
})

test('SIGTERM to one of two workers, and then to all, resets no connection, new or reused', async () => {
  await using server = await startWorkers()
  using stack = new DisposableStack()
  const workers = listWorkers(server)
  const reused = await sendRequests(server, stack)
  for (const connection of reused) await expect.poll(connection.received).toContain('</html>')
  signal(workers, 'SIGSTOP')
  for (const connection of reused) connection.send(REQUEST)
  const opened = await sendRequests(server, stack)
  signal([workers[1]!], 'SIGTERM')
  signal(workers, 'SIGCONT')
  await expect.poll(() => countResponses(reused)).toEqual(Array(CLIENTS).fill(2))
  await expect.poll(() => countResponses(opened)).toEqual(Array(CLIENTS).fill(1))
  await expect.poll(() => server.logLines.filter(({ msg }) => String(msg).startsWith('Vitrine serves'))).toHaveLength(3)

  const running = [server.child.pid!, ...listWorkers(server).filter((pid) => pid !== workers[1])]
  signal(running, 'SIGSTOP')
  const last = await sendRequests(server, stack)
  signal([server.child.pid!], 'SIGTERM')
  signal(running, 'SIGCONT')
  expect(await readStatuses(last)).toEqual(ALL_OK)
  expect(await server.ended).toBe(0)
})
