import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Queries } from '../../server/catalog/store/sqlite/queries.ts'
import { changeStore } from '../support/change-store.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test('responds 503 with Retry-After and no-store if a read finds the database busy', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'busy.db')
  const other = new DatabaseSync(path)
  other.exec('BEGIN EXCLUSIVE')
  const busy = new DatabaseSync(path, { timeout: 0 })
  const askBusy = async () => new Queries(busy).get('SELECT 1 FROM sqlite_schema')
  await using server = await startServer({
    products: [buildProduct({ slug: 'chair', name: 'Oak chair' })],
    wrapStore: (store) => changeStore(store, { findProduct: (slug) => askBusy().then(() => store.findProduct(slug)) }),
  })
  const page = await server.request.get('/products/chair')
  expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([503, '5', 'no-store'])
  const payload = await server.request.get('/products/chair/_payload.json')
  expect([payload.status, payload.headers['retry-after'], payload.body]).toEqual([
    503,
    '5',
    { statusCode: 503, statusMessage: 'Service Unavailable', fatal: true },
  ])

  other.exec('ROLLBACK')
  const again = await server.request.get('/products/chair')
  expect([again.status, again.text.includes('Oak chair')]).toEqual([200, true])
  busy.close()
  other.close()
})
