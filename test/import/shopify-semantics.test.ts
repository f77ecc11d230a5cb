import { expect, test } from 'vitest'
import type { Product, ProductVariant } from '../../shared/catalog.ts'
import { importProduct, openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, SHIRT, writeShopifyCsv, type ShopifyCells } from '../support/shopify-csv.ts'

const importRows = (...rows: readonly ShopifyCells[]) =>
  importProduct(rows[0]?.['Handle'] ?? rows[0]?.['URL handle'] ?? '', writeShopifyCsv(rows))

test('imports all fields of a product with the current column names', async () => {
  const product = await importRows({
    'URL handle': 'oak-bowl',
    Title: '  Oak &amp; ash   bowl ',
    Description: '<h1>Turned</h1>',
    Vendor: 'Tornio',
    'Product category': 'Table > Bowls',
    Type: 'Wood',
    Tags: 'Turned, featured,  wood , turned',
    'Published on online store': 'TRUE',
    Status: 'Active',
    'Option1 name': 'Title',
    'Option1 value': 'Default Title',
    SKU: "'00123",
    Barcode: '4006381333931',
    Price: '1.234,50',
    'Compare-at price': '1500',
    'Cost per item': '12.00',
    'Inventory tracker': 'shopify',
    'Inventory quantity': '-2',
    'Continue selling when out of stock': 'CONTINUE',
    'Weight value (grams)': '450.5',
    'Product image URL': 'https://cdn.example/a.jpg?v=1',
    'Image alt text': 'From above',
    'SEO title': 'A bowl of oak',
    'SEO description': 'Turned from one piece.',
    Condition: 'refurbished',
    'Manufacturer part number (MPN)': 'OB-1',
    'Material (product.metafields.specs.material)': 'Oak; ash',
    'Height (metafields.specs.height)': '12 cm',
    'Care (product.metafields.specs.care)': '',
    'Documents (product.metafields.vitrine.documents)':
      'Care | /about#care; Data sheet | https://docs.example/ob-1.pdf; Bad | javascript:alert(1)',
  })
  expect(product).toEqual({
    slug: 'oak-bowl',
    shortDescription: '',
    name: 'Oak &amp; ash bowl',
    brand: 'Tornio',
    description: '<h2>Turned</h2>',
    metaTitle: 'A bowl of oak',
    metaDescription: 'Turned from one piece.',
    categorySlug: 'bowls',
    currency: 'USD',
    condition: 'RefurbishedCondition',
    visibility: 'public',
    featured: true,
    tags: ['Turned', 'wood'],
    options: [],
    variants: [
      {
        key: '',
        optionValues: [],
        sku: '00123',
        gtin: '4006381333931',
        mpn: 'OB-1',
        priceMinor: 123450,
        compareAtMinor: 150000,
        availability: 'BackOrder',
        imageIndex: null,
        weightGrams: 450.5,
      },
    ],
    images: [{ url: 'https://cdn.example/a.jpg?v=1', alt: 'From above' }],
    attributes: [
      { name: 'Material', value: 'Oak; ash' },
      { name: 'Height', value: '12 cm' },
    ],
    documents: [
      { name: 'Care', url: '/about#care' },
      { name: 'Data sheet', url: 'https://docs.example/ob-1.pdf' },
    ],
    externalLink: null,
    includes: [],
    sourceId: null,
    formerSlugs: [],
  })
})

test('does not store the cost per item', async () => {
  const product = await importRows({ ...BOWL, 'Cost per item': '7.77' })
  expect(JSON.stringify(product)).not.toMatch(/7\.77|777/)
})

const VISIBILITIES: readonly (readonly [ShopifyCells, Product['visibility']])[] = [
  [{}, 'public'],
  [{ Status: 'active' }, 'public'],
  [{ Status: 'draft' }, 'hidden'],
  [{ Status: 'Archived', Published: 'TRUE' }, 'hidden'],
  [{ Status: 'unlisted' }, 'unlisted'],
  [{ Status: 'unlisted', Published: 'false' }, 'hidden'],
  [{ Status: 'active', Published: 'FALSE' }, 'hidden'],
  [{ Published: 'false' }, 'hidden'],
  [{ Published: 'true' }, 'public'],
  [{ Published: '' }, 'public'],
]

test.each(VISIBILITIES)('the visibility for %j is %s', async (cells, visibility) => {
  expect((await importRows({ ...BOWL, ...cells })).visibility).toBe(visibility)
})

const STOCK = 'Variant Inventory Qty'
const TRACKER = 'Variant Inventory Tracker'
const POLICY = 'Variant Inventory Policy'
const AVAILABILITIES: readonly (readonly [ShopifyCells, ProductVariant['availability']])[] = [
  [{}, 'InStock'],
  [{ [TRACKER]: '', [STOCK]: '0', [POLICY]: 'deny' }, 'InStock'],
  [{ [TRACKER]: 'shopify', [STOCK]: '3', [POLICY]: 'deny' }, 'InStock'],
  [{ [TRACKER]: 'shopify', [STOCK]: '0', [POLICY]: 'deny' }, 'OutOfStock'],
  [{ [TRACKER]: 'shopify', [STOCK]: '-4', [POLICY]: 'deny' }, 'OutOfStock'],
  [{ [TRACKER]: 'shopify', [STOCK]: '0', [POLICY]: 'Continue' }, 'BackOrder'],
  [{ [TRACKER]: 'shopify', [STOCK]: '-4', [POLICY]: 'TRUE' }, 'BackOrder'],
  [{ [TRACKER]: 'shopify', [STOCK]: '', [POLICY]: 'deny' }, 'InStock'],
  [{ [STOCK]: '0' }, 'OutOfStock'],
]

test.each(AVAILABILITIES)('the availability for %j is %s', async (cells, availability) => {
  expect((await importRows({ ...BOWL, ...cells })).variants[0].availability).toBe(availability)
})

test.each([
  ['24.00', '30.00', 2400, 3000],
  ['24.00', '24.00', 2400, null],
  ['24.00', '20.00', 2400, null],
  ['24.00', '', 2400, null],
  ['0.00', '30.00', null, null],
  ['', '', null, null],
])('imports price %j and compare-at price %j as %j and %j', async (price, former, priceMinor, compareAtMinor) => {
  const { variants } = await importRows({ ...BOWL, 'Variant Price': price, 'Variant Compare At Price': former })
  expect(variants[0]).toMatchObject({ priceMinor, compareAtMinor })
})

test('skips a gift card with a warning', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(
    writeShopifyCsv([
      { ...BOWL, Handle: 'card', 'Gift Card': 'true' },
      { ...BOWL, 'Gift Card': 'false' },
    ]),
  )
  expect(report.products).toMatchObject({ created: 1, skipped: 1 })
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Gift Card', reason: expect.stringContaining('"card" is a gift card') },
  ])
})

test.each([
  [{ 'Product Category': 'Table > Bowls', Type: 'Wood' }, ['Table', 'Bowls']],
  [{ 'Product Category': '', Type: 'Wood' }, ['Wood']],
  [{ 'Product Category': '632', Type: 'Wood' }, ['Wood']],
  [{ 'Product Category': 'gid://shopify/TaxonomyCategory/hg-3-1', Type: 'Wood' }, ['Wood']],
  [{ Type: '' }, []],
] as const)('imports %j into the category %j', async (cells, path) => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, ...cells }]))
  const { categorySlug } = (await catalog.readProduct('bowl'))!
  const place = categorySlug === null ? undefined : await catalog.store.findCategory(categorySlug)
  expect(place ? [...place.ancestors.map(({ name }) => name), place.category.name] : []).toEqual(path)
})

test('finds categories by path regardless of capitals, and gives new ones unique slugs', async () => {
  await using catalog = await openTempCatalog()
  const paths = ['Table > Bowls', 'TABLE > bowls', 'Garden > Bowls', 'Bowls', 'Déjà vu > Bowls']
  await catalog.importText(
    writeShopifyCsv(paths.map((path, index) => ({ ...BOWL, Handle: `bowl-${index}`, 'Product Category': path }))),
  )
  const slugs = await Promise.all(
    paths.map(async (_, index) => (await catalog.readProduct(`bowl-${index}`))?.categorySlug),
  )
  expect(slugs).toEqual(['bowls', 'bowls', 'garden-bowls', 'bowls-2', 'deja-vu-bowls'])
})

test('numbers the slugs of categories whose names give the same slug', async () => {
  await using catalog = await openTempCatalog()
  const types = ['Cups & pots', 'Cups + pots', 'Cups / pots']
  await catalog.importText(
    writeShopifyCsv(types.map((type, index) => ({ ...BOWL, Handle: `bowl-${index}`, Type: type }))),
  )
  const slugs = await Promise.all(
    types.map(async (_, index) => (await catalog.readProduct(`bowl-${index}`))?.categorySlug),
  )
  expect(slugs).toEqual(['cups-pots', 'cups-pots-2', 'cups-pots-3'])
})

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
  const product = await importRows({
    ...BOWL,
    Title: `A\u0000 <b>bowl</b> &lt;\u200B\n${'x'.repeat(400)}`,
    Vendor: "'=1+1",
    'Variant SKU': '="007"',
  })
  expect(product.name).toMatch(/^A <b>bowl<\/b> &lt; x+$/)
  expect(product.name).toHaveLength(300)
  expect(product.brand).toBe('=1+1')
  expect(product.variants[0].sku).toBe('007')
})

test('ignores the usual Shopify columns without a warning', async () => {
  await using catalog = await openTempCatalog()
  const usual = [
    'Option1 Linked To',
    'Cost per item',
    'Variant Fulfillment Service',
    'Variant Requires Shipping',
    'Variant Taxable',
    'Variant Tax Code',
    'Variant Weight Unit',
    'Google Shopping / Google Product Category',
    'Google Shopping / Custom Label 0',
    'Included / Germany',
    'Price / Germany',
    'Compare At Price / Germany',
    'Unit price total measure',
    'Charge tax',
    'Age group',
    'Ads labels',
    'Gift Card',
    'Reviews (product.metafields.reviews.rating)',
    'Boost (product.metafields.shopify--discovery--product_search_boost.queries)',
  ]
  const cells = Object.fromEntries(usual.map((column) => [column, '']))
  const report = await catalog.importText(writeShopifyCsv([{ ...BOWL, ...cells }]))
  expect(report.warnings.entries).toEqual([])
})

test('reads all columns of an export with the newer names', async () => {
  await using catalog = await openTempCatalog()
  const header =
    'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Color (product.metafields.shopify.color-pattern),Google Shopping / Google product category'
  const row =
    'Cup,cup,<p>A cup.</p>,Acme,Home > Cups,Cup,gift,TRUE,Active,C-1,4006381333931,Size,S,,,,,,,,12.50,15.00,6.10,TRUE,,,,,,shopify,3,DENY,250,g,TRUE,manual,,,,,FALSE,Cups,All cups,white; blue,'
  const report = await catalog.importText(`${header}\n${row}\n`)
  expect(report).toMatchObject({ warnings: { entries: [] }, rejected: { entries: [] } })
  expect(await catalog.readProduct('cup')).toMatchObject({
    brand: 'Acme',
    metaTitle: 'Cups',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ sku: 'C-1', priceMinor: 1_250, compareAtMinor: 1_500, availability: 'InStock', weightGrams: 250 }],
    attributes: [{ name: 'Color', value: 'white; blue' }],
  })
})
