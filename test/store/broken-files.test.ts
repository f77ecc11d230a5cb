import { randomBytes } from 'node:crypto'
import { cp, mkdir, open, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDatabaseSettings } from '../../server/config/database-settings.ts'
import { findDatabaseError } from '../../server/base/database-error.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const PAGE_BYTES = 4_096

async function makeDatabase(folder: string): Promise<string> {
  const path = join(folder, 'vitrine.db')
  await using stores = await openStores(readDatabaseSettings(undefined, folder))
  await fillStore(stores.catalog, {
    products: Array.from({ length: 50 }, (_, index) => buildProduct({ slug: `chair-${index}` })),
  })
  return path
}

async function explainOpening(path: string): Promise<string | undefined> {
  return openStores(readDatabaseSettings(`sqlite:${path}`, '')).then(
    async (stores) => {
      await stores[Symbol.asyncDispose]()
      return undefined
    },
    (error: unknown) => findDatabaseError(error)?.message ?? String(error),
  )
}

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['of random bytes', (path) => writeFile(path, randomBytes(50_000)), 'the file is not a database'],
  ['cut off in its middle', (path) => truncate(path, 6 * PAGE_BYTES), 'the file is damaged; restore a backup'],
  [
    'whose first table is overwritten',
    (path) => overwrite(path, 0, 100, PAGE_BYTES - 100),
    'the file is damaged; restore a backup',
  ],
])('rejects a file %s with a reason, and does not change it', async (_what, spoil, reason) => {
  await using folder = await makeTemporaryFolder()
  const path = await makeDatabase(folder.path)
  await spoil(path)
  const before = await readFile(path)
  expect(await explainOpening(path)).toBe(`The database ${path} cannot be used: ${reason}`)
  expect((await readFile(path)).equals(before)).toBe(true)
})

test('rejects a folder in place of the database file', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  await mkdir(path)
  expect(await explainOpening(path)).toMatch(/^The database .* cannot be used: the file cannot be opened/)
})

test('rejects pings and new enquiries after the open file is replaced', async () => {
  await using folder = await makeTemporaryFolder()
  const path = await makeDatabase(folder.path)
  const other = `${path}.other`
  await cp(path, other)
  await using stores = await openStores(readDatabaseSettings(undefined, folder.path))
  await stores.enquiries.add(buildNewEnquiry({ request: 'Before' }))
  await stores.catalog.ping()
  await rename(other, path)
  await expect(stores.catalog.ping()).rejects.toThrow('Service Unavailable')
  await expect(stores.enquiries.add(buildNewEnquiry({ request: 'Behind' }))).rejects.toThrow('Service Unavailable')
})

async function overwrite(path: string, page: number, offset: number, length: number): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(randomBytes(length), 0, length, page * PAGE_BYTES + offset)
}
