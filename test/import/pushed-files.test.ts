import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { Stores } from '../../server/databases/open-stores.ts'
import type { RunImport } from '../../server/import-api/run-import-process.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { generateImportClient } from '../support/import-client.ts'
import { createTestRunner, startTestImportServer } from '../support/import-server.ts'
import { openConnection } from '../support/raw-connection.ts'
import { runCommand } from '../support/run-command.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { startProcess } from '../support/start-process.ts'
import { useOwnTemporaryFolder } from '../support/own-temporary-folder.ts'

await useOwnTemporaryFolder()

const writeProducts = (count: number, word = 'bowl') =>
  writeShopifyCsv(Array.from({ length: count }, (_, i) => ({ ...BOWL, Handle: `bowl-${i}`, Title: `${i} ${word}` })))

const listUploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('vitrine-push-'))

/** Pushes a file. */
async function push(
  address: string,
  token: string | null,
  body: string | Uint8Array,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${address}/import${query}`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers },
  })
  const data = (await response.json()) as { detail?: string; products?: unknown; report?: unknown }
  return { status: response.status, headers: response.headers, data }
}

/** Opens a database with a token, and a server for it. */
async function openServer(
  kind: (typeof DATABASE_KINDS)[number],
  options: { maxBytes?: number; wrapImport?: (run: RunImport) => RunImport } = {},
) {
  await using started = new AsyncDisposableStack()
  const database = started.use(await openDatabase(kind))
  const stores = started.use(await database.open())
  const token = (await stores.background.importTokens.create('erp'))!
  const { maxBytes, wrapImport = (run) => run } = options
  const runImport = wrapImport(createTestRunner(database.settings))
  const server = started.use(
    await startTestImportServer(stores, database.settings, { runImport, ...(maxBytes && { maxBytes }) }),
  )
  const owned = started.move()
  return { database, stores, token, server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function listNames({ catalog }: Stores): Promise<readonly string[]> {
  return catalog.read(async (reader) => {
    const names: string[] = []
    for await (const { name } of reader.scanProducts()) names.push(name)
    return names.toSorted()
  })
}

test.each(DATABASE_KINDS)('%s: a client generated from the OpenAPI file pushes files', async (kind) => {
  await using opened = await openServer(kind)
  const { stores, server } = opened
  const client = await generateImportClient()
  client.defaults.baseUrl = server.address
  client.defaults.headers['Authorization'] = `Bearer ${opened.token}`
  const file = new Blob([writeProducts(3)])
  const counts = { created: 0, changed: 0, unchanged: 0, skipped: 0 }

  expect(await client.importFile(file, { dryRun: true })).toMatchObject({
    status: 200,
    data: { source: 'push:erp', dryRun: true, products: { ...counts, created: 3 } },
  })
  expect(await listNames(stores)).toEqual([])
  const first = await client.importFile(file, { idempotencyKey: 'night-1', format: 'shopify' })
  expect(first).toMatchObject({
    status: 200,
    data: { format: 'Shopify product export', rows: 3, applied: true, products: { ...counts, created: 3 } },
  })
  expect(await listNames(stores)).toEqual(['0 bowl', '1 bowl', '2 bowl'])
  expect((await stores.catalog.listChanges())[0]!.description).toMatchObject({ source: 'import push:erp', created: 3 })

  const again = await client.importFile(file, { idempotencyKey: 'night-1', format: 'shopify' })
  expect(again.data).toEqual(first.data)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await client.importFile(file, { idempotencyKey: 'night-1' })).toMatchObject({
    status: 422,
    data: { detail: 'this Idempotency-Key was used for another file or other parameters; use a new key' },
  })
  expect(await client.importFile(file, { idempotencyKey: 'night-2' })).toMatchObject({
    data: { products: { ...counts, unchanged: 3 } },
  })

  const rejected = new Blob([writeProducts(3, 'cup').replace(BOWL['Variant Price']!, 'cheap')])
  const strict = await client.importFile(rejected, { idempotencyKey: 'night-3', strict: true })
  expect(strict).toMatchObject({ status: 422, data: { report: { applied: false, rejected: { count: 1 } } } })
  expect((await client.importFile(rejected, { idempotencyKey: 'night-3', strict: true })).data).toEqual(strict.data)
  const partly = await client.importFile(rejected)
  expect(partly).toMatchObject({
    status: 200,
    data: {
      products: { ...counts, changed: 2 },
      keptProducts: { count: 1, entries: ['bowl-0'] },
      rejected: { count: 1, entries: [{ file: 'push:erp', line: 2, column: 'Variant Price', value: 'cheap' }] },
    },
  })
  expect(await client.importFile(new Blob(['a,b\n1,2\n']))).toMatchObject({
    status: 422,
    data: {
      title: 'Unprocessable Entity',
      detail: expect.stringMatching(
        /^push:erp, line 1: the columns are not those of a known format: a, b\. Import/,
      ) as string,
    },
  })
  expectAsDescribed(first.data, 'Report')
  expectAsDescribed(partly.data, 'Report')
  expectAsDescribed(strict.data, 'Problem')
  expect(server.results.join(' ')).toBe('imported imported imported refused imported refused refused imported refused')
  expect(await listUploads()).toEqual([])
})

const writeBowl = (name: string) => new Blob([`Slug,Name,SKU\nbowl,${name},B1\n`])

test.each(DATABASE_KINDS)('%s: a pushed file in a further language brings its texts alone', async (kind) => {
  await using opened = await openServer(kind)
  const { stores, server } = opened
  const client = await generateImportClient()
  client.defaults.baseUrl = server.address
  client.defaults.headers['Authorization'] = `Bearer ${opened.token}`
  await stores.catalog.write(async (writer) =>
    writer.putSite({ ...(await writer.readSite()), locale: 'en', languages: ['en', 'de-AT'] }),
  )
  expect(await client.importFile(writeBowl('Bowl'), { language: 'en', prune: true })).toMatchObject({
    data: { products: { created: 1 } },
  })
  expect(await client.importFile(writeBowl('Schale'), { language: 'de' })).toMatchObject({
    data: { products: { changed: 1 } },
  })
  expect(await stores.catalog.write((writer) => writer.findProduct('bowl'))).toMatchObject({
    name: 'Bowl',
    translations: { 'de-at': { name: 'Schale' } },
  })
  const refused: readonly (readonly [object: Record<string, string | boolean>, status: number, detail: string])[] = [
    [{ language: 'fr' }, 422, 'push:erp: "fr" is none of the site\'s languages (en, de-at); add it'],
    [{ language: 'de-AT', prune: true }, 422, 'push:erp: --prune ("prune") does not work with a further language'],
    [{ language: 'German!' }, 400, '"language" must be a language such as en or de-AT'],
  ]
  for (const [parameters, status, detail] of refused)
    expect(await client.importFile(writeBowl('Bol'), parameters)).toMatchObject({
      status,
      data: { detail: expect.stringContaining(detail) as string },
    })
})

/** Checks a response with the OpenAPI file, which must also name each property of a report. */
function expectAsDescribed(data: Readonly<Record<string, unknown>>, schema: string): void {
  const path = join(PROJECT_DIR, 'server/import-api/openapi.json')
  const openApi = JSON.parse(readFileSync(path, 'utf8')) as {
    components: { schemas: { Report: { required: readonly string[] } } }
  }
  const ajv = new Ajv({ strict: false }).addSchema(openApi, 'openapi')
  const isValid = ajv.validate({ $ref: `openapi#/components/schemas/${schema}` }, data)
  expect(ajv.errors ?? []).toEqual([])
  expect(isValid).toBe(true)
  if (schema === 'Report') expect(Object.keys(data)).toEqual(openApi.components.schemas.Report.required)
}

test.each(DATABASE_KINDS)(
  '%s: a request without a valid token changes nothing, and its body is not read',
  async (kind) => {
    await using opened = await openServer(kind)
    const { stores, server, token } = opened
    const revoked = (await stores.background.importTokens.create('old'))!
    expect(await stores.background.importTokens.revoke('old')).toBe(true)
    const cases: readonly (readonly [string | null, Record<string, string>, string])[] = [
      [null, {}, ''],
      [null, {}, `?token=${token}`],
      [null, { Authorization: `Basic ${Buffer.from(`erp:${token}`).toString('base64')}` }, ''],
      [null, { Authorization: token }, ''],
      [null, { Cookie: `token=${token}` }, ''],
      ['', {}, ''],
      ['erp', {}, ''],
      [`${token}x`, {}, ''],
      [token.toUpperCase(), {}, ''],
      [revoked, {}, ''],
      ["' OR 1=1 --", {}, ''],
    ]
    for (const [given, headers, query] of cases) {
      const {
        status,
        data,
        headers: received,
      } = await push(server.address, given, writeProducts(1), { headers, query })
      expect([status, received.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(data.detail).toContain('npm run catalog -- tokens add NAME')
    }
    expect(await listNames(stores)).toEqual([])
    expect(server.lines.slice(1).map(({ msg }) => msg)).toEqual(
      cases.map(() => 'a push without a valid token was refused'),
    )
    expect(JSON.stringify(server.lines)).not.toContain(token)
    // An endless body ends with the response.
    using connection = await openConnection({ url: server.address })
    connection.send('POST /import HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    await expect.poll(() => connection.received()).toContain('401 Unauthorized')
    await connection.closed
  },
)

test.each(DATABASE_KINDS)('%s: a request that cannot be used changes nothing, and says why', async (kind) => {
  await using opened = await openServer(kind, { maxBytes: 50_000 })
  const { stores, server, token } = opened
  expect(await push(server.address, token, writeProducts(20))).toMatchObject({ status: 200 })
  const { revision } = stores.catalog
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const packed = { 'Content-Encoding': 'gzip' }
  const xml = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>'
  const cases: readonly (readonly [number, RegExp, string | Uint8Array, string?, Record<string, string>?])[] = [
    [422, /the file is empty/, ''],
    [422, /^push:erp/, '<!doctype html><title>Log in</title>'],
    [422, /^push:erp/, xml],
    [422, /^push:erp/, Buffer.from('PK\u0003\u0004 not an archive')],
    [422, /^push:erp/, Buffer.alloc(1_000, 0xff)],
    [422, /more than a tenth/, writeProducts(2), '?prune=true'],
    [400, /^"prune" must be true or false$/, writeProducts(1), '?prune=yes'],
    [400, /^"format" must be one of vitrine, shopify/, writeProducts(1), '?format=sap'],
    [400, /^"encoding" must be an encoding/, writeProducts(1), '?encoding=elvish'],
    [400, /^"headerRow" must be a whole number/, writeProducts(1), '?headerRow=0'],
    [400, /^"sheet" /, writeProducts(1), '?sheet=a&sheet=b'],
    [400, /^there is no parameter "images"; parameters: format, /, writeProducts(1), '?images=/etc'],
    [400, /^"force" is accepted only together with "prune"$/, writeProducts(1), '?force=true'],
    [400, /^the Idempotency-Key must have/, writeProducts(1), '', { 'Idempotency-Key': 'k'.repeat(256) }],
    [400, /cannot be unpacked/, 'not packed', '', packed],
    [413, /^the file has more than 0 MB$/, Buffer.alloc(50_001)],
    [413, /^the file has more than 0 MB$/, bomb, '', packed],
    [415, /encoding "br" is not supported/, 'x', '', { 'Content-Encoding': 'br' }],
    [415, /a form is not accepted/, 'x', '', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ]
  for (const [status, detail, body, query = '', headers = {}] of cases) {
    const response = await push(server.address, token, body, { query, headers })
    expect([response.status, response.data.detail]).toEqual([status, expect.stringMatching(detail)])
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expectAsDescribed(response.data, 'Problem')
  }
  const get = await fetch(`${server.address}/import`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await fetch(`${server.address}/`)).status).toBe(404)
  expect(await (await fetch(`${server.address}/openapi.json`)).json()).toMatchObject({ openapi: '3.0.3' })

  // A client that disconnects before its file is complete.
  {
    using connection = await openConnection({ url: server.address })
    const headers = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000`
    connection.send(`POST /import HTTP/1.1\r\n${headers}\r\n\r\n${writeProducts(1)}`)
    await expect.poll(listUploads).toHaveLength(1)
  }
  await expect.poll(listUploads).toEqual([])
  expect(stores.catalog.revision).toBe(revision)
  expect(await listNames(stores)).toHaveLength(20)
  expect(await push(server.address, token, gzipSync(writeProducts(20)), { headers: packed })).toMatchObject({
    status: 200,
    data: { products: { unchanged: 20 } },
  })
})

test.each(DATABASE_KINDS)('%s: one file is imported at a time, on whatever node, and each key once', async (kind) => {
  const begun = Promise.withResolvers<void>()
  const proceed = Promise.withResolvers<void>()
  const wrapImport =
    (run: RunImport): RunImport =>
    async (job, signal) => {
      begun.resolve()
      await proceed.promise
      return run(job, signal)
    }
  await using opened = await openServer(kind, { wrapImport })
  const { database, token, server } = opened
  await using otherStores = await database.open()
  await using other = await startTestImportServer(otherStores, database.settings)
  const headers = { 'Idempotency-Key': 'once' }
  const first = push(server.address, token, writeProducts(2), { headers })
  await begun.promise
  const second = await push(other.address, token, writeProducts(3))
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '10'])
  expect(second.data.detail).toBe('another file is being imported; try again later')
  // The lease of a node that is slow may end; the key still protects its request.
  await otherStores.background.pushLease.take('slow', Number.MAX_SAFE_INTEGER, 0)
  const same = await push(other.address, token, writeProducts(2), { headers })
  expect([same.status, same.headers.get('retry-after')]).toEqual([409, '10'])
  // So does the lease of a request, if its process was killed.
  const { pushedFiles } = otherStores.background
  expect(await pushedFiles.begin('erp killed', 'file', 1_000, 2_000)).toEqual({ kind: 'new' })
  expect(await pushedFiles.begin('erp killed', 'file', 2_000, 3_000)).toEqual({ kind: 'running' })
  expect(await pushedFiles.begin('erp killed', 'file', 2_001, 3_000)).toEqual({ kind: 'new' })
  proceed.resolve()
  const created = { status: 200, data: { products: { created: 2, unchanged: 0 } } }
  expect(await first).toMatchObject(created)
  expect(await push(other.address, token, writeProducts(2), { headers })).toMatchObject(created)
  expect(await push(other.address, token, writeProducts(3))).toMatchObject({
    status: 200,
    data: { products: { created: 1, unchanged: 2 } },
  })
})

test.each(DATABASE_KINDS)(
  '%s: a server that stops ends the import, which can be repeated with its key',
  async (kind) => {
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const token = (await stores.background.importTokens.create('erp'))!
    const begun = Promise.withResolvers<void>()
    const run = createTestRunner(database.settings)
    const runImport: RunImport = (job, signal) => {
      const outcome = run(job, signal)
      begun.resolve()
      return outcome
    }
    const options = { headers: { 'Idempotency-Key': 'once' } }
    const server = await startTestImportServer(stores, database.settings, { runImport })
    const pushed = push(server.address, token, writeProducts(500), options)
    await begun.promise
    await server[Symbol.asyncDispose]()
    expect(await pushed).toMatchObject({
      status: 503,
      data: { detail: 'the server is being stopped; try again later' },
    })
    expect(await listNames(stores)).toEqual([])
    await using next = await startTestImportServer(stores, database.settings)
    expect(await push(next.address, token, writeProducts(500), options)).toMatchObject({ status: 200 })
    expect(await listUploads()).toEqual([])
  },
)

/** Finds the address at which a server accepts files. */
const findAddress = ({ logLines }: Awaited<ReturnType<typeof startProcess>>) =>
  String(logLines.find((line) => 'importAddress' in line)?.['importAddress']).replace('/import', '')

test.each(DATABASE_KINDS)('%s: a server that is killed leaves no half catalogue', async (kind) => {
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const token = (await stores.background.importTokens.create('erp'))!
  // A killed process leaves its temporary files behind.
  const environment = { ...database.settings, IMPORT_PORT: '0', TMPDIR: database.folder }
  for (const word of ['bowl', 'cup']) {
    await using server = await startProcess({ environment })
    const pushed = push(findAddress(server), token, writeProducts(300, word)).catch(() => undefined)
    await expect.poll(() => stores.background.pushLease.isTaken(Date.now())).toBe(true)
    server.child.kill('SIGKILL')
    await pushed
    // The lease of a killed process ends after two minutes; here it ends now.
    await stores.background.pushLease.take('test', Number.MAX_SAFE_INTEGER, 0)
    const names = await listNames(stores)
    expect([0, 300]).toContain(names.length)
    expect(new Set(names.map((name) => name.replace(/^\d+ /, ''))).size).toBeLessThanOrEqual(1)
  }
  // The process that imports may go on without its server; until it ends, SQLite is locked.
  await using server = await startProcess({ environment })
  await expect.poll(async () => (await push(findAddress(server), token, writeProducts(300, 'plate'))).status).toBe(200)
  expect(new Set((await listNames(stores)).map((name) => name.replace(/^\d+ /, '')))).toEqual(new Set(['plate']))
})

test('a process that imports and fails is logged, and the client learns that nothing was changed', async () => {
  await using opened = await openServer('sqlite', { wrapImport: () => createTestRunner({ DATA_DIR: '/dev/null/x' }) })
  const { server, token } = opened
  expect(await push(server.address, token, writeProducts(1))).toMatchObject({
    status: 500,
    data: { detail: 'the import failed, and nothing was changed; the log of the server has the reason' },
  })
  expect(server.lines.at(-1)).toMatchObject({ level: 50, msg: 'a pushed file could not be imported' })
  expect(server.results).toEqual(['failed'])
})

test('tokens are made, listed and revoked by a command, and only their hashes are stored', async () => {
  await using database = await openDatabase('sqlite')
  const run = (...args: readonly string[]) => runCommand('catalog', database.settings, 'tokens', ...args)
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('There are no tokens') as string })
  const added = await run('add', 'erp')
  expect(added).toMatchObject({ code: 0, err: expect.stringContaining('It cannot be shown again') as string })
  const token = added.out.trim()
  expect(token).toMatch(/^vitrine_[\w-]{43}$/)
  expect(await run('add', 'erp')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is already a token "erp"') as string,
  })
  for (const wrong of [['add'], ['remove', 'erp'], ['add', 'two words'], ['add', 'x'.repeat(51)]])
    expect(await run(...wrong)).toMatchObject({ code: 2, out: '' })
  expect((await run()).out).toMatch(/^ {2}erp: made \d{4}-\d\d-\d\d \d\d:\d\d UTC, never used$/m)
  for (const name of await readdir(database.folder))
    expect(readFileSync(join(database.folder, name)).includes(token)).toBe(false)
  {
    await using stores = await database.open()
    await using server = await startTestImportServer(stores, database.settings)
    expect(await push(server.address, token, writeProducts(1))).toMatchObject({ status: 200 })
    expect((await run()).out).toMatch(/^ {2}erp: made .*, used \d{4}-/m)
    expect(await run('revoke', 'erp')).toMatchObject({ code: 0 })
    expect(await push(server.address, token, writeProducts(1))).toMatchObject({ status: 401 })
  }
  expect(await run('revoke', 'erp')).toMatchObject({ code: 2 })
})

test('a server accepts files only on IMPORT_PORT, on the loopback address, and only if it is set', async () => {
  await using database = await openDatabase('sqlite')
  const settings = { ...database.settings, METRICS_PORT: '0' }
  const { out } = await runCommand('catalog', settings, 'tokens', 'add', 'erp')
  const token = out.trim()
  {
    await using server = await startProcess({ environment: settings })
    expect(server.logLines.some((line) => 'importAddress' in line)).toBe(false)
  }
  await using server = await startProcess({ environment: { ...settings, IMPORT_PORT: '0', WEB_CONCURRENCY: '2' } })
  const find = (field: string) => {
    const line = server.logLines.find((candidate) => field in candidate)
    return String(line?.[field])
  }
  const address = find('importAddress')
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/import$/)
  expect((await fetch(`${server.url}/import`, { method: 'POST' })).status).toBe(404)
  const counts = { created: 0, changed: 0, unchanged: 0, skipped: 0 }
  const push2 = () => push(address.replace('/import', ''), token, writeProducts(2))
  expect(await push2()).toMatchObject({ status: 200, data: { products: { ...counts, created: 2 } } })
  expect(await push2()).toMatchObject({ status: 200, data: { products: { ...counts, unchanged: 2 } } })
  await expect.poll(async () => (await fetch(`${server.url}/products/bowl-1`)).status).toBe(200)
  const metrics = await (await fetch(find('metricsAddress'))).text()
  const total = [...metrics.matchAll(/^vitrine_pushed_files_total\{worker="\d",result="imported"\} (\d)$/gm)]
  expect(total.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(2)
})
