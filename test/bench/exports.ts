import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { BMECAT_CATALOGUE, SYSTEM_SAMPLES } from '../support/system-samples.ts'
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
const repeatRows = (build: (number: number) => readonly CsvCells[], delimiter = ','): Write =>
  repeat((number) => {
    const text = writeCsv(build(number), delimiter)
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

/** Every other product has three variants. */
function buildGoogleItems(number: number): string {
  const { name, price } = describe(number)
  const items = (number % 2 === 0 ? [''] : COLOURS).map((colour) => {
    const group = colour && `<g:item_group_id>piece-${number}</g:item_group_id><g:color>${colour}</g:color>`
    return (
      `<item><g:id>piece-${number}-${colour}</g:id><title>${name} ${colour}</title><g:description>Made by hand &amp; in small series.</g:description>` +
      `<link>https://shop.example/p/piece-${number}</link><g:image_link>https://cdn.example/piece-${number}.jpg</g:image_link><g:availability>in_stock</g:availability>` +
      `<g:price>${price} USD</g:price><g:brand>Maker ${number % 200}</g:brand><g:product_type>House &gt; Kind ${number % 60}</g:product_type>${group}</item>\n`
    )
  })
  return items.join('')
}

/** Columns whose cells name a product or variant, or refer to one. */
const KEYS =
  /^(?:sku|url_key|name|(?:product|variant|parent)?[ _]?id(?: \[non editable\])?|reference #|url rewritten|name \*|product_number|product url|title|handleid)$/i

/** Gives a sample's products other identifiers. */
function renumber(row: CsvCells, copy: number): CsvCells {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      if (KEYS.test(column) && cell !== '')
        return [column, /^\d{1,9}$/.test(cell) ? String(Number(cell) + 1_000 * copy) : `${cell}-${copy}`]
      return [column, cell.replace(/(?<=sku=)[^,|]+/g, (sku) => `${sku}-${copy}`)]
    }),
  )
}

const MAPPED = { Artikelnummer: 'SKU', Bezeichnung: 'Name', Preis: 'Price', Warengruppe: 'Category' }

const writeMappedTable = repeatRows((row) => {
  const cells = [`A-${row}`, `Schraube ${row}`, `${row % 90},${10 + (row % 90)}`, `Gruppe ${row % 40}`]
  return [toRow(Object.keys(MAPPED), cells)]
}, ';')

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

const writeWorkbook =
  (areShared: boolean): Write =>
  (path, count) => {
    const rows = Array.from({ length: count }, (_, number) => buildSheetRow(number))
    return writeFile(path, buildSimpleXlsx([SHEET_COLUMNS, ...rows], { areShared }))
  }

const BMECAT_START = BMECAT_CATALOGUE.indexOf('<PRODUCT mode="new">')
const BMECAT_PRODUCT = BMECAT_CATALOGUE.slice(BMECAT_START).split('</PRODUCT>')[0]!

/** The files by name. Those of Shopify, WooCommerce and Google have as many products as requested, the others as many rows. */
export const EXPORTS: Readonly<Record<string, readonly [file: string, write: Write]>> = {
  shopify: ['shopify.csv', writeShopifyExport],
  woocommerce: ['woocommerce.csv', writeWooCommerceExport],
  google: [
    'google.xml',
    repeat(buildGoogleItems, '<rss xmlns:g="http://base.google.com/ns/1.0"><channel>\n', '</channel></rss>\n'),
  ],
  ...Object.fromEntries(
    Object.entries(SYSTEM_SAMPLES).map(([id, { rows, delimiter }]) => {
      const columns = [...new Set(rows.flatMap(Object.keys))]
      const build = (copy: number) => rows.map((row) => ({ ...toRow(columns, []), ...renumber(row, copy) }))
      const write: Write = (path, count) => repeatRows(build, delimiter)(path, count / rows.length)
      return [id, [`${id}.csv`, write] as const]
    }),
  ),
  bmecat: [
    'catalogue.xml',
    repeat(
      (copy) =>
        `${BMECAT_PRODUCT.replaceAll('RM-100', `RM-${copy}`).replaceAll('Rauchmelder', `Rauchmelder ${copy}`)}</PRODUCT>\n`,
      BMECAT_CATALOGUE.slice(0, BMECAT_START),
      BMECAT_CATALOGUE.slice(BMECAT_CATALOGUE.indexOf('<PRODUCT_TO_CATALOGGROUP_MAP>')),
    ),
  ],
  'mapped table': [
    'table.csv',
    async (path, count) => {
      const mapping = { columns: MAPPED, fixed: { Currency: 'EUR' } }
      await writeFile(join(dirname(path), 'table.mapping.json'), JSON.stringify(mapping))
      await writeMappedTable(path, count)
    },
  ],
  xlsx: ['products.xlsx', writeWorkbook(true)],
  'xlsx-inline': ['inline.xlsx', writeWorkbook(false)],
}
