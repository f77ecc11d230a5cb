import { expect, test } from 'vitest'
import type { UnitPricing } from '../../shared/catalog.ts'
import { writeCsv } from '../support/csv-text.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const OIL = { Slug: 'oil', Name: 'Oil', Price: '9.99' }
const ML = { quantity: { amount: 750, unit: 'ml' } }

const size = (value: string) => ({ ...OIL, 'Option 1 name': 'Size', 'Option 1 value': value })

const importOil = (catalog: TempCatalog, cells: Readonly<Record<string, string>>) =>
  catalog.importText(writeCsv([{ ...OIL, ...cells }]))

const readPricing = async (catalog: TempCatalog, slug = 'oil'): Promise<readonly (UnitPricing | undefined)[]> =>
  (await catalog.readProduct(slug))!.variants.map(({ unitPricing }) => unitPricing)

test('reads the quantity and the base of each variant; a file without the columns keeps them, blank cells remove them', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    writeCsv([
      { ...size('S'), 'Unit price quantity': '250 ml', 'Unit price base': '100 ml' },
      { ...size('M'), 'Unit price quantity': '0,75 l', 'Unit price base': '' },
      { ...size('L'), 'Unit price quantity': '', 'Unit price base': '' },
    ]),
  )
  const stored = [
    { quantity: { amount: 250, unit: 'ml' }, base: { amount: 100, unit: 'ml' } },
    { quantity: { amount: 0.75, unit: 'l' } },
    undefined,
  ]
  expect(await readPricing(catalog)).toEqual(stored)
  await catalog.importText(writeCsv(['S', 'M', 'L'].map(size)))
  expect(await readPricing(catalog)).toEqual(stored)
  await catalog.importText(writeCsv(['S', 'M', 'L'].map((value) => ({ ...size(value), 'Unit price quantity': '' }))))
  expect(await readPricing(catalog)).toEqual([undefined, undefined, undefined])
})

test('keeps the stored base for another quantity of its dimension, and drops it for one of another', async () => {
  await using catalog = await openTempCatalog()
  await importOil(catalog, { 'Unit price quantity': '750 ml', 'Unit price base': '100 ml' })
  await importOil(catalog, { 'Unit price quantity': '1 l' })
  expect(await readPricing(catalog)).toEqual([
    { quantity: { amount: 1, unit: 'l' }, base: { amount: 100, unit: 'ml' } },
  ])
  await importOil(catalog, { 'Unit price quantity': '1 kg' })
  expect(await readPricing(catalog)).toEqual([{ quantity: { amount: 1, unit: 'kg' } }])
})

test.each([
  ['0 ml', '', 'Unit price quantity', '"0 ml" is 0; write what the pack holds'],
  ['a lot', '', 'Unit price quantity', '"a lot" has no unit of these: mg, g, kg'],
  ['1.500 g', '', 'Unit price quantity', '"1.500 g" is ambiguous; write it without a thousands separator'],
  [
    '750 ml',
    '100 g',
    'Unit price base',
    '"100 g" and "750 ml" cannot be converted to each other; write for example "1 l"',
  ],
  ['750 ml', '0 l', 'Unit price base', '"0 l" is 0'],
  ['', '100 g', 'Unit price base', 'there is no quantity beside this base; write what the pack holds'],
])(
  'warns of the quantity "%s" with the base "%s", and leaves the unit price out',
  async (quantity, base, column, reason) => {
    await using catalog = await openTempCatalog()
    await importOil(catalog, { 'Unit price quantity': '750 ml' })
    const report = await importOil(catalog, { 'Unit price quantity': quantity, 'Unit price base': base })
    expect(report.rejected.entries).toEqual([])
    expect(report.warnings.entries).toMatchObject([{ line: 2, column, reason: expect.stringContaining(reason) }])
    expect(report.warnings.entries[0]!.reason).toMatch(/The unit price was left out$/)
    expect(await readPricing(catalog)).toEqual([undefined])
  },
)

test.each([
  ['Unit price', ''],
  ['Variant Unit Price', 'with the former names'],
])('reads the four columns of Shopify that begin with "%s"', async (prefix) => {
  await using catalog = await openTempCatalog()
  const cells = (quantity: string, unit: string, base: string, baseUnit: string) => ({
    [`${prefix} Total Measure`]: quantity,
    [`${prefix} Total Measure Unit`]: unit,
    [`${prefix} Base Measure`]: base,
    [`${prefix} Base Measure Unit`]: baseUnit,
  })
  const bowl = { Handle: 'oil', Title: 'Oil', 'Variant Price': '9.99' }
  const plain = { Handle: 'cup', Title: 'Cup', 'Variant Price': '5.00' }
  const report = await catalog.importText(
    writeShopifyCsv([
      { ...bowl, ...cells('750.0', 'ml', '1', 'l') },
      { ...plain, ...cells('', '', '', '') },
    ]),
  )
  expect(report.warnings.entries).toEqual([])
  expect(await readPricing(catalog)).toEqual([{ ...ML, base: { amount: 1, unit: 'l' } }])
  expect(await readPricing(catalog, 'cup')).toEqual([undefined])
  const mixed = await catalog.importText(writeShopifyCsv([{ ...bowl, ...cells('750', 'ml', '1', 'kg') }]))
  expect(mixed.warnings.entries).toMatchObject([
    { line: 2, column: `${prefix} Base Measure`, reason: expect.stringContaining('"1 kg" and "750 ml"') },
  ])
})

test("reads the unit prices of a Google feed, in Google's units", async () => {
  await using catalog = await openTempCatalog()
  const header = 'id\ttitle\tprice\tavailability\tlink\timage_link\tunit_pricing_measure\tunit_pricing_base_measure'
  const rows = [
    'oil\tOil\t9.99 EUR\tin_stock\thttps://shop.example/oil\thttps://shop.example/oil.jpg\t750ml\t1 l',
    'tile\tTile\t30 EUR\tin_stock\thttps://shop.example/tile\thttps://shop.example/tile.jpg\t3 sqm\t',
    'pens\tPens\t30 EUR\tin_stock\thttps://shop.example/pens\thttps://shop.example/pens.jpg\t10 ct\t1 kg',
  ]
  const report = await catalog.importText([header, ...rows].join('\n'))
  expect(await readPricing(catalog)).toEqual([{ ...ML, base: { amount: 1, unit: 'l' } }])
  expect(await readPricing(catalog, 'tile')).toEqual([{ quantity: { amount: 3, unit: 'm²' } }])
  expect(await readPricing(catalog, 'pens')).toEqual([undefined])
  expect(report.warnings.entries).toMatchObject([{ line: 4, column: 'unit_pricing_base_measure' }])
})

test('reads both columns of a table in no known format by their headings', async () => {
  await using catalog = await openTempCatalog()
  const rows = ['Öl;Ö-1;9,99;1,125 l;100 ml', 'Mehl;M-1;1,99;2,5 kg;1 kg', 'Nudeln;N-1;0,99;500 g;1 kg']
  await catalog.importText(['Bezeichnung;Artikelnummer;Preis;Grundpreismenge;Grundpreisbasis', ...rows].join('\n'), {
    acceptMapping: async () => true,
  })
  const { products } = await readCatalog(catalog.store)
  expect(products.map(({ variants: [{ unitPricing }] }) => unitPricing)).toEqual([
    { quantity: { amount: 1.125, unit: 'l' }, base: { amount: 100, unit: 'ml' } },
    { quantity: { amount: 2.5, unit: 'kg' }, base: { amount: 1, unit: 'kg' } },
    { quantity: { amount: 500, unit: 'g' }, base: { amount: 1, unit: 'kg' } },
  ])
})
