import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { startProcess, type ServerProcess } from '../support/start-process.ts'
import { findLine, startServer, type TestServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const PRODUCTS = Array.from({ length: 30 }, (_, number) => buildProduct({ slug: `chair-${number}` }))

const fileOf = ({ context }: TestServer) => join(context.config.dataDir, 'vitrine.db')

async function send(server: Pick<ServerProcess, 'url'>, request: string): Promise<number> {
  const body = { ...ENQUIRY, product: '', request }
  return (await supertest(server.url).post(CONTACT_PATH).send(body)).status
}

function overwriteFile(path: string): void {
  copyFileSync(path, `${path}.other`)
  renameSync(`${path}.other`, path)
}

// They run concurrently, because each waits until its server checks the files.
test.concurrent.for<[string, (path: string) => void, string]>([
  ['-wal is deleted', (path) => rmSync(`${path}-wal`), 'the file vitrine.db-wal was replaced or deleted'],
  ['-wal is replaced', (path) => overwriteFile(`${path}-wal`), 'the file vitrine.db-wal was replaced or deleted'],
  ['-shm is deleted', (path) => rmSync(`${path}-shm`), 'the file vitrine.db-shm was replaced or deleted'],
  ['file is truncated to nothing', (path) => truncateSync(path), 'the file is empty, because it was truncated'],
  ['file is replaced', overwriteFile, 'the file vitrine.db was replaced or deleted'],
  ['file is deleted', (path) => rmSync(path), 'the file vitrine.db was replaced or deleted'],
])(
  'acknowledges no enquiry, logs the reason once and is not ready if the database’s %s',
  async ([, spoil, reason], { expect }) => {
    await using server = await startServer({ products: PRODUCTS })
    const path = fileOf(server)
    // Now the database file contains all products, and the write-ahead log will contain only the enquiry.
    checkpoint(path)
    expect(await send(server, 'Before')).toBe(201)
    expect((await server.request.get('/readyz')).status).toBe(200)
    spoil(path)
    expect(await send(server, 'Behind')).toBe(503)
    expect((await server.request.get('/readyz')).status).toBe(503)
    await expect.poll(() => findLine(server, 'the database is unavailable')).toBeDefined()
    const lines = server.logLines.filter(({ msg }) => String(msg).startsWith('the database is unavailable'))
    expect(lines.map(({ level }) => level)).toEqual([50])
    expect(lines[0]!['msg']).toContain(`: The database ${path} cannot be used: ${reason}`)
  },
)

test.concurrent('is ready again when a missing database file is restored', async ({ expect }) => {
  await using server = await startServer({ products: PRODUCTS })
  const path = fileOf(server)
  renameSync(path, `${path}.away`)
  await expect.poll(() => findLine(server, 'the database is unavailable')).toBeDefined()
  renameSync(`${path}.away`, path)
  await expect.poll(() => findLine(server, 'the database is available again')).toMatchObject({ level: 30 })
  expect((await server.request.get('/readyz')).status).toBe(200)
  expect(await send(server, 'Afterwards')).toBe(201)
})

test.concurrent(
  'keeps acknowledged enquiries if the -wal file is deleted and the server is then killed',
  async ({ expect }) => {
    await using folder = await makeTemporaryFolder()
    {
      await using server = await startProcess({ environment: { DATA_DIR: folder.path } })
      expect(await send(server, 'Before')).toBe(201)
      rmSync(join(folder.path, 'vitrine.db-wal'))
      await expect.poll(() => findLine(server, 'the database is unavailable')).toBeDefined()
      const { code, err } = await runCommand('catalog', { DATA_DIR: folder.path }, 'history')
      expect([code, err]).toEqual([2, expect.stringContaining('vitrine.db-wal was deleted while it was in use')])
    }
    // The killed process has left the -shm file behind, which is the index of the write-ahead log.
    rmSync(join(folder.path, 'vitrine.db-shm'))
    await using stores = await openStores(readDatabaseSettings(undefined, folder.path))
    expect((await stores.enquiries.list('all')).map(({ request }) => request)).toEqual(['Before'])
  },
)

test('checks the -wal file next to the target if the database is a symbolic link', async () => {
  await using stored = await makeTemporaryFolder()
  await using linked = await makeTemporaryFolder()
  await (await openStores(readDatabaseSettings(undefined, stored.path)))[Symbol.asyncDispose]()
  symlinkSync(join(stored.path, 'vitrine.db'), join(linked.path, 'vitrine.db'))
  await using server = await startServer({ products: PRODUCTS, environment: { DATA_DIR: linked.path } })
  for (const request of ['First', 'Second']) expect(await send(server, request)).toBe(201)
  rmSync(join(stored.path, 'vitrine.db-wal'))
  expect(await send(server, 'Behind')).toBe(503)
})

test('stays ready when another connection grows, checkpoints and vacuums the database', async () => {
  await using server = await startServer({ products: PRODUCTS })
  const path = fileOf(server)
  const other = new DatabaseSync(path)
  const isReady = async () => (await server.request.get('/readyz')).status === 200
  const steps = [
    `CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i, randomblob(2000) AS bytes FROM n`,
    'DROP TABLE filler',
    'VACUUM',
    'PRAGMA wal_checkpoint(TRUNCATE)',
    'CREATE TABLE afterwards (value)',
  ]
  for (const step of steps) {
    other.exec(step)
    expect(await isReady(), step).toBe(true)
  }
  other.close()
  expect(await send(server, 'Afterwards')).toBe(201)
})

test('commands reject a database file that was truncated to zero bytes, and leave it empty', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  await (await openStores(readDatabaseSettings(undefined, folder.path)))[Symbol.asyncDispose]()
  truncateSync(path)
  for (const command of [['check'], ['import', 'missing.csv'], ['backup', join(folder.path, 'backup.db')]]) {
    const { code, err } = await runCommand('catalog', { DATA_DIR: folder.path }, ...command)
    expect([code, err]).toEqual([2, expect.stringContaining('the file is empty, because it was truncated')])
  }
  expect(statSync(path).size).toBe(0)
})

test.skipIf(process.platform === 'win32')('creates database files with mode 600', async () => {
  await using folder = await makeTemporaryFolder()
  const umask = process.umask(0)
  try {
    await using _stores = await openStores(readDatabaseSettings(undefined, folder.path))
    const modes = readdirSync(folder.path).map((name) => (statSync(join(folder.path, name)).mode & 0o777).toString(8))
    expect(modes).toEqual(['600', '600', '600'])
  } finally {
    process.umask(umask)
  }
})

test('processes that create the database at the same time create only one file', async () => {
  await using folder = await makeTemporaryFolder()
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => runCommand('catalog', { DATA_DIR: folder.path }, 'site')),
  )
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(readdirSync(folder.path)).toEqual(['vitrine.db'])
})

/** Copies the write-ahead log into the database file. */
function checkpoint(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint')
  database.close()
}
