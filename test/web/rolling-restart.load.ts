import { expect, test } from 'vitest'
import { openStores } from '../../server/site.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { buildItems, pickItems } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startProcess, type ServerProcess } from '../support/start-process.ts'
import { fillStore } from '../support/start-server.ts'
import { startLoad } from '../support/steady-load.ts'
import { createTestDatabase } from '../support/test-database.ts'

const RESTARTS = 10
const REQUESTS_PER_SECOND = 200

/** Long time limits, so that the server refuses no requests on a slow machine. */
const LONG_WAITS = { RENDER_WAIT_MS: '30000', RENDER_TIMEOUT_MS: '30000' }

test(
  `a rolling restart of two nodes under ${REQUESTS_PER_SECOND} requests a second loses none`,
  { timeout: 300_000 },
  async ({ skip }) => {
    skip(NGINX === undefined, 'nginx is not installed')
    await using database = await createTestDatabase()
    await using stores = await openStores(readDatabaseSettings(database.url, '', {}))
    const slugs = Array.from({ length: 30 }, (_, number) => `chair-${number}`)
    await fillStore(stores.catalog, {
      products: slugs.map((slug) => buildProduct({ slug, categorySlug: 'seats' })),
      categories: [buildCategory({ slug: 'seats' })],
    })
    const ports = [await findFreePort(), await findFreePort()]
    const start = (port: number) =>
      startProcess({
        environment: {
          ...LONG_WAITS,
          PORT: String(port),
          DATABASE_URL: database.url,
          TRUST_PROXY: '1',
          SHUTDOWN_DELAY_MS: '300',
        },
      })
    await using running = new AsyncDisposableStack()
    const nodes: ServerProcess[] = []
    for (const port of ports) nodes.push(running.use(await start(port)))
    const nginx = running.use(await startNginx([new URL(nodes[0]!.url), new URL(nodes[1]!.url)]))

    const load = startLoad(nginx.url, REQUESTS_PER_SECOND, [
      '/',
      '/products',
      '/category/seats',
      '/contact',
      ...slugs.map((slug) => `/products/${slug}`),
    ])
    const ends: (number | string)[] = []
    for (let restart = 0; restart < RESTARTS; restart++) {
      const index = restart % 2
      const node = nodes[index]!
      node.child.kill('SIGTERM')
      ends.push(await node.ended)
      nodes[index] = running.use(await start(ports[index]!))
    }
    const { sent, failures, references } = await load.stop()
    expect(failures.slice(0, 5)).toEqual([])
    expect(new Set(ends)).toEqual(new Set([0]))
    const stored = await stores.enquiries.list('all')
    expect(stored.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted())
    for (const { request, items } of stored)
      expect(pickItems(items)).toEqual(buildItems(Number(request.replace('Question ', ''))))
    console.log(`${sent} requests over ${ends.length} restarts`)
  },
)
