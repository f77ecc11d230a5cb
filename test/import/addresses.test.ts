import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { importAddress } from '../../server/import/import-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { downloadFile, nameAddress } from '../../server/import/files/download-file.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { runCommand } from '../support/run-command.ts'
import { type Respond, startSupplier, LOOPBACK_RULES } from '../support/supplier.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { buildSimpleXlsx } from '../support/workbooks.ts'

/** Own folder of this file, so that it can list the downloads that are left. */
const temporary = await makeTemporaryFolder()

beforeAll(() => vi.stubEnv('TMPDIR', temporary.path))
afterAll(async () => {
  vi.unstubAllEnvs()
  await temporary[Symbol.asyncDispose]()
})

const CSV = writeShopifyCsv([BOWL, { ...BOWL, Handle: 'cup', Title: 'Cup', 'Variant Price': 'cheap' }])

const RESPONSES: Readonly<Record<string, Respond>> = {
  '/products.csv': (res) => res.end(CSV),
  '/packed.csv': (res) => res.setHeader('content-encoding', 'gzip').end(gzipSync(CSV)),
  '/moved': (res) => res.writeHead(302, { location: '/products.csv' }).end(),
  '/inside': (res) => res.writeHead(302, { location: 'http://10.0.0.1/products.csv' }).end(),
  '/secret.csv': (res, { headers }) =>
    headers.authorization === `Basic ${Buffer.from('shop:pa ss').toString('base64')}`
      ? res.end(CSV)
      : res.writeHead(401).end(),
  '/token.csv?key=s3cret': (res) => res.end(CSV),
  '/login': (res) => res.end('\n<!DOCTYPE html><title>Log in</title>'),
  '/empty.csv': (res) => res.end(),
  '/gone.csv': (res) => res.writeHead(404).end(),
  '/broken.csv': (res) => res.writeHead(500).end(),
  '/cut.csv': (res) => res.writeHead(200, { 'content-length': '10000' }).write(CSV, () => res.destroy()),
  '/closed.csv': (res) => res.writeHead(429).end(),
}

const startServer = (more: Readonly<Record<string, Respond>> = {}) => startSupplier({ ...RESPONSES, ...more })

const LOCAL: ImportOptions = { downloadRules: LOOPBACK_RULES }

const listDownloads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vitrine-download-'))

test('a file from an address is imported, and reports, history and messages name the address', async () => {
  await using supplier = await startServer()
  await using catalog = await openTempCatalog()
  const address = `${supplier.url}/products.csv`
  const report = await importAddress(catalog.store, address, LOCAL)
  expect(report).toMatchObject({ source: address, products: { created: 1 } })
  expect(formatReport(report, {})).toContain(`  ${address}, line 3 (row 3), column "Variant Price"`)
  expect((await catalog.store.listChanges())[0]!.description!.source).toBe(`import ${address}`)
  for (const path of ['/packed.csv', '/moved'])
    expect(await importAddress(catalog.store, supplier.url + path, LOCAL), path).toMatchObject({
      source: supplier.url + path,
      products: { unchanged: 1 },
    })
  expect(listDownloads()).toEqual([])
})

test('a workbook and a table with unknown columns are imported from an address', async () => {
  const rows = [
    ['Artikelnummer', 'Bezeichnung', 'Preis'],
    ['4711', 'Sechskantschraube', 12.5],
    ['4712', 'Linsenschraube', 3],
  ]
  const workbook = buildSimpleXlsx(rows)
  await using supplier = await startServer({ '/list.xlsx': (res) => res.end(workbook) })
  await using catalog = await openTempCatalog()
  const address = `${supplier.url}/list.xlsx`
  const files: string[] = []
  await expect(importAddress(catalog.store, address, LOCAL)).rejects.toThrow(`${address}, sheet "`)
  const acceptMapping: ImportOptions['acceptMapping'] = async ({ file }) => {
    files.push(file)
    return true
  }
  expect((await importAddress(catalog.store, address, { ...LOCAL, acceptMapping })).products.created).toBe(2)
  expect(files).toMatchObject([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/list\.xlsx, sheet "/)])
  const mapping = join(catalog.dir, 'list.json')
  await importAddress(catalog.store, address, { ...LOCAL, acceptMapping, mapping })
  expect((await importAddress(catalog.store, address, { ...LOCAL, mapping })).products.unchanged).toBe(2)
})

test('a file that cannot be downloaded changes nothing, and the error names address and reason', async () => {
  await using supplier = await startServer()
  await using catalog = await openTempCatalog()
  const { revision } = catalog.store
  for (const [path, reason] of [
    ['/login', /a web page instead of a file; perhaps it asks for a login/],
    ['/empty.csv', /the table is empty/],
    ['/gone.csv', /status 404: there is no such file; check the address/],
    ['/broken.csv', /status 500; try again later/],
    ['/secret.csv', /status 401: it asks for a login; write 'https:\/\/\$\{NAME\}@…'/],
    ['/closed.csv', /status 429; try again later/],
    ['/cut.csv', /the server closed the connection/],
    ['/inside', /the address is in a private network/],
  ] as const) {
    const importing = importAddress(catalog.store, supplier.url + path, LOCAL)
    await expect(importing, path).rejects.toThrow(reason)
    await expect(importing).rejects.toThrow(supplier.url + path)
    expect(listDownloads()).toEqual([])
  }
  expect(catalog.store.revision).toBe(revision)
})

test('variables of the environment are filled in, a login in the address is refused, and no message has a secret', async () => {
  await using supplier = await startServer()
  const [rules, host] = [LOCAL.downloadRules, `127.0.0.1:${supplier.port}`]
  const path = join(temporary.path, 'file.csv')
  for (const [address, environment, name] of [
    [`http://\${LOGIN}@${host}/secret.csv`, { LOGIN: 'shop:pa%20ss' }, `http://\${LOGIN}@${host}/secret.csv`],
    [`http://\${USER}:\${PASSWORD}@${host}/secret.csv`, { USER: 'shop', PASSWORD: 'pa%20ss' }, expect.anything()],
    [`http://${host}/token.csv?key=\${KEY}`, { KEY: 's3cret' }, `http://${host}/token.csv?key=[redacted]`],
  ] as const) {
    for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
    await downloadFile(address, path, rules)
    expect(readFileSync(path, 'utf8')).toBe(CSV)
    expect(nameAddress(address)).toEqual(name)
  }
  for (const [login, environment] of [
    ['shop:pa%20ss', {}],
    ['shop:pa@ss', {}],
    ['${USER}:pa%20ss', { USER: 'shop' }],
    ['${LOGIN}', { LOGIN: 'shop:pass-wrong' }],
    ['${LOGIN}', {}],
  ] as const) {
    for (const variable of ['USER', 'LOGIN'] as const)
      vi.stubEnv(variable, (environment as Record<string, string>)[variable])
    const download = downloadFile(`http://${login}@${host}/secret.csv`, path, rules)
    const error = (await download.catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toMatch(
      /can read a login in the arguments|status 401|the variable LOGIN of the address is not/,
    )
    expect(error.message).not.toMatch(/pa(?:ss-wrong|%20ss|@ss)/)
  }
})

test('the command imports only from https addresses outside of private networks', async () => {
  await using catalog = await openTempCatalog()
  const run = (address: string) => runCommand('catalog', { DATA_DIR: join(catalog.dir, 'data') }, 'import', address)
  expect(await run('http://shop.example/products.csv')).toMatchObject({
    code: 2,
    err: 'http://shop.example/products.csv: the protocol http is not allowed. Nothing was changed.\n',
  })
  expect(await run('https://127.0.0.1:1/products.csv')).toMatchObject({
    code: 2,
    err: expect.stringContaining('the address is in a private network') as unknown,
  })
})
