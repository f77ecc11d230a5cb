import { array, asyncProperty, constantFrom, integer, nat, oneof, record, tuple } from 'fast-check'
import { uint8Array, type Arbitrary } from 'fast-check'
import { SaxesParser } from 'saxes'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import { productPath } from '../../shared/urls.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { BMECAT_CATALOGUE, GOOGLE_FEED, readSample, SYSTEM_SAMPLES } from '../support/system-samples.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { anyText, likely, MARK, QUOTE_MARK } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

let server: TestServer
let files: TempCatalog

beforeAll(async () => {
  ;[server, files] = await Promise.all([
    startServer({ site: { ...NEUTRAL_SITE, hasGoogleFeed: true } }),
    openTempCatalog(),
  ])
})

afterAll(async () => {
  await Promise.all([server[Symbol.asyncDispose](), files[Symbol.asyncDispose]()])
})

/** The digits of purchase prices; no other cell has them. */
const SECRET = '77777'
const SECRET_COLUMN = /cost|wholesale|purchase|^EK$|Kosten|achat/i

const TABLE = {
  Artikelnummer: 'b-1¦b-2',
  Bezeichnung: 'Bowl¦Shirt',
  Beschreibung: `<p onclick="zq()">x</p>${MARK}<script>zq()</script>¦<a href="javascript:zq()">x</a>`,
  'VK brutto': '12.50¦1.234,50¦¦-3¦0',
  UVP: '15',
  EAN: '4006381333931¦1',
  Lager: '3¦-2¦>10¦ja',
  Gewicht: '100¦1e9¦1,5 kg',
  Farbe: 'Red¦Blue¦',
  Währung: 'EUR¦USD¦euro',
  Bild: 'bowl.jpg¦https://photos.example/a.jpg, https://photos.example/b.jpg¦data:image/png;base64,AA',
  '': 'x',
  __proto__x: 'x',
}

const COSTS = { 'Cost per item': '', 'Wholesale price': '', EK: '', "Prix d'achat": '', Kosten: '' }

const SAMPLES = {
  vitrine: readSample('vitrine'),
  shopify: readSample('shopify'),
  woocommerce: readSample('woocommerce'),
  ...SYSTEM_SAMPLES,
}

/** Usual cells of each column. */
const FORMATS: Readonly<Record<string, CsvCells>> = {
  table: { ...TABLE, ...COSTS },
  ...Object.fromEntries(
    Object.entries(SAMPLES).map(([format, { rows }]: [string, { readonly rows: readonly CsvCells[] }]) => {
      // A product that ended may have no page.
      const columns = rows.flatMap(Object.keys).filter((column) => column !== 'Discontinued')
      const cells = columns.map((column) => [column, rows.map((row) => row[column] ?? '').join('¦')] as const)
      return [format, { ...Object.fromEntries(cells), ...COSTS }]
    }),
  ),
}

/** Generates a spreadsheet in which most cells are usual for their column. */
function sheet(columns: CsvCells): Arbitrary<string> {
  const cells = Object.entries(columns).map(
    ([column, usual]) =>
      [column, SECRET_COLUMN.test(column) ? constantFrom(`${SECRET}.20`) : likely(...usual.split('¦'))] as const,
  )
  // The first row names all columns, so that the format is recognised.
  const header = Object.fromEntries(cells.map(([column]) => [column, '']))
  const rows = array(record(Object.fromEntries(cells), { requiredKeys: [] }), { minLength: 1, maxLength: 5 })
  return tuple(rows as Arbitrary<readonly CsvCells[]>, constantFrom(',', ';', '\t')).map(([given, delimiter]) =>
    writeCsv([header, ...given], delimiter),
  )
}

const SHEETS = Object.entries(FORMATS).map(([format, columns]) => [format, sheet(columns)] as const)

/** Generates the bytes of a text with one to four random changes. */
function damaged(text: Arbitrary<string>): Arbitrary<Uint8Array> {
  const change = record({
    at: integer({ min: 0, max: 4_000 }),
    removed: integer({ min: 0, max: 6 }),
    inserted: oneof(
      uint8Array({ maxLength: 4 }),
      constantFrom(...['"', '\n', '<', '&'].map((part) => Buffer.from(part)), Buffer.from([0xff, 0xfe])),
    ),
  })
  return tuple(text, array(change, { minLength: 1, maxLength: 4 })).map(([given, changes]) =>
    changes.reduce<Buffer>((bytes, { at, removed, inserted }) => {
      const start = at % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)])
    }, Buffer.from(given.toWellFormed())),
  )
}

/** Imports a file. Fails if it is rejected with an error other than ImportError. @returns undefined if it was rejected */
async function importAnything(name: string, content: string | Uint8Array): Promise<ImportReport | undefined> {
  const path = await files.write(name, content)
  try {
    return await importFile(server.store, path, { acceptMapping: async () => true })
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return undefined
  }
}

/** Fails if a page or feed cannot be read, or a page contains markup of an imported text or a purchase price. */
async function expectValidSite(): Promise<void> {
  const slugs: string[] = []
  await server.store.read(async (reader) => {
    for await (const product of reader.scanProducts()) {
      expect(JSON.stringify(product)).not.toContain(SECRET)
      if (product.visibility !== 'hidden') slugs.push(product.slug)
    }
  })
  for (const path of [...slugs.map((each) => productPath(each)), '/', '/products?view=table']) {
    const { status, text } = await server.request.get(path)
    expect([path, status]).toEqual([path, 200])
    for (const markup of [MARK, 'href="javascript:', 'onclick=']) expect(text).not.toContain(markup)
    // Quotation marks have to be escaped in attributes, but not between tags.
    expect(text.replace(/>[^<]*/g, '>')).not.toContain(QUOTE_MARK)
  }
  for (const path of ['/sitemap.xml', '/feeds/google.xml']) {
    const { status, text } = await server.request.get(path).buffer(true)
    expect([path, status]).toEqual([path, 200])
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.write(text).close()
  }
  expect(server.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
}

for (const [format, text] of SHEETS)
  fuzz(
    `${format}: a file with arbitrary cells is rejected, or imported with valid pages and feeds, and its second import and that of an export change nothing`,
    asyncProperty(text, damaged(text), async (csv, bytes) => {
      await importAnything('products.csv', bytes)
      await server.store.write(async (writer) => {
        await writer.clear()
        await writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR', hasGoogleFeed: true })
      })
      const first = await importAnything('products.csv', csv)
      if (!first) return
      await expectValidSite()
      expect(await importAnything('products.csv', csv)).toMatchObject({
        products: { created: 0, changed: 0 },
        rejected: { count: first.rejected.count },
      })
      const folder = join(files.dir, 'exported')
      await exportFolder(server.store, folder, { force: true })
      expect(await importFolder(server.store, folder)).toMatchObject({
        products: { created: 0, changed: 0 },
        rejected: { count: 0 },
      })
    }),
  )

for (const [format, xml] of Object.entries({
  bmecat: BMECAT_CATALOGUE,
  google: GOOGLE_FEED,
})) {
  const tags = xml.split(/(?=<)/)
  const anyXml = array(tuple(nat(tags.length - 1), oneof(constantFrom(...tags, ''), anyText)), {
    minLength: 1,
    maxLength: 8,
  }).map((changes) => {
    const changed = new Map(changes)
    return tags.map((tag, index) => changed.get(index) ?? tag).join('')
  })
  fuzz(
    `${format}: XML with missing, moved and changed elements is rejected, or imported with valid pages and feeds`,
    asyncProperty(anyXml, damaged(anyXml), async (text, bytes) => {
      await importAnything('products.xml', bytes)
      if (await importAnything('products.xml', text.toWellFormed())) await expectValidSite()
    }),
  )
}
