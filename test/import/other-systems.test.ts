import { expect, test } from 'vitest'
import { findFormat, FORMAT_IDS, PRODUCT_FORMATS } from '../../server/import/formats/product-formats.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { SYSTEM_SAMPLES, type SystemSample } from '../support/system-samples.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const SAMPLES = Object.entries(SYSTEM_SAMPLES) as [keyof typeof SYSTEM_SAMPLES, SystemSample][]

const FEW_COLUMNS = [
  ['shopify', 'Title,URL handle,Price'],
  ['shopify', 'Handle,Title,Variant Price'],
  ['shopify', 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'],
  ['woocommerce', 'ID,Type,SKU,Name,Regular price'],
  ['woocommerce', 'Type,SKU,Name,In stock?'],
  ['woocommerce', 'Typ,Artikelnummer,Name,Veröffentlicht,Regulärer Preis'],
  ['woocommerce', 'Type,Name,Attribute 1 name,Attribute 1 value(s)'],
  ['google', 'id,title,description,link,image_link,price'],
  ['shopify-translations', 'Type,Identification,Field,Locale,Default content,Translated content'],
  ['vitrine', 'Slug,Name,SKU,Price'],
  ['magento', 'sku,product_type,url_key'],
  ['prestashop', 'Product ID,Active (0/1),Name *,Price tax included'],
  [
    'prestashop',
    'Product ID,Image,Name,Reference,Category,Price (tax excl.),Price (tax incl.),Quantity,Status,Position',
  ],
  ['squarespace', 'Product ID [Non Editable],Title,SKU'],
  ['wix', 'handleId,fieldType,name'],
  ['wix', 'handle,fieldType,name'],
  ['shopware', 'id,parent_id,product_number,name,price_net'],
  ['etsy', 'TITLE,PRICE,CURRENCY_CODE,IMAGE1'],
  ['bigcommerce', 'Item,ID,Name,Type,SKU,Options,Inventory Tracking'],
] as const

test('each format has a sample, which for some is in tests of their own', () => {
  const others = ['vitrine', 'shopify', 'shopify-translations', 'woocommerce', 'google', 'bmecat']
  expect([...others, ...Object.keys(SYSTEM_SAMPLES)].toSorted()).toEqual(FORMAT_IDS.toSorted())
})

test('a few columns are enough to recognise each format of tables', () => {
  const tables = PRODUCT_FORMATS.filter(({ xml }) => !xml?.isOnly)
  expect(new Set(FEW_COLUMNS.map(([id]) => id))).toEqual(new Set(tables.map(({ id }) => id)))
  for (const [id, header] of FEW_COLUMNS) {
    const columns = header.split(',')
    expect(PRODUCT_FORMATS.filter((format) => format.recognises(columns)).map((format) => format.id)).toEqual([id])
    expect(findFormat(columns)?.id).toBe(id)
  }
})

const COMMON_COLUMNS = [
  'SKU,Name,Type,Price,Image',
  'SKU,Name,Type,Regular price,Sale price',
  'handle,name,price',
  'handle,title,price,vendor,tags',
  'id,title,description,price,availability',
  'sku,name,product_type,price',
  'Item,Name,Type,SKU,Options,Price',
  'product_number,name,price_net,price_gross',
  'Reference,Name,Price (tax excl.),Quantity',
  'Title,SKU,Price,Stock,Categories,Tags,Visible',
  'title,price,currency_code',
]

test('common columns are those of no format', () => {
  for (const header of COMMON_COLUMNS) expect(findFormat(header.split(',')), header).toBeUndefined()
})

test('a table with a handle and a type is imported by its own columns', async () => {
  await using catalog = await openTempCatalog()
  const text = 'Handle,SKU,Name,Type,Price,Image\noak-bowl,A1,Oak bowl,Bowl,12.50,https://photos.example/a.jpg\n'
  await catalog.importText(text, { acceptMapping: async () => true, basics: { currency: 'EUR' } })
  expect(await catalog.readProduct('oak-bowl')).toMatchObject({
    name: 'Oak bowl',
    variants: [{ sku: 'A1', priceMinor: 1_250 }],
    images: [{ url: 'https://photos.example/a.jpg' }],
    attributes: [{ name: 'Type', value: 'Bowl' }],
  })
})

/** The columns that a file needs, and that of the price. */
const COLUMNS: Readonly<Record<keyof typeof SYSTEM_SAMPLES, readonly [needed: readonly string[], price: string]>> = {
  magento: [['sku', 'name'], 'price'],
  prestashop: [['Name *'], 'Price tax excluded'],
  squarespace: [['Title'], 'Price'],
  wix: [['handleId', 'fieldType', 'name'], 'price'],
  shopware: [['product_number', 'name'], 'price_gross'],
  etsy: [['TITLE', 'PRICE'], 'PRICE'],
  bigcommerce: [['Item', 'Name'], 'Price'],
}

const keepColumns = (rows: readonly CsvCells[], isKept: (column: string) => boolean) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isKept(column))))

test.each(SAMPLES)(
  'an export of %s may have its columns in any order and a further one, needs few of them, and prices that can be read',
  async (format, { rows, delimiter }) => {
    await using catalog = await openTempCatalog()
    const importRows = (table: readonly CsvCells[]) => catalog.importText(writeCsv(table, delimiter), { format })
    await importRows(rows)
    const report = await importRows(
      rows.map((row) => ({ ...Object.fromEntries(Object.entries(row).toReversed()), Shelf: 'A' })),
    )
    expect(report.products).toMatchObject({ created: 0, changed: 0 })
    expect(report.warnings.entries).toContainEqual(expect.objectContaining({ column: 'Shelf' }))
    const [needed, price] = COLUMNS[format]
    const at = rows.findLastIndex((row) => row[price])
    const { rejected } = await importRows(rows.map((row, index) => (index === at ? { ...row, [price]: 'much' } : row)))
    expect(rejected.entries).toMatchObject([
      { column: price, row: at + 2, value: 'much', reason: expect.stringContaining('is not a price') as string },
    ])
    expect((await importRows(keepColumns(rows, (column) => needed.includes(column)))).format).not.toBeNull()
    for (const missing of needed)
      await expect(importRows(keepColumns(rows, (column) => column !== missing))).rejects.toThrow(`"${missing}"`)
  },
)
