import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { BMECAT_CATALOGUE } from '../support/system-samples.ts'
import { buildSimpleXlsx } from '../support/workbooks.ts'

type Write = (path: string, count: number) => Promise<unknown>

/** Writes parts with the numbers from 0 on. */
const repeat =
  (part: (number: number) => string, start = '', end = ''): Write =>
  (path, count) =>
    pipeline(function* () {
      yield start
      for (let number = 0; number < count; number++) yield part(number)
      yield end
    }, createWriteStream(path))

/** Writes the rows of each number, which all have the same columns, below one header. */
const repeatRows = (build: (number: number) => readonly CsvCells[]): Write =>
  repeat((number) => {
    const text = writeCsv(build(number))
    return number === 0 ? text : text.slice(text.indexOf('\n') + 1)
  })

const toRow = (columns: readonly string[], cells: readonly string[]): CsvCells =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))

const COLOURS = ['Bone', 'Moss', 'Slate']
const MATERIALS = ['Stoneware', 'Porcelain', 'Ash', 'Brass', 'Linen']

/** Builds what the generated products of all formats have in common. */
function describe(number: number) {
  const material = MATERIALS[number % MATERIALS.length]!
  const html =
    `<p>Piece ${number} is made of ${material}, by hand and in <strong>small</strong> series.</p><ul><li>Wash it with warm water.</li>` +
    `<li style="color: red">Height ${10 + (number % 40)} cm</li></ul><p>It stands well on a table, on a shelf, or by itself.</p>`
  return { name: `Piece ${number}, ${material}`, material, html, price: (5 + (number % 300)).toFixed(2) }
}

const SHOPIFY_COLUMNS =
  'Handle,Variant SKU,Variant Price,Option1 Value,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Image Src,Status,Material (product.metafields.specs.material)'

/** Every other product has three variants. */
export const writeShopifyExport = repeatRows((number) => {
  const { name, html, price, material } = describe(number)
  const [option, values] = number % 2 === 0 ? ['Title', ['Default Title']] : ['Colour', COLOURS]
  const image = `https://cdn.example/piece-${number}.jpg?v=1`
  const texts = [name, html, `Maker ${number % 200}`, `Kind ${number % 60}`, 'handmade, table', 'TRUE', option]
  return values.map((value, index) => {
    const own = [`piece-${number}`, `SKU-${number}-${index}`, price, value]
    return toRow(SHOPIFY_COLUMNS.split(','), index === 0 ? [...own, ...texts, image, 'active', material] : own)
  })
})

const WOOCOMMERCE_COLUMNS =
  'ID,Type,SKU,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Name,Description,Categories,Tags,Images,Attribute 2 name,Attribute 2 value(s)'

/** Every fifth product has three variations, which precede it. */
const writeWooCommerceExport = repeatRows((number) => {
  const { name, html, price, material } = describe(number)
  const sku = `SKU-${number}`
  const colours = number % 5 === 0 ? COLOURS : []
  const start = [
    String(number + 1),
    colours.length > 0 ? 'variable' : 'simple',
    sku,
    '1',
    price,
    '',
    'Material',
    material,
  ]
  const texts = [
    name,
    html,
    `House > Kind ${number % 60}`,
    'handmade, table',
    `https://cdn.example/piece-${number}.jpg`,
  ]
  const variations = colours.map((colour, index) => {
    const id = String(10_000_000 + number * 10 + index)
    return [id, 'variation', `${sku}-${index}`, '1', price, `id:${number + 1}`, 'Color', colour]
  })
  const rows = [...variations, [...start, ...texts, 'Color', colours.join(', ')]]
  return rows.map((cells) => toRow(WOOCOMMERCE_COLUMNS.split(','), cells))
})

const SHEET_COLUMNS = [
  ...'Slug,Name,Brand,Description,Category,SKU,Price,Weight (g),Pack size,Lead time'.split(','),
  ...Array.from({ length: 20 }, (_, index) => `Attribute: Property ${index + 1}`),
]

function buildSheetRow(number: number): readonly (string | number)[] {
  const { name, html } = describe(number)
  const texts = [`piece-${number}`, name, `Maker ${number % 200}`, html, `Kind ${number % 60}`, `SKU-${number}`]
  // Nine of the attributes have another value in each row.
  const values = Array.from({ length: 20 }, (_, index) => `value ${index < 9 ? `${number}-${index}` : number % 50}`)
  return [...texts, 5.5 + (number % 300), 450, 1 + (number % 10), '5-7', ...values]
}

const writeWorkbook: Write = (path, count) => {
  const rows = Array.from({ length: count }, (_, number) => buildSheetRow(number))
  return writeFile(path, buildSimpleXlsx([SHEET_COLUMNS, ...rows]))
}

const BMECAT_START = BMECAT_CATALOGUE.indexOf('<PRODUCT mode="new">')
const BMECAT_PRODUCT = BMECAT_CATALOGUE.slice(BMECAT_START).split('</PRODUCT>')[0]!

/** The files by name: of shops, with as many products as requested; of a supplier in XML; and a workbook. */
export const EXPORTS: Readonly<Record<string, readonly [file: string, write: Write]>> = {
  shopify: ['shopify.csv', writeShopifyExport],
  woocommerce: ['woocommerce.csv', writeWooCommerceExport],
  bmecat: [
    'catalogue.xml',
    repeat(
      (copy) =>
        `${BMECAT_PRODUCT.replaceAll('RM-100', `RM-${copy}`).replaceAll('Rauchmelder', `Rauchmelder ${copy}`)}</PRODUCT>\n`,
      BMECAT_CATALOGUE.slice(0, BMECAT_START),
      BMECAT_CATALOGUE.slice(BMECAT_CATALOGUE.indexOf('<PRODUCT_TO_CATALOGGROUP_MAP>')),
    ),
  ],
  xlsx: ['products.xlsx', writeWorkbook],
}
