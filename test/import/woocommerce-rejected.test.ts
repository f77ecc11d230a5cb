import { expect, test } from 'vitest'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { buildVariation, MUG, TEE } from '../support/woocommerce-csv.ts'

const CUP: CsvCells = { ...MUG, ID: '11', SKU: 'cup', Name: 'Cup' }
const RED = buildVariation('Red')

interface BadRow {
  name: string
  /** From line 2 on; a valid cup follows them. */
  rows: readonly CsvCells[]
  line: number
  column: string
  reason: RegExp
  /** Imported slugs besides the cup. */
  slugs?: readonly string[]
}

const BAD_ROWS: readonly BadRow[] = [
  {
    name: 'a price that is not a number',
    rows: [{ ...MUG, 'Regular price': 'ask' }],
    line: 2,
    column: 'Regular price',
    reason: /^is not a price/,
  },
  {
    name: 'a price in another number format',
    rows: [{ ...MUG, 'Sale price': '1.234' }],
    line: 2,
    column: 'Sale price',
    reason: /ambiguous/,
  },
  {
    name: 'a negative price',
    rows: [{ ...MUG, 'Regular price': '-1' }],
    line: 2,
    column: 'Regular price',
    reason: /^is negative$/,
  },
  {
    name: 'a product without a name',
    rows: [{ ...MUG, Name: ' ' }],
    line: 2,
    column: 'Name',
    reason: /name is missing/,
  },
  {
    name: 'a variation without a parent in the file',
    rows: [MUG, { ...RED, Parent: 'gone' }],
    line: 3,
    column: 'Parent',
    reason: /parent "gone" is not in this file/,
    slugs: ['mug'],
  },
  {
    name: 'a variation of an unknown product',
    rows: [MUG, { ...RED, Parent: 'id:99' }],
    line: 3,
    column: 'Parent',
    reason: /parent "id:99" is not in this file/,
    slugs: ['mug'],
  },
  {
    name: 'a variation that names no parent',
    rows: [MUG, { ...RED, Parent: '' }],
    line: 3,
    column: 'Parent',
    reason: /has no parent/,
    slugs: ['mug'],
  },
  {
    name: 'a variation of a simple product',
    rows: [MUG, { ...RED, Parent: 'mug' }],
    line: 3,
    column: 'Parent',
    reason: /on line 2, is not a variable product/,
    slugs: ['mug'],
  },
  {
    name: 'a repeated ID',
    rows: [MUG, { ...MUG, SKU: 'b', Name: 'B' }],
    line: 3,
    column: 'ID',
    reason: /line 2 already has this product/,
    slugs: ['mug'],
  },
  {
    name: 'the same variation twice',
    rows: [TEE, { ...RED, 'Attribute 2 value(s)': 'S' }, { ...RED, ID: '5', 'Attribute 2 value(s)': 's' }],
    line: 4,
    column: 'Parent',
    reason: /line 3 already has the variation "Red \/ S"/,
    slugs: ['tee'],
  },
  {
    name: 'an invalid price of one variation',
    rows: [TEE, RED, buildVariation('Blue', { 'Regular price': 'x' })],
    line: 4,
    column: 'Regular price',
    reason: /^is not a price/,
    slugs: ['tee'],
  },
  {
    name: 'an invalid price of all variations',
    rows: [TEE, { ...RED, 'Regular price': 'x' }],
    line: 3,
    column: 'Regular price',
    reason: /^is not a price/,
  },
]

test.each(BAD_ROWS)(
  '$name is rejected with line and column; the rest is imported',
  async ({ rows, line, column, reason, slugs = [] }) => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(writeCsv([...rows, CUP]))
    expect(report.rejected).toMatchObject({
      count: 1,
      entries: [{ line, column, reason: expect.stringMatching(reason) }],
    })
    expect(report.createdProducts.entries.map(({ slug }) => slug).toSorted()).toEqual([...slugs, 'cup'].toSorted())
  },
)

test('rejects a row with too few cells, and ignores rows that contain only commas', async () => {
  await using catalog = await openTempCatalog()
  const [header, mug, cup] = writeCsv([MUG, CUP]).split('\n')
  const report = await catalog.importText(`${header}\n${mug}\n9,simple,x\n${header!.replace(/[^,]/g, '')}\n${cup}\n`)
  expect(report.rejected).toMatchObject({
    count: 1,
    entries: [{ line: 3, column: null, reason: expect.stringContaining('3 cells') }],
  })
  expect(report.products.created).toBe(2)
})

test('a stored product with a rejected variation is unchanged', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv([TEE, RED, CUP]))
  const before = await catalog.readProduct('tee')
  const report = await catalog.importText(
    writeCsv([{ ...TEE, 'Is featured?': '1' }, RED, buildVariation('Blue', { 'Regular price': 'x' }), CUP]),
  )
  expect(report.keptProducts.entries).toEqual(['tee'])
  expect(await catalog.readProduct('tee')).toEqual(before)
})

test.each([
  ['Type', 'subscription', /imported as a simple product/],
  ['SKU', '4.00638E+12', /some digits were lost/],
  ['GTIN, UPC, EAN, or ISBN', '4006381333932', /wrong check digit/],
  ['Published', 'maybe', /stays hidden/],
  ['Visibility in catalog', 'somewhere', /stays hidden/],
  ['In stock?', 'perhaps', /treated as out of stock/],
  ['Stock', 'some', /not a number/],
  ['Weight (kg)', 'heavy', /not a weight/],
  ['Weight (stone)', '2', /not a weight/],
  ['Height (cm)', 'tall', /not a number/],
  ['Date sale price starts', '01.02.2026', /expected a date/],
  ['Date sale price ends', '2026-02-01 12:61', /expected a date/],
  ['External URL', 'http://shop.example/', /begins with https/],
  ['Meta: color', 'red', /unknown column/],
])('%s with "%s" causes a warning', async (column, value, reason) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(writeCsv([{ ...MUG, 'Sale price': '5', [column]: value }]))
  expect(report.warnings.entries).toMatchObject([{ column, reason: expect.stringMatching(reason) }])
  expect(report.rejected.count).toBe(0)
  expect(report.products.created).toBe(1)
})

const header = 'ID,Type,SKU,Name,Regular price'

test.each([
  [
    'no column for the name',
    'ID,Type,SKU,Regular price\n1,simple,a,1\n',
    1,
    null,
    /"Name" or "Nombre" or .* is missing/,
  ],
  [
    'two columns with the same meaning',
    `${header},Regulärer Preis\n1,simple,a,A,1,2\n`,
    1,
    'Regulärer Preis',
    /"Regular price" \(column 5\) and "Regulärer Preis" \(column 6\)/,
  ],
  ['a file that was cut off', `${header}\n1,simple,a,A,1\n2,simple,b`, 3, 'SKU', /cut off/],
  ['a quote that is never closed', `${header}\n1,simple,a,"A,1\n`, 2, 'Name', /never closed/],
  [
    'windows-1252 instead of UTF-8',
    Buffer.from(`${header}\n1,simple,a,Kr\u00FCge,1\n`, 'latin1'),
    2,
    'Name',
    /0xfc is not UTF-8.*--encoding windows-1252/,
  ],
  ['only invalid rows', `${header}\n1,simple,a,,1\n`, 2, 'Name', /name is missing/],
])('rejects the whole WooCommerce file: %s', async (_, content, line, column, reason) => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(content)).rejects.toMatchObject({
    name: 'ImportError',
    place: { line, column },
    message: expect.stringMatching(reason),
  })
})

test('rejects a file with unknown columns, and names the columns that each format needs', async () => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText('Date,Amount\n1,2\n')).rejects.toThrow(
    /begin with: Date, Amount.*Shopify product export: "URL handle".*WooCommerce product export: "Type".*Google Merchant feed: "id"/,
  )
})
