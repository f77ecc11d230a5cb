import { expect, test } from 'vitest'
import { findFormat, PRODUCT_FORMATS } from '../../server/import/formats/product-formats.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { BOWL } from '../support/shopify-csv.ts'
import { SYSTEM_SAMPLES, type SystemSample } from '../support/system-samples.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { MUG } from '../support/woocommerce-csv.ts'

const SAMPLES = Object.entries(SYSTEM_SAMPLES) as [keyof typeof SYSTEM_SAMPLES, SystemSample][]

test.each([
  ...SAMPLES.map(([id, { rows }]) => [id, [...new Set(rows.flatMap(Object.keys))]] as const),
  ['shopify', Object.keys(BOWL)] as const,
  ['woocommerce', Object.keys(MUG)] as const,
  ['google', ['id', 'title', 'description', 'link', 'image_link', 'price']] as const,
  ['vitrine', ['Slug', 'Name', 'SKU', 'Price']] as const,
])('columns of %s are recognised by this format only', (id, header) => {
  const recognised = PRODUCT_FORMATS.filter((format) => format.recognises(header)).map((format) => format.id)
  expect(recognised).toEqual([id])
})

test.each([
  ['shopify', 'Title,URL handle,Price'],
  ['shopify', 'Handle,Title,Variant Price'],
  ['shopify', 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'],
  ['woocommerce', 'ID,Type,SKU,Name,Regular price'],
  ['woocommerce', 'Type,SKU,Name,In stock?'],
  ['woocommerce', 'Typ,Artikelnummer,Name,Veröffentlicht,Regulärer Preis'],
  ['woocommerce', 'Type,Name,Attribute 1 name,Attribute 1 value(s)'],
  ['google', 'id,title,description,link,image_link,price'],
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
])('recognises %s by the few columns "%s"', (id, header) => {
  expect(findFormat(header.split(','))?.id).toBe(id)
})

test.each([
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
])('takes the common columns "%s" for no system', (header) => {
  expect(findFormat(header.split(','))).toBeUndefined()
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

test.each([
  [
    'a metafield of Shopify',
    'Handle,Title,Variant Price,Purchase price (product.metafields.custom.purchase_price),Material (product.metafields.custom.material)\nbowl,Bowl,12.50,77,Oak\n',
  ],
  [
    'an attribute of WooCommerce',
    'ID,Type,SKU,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n1,simple,A,Bowl,1,12.50,Einkaufspreis,77,Material,Oak\n',
  ],
  [
    'an attribute of Magento',
    'sku,attribute_set_code,product_type,name,product_online,price,url_key,additional_attributes\nA,Default,simple,Bowl,1,12.50,bowl,"supply_price=77,material=Oak"\n',
  ],
  [
    'a feature of PrestaShop',
    'Product ID;Active (0/1);Name *;Price tax included;URL rewritten;Feature(Name:Value:Position)\n1;1;Bowl;12.50;bowl;"Prix d\'achat:77:0,Material:Oak:1"\n',
  ],
])('%s that names what the owner pays is not published', async (_name, text) => {
  await using catalog = await openTempCatalog()
  await catalog.importText(text, { basics: { currency: 'EUR' } })
  expect(await catalog.readProduct('bowl')).toMatchObject({
    variants: [{ priceMinor: 1_250 }],
    attributes: [{ name: 'Material', value: 'Oak' }],
  })
})

const NEEDED: Readonly<Record<keyof typeof SYSTEM_SAMPLES, readonly string[]>> = {
  magento: ['sku', 'name'],
  prestashop: ['Name *'],
  squarespace: ['Title'],
  wix: ['handleId', 'fieldType', 'name'],
  shopware: ['product_number', 'name'],
  etsy: ['TITLE', 'PRICE'],
  bigcommerce: ['Item', 'Name'],
}

const keepColumns = (rows: readonly CsvCells[], isKept: (column: string) => boolean) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isKept(column))))

test.each(SAMPLES)(
  'an export of %s may have its columns in any order and a further one, and needs few of them',
  async (format, { rows, delimiter }) => {
    await using catalog = await openTempCatalog()
    const importRows = (table: readonly CsvCells[]) => catalog.importText(writeCsv(table, delimiter), { format })
    await importRows(rows)
    const report = await importRows(
      rows.map((row) => ({ ...Object.fromEntries(Object.entries(row).toReversed()), Shelf: 'A' })),
    )
    expect(report.products).toMatchObject({ created: 0, changed: 0 })
    expect(report.warnings.entries).toContainEqual(expect.objectContaining({ column: 'Shelf' }))
    const needed = NEEDED[format]
    expect((await importRows(keepColumns(rows, (column) => needed.includes(column)))).format).not.toBeNull()
    for (const missing of needed)
      await expect(importRows(keepColumns(rows, (column) => column !== missing))).rejects.toThrow(`"${missing}"`)
  },
)

test.each([
  ['magento', 'price'],
  ['prestashop', 'Price tax excluded'],
  ['squarespace', 'Price'],
  ['wix', 'price'],
  ['shopware', 'price_gross'],
  ['etsy', 'PRICE'],
  ['bigcommerce', 'Price'],
] as const)('a price of %s that cannot be read is rejected with row and column "%s"', async (id, column) => {
  await using catalog = await openTempCatalog()
  const { rows, delimiter } = SYSTEM_SAMPLES[id]
  const at = rows.findLastIndex((row) => row[column])
  const changed = rows.map((row, index) => (index === at ? { ...row, [column]: 'much' } : row))
  const { rejected } = await catalog.importText(writeCsv(changed, delimiter))
  expect(rejected.entries).toMatchObject([
    { column, row: at + 2, value: 'much', reason: expect.stringContaining('is not a price') as string },
  ])
})

test('the first import of an Etsy file takes its currency, and a price in another one is rejected', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText('TITLE,PRICE,CURRENCY_CODE,IMAGE1\nCup,5.00,EUR,\n')
  expect((await catalog.store.readSite()).currency).toBe('EUR')
  const { rejected } = await catalog.importText('TITLE,PRICE,CURRENCY_CODE,IMAGE1\nCup,5.00,CHF,\n')
  expect(rejected.entries).toMatchObject([
    { line: 2, column: 'PRICE', reason: expect.stringContaining('in CHF') as unknown },
  ])
})
