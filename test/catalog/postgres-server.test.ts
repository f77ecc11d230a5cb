import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { TLSSocket, type SecureContextOptions } from 'node:tls'
import { expect, test } from 'vitest'
import { findDatabaseError } from '../../server/platform/database-error.ts'
import { createLogger } from '../../server/platform/log.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { ServerPool } from '../../server/catalog/store/postgres/server-pool.ts'
import { HttpError } from '../../shared/http-error.ts'
import { buildProduct } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { fillStore } from '../support/start-server.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { listSlugs } from './opened-store.ts'
import { openPostgresStore } from '../support/open-stores.ts'
import { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'

/** A self-signed certificate from the package of the mail server that the tests use. */
const CERTIFICATE = (createRequire(import.meta.url)('smtp-server/lib/tls-options') as () => SecureContextOptions)()

async function explainOpening(url: string): Promise<string> {
  const error: unknown = await openStores(readDatabaseSettings(url, '')).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return findDatabaseError(error)?.message ?? String(error)
}

function change(url: string, part: 'username' | 'pathname' | 'port' | 'hostname' | 'search', value: string): string {
  const changed = new URL(url)
  changed[part] = value
  return changed.href
}

test('explains what is wrong with the database URL without quoting the password', async () => {
  await using database = await createTestDatabase()
  const { host, pathname } = new URL(database.url)
  const at = `The database at ${host}${pathname} cannot be used`
  const port = String(await findFreePort())
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      change(database.url, 'username', 'stranger'),
      /: the (?:password or the user is wrong|user is not allowed to connect)$/,
    ],
    [change(database.url, 'pathname', '/nowhere'), /\/nowhere cannot be used: the database does not exist$/],
    [
      change(database.url, 'port', port),
      new RegExp(
        `:${port}/.*cannot be used: no PostgreSQL server listens at this address; start it or correct the address$`,
      ),
    ],
    [change(database.url, 'hostname', 'nowhere.invalid'), /cannot be used: /],
    [change(database.url, 'search', '?sslmode=require'), /cannot be used: the server does not support TLS/],
  ]
  for (const [url, message] of wrong) {
    const said = await explainOpening(url)
    expect(said).toMatch(message)
    expect(said).not.toContain(new URL(url).password)
  }
  expect(await explainOpening(change(database.url, 'username', 'stranger'))).toContain(at)
})

test('if the database refuses the login, commands exit with the reason, and the logged error does not have the password', async () => {
  await using database = await createTestDatabase()
  const wrong = new URL(database.url)
  Object.assign(wrong, { username: 'stranger', password: 's3cret' })
  const command = await runCommand('catalog', { DATABASE_URL: wrong.href }, 'history')
  expect(command).toMatchObject({ code: 2, out: '' })
  expect(command.err).toMatch(
    /^The database at \S+ cannot be used: the (?:password or the user is wrong|user is not allowed to connect)\. Nothing was changed\.\n$/,
  )
  let logged = ''
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => (logged += line) })
  await openStores(readDatabaseSettings(wrong.href, '')).catch((err: unknown) => logger.fatal({ err }))
  expect(logged).toMatch(/cannot be used: the (?:password|user)/)
  expect(logged).not.toContain('s3cret')
})

test('rejects an untrusted certificate with sslmode=verify-full', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { ...CERTIFICATE, isServer: true }).on('error', () => {})
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await explainOpening(`postgres://shop:s3cret@127.0.0.1:${port}/shop?sslmode=verify-full`)).toMatch(
    /cannot be used: the certificate of the server (?:is not signed by a trusted authority|has expired)/,
  )
  server.close()
})

test('refuses to open a PostgreSQL schema of a newer version of Vitrine', async () => {
  await using database = await createTestDatabase()
  await openPostgresStore(database.openPool()).then((store) => store.close())
  await EnquiryStore.open(database.openPool())
  await database.run("UPDATE schema_version SET version = 999 WHERE part = 'enquiries'")
  await expect(EnquiryStore.open(database.openPool())).rejects.toThrow('schema version 999')
  await database.run("UPDATE schema_version SET version = 998 WHERE part = 'catalog'")
  await expect(openPostgresStore(database.openPool())).rejects.toThrow('schema version 998')
})

test('nodes that start at the same time create the schema once', async () => {
  await using database = await createTestDatabase()
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openStores(readDatabaseSettings(database.url, '', { poolSize: 2 }))),
  )
  expect(opened.map(({ catalog }) => catalog.revision)).toEqual([1, 1, 1, 1])
  await Promise.all(opened.map(async (stores) => stores[Symbol.asyncDispose]()))
})

test('throws 503 while the connection is lost, then detects changes again and leaves no connection open', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startProxy(database.url)
  const pool = new ServerPool(proxy.url, 3)
  const [near, elsewhere] = [await openPostgresStore(pool), await openPostgresStore(database.openPool())]
  await fillStore(elsewhere, { products: [buildProduct({ slug: 'a' })] })
  await expect.poll(() => near.revision).toBe(elsewhere.revision)
  expect(await near.findProduct('a')).toBeDefined()

  await proxy.cut()
  const failed: unknown = await near.findProduct('a').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(HttpError)
  expect([(failed as HttpError).status, (failed as HttpError).message]).toEqual([503, 'Service Unavailable'])
  await expect(near.ping()).rejects.toThrow('Service Unavailable')
  expect(near.revision).toBe(elsewhere.revision)
  await fillStore(elsewhere, { products: [buildProduct({ slug: 'b' })] })

  await proxy.mend()
  await expect.poll(() => near.revision).toBe(elsewhere.revision)
  expect(await near.findProduct('b')).toBeDefined()
  await fillStore(elsewhere, { products: [buildProduct({ slug: 'c' })] })
  await expect.poll(() => near.revision).toBe(elsewhere.revision)
  await near.close()
  await pool.close()
  await expect.poll(() => proxy.connectionCount).toBe(0)
  await elsewhere.close()
})

test('rolls back a transaction that loses its connection', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startProxy(database.url)
  const pool = new ServerPool(proxy.url, 3)
  const store = await openPostgresStore(pool)
  await fillStore(store, { products: [buildProduct({ slug: 'a' })] })
  const broken = store.write(async (writer) => {
    await writer.clear()
    for (let index = 0; index < 300; index++) await writer.putProduct(buildProduct({ slug: `new-${index}` }))
    await proxy.cut()
    await writer.putProduct(buildProduct({ slug: 'last' }))
  })
  await expect(broken).rejects.toThrow('Service Unavailable')
  await proxy.mend()
  expect(await store.read((reader) => reader.findProduct('new-0'))).toBeUndefined()
  expect((await store.findProduct('a'))?.slug).toBe('a')
  await store.close()
  await pool.close()
})

test('lists the first import after a backup is restored under a running server', async () => {
  await using database = await createTestDatabase()
  const store = await openPostgresStore(database.openPool())
  const put = (slug: string, name: string) => fillStore(store, { products: [buildProduct({ slug, name })] })
  const tables = ['meta', 'product', 'product_identifier', 'listing_blob']
  await put('a', 'Oak chair')
  await database.run(tables.map((table) => `CREATE TABLE backup_${table} AS TABLE ${table}`).join(';'))
  const { revision } = store
  await put('b', 'Ash chair')
  expect(await listSlugs(store, { search: 'ash' })).toEqual(['b'])
  await database.run(tables.map((table) => `TRUNCATE ${table}; INSERT INTO ${table} TABLE backup_${table}`).join(';'))
  await expect.poll(() => store.revision).toBe(revision)
  await put('c', 'Elm chair')
  expect(await listSlugs(store, { search: 'elm' })).toEqual(['c'])
  expect(await listSlugs(store, { search: 'ash' })).toEqual([])
  await store.close()
})
