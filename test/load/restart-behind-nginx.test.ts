import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { startProcess } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const CLIENTS = 20

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
    child.kill('SIGSTOP')
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
    child.kill('SIGCONT')
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
