import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUpSite } from '../../server/copy-site.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore, startServer, type TestServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const PATHS = ['/products/chair', '/products/chair/_payload.json?b', '/sitemap.xml']

const rename = (name: string) => ({ products: [buildProduct({ slug: 'chair', name })] })

async function readETags(node: TestServer): Promise<string[]> {
  return Promise.all(PATHS.map(async (path) => (await node.request.get(path)).headers['etag']!))
}

/** Requests each path with the ETag of an earlier response, and returns the status codes. */
async function revalidate(node: TestServer, etags: readonly string[]): Promise<number[]> {
  return Promise.all(
    PATHS.map(async (path, index) => (await node.request.get(path).set('If-None-Match', etags[index]!)).status),
  )
}

test('the first import after restoring a backup of SQLite gives new ETags', async () => {
  await using folder = await makeTemporaryFolder()
  const [live, backup] = [join(folder.path, 'live.db'), join(folder.path, 'backup.db')]
  let seen: string[]
  {
    await using node = await startServer({ ...rename('Oak chair'), environment: { DATABASE_URL: `sqlite:${live}` } })
    await backUpSite(readDatabaseSettings(`sqlite:${live}`, folder.path), backup)
    await fillStore(node.store, rename('Ash chair'))
    seen = await readETags(node)
    expect(await revalidate(node, seen)).toEqual([304, 304, 304])
  }
  await using restored = await startServer({ environment: { DATABASE_URL: `sqlite:${backup}` } })
  await fillStore(restored.store, rename('Elm chair'))
  expect(await revalidate(restored, seen)).toEqual([200, 200, 200])
})

test('two nodes with one database give equal ETags, unless a setting that pages contain differs', async () => {
  await using folder = await makeTemporaryFolder()
  const environment = { DATABASE_URL: `sqlite:${join(folder.path, 'site.db')}`, SITE_URL: 'https://shop.example' }
  await using node = await startServer({ ...rename('Oak chair'), environment })
  const seen = await readETags(node)
  {
    await using same = await startServer({ environment })
    expect(await readETags(same)).toEqual(seen)
    expect(await revalidate(same, seen)).toEqual([304, 304, 304])
  }
  for (const [name, value] of Object.entries({
    SITE_URL: 'https://other.example',
    HTTP_BASE_URL: 'https://cdn.example',
    BUILD_CHECK_INTERVAL: '0',
  })) {
    await using other = await startServer({ environment: { ...environment, [name]: value } })
    expect(await revalidate(other, seen), name).toEqual([200, 200, 200])
  }
})
