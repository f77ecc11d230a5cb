import { expect, test } from 'vitest'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, SHIRT, writeShopifyCsv, type ShopifyCells } from '../support/shopify-csv.ts'

const MEDIUM: ShopifyCells = { Handle: 'shirt', 'Option1 Value': 'Red', 'Option2 Value': 'M', 'Variant Price': '41.00' }

test('a blank cell clears the stored value; an absent column keeps it', async () => {
  await using catalog = await openTempCatalog()
  const full: ShopifyCells = {
    ...BOWL,
    Vendor: 'Tornio',
    Type: 'Wood',
    Tags: 'oak, featured',
    Status: 'unlisted',
    'Variant SKU': 'B-1',
    'Variant Grams': '300',
    'Variant Compare At Price': '30',
    'Image Src': 'https://cdn.example/a.jpg',
    'Image Alt Text': 'From above',
    'Material (product.metafields.specs.material)': 'Oak',
    'Height (product.metafields.specs.height)': '9 cm',
    'Google Shopping / Condition': 'used',
  }
  await catalog.importText(writeShopifyCsv([full]))
  const stored = (await catalog.readProduct('bowl'))!

  await catalog.importText(writeShopifyCsv([{ Handle: 'bowl', Title: 'Bowl', 'Variant Price': '24.00' }]))
  expect(await catalog.readProduct('bowl')).toEqual(stored)

  const blank = Object.fromEntries(Object.keys(full).map((column) => [column, column in BOWL ? BOWL[column]! : '']))
  delete blank['Height (product.metafields.specs.height)']
  await catalog.importText(writeShopifyCsv([blank]))
  expect(await catalog.readProduct('bowl')).toEqual({
    ...stored,
    brand: null,
    categorySlug: null,
    tags: [],
    featured: false,
    visibility: 'public',
    condition: 'NewCondition',
    images: [],
    attributes: [{ name: 'Height', value: '9 cm' }],
    variants: [{ ...stored.variants[0], sku: null, weightGrams: null, compareAtMinor: null }],
  })
})

test('a file without option columns keeps the variants of a product with options', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([SHIRT]))
  const report = await catalog.importText(
    writeShopifyCsv([{ Handle: 'shirt', Title: 'New shirt', 'Variant Price': '1.00' }]),
  )
  expect(await catalog.readProduct('shirt')).toMatchObject({
    name: 'New shirt',
    variants: [{ key: 'red-s', priceMinor: 4000 }],
  })
  expect(report.warnings.entries).toMatchObject([{ line: 2, reason: expect.stringContaining('no columns for them') }])
})

test('reads texts as plain text: keeps entities, removes control characters, limits the length', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    writeShopifyCsv([
      {
        ...BOWL,
        Title: `A\u0000 <b>bowl</b> &lt;\u200B\n${'x'.repeat(400)}`,
        Vendor: "'=1+1",
        'Variant SKU': '="007"',
      },
    ]),
  )
  const product = (await catalog.readProduct('bowl'))!
  expect(product.name).toMatch(/^A <b>bowl<\/b> &lt; x+$/)
  expect(product.name).toHaveLength(300)
  expect(product.brand).toBe('=1+1')
  expect(product.variants[0].sku).toBe('007')
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

test('a damaged SKU or barcode does not overwrite the stored one', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Variant SKU': '00123', 'Variant Barcode': '4006381333931' }]))
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Variant SKU': '1.23E+2', 'Variant Barcode': '4.00638E+12' }]))
  expect((await catalog.readProduct('bowl'))?.variants[0]).toMatchObject({ sku: '00123', gtin: '4006381333931' })
})
