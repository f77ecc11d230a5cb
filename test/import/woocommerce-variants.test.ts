import { expect, test } from 'vitest'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { importProduct, openTempCatalog } from '../support/temp-catalog.ts'
import { buildVariation, MUG, TEE } from '../support/woocommerce-csv.ts'

const importRows = (slug: string, ...rows: readonly CsvCells[]) => importProduct(slug, writeCsv(rows))

test('matches variations to parents by article number or ID in any order; a blank value means any', async () => {
  const tee = await importRows(
    'tee',
    buildVariation('Red', { Parent: 'id:20', 'Attribute 2 value(s)': 'm', Position: '1' }),
    MUG,
    buildVariation('Green', { ID: '1', Parent: 'TEE', 'In stock?': '0', Position: '2' }),
    { ...TEE, 'Weight (g)': '150', Stock: '0', 'Backorders allowed?': '1' },
    { ...MUG, ID: '11', SKU: 'mug-2' },
    buildVariation('Blue', { ID: '2', Stock: 'parent', 'Weight (g)': '200', Position: '3', Published: '-1' }),
    buildVariation('Black', { ID: '3', Published: '0' }),
  )
  expect(tee.options).toEqual([
    { name: 'Color', values: ['Blue', 'Green', 'Red'] },
    { name: 'Size', values: ['S', 'M'] },
  ])
  expect(tee.variants.map(({ key, availability, weightGrams }) => [key, availability, weightGrams])).toEqual([
    ['blue-s', 'BackOrder', 200],
    ['blue-m', 'BackOrder', 200],
    ['green-s', 'OutOfStock', 150],
    ['green-m', 'OutOfStock', 150],
    ['red-m', 'InStock', 150],
  ])
  expect(tee.attributes).toEqual([])
})

test('a variation with a value precedes one with any value, and its price applies to that value only', async () => {
  const tee = await importRows(
    'tee',
    TEE,
    buildVariation('Red', { ID: '1', 'Attribute 2 value(s)': 'M', 'Regular price': '25', Position: '1' }),
    buildVariation('Red', { ID: '2', Position: '2' }),
  )
  expect(tee.variants.map(({ key, priceMinor }) => [key, priceMinor])).toEqual([
    ['red-s', 2000],
    ['red-m', 2500],
  ])
})

test('orders variations by position if the parent lists no values', async () => {
  const tee = await importRows(
    'tee',
    { ...TEE, 'Attribute 1 value(s)': '', 'Attribute 2 name': '', 'Attribute 2 value(s)': '' },
    ...[
      ['Red', '3'],
      ['Green', '1'],
      ['Blue', '2'],
    ].map(([color, position]) => buildVariation(color!, { 'Attribute 2 name': '', Position: position! })),
  )
  expect(tee.options).toEqual([{ name: 'Color', values: ['Green', 'Blue', 'Red'] }])
  expect(tee.variants.map(({ key }) => key)).toEqual(['green', 'blue', 'red'])
})

test('a file without attribute columns keeps the variants of a product', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv([TEE, buildVariation('Red'), buildVariation('Blue')]))
  const before = await catalog.readProduct('tee')
  const report = await catalog.importText(
    writeCsv([
      { ID: '20', Type: 'variable', SKU: 'tee', Name: 'Tee', Parent: '', 'In stock?': '1' },
      { ID: '1', Type: 'variation', SKU: 'x', Name: 'Tee', Parent: 'tee', 'In stock?': '1' },
    ]),
  )
  expect(report.warnings.entries).toMatchObject([
    { reason: expect.stringContaining('its variants were left unchanged') },
  ])
  expect((await catalog.readProduct('tee'))?.variants).toEqual(before?.variants)
})
