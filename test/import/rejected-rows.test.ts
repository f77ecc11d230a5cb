import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, SHIRT, writeShopifyCsv, type ShopifyCells } from '../support/shopify-csv.ts'

const MEDIUM: ShopifyCells = { Handle: 'shirt', 'Option1 Value': 'Red', 'Option2 Value': 'M', 'Variant Price': '41.00' }

interface BadRow {
  name: string
  /** The shirt's rows, from line 2 on; a valid bowl follows them. */
  rows: readonly ShopifyCells[]
  line: number
  column: string | null
  reason: RegExp
  /** Number of imported variants of the shirt; null if it is rejected. */
  variants: number | null
}

const BAD_ROWS: readonly BadRow[] = [
  {
    name: 'a negative price',
    rows: [SHIRT, { ...MEDIUM, 'Variant Price': '-41.00' }],
    line: 3,
    column: 'Variant Price',
    reason: /^is negative$/,
    variants: 1,
  },
  {
    name: 'a price that is not a number',
    rows: [SHIRT, { ...MEDIUM, 'Variant Price': 'ask us' }],
    line: 3,
    column: 'Variant Price',
    reason: /^is not a price/,
    variants: 1,
  },
  {
    name: 'an ambiguous price',
    rows: [SHIRT, { ...MEDIUM, 'Variant Price': '1,234' }],
    line: 3,
    column: 'Variant Price',
    reason: /ambiguous/,
    variants: 1,
  },
  {
    name: 'a compare-at price that is not a number',
    rows: [SHIRT, { ...MEDIUM, 'Variant Compare At Price': '12.3.4' }],
    line: 3,
    column: 'Variant Compare At Price',
    reason: /^is not a price/,
    variants: 1,
  },
  {
    name: 'an invalid price on the first row',
    rows: [{ ...SHIRT, 'Variant Price': '-1' }, MEDIUM],
    line: 2,
    column: 'Variant Price',
    reason: /negative/,
    variants: null,
  },
  {
    name: 'a first row without a title',
    rows: [{ ...SHIRT, Title: '' }, MEDIUM],
    line: 2,
    column: 'Title',
    reason: /title is missing/,
    variants: null,
  },
  {
    name: 'a row without a handle',
    rows: [SHIRT, { ...MEDIUM, Handle: '' }],
    line: 3,
    column: 'Handle',
    reason: /handle is missing/,
    variants: 1,
  },
  {
    name: 'a handle that is not a slug',
    rows: [SHIRT, { ...MEDIUM, Handle: 'red shirt!' }],
    line: 3,
    column: 'Handle',
    reason: /may contain only .*; use "red-shirt", for example$/,
    variants: 1,
  },
  {
    name: 'another product under the same handle',
    rows: [SHIRT, { ...SHIRT, Title: 'Blouse', 'Option2 Value': 'M' }, { ...MEDIUM, 'Option2 Value': 'L' }],
    line: 3,
    column: 'Handle',
    reason: /line 2 already uses this handle, with the title "Shirt"/,
    variants: 1,
  },
  {
    name: 'the same product twice',
    rows: [SHIRT, MEDIUM, SHIRT],
    line: 4,
    column: 'Handle',
    reason: /line 2 already has this product/,
    variants: 2,
  },
  {
    name: 'the same variant twice',
    rows: [SHIRT, MEDIUM, MEDIUM],
    line: 4,
    column: 'Option1 Value',
    reason: /line 3 already has the variant "Red \/ M"/,
    variants: 2,
  },
  {
    name: 'the same variant in another letter case',
    rows: [SHIRT, { ...MEDIUM, 'Option1 Value': 'RED', 'Option2 Value': 's' }],
    line: 3,
    column: 'Option1 Value',
    reason: /line 2 already has the variant/,
    variants: 1,
  },
  {
    name: 'a variant without one of its values',
    rows: [SHIRT, { ...MEDIUM, 'Option2 Value': '' }],
    line: 3,
    column: 'Option2 Value',
    reason: /"Size" is missing/,
    variants: 1,
  },
  {
    name: 'a value of an option without a name',
    rows: [SHIRT, { ...MEDIUM, 'Option3 Value': 'Long' }],
    line: 3,
    column: 'Option3 Value',
    reason: /option without a name/,
    variants: 1,
  },
  {
    name: 'a fourth option',
    rows: [
      { ...SHIRT, 'Option3 Name': 'Cut', 'Option3 Value': 'Wide', 'Option4 Name': 'Collar', 'Option4 Value': 'Round' },
    ],
    line: 2,
    column: 'Option4 Name',
    reason: /at most 3 options/,
    variants: null,
  },
  {
    name: 'two options with the same name',
    rows: [{ ...SHIRT, 'Option2 Name': 'colour' }],
    line: 2,
    column: 'Option2 Name',
    reason: /same name/,
    variants: null,
  },
]

test.each(BAD_ROWS)(
  '$name is rejected with line and column; the rest is imported',
  async ({ rows, line, column, reason, variants }) => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(writeShopifyCsv([...rows, BOWL]))
    expect(report.rejected.entries[0]).toMatchObject({ line, column, reason: expect.stringMatching(reason) })
    expect(await catalog.readProduct('bowl')).toBeDefined()
    expect((await catalog.readProduct('shirt'))?.variants.length ?? null).toBe(variants)
    expect(report.products.created).toBe(variants === null ? 1 : 2)
  },
)

test('rejects the rows below a rejected product instead of adding them to the previous product', async () => {
  await using catalog = await openTempCatalog()
  const blouse = { ...SHIRT, Title: 'Blouse', 'Option1 Value': 'Blue' }
  const report = await catalog.importText(writeShopifyCsv([SHIRT, blouse, { ...MEDIUM, 'Option1 Value': 'Blue' }]))
  expect(report.rejected.entries.map(({ line }) => line)).toEqual([3, 4])
  expect(report.rejected.entries[1]?.reason).toContain('on line 3')
})

test.each([
  ['too few cells', 'shirt,,Red,M,41.00\n', 5],
  ['too many cells', 'shirt,,Red,M,41.00,1,2,3,4\n', 9],
])('a row in the middle with %s is rejected', async (_, row, count) => {
  await using catalog = await openTempCatalog()
  const [header, first, last] = writeShopifyCsv([SHIRT, BOWL]).split('\n')
  const report = await catalog.importText(`${header}\n${first}\n${row}${last}\n`)
  expect(report.rejected.entries).toMatchObject([
    { line: 3, column: null, reason: expect.stringContaining(`the row has ${count} cells`) },
  ])
  expect((await catalog.readProduct('shirt'))?.variants).toHaveLength(1)
  expect(await catalog.readProduct('bowl')).toBeDefined()
})

test('a stored product with a rejected row is unchanged, and the report lists it', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([SHIRT, MEDIUM, BOWL]))
  const before = await catalog.readProduct('shirt')
  const report = await catalog.importText(
    writeShopifyCsv([
      { ...SHIRT, Title: 'Better shirt' },
      { ...MEDIUM, 'Variant Price': '-1' },
      { ...BOWL, Title: 'Better bowl' },
    ]),
  )
  expect(report.keptProducts).toMatchObject({ count: 1, entries: ['shirt'] })
  expect(await catalog.readProduct('shirt')).toEqual(before)
  expect((await catalog.readProduct('bowl'))?.name).toBe('Better bowl')
})

test('--strict changes nothing if a row is rejected', async () => {
  await using catalog = await openTempCatalog()
  const rows = [BOWL, SHIRT, { ...MEDIUM, 'Variant Price': '-1' }]
  const { revision } = catalog.store
  const report = await catalog.importText(writeShopifyCsv(rows), { strict: true })
  expect(report.applied).toBe(false)
  expect(report.rejected.entries).toMatchObject([{ line: 4, column: 'Variant Price' }])
  expect(catalog.store.revision).toBe(revision)
  expect(await catalog.readProduct('bowl')).toBeUndefined()
})

test('reports the line of the faulty cell in a row that spans several lines', async () => {
  await using catalog = await openTempCatalog()
  const rows = [
    { ...SHIRT, 'Body (HTML)': '' },
    { ...MEDIUM, 'Body (HTML)': 'one\r\ntwo\nthree', 'Variant Compare At Price': 'x' },
  ]
  const report = await catalog.importText(writeShopifyCsv(rows))
  // The description in front of the faulty cell has three lines.
  expect(report.rejected.entries).toMatchObject([{ line: 5, column: 'Variant Compare At Price', value: 'x' }])
})

test('messages name the product, and both line and spreadsheet row if cells span several lines', async () => {
  await using catalog = await openTempCatalog()
  const long = { ...SHIRT, 'Body (HTML)': 'one\ntwo\nthree', 'Image Src': 'red.jpg' }
  const text = `${writeShopifyCsv([long, { ...MEDIUM, 'Variant Price': '-1' }])}\n"bowl","Bowl",1\n${','.repeat(8)}\n`
  const report = await catalog.importText(text)
  const shown = formatReport(report, { verbose: false })
  expect(shown).toContain('line 5 (row 3), column "Variant Price", product "shirt": "-1" is negative')
  expect(shown).toContain('line 4 (row 2), column "Image Src", product "Shirt": no file has this name')
  expect(shown).toMatch(/line 7 \(row 5\): the row has 3 cells/)
})

test.each([
  ['Variant SKU', '4.00638E+12', /some digits were lost/],
  ['Variant Barcode', '4,00638E+12', /some digits were lost/],
  ['Variant Barcode', '4006381333932', /wrong check digit/],
  ['Variant Barcode', 'shelf 3', /not a GTIN/],
  ['Variant Grams', 'heavy', /not a weight/],
  ['Variant Inventory Qty', 'some', /not a whole number/],
  ['Status', 'asleep', /expected active, draft, archived or unlisted/],
  ['Published', 'maybe', /expected TRUE or FALSE/],
  ['Google Shopping / Condition', 'mint', /new, refurbished or used/],
  ['Widget colour', 'red', /unknown column/],
])('%s with "%s" causes a warning', async (column, value, reason) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(
    writeShopifyCsv([{ ...BOWL, 'Variant Inventory Tracker': 'shopify', [column]: value }]),
  )
  expect(report.warnings.entries).toMatchObject([{ column, reason: expect.stringMatching(reason) }])
  expect(report.rejected.count).toBe(0)
  expect(report.products.created).toBe(1)
})

test('restores and reports barcodes that lost their leading zeros', async () => {
  await using catalog = await openTempCatalog()
  const codes = ['36000291452', '36000291453', '036000291452']
  const report = await catalog.importText(
    writeShopifyCsv(codes.map((code, index) => ({ ...BOWL, Handle: `bowl-${index}`, 'Variant Barcode': code }))),
  )
  const variants = await Promise.all(
    codes.map(async (_, index) => (await catalog.readProduct(`bowl-${index}`))?.variants[0]),
  )
  expect(variants).toMatchObject([
    { gtin: '036000291452' },
    { gtin: null, barcode: '36000291453' },
    { gtin: '036000291452' },
  ])
  expect(report.adaptations.barcode.entries).toMatchObject([
    { line: 2, column: 'Variant Barcode', value: '36000291452' },
  ])
  expect(report.warnings.entries).toMatchObject([{ line: 3, reason: expect.stringMatching(/^is not a GTIN/) }])
  const text = formatReport(report, { verbose: false })
  expect(text).toMatch(/Adapted +1 barcode with leading zeros restored/)
  expect(text).toContain('"36000291452" has lost its leading zeros in a spreadsheet; they were restored')
})

test('a damaged SKU or barcode does not overwrite the stored one', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Variant SKU': '00123', 'Variant Barcode': '4006381333931' }]))
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Variant SKU': '1.23E+2', 'Variant Barcode': '4.00638E+12' }]))
  expect((await catalog.readProduct('bowl'))?.variants[0]).toMatchObject({ sku: '00123', gtin: '4006381333931' })
})
