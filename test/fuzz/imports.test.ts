import {
  array,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
  tuple,
  uint8Array,
  type Arbitrary,
} from 'fast-check'
import { SaxesParser } from 'saxes'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
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

/** Generates a spreadsheet in which most cells are valid for their column. */
function sheet(columns: Readonly<Record<string, Arbitrary<string>>>): Arbitrary<string> {
  const rows = array(record(columns, { requiredKeys: [] }), { minLength: 1, maxLength: 5 }) as Arbitrary<
    readonly CsvCells[]
  >
  // The first row names all columns, so that the format is recognised.
  const header = Object.fromEntries(Object.keys(columns).map((column) => [column, '']))
  return tuple(rows, constantFrom(',', ';', '\t')).map(([given, delimiter]) => writeCsv([header, ...given], delimiter))
}

const html = likely(
  '<p>Turned from <b>oak</b>.</p>',
  `<p onclick="zq()">x</p>${MARK}<script>zq()</script>`,
  '<a href="javascript:zq()">x</a>',
)
const price = likely('12.50', '1200', '1.234,50', '', '-3', '0')
const slug = likely('bowl', 'shirt', 'Öl-Kanne', 'a b')
const picture = likely(
  'bowl.jpg',
  'https://photos.example/a.jpg',
  'https://photos.example/a.jpg, https://photos.example/b.jpg',
  'data:image/png;base64,AA',
)
const flag = likely('TRUE', 'FALSE', '1', '0', '')
const choice = likely('Colour', 'Size', '', 'Red', 'S')

const FORMATS = {
  Vitrine: sheet({
    Slug: slug,
    Name: likely('Bowl', 'Shirt'),
    Brand: likely('Tornio'),
    'Short description': html,
    Description: html,
    Category: likely('Table > Bowls', 'Table', ' > > '),
    Tags: likely('a, b'),
    Featured: flag,
    Visibility: likely('public', 'hidden', 'unlisted'),
    SKU: likely('B-1', '4.00638E+12'),
    GTIN: likely('4006381333931', '1'),
    Price: price,
    'Compare-at price': price,
    Availability: likely('InStock', 'OutOfStock', 'PreOrder'),
    'Weight (g)': likely('100', '1e9'),
    Images: picture,
    'Variant image': picture,
    Attributes: likely('Wood: Oak', 'Wood: Oak | Size: S', ':'),
    Documents: likely('Care: https://docs.example/a.pdf'),
    'External link': likely('https://shop.example/a', 'javascript:zq()'),
    Includes: likely('shirt', 'bowl'),
    'Former slugs': slug,
    'Meta title': anyText,
    'Meta description': anyText,
    'Source id': likely('1'),
    'Option 1 name': choice,
    'Option 1 value': choice,
    'Option 2 name': choice,
    'Option 2 value': choice,
  }),
  Shopify: sheet({
    Handle: slug,
    Title: likely('Bowl', ''),
    'Body (HTML)': html,
    Vendor: likely('Tornio'),
    'Product Category': likely('Home > Bowls'),
    Type: likely('Bowls'),
    Tags: likely('a, b'),
    Published: flag,
    Status: likely('active', 'draft', 'archived'),
    'Option1 Name': choice,
    'Option1 Value': choice,
    'Option2 Name': choice,
    'Option2 Value': choice,
    'Variant SKU': likely("'B-1"),
    'Variant Barcode': likely('4006381333931'),
    'Variant Price': price,
    'Variant Compare At Price': price,
    'Variant Grams': likely('100'),
    'Variant Inventory Qty': likely('3', '-2'),
    'Variant Inventory Policy': likely('deny', 'continue'),
    'Variant Inventory Tracker': likely('shopify', ''),
    'Image Src': picture,
    'Image Position': likely('1', '2'),
    'Image Alt Text': anyText,
    'Variant Image': picture,
    'Gift Card': flag,
    'SEO Title': anyText,
    'SEO Description': anyText,
    'Wood (product.metafields.custom.wood)': anyText,
  }),
  WooCommerce: sheet({
    ID: likely('1', '2', '3'),
    Type: likely('simple', 'variable', 'variation', 'grouped', 'external'),
    SKU: likely('b-1', 'b-2'),
    Name: likely('Bowl'),
    Published: likely('1', '0', '-1'),
    'Is featured?': flag,
    'Visibility in catalog': likely('visible', 'hidden', 'search'),
    'Short description': html,
    Description: html,
    'In stock?': likely('1', '0', 'backorder'),
    Stock: likely('3'),
    'Weight (kg)': likely('1.5'),
    'Sale price': price,
    'Regular price': price,
    Categories: likely('Table > Bowls, Table', 'A, B > C'),
    Tags: likely('a, b'),
    Brands: likely('Tornio'),
    Images: picture,
    Parent: likely('b-1', 'id:1', 'id:2', 'b-2'),
    'Grouped products': likely('b-1, id:2'),
    'External URL': likely('https://shop.example', 'javascript:zq()'),
    'Button text': anyText,
    Position: likely('1'),
    'Attribute 1 name': choice,
    'Attribute 1 value(s)': likely('Red, Blue', 'Red'),
    'Attribute 1 visible': flag,
    'Attribute 1 global': flag,
    'Meta: _yoast_wpseo_title': anyText,
  }),
  'Google Merchant': sheet({
    id: likely('1', '2'),
    title: likely('Bowl'),
    description: html,
    link: likely('https://shop.example/products/bowl'),
    'image link': picture,
    availability: likely('in_stock', 'out of stock', 'preorder'),
    price: likely('12.50 EUR', '12,50 EUR', 'EUR'),
    'sale price': likely('9 EUR'),
    'sale price effective date': likely('2020-01-01T00:00+0100/2120-01-31T23:59+0100'),
    brand: likely('Tornio'),
    gtin: likely('4006381333931'),
    'item group id': likely('G', 'H'),
    color: choice,
    size: choice,
    'product type': likely('Table > Bowls'),
    'product detail': likely('General:Wood:Oak'),
  }),
}

const escapeText = (text: string) => text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
// oxlint-disable-next-line no-control-regex
const anyXmlText = oneof(
  anyText.map((text) => escapeText(text.replace(/[^\t\n\r -\uFFFD]/g, ''))),
  constantFrom('&amp;amp;', '&zq;', '&#0;', '&#x110000;', '<![CDATA[<b>x</b>]]>', '<zq/>', '<!-- x -->', '<?zq?>'),
)
const anyElement = tuple(
  likely(
    'g:id',
    'title',
    'g:title',
    'g:description',
    'link',
    'g:price',
    'g:image_link',
    'g:item_group_id',
    'g:color',
    'g:size',
    'g:gtin',
    'g:product_detail',
  ).filter((name) => /^[\w:]+$/.test(name)),
  oneof(anyXmlText, constantFrom('1', '12.50 EUR', 'https://shop.example/a')),
).map(([name, text]) => `<${name}>${text}</${name}>`)
const anyFeed = array(
  array(anyElement, { maxLength: 8 }).map(
    (elements) =>
      `<item><g:id>${elements.length}</g:id><title>Bowl</title><g:price>3 EUR</g:price>${elements.join('')}</item>`,
  ),
  { maxLength: 4 },
).map(
  (items) =>
    `<?xml version="1.0"?>\n<!DOCTYPE rss [<!ENTITY zq "zq"><!ENTITY zq2 "&zq;&zq;">]>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`,
)

/** Generates the bytes of a text with one to four random changes. */
function damaged(text: Arbitrary<string>): Arbitrary<Uint8Array> {
  const change = record({
    at: integer({ min: 0, max: 4_000 }),
    removed: integer({ min: 0, max: 6 }),
    inserted: oneof(
      uint8Array({ maxLength: 4 }),
      constantFrom(Buffer.from('"'), Buffer.from('\n'), Buffer.from([0xff, 0xfe]), Buffer.from('<'), Buffer.from('&')),
    ),
  })
  return tuple(text, array(change, { minLength: 1, maxLength: 4 })).map(([given, changes]) =>
    changes.reduce<Buffer>((bytes, { at, removed, inserted }) => {
      const start = at % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)])
    }, Buffer.from(given.toWellFormed())),
  )
}

/** Imports a file, and fails if the file is rejected with an error other than ImportError. @returns whether it was imported */
async function importAnything(name: string, content: string | Uint8Array): Promise<boolean> {
  const path = await files.write(name, content)
  try {
    await importFile(server.store, path)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return false
  }
}

/** Fails if a page or feed cannot be read, or if a page contains markup of an imported text. */
async function expectValidSite(): Promise<void> {
  const slugs: string[] = []
  await server.store.read(async (reader) => {
    for await (const product of reader.scanProducts()) if (product.visibility !== 'hidden') slugs.push(product.slug)
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
    readXml(text)
  }
  expect(server.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
}

function readXml(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
}

for (const [format, text] of Object.entries(FORMATS)) {
  fuzz(
    `${format}: a file with arbitrary cells is rejected, or imported with valid pages and feeds`,
    6,
    asyncProperty(text, async (csv) => {
      if (await importAnything('products.csv', csv)) await expectValidSite()
    }),
  )

  fuzz(
    `${format}: a damaged file is imported or rejected, without any other error`,
    15,
    asyncProperty(damaged(text), async (bytes) => {
      await importAnything('products.csv', bytes)
    }),
  )
}

fuzz(
  'XML: a file with arbitrary items is rejected, or imported with valid pages and feeds',
  10,
  asyncProperty(anyFeed, async (xml) => {
    if (await importAnything('products.xml', xml)) await expectValidSite()
  }),
)

fuzz(
  'XML: a damaged file is imported or rejected, without any other error',
  20,
  asyncProperty(damaged(anyFeed), async (bytes) => {
    await importAnything('products.xml', bytes)
  }),
)

fuzz(
  'importing the export of a catalogue changes no product',
  6,
  asyncProperty(oneof(...Object.values(FORMATS)), async (csv) => {
    await using catalog = await openTempCatalog()
    try {
      await catalog.importText(csv)
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError)
      return
    }
    const folder = join(catalog.dir, 'exported')
    await exportFolder(catalog.store, folder)
    const again = await importFolder(catalog.store, folder)
    expect(again.products).toMatchObject({ created: 0, changed: 0 })
    expect(again.rejected.count).toBe(0)
  }),
)
