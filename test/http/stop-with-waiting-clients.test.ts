import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { readDatabaseSettings } from '../../server/config/database-settings.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { openConnection, type RawConnection } from '../support/raw-connection.ts'
import { startProcess, type ServerProcess } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

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

test('workers respond to every client that had connected before SIGTERM', async () => {
  await using server = await startWorkers()
  using stack = new DisposableStack()
  const pids = [server.child.pid!, ...listWorkers(server)]
  signal(pids, 'SIGSTOP')
  const connections = await sendRequests(server, stack)
  signal([server.child.pid!], 'SIGTERM')
  signal(pids, 'SIGCONT')
  expect(await readStatuses(connections)).toEqual(ALL_OK)
  expect(await server.ended).toBe(0)
})

test('SIGTERM to one of two workers resets no connection, new or reused', async () => {
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
  await expect.poll(() => listWorkers(server)).toHaveLength(3)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a rolling restart of two nodes behind nginx loses no request that waits for a node when it is stopped', async ({
  skip,
}) => {
  skip(NGINX === undefined, 'nginx is not installed')
  await using folder = await makeTemporaryFolder()
  await using running = new AsyncDisposableStack()
  const ports = [await findFreePort(), await findFreePort()] as const
  const start = async (index: number) => {
    const environment = {
      PORT: String(ports[index]),
      DATA_DIR: folder.path,
      TRUST_PROXY: '1',
      WEB_CONCURRENCY: String(index + 1),
    }
    return running.use(await startProcess({ environment }))
  }
  const nodes = [await start(0), await start(1)]
  const nginx = running.use(await startNginx([new URL(nodes[0]!.url), new URL(nodes[1]!.url)]))
  const references: string[] = []

  nodes[0]!.child.kill('SIGTERM')
  expect(await nodes[0]!.ended).toBe(0)
  for (const [away, leaving] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { child, ended } = nodes[leaving]!
    const pids = [child.pid!, ...listWorkers(nodes[leaving]!)]
    signal(pids, 'SIGSTOP')
    // The node that has ended refuses connections, so all requests wait at the suspended node.
    const pages = Promise.all(
      Array.from({ length: CLIENTS }, (_, number) =>
        fetch(`${nginx.url}/about?number=${leaving}${number}`).then(({ status }) => status),
      ),
    )
    const enquiry = fetch(nginx.url + CONTACT_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ENQUIRY, product: '', request: `Question ${leaving}` }),
    })
    nodes[away] = await start(away)
    child.kill('SIGTERM')
    signal(pids, 'SIGCONT')
    expect(await pages).toEqual(Array(CLIENTS).fill(200))
    const response = await enquiry
    expect(response.status).toBe(201)
    references.push(((await response.json()) as { readonly reference: string }).reference)
    expect(await ended).toBe(0)
  }
  await using stores = await openStores(readDatabaseSettings(undefined, folder.path))
  expect((await stores.enquiries.list('all')).map(({ reference }) => reference).toSorted()).toEqual(
    references.toSorted(),
  )
})
