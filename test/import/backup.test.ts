import { open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUpSite } from '../../server/copy-site.ts'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { formatCheck } from '../../server/import/check/check-report.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { buildProduct } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { fillStore } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { fillSite, readSite } from '../support/whole-site.ts'

test('a backup of a SQLite site during a write contains the state before the write, and only its owner can read it', async () => {
  await using folder = await makeTemporaryFolder()
  const [database, path] = [
    readDatabaseSettings(undefined, join(folder.path, 'data')),
    join(folder.path, 'backups', 'today.db'),
  ]
  await using stores = await openStores(database)
  await fillSite(stores)
  const before = await readSite(stores)
  await stores.catalog.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'half' }))
    expect(await backUpSite(database, path)).toBe((await stat(path)).size)
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder.path, 'backups'))).toEqual(['today.db'])
  await using backup = await openStores({ kind: 'sqlite', path })
  expect(await readSite(backup)).toEqual(before)
})

test('a backup of a PostgreSQL site is a SQLite file, and the copy command restores it', async () => {
  await using server = await createTestDatabase()
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'backup.db')
  const settings = { DATABASE_URL: server.url }
  let before: unknown
  {
    await using stores = await openStores(readDatabaseSettings(server.url, ''))
    await fillSite(stores)
    before = await readSite(stores)
    expect(await runCommand('catalog', settings, 'backup', path)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/backup\.db: \d+\.\d MB, verified\n$/) as unknown,
    })
    await fillStore(stores.catalog, { products: [buildProduct({ slug: 'wrong' })] })
  }
  expect((await readdir(folder.path)).toSorted()).toEqual(['backup.db'])
  expect(await runCommand('catalog', settings, 'copy', path, 'DATABASE_URL', '--force')).toMatchObject({ code: 0 })
  await using stores = await openStores(readDatabaseSettings(server.url, ''))
  expect(await readSite(stores)).toEqual(before)
})

test('a backup does not overwrite a file; without a database it fails and creates nothing', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'letter.txt')
  await writeFile(path, 'a letter')
  const database = readDatabaseSettings(undefined, join(folder.path, 'data'))
  await expect(backUpSite(database, path)).rejects.toThrow('letter.txt: the file already exists')
  expect((await stat(path)).size).toBe(8)
  expect(
    await runCommand('catalog', { DATA_DIR: join(folder.path, 'data') }, 'backup', join(folder.path, 'new.db')),
  ).toMatchObject({ code: 2, err: expect.stringContaining('There is no database at') as unknown })
  expect(await readdir(folder.path)).toEqual(['letter.txt'])
})

test('a backup of a damaged database fails, and the check reports the damage', async () => {
  await using folder = await makeTemporaryFolder()
  const database = readDatabaseSettings(undefined, folder.path)
  const path = join(folder.path, 'vitrine.db')
  {
    await using stores = await openStores(database)
    await fillSite(stores)
    const bytes = new Uint8Array(2_000_000).fill(7)
    await stores.catalog.write((writer) => writer.putImage('c'.repeat(64), { bytes, format: 'png' }))
    expect(await stores.catalog.findDamage()).toEqual([])
  }
  // The middle of the file is overwritten, which the large picture fills, so that the database can still be opened.
  const { size } = await stat(path)
  {
    await using file = await open(path, 'r+')
    await file.write(Buffer.alloc(4_096 * 8, 0xee), 0, 4_096 * 8, Math.floor(size / 4_096 / 2) * 4_096)
  }
  await expect(backUpSite(database, join(folder.path, 'backup.db'))).rejects.toThrow()
  expect((await readdir(folder.path)).filter((name) => name.startsWith('backup'))).toEqual([])
  await using stores = await openStores(database)
  const check = await checkCatalog(stores.catalog)
  expect(check.damage.length).toBeGreaterThan(0)
  expect(formatCheck(check)).toMatch(/^The database is damaged; restore a backup:\n/)
})
