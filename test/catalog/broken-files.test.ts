import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDatabaseSettings, type DatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { findDatabaseError } from '../../server/platform/database-error.ts'
import { hasDatabase, openStores } from '../../server/site.ts'
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

const explainOpening = (path: string) => explainFailure(readDatabaseSettings(`sqlite:${path}`, ''))

async function explainFailure(database: DatabaseSettings): Promise<string | undefined> {
  return openStores(database).then(
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

test.each<[string, (path: string) => Promise<string>, string]>([
  ['a file', async (path) => path, 'it is a file'],
  ['below a file', async (path) => join(path, 'data'), 'a part of its path is a file'],
  [
    'a link that leads nowhere',
    async (path) => symlink(join(path, '..', 'missing'), `${path}-link`).then(() => `${path}-link`),
    'a link in its path leads to a folder that does not exist',
  ],
])('names the setting and the reason if DATA_DIR is %s', async (_what, arrange, reason) => {
  await using folder = await makeTemporaryFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  const dataDir = await arrange(file)
  const explanation = await explainFailure(readDatabaseSettings(undefined, dataDir))
  expect(explanation).toMatch(`DATA_DIR: the folder ${dataDir} cannot be used: ${reason}`)
})

const NOBODY = 65_534

/** Gives up the rights of root, which have no limits, until it is disposed of. @param restore called with these rights */
function withoutRootRights(restore: () => Promise<void>): AsyncDisposable {
  const isRoot = process.geteuid!() === 0
  if (isRoot) process.seteuid!(NOBODY)
  return {
    async [Symbol.asyncDispose]() {
      if (isRoot) process.seteuid!(0)
      await restore()
    },
  }
}

test.each([
  ['not writable', 0o555, 'data', false],
  ['not readable', 0o000, 'data', 'throws'],
  ['missing in a folder that is not writable', 0o555, 'data/inner', false],
  ['inside a folder that is not readable', 0o000, 'data/inner', 'throws'],
])('names the setting and the right that the user needs if DATA_DIR is %s', async (_what, mode, name, known) => {
  await using folder = await makeTemporaryFolder()
  const outer = join(folder.path, 'data')
  await mkdir(outer)
  await chmod(folder.path, 0o755)
  await chmod(outer, mode)
  await using _rights = withoutRootRights(() => chmod(outer, 0o755))
  const dataDir = join(folder.path, name)
  const database = readDatabaseSettings(undefined, dataDir)
  const start = `DATA_DIR: the folder ${dataDir} cannot be used: the user that runs Vitrine (uid ${process.geteuid!()}) needs the right to reach it, and to create and change files in it; `
  expect((await explainFailure(database))?.slice(0, start.length)).toBe(start)
  // A database that cannot be reached must not count as missing, because commands would then report an empty site.
  if (known === 'throws') expect(() => hasDatabase(database)).toThrow(start)
  else expect(hasDatabase(database)).toBe(known)
})

test.skipIf(process.geteuid?.() !== 0)('a database that root creates belongs to the owner of its folder', async () => {
  await using folder = await makeTemporaryFolder()
  const [service, group] = [65_534, 65_533]
  await chown(folder.path, service, group)
  const path = await makeDatabase(folder.path)
  expect(await stat(path)).toMatchObject({ uid: service, gid: group, mode: 0o100600 })
})

async function overwrite(path: string, page: number, offset: number, length: number): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(randomBytes(length), 0, length, page * PAGE_BYTES + offset)
}
