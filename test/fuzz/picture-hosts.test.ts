import { array, asyncProperty, constantFrom, oneof } from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { writeCsv } from '../support/csv-text.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { anyText } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

let server: TestServer
let files: TempCatalog
let usual: Policy

beforeAll(async () => {
  ;[server, files] = await Promise.all([startServer(), openTempCatalog()])
  usual = await readPolicy()
})

afterAll(async () => {
  await Promise.all([server[Symbol.asyncDispose](), files[Symbol.asyncDispose]()])
})

type Policy = ReadonlyMap<string, readonly string[]>

/**
 * Reads the Content-Security-Policy and parses it as a browser does: commas separate policies, semicolons separate directives.
 */
async function readPolicy(): Promise<Policy> {
  const { status, headers } = await server.request.get('/about')
  expect(status).toBe(200)
  const policies = headers['content-security-policy']!.split(',')
  expect(policies).toHaveLength(1)
  return new Map(
    policies[0]!.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

/**
 * Fails if the policy differs from that of a catalogue without pictures in anything but additional hosts as sources of
 * pictures.
 */
async function expectValidPolicy(): Promise<void> {
  const { 'img-src': pictures = [], ...others } = Object.fromEntries(await readPolicy())
  const { 'img-src': own = [], ...expected } = Object.fromEntries(usual)
  expect(others).toEqual(expected)
  expect(pictures.slice(0, own.length)).toEqual(own)
  for (const source of pictures.slice(own.length))
    expect(source).toMatch(/^https:(?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)?$/)
}

const anyPart = oneof(
  {
    weight: 3,
    arbitrary: constantFrom('x', 'photos', '.example', '.', '-', '1', 'xn--', 'ö', '[::1]', '127.0.0.1', ':8443', '@'),
  },
  {
    weight: 4,
    arbitrary: constantFrom(
      ';',
      ',',
      '*',
      "'",
      '"',
      '$&',
      "$'",
      '$1',
      '_',
      '~',
      '!',
      '(',
      '=',
      '&',
      '+',
      '%3b',
      '%20',
      '%2c',
      ';sandbox',
      ';frame-ancestors',
      ";script-src-elem'none'",
      "'unsafe-inline'",
      '；',
      '，',
      '＊',
      '\t',
      '\n',
      '\u00a0',
      '\u3002',
    ),
  },
  { weight: 1, arbitrary: anyText },
)
const anyAddress = array(anyPart, { minLength: 1, maxLength: 6 }).map((parts) => `https://${parts.join('')}/a.png`)
const anyAddresses = array(anyAddress, { minLength: 1, maxLength: 30 })

fuzz(
  'hosts of imported pictures are added to the Content-Security-Policy as plain sources, and change nothing else',
  40,
  asyncProperty(anyAddresses, async (addresses) => {
    const rows = addresses.map((address, index) => ({
      Slug: `bowl-${index}`,
      Name: 'Bowl',
      Images: address.replaceAll('\n', ''),
    }))
    await importFile(server.store, await files.write('products.csv', writeCsv(rows)))
    await expectValidPolicy()
  }),
)

fuzz(
  'hosts of pictures stored without an import add only plain sources to the Content-Security-Policy',
  60,
  asyncProperty(anyAddresses, async (addresses) => {
    const images = addresses.filter((address) => URL.canParse(address)).map((url) => ({ url, alt: '' }))
    await server.store.write((writer) => writer.putProduct(buildProduct({ slug: 'stored', images })))
    await expectValidPolicy()
  }),
)
