import { describe, expect, test } from 'vitest'
import { findFormat, PRODUCT_FORMATS } from '../../server/import/formats/product-formats.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { BOWL } from '../support/shopify-csv.ts'
import { SYSTEM_SAMPLES, type SystemSample } from '../support/system-samples.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { MUG } from '../support/woocommerce-csv.ts'

const SAMPLES = Object.entries(SYSTEM_SAMPLES) as [keyof typeof SYSTEM_SAMPLES, SystemSample][]

function writeSample({ rows, delimiter }: SystemSample, change: (row: CsvCells) => CsvCells = (row) => row): string {
  return writeCsv(rows.map(change), delimiter)
}

async function importSample(catalog: TempCatalog, id: keyof typeof SYSTEM_SAMPLES) {
  return catalog.importText(writeSample(SYSTEM_SAMPLES[id]))
}

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

describe.each(SAMPLES)('an export of %s', (id, sample) => {
  test('is detected and imported, and a second import changes nothing', async () => {
    await using catalog = await openTempCatalog()
    const dryRun = await catalog.importText(writeSample(sample), { dryRun: true })
    const report = await importSample(catalog, id)
    expect(dryRun.products).toEqual(report.products)
    const { name } = PRODUCT_FORMATS.find((format) => format.id === id)!
    expect(report).toMatchObject({ format: name, rejected: { entries: [] }, products: { created: sample.products } })
    expect(await importSample(catalog, id)).toMatchObject({
      products: { created: 0, changed: 0, unchanged: sample.products },
    })
  })

  test('may have its columns in any order, and a further one, which is reported', async () => {
    await using catalog = await openTempCatalog()
    await importSample(catalog, id)
    const reordered = writeSample(sample, (row) => ({
      ...Object.fromEntries(Object.entries(row).toReversed()),
      Shelf: 'A',
    }))
    const report = await catalog.importText(reordered)
    expect(report.products).toMatchObject({ created: 0, changed: 0, unchanged: sample.products })
    expect(report.warnings.entries).toContainEqual(expect.objectContaining({ column: 'Shelf' }))
  })

  test('may lack any column but those that identify its products', async () => {
    await using catalog = await openTempCatalog()
    const columns = [...new Set(sample.rows.flatMap((row) => Object.keys(row)))]
    const needed: string[] = []
    for (const column of columns) {
      const text = writeSample(sample, (row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)),
      )
      const error = await catalog.importText(text, { format: id }).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error) {
        expect(error).toMatchObject({ name: 'ImportError', message: expect.stringContaining(column) })
        needed.push(column)
      }
    }
    expect(needed.length).toBeGreaterThan(0)
    expect(needed.length).toBeLessThan(4)
  })

  test('with a price that cannot be read names column, row and reason', async () => {
    await using catalog = await openTempCatalog()
    const at = sample.rows.findLastIndex((row) => row[sample.price])
    const rows = sample.rows.map((row, index) => (index === at ? { ...row, [sample.price]: 'much' } : row))
    const report = await catalog.importText(writeSample({ ...sample, rows }))
    expect(report.rejected.entries).toMatchObject([{ column: sample.price, row: at + 2, value: 'much' }])
    expect(report.rejected.entries[0]!.reason).toContain('is not a price')
  })
})

describe('Magento', () => {
  test('joins the simple products of a configurable one, wherever they are in the file', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'magento')
    expect(await catalog.readProduct('a-shirt')).toMatchObject({
      name: 'Shirt',
      brand: 'Acme',
      metaTitle: 'Shirts',
      options: [{ name: 'Shirt size', values: ['S', 'M'] }],
      variants: [
        { sku: 'shirt-s', optionValues: ['S'], priceMinor: 1_900, compareAtMinor: 2_400, availability: 'InStock' },
        { sku: 'shirt-m', optionValues: ['M'], priceMinor: 2_600, availability: 'OutOfStock' },
      ],
      attributes: [
        { name: 'Material', value: 'Cotton, Linen' },
        { name: 'Care', value: 'cold, by hand' },
      ],
    })
    expect(report.warnings.entries).toContainEqual(
      expect.objectContaining({
        column: 'configurable_variations',
        line: 3,
        reason: expect.stringContaining('"shirt-l"'),
      }),
    )
  })

  test('leaves out translations, and reports them with weights without a unit', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'magento')
    expect(report.warnings.entries).toMatchObject([
      { column: 'store_view_code', line: 5, reason: expect.stringContaining('not the language of the site') },
      { column: 'weight', line: 1 },
      { column: 'configurable_variations' },
    ])
  })

  test('a variant with an error is left out, even if it is the first one', async () => {
    await using catalog = await openTempCatalog()
    const rows = SYSTEM_SAMPLES.magento.rows.map((row) => (row.sku === 'shirt-s' ? { ...row, price: 'many' } : row))
    const report = await catalog.importText(writeCsv(rows))
    expect(report.rejected.entries).toMatchObject([{ line: 2, column: 'price', product: 'Shirt', value: 'many' }])
    expect(await catalog.readProduct('a-shirt')).toMatchObject({
      brand: 'Acme',
      categorySlug: 'shirts',
      options: [{ name: 'Shirt size', values: ['M'] }],
      variants: [{ sku: 'shirt-m' }],
    })
  })

  test('a special price with dates that cannot be read is left out and reported once', async () => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(
      'sku,product_type,url_key,name,price,special_price,special_price_from_date\nbag,simple,bag,Bag,40.0000,30.0000,soon\n',
    )
    expect(await catalog.readProduct('bag')).toMatchObject({ variants: [{ priceMinor: 4_000, compareAtMinor: null }] })
    expect(report.warnings.entries).toMatchObject([{ column: 'special_price_from_date', line: 2, value: 'soon' }])
  })

  test('takes categories without the root, pictures by their names, and what is hidden or has a minimum', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'magento')
    const slugs = await catalog.readProduct('a-shirt')
    expect(slugs).toMatchObject({ categorySlug: 'shirts' })
    expect(report.pictures.missing.entries.map(({ value }) => value)).toEqual([
      '/s/h/shirt.jpg',
      '/s/h/shirt-back.jpg',
      '/s/h/shirt-s.jpg',
    ])
    expect(await catalog.readProduct('bag')).toMatchObject({
      variants: [{ minimumQuantity: 10 }],
      attributes: [{ name: 'Color', value: 'Red' }],
    })
    expect(await catalog.readProduct('old')).toMatchObject({ visibility: 'hidden' })
  })
})

describe('PrestaShop', () => {
  test('takes price, discount, stock, features, tags and pictures', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'prestashop')
    expect(await catalog.readProduct('hummingbird-shirt')).toMatchObject({
      name: 'Hummingbird shirt',
      brand: 'Studio Design',
      categorySlug: 'men',
      tags: ['red', 'summer'],
      condition: 'RefurbishedCondition',
      attributes: [
        { name: 'Composition', value: 'Cotton, organic' },
        { name: 'Property', value: 'Short sleeves' },
      ],
      variants: [
        {
          sku: 'demo_1',
          gtin: '4006381333931',
          priceMinor: 1_912,
          compareAtMinor: 2_390,
          availability: 'InStock',
          minimumQuantity: 5,
          weightGrams: null,
        },
      ],
    })
    expect(report.pictures.remote.entries.map(({ value }) => value)).toEqual([
      'https://shop.example/img/1.jpg',
      'https://shop.example/img/2.jpg',
    ])
  })

  test('says that prices are without tax and weights without a unit', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'prestashop')
    expect(report.warnings.entries).toMatchObject([
      { column: 'Weight', reason: expect.stringContaining('unit') },
      { column: 'Price tax excluded', reason: expect.stringContaining('without tax') },
    ])
  })

  test('shows neither inactive products nor prices that the shop hides, nor wholesale prices', async () => {
    await using catalog = await openTempCatalog()
    await importSample(catalog, 'prestashop')
    expect(await catalog.readProduct('mug')).toMatchObject({
      visibility: 'unlisted',
      variants: [{ priceMinor: null, availability: 'BackOrder' }],
    })
    expect(await catalog.readProduct('draft')).toMatchObject({ visibility: 'hidden' })
  })

  test('recognises the list of products in the back office, and prefers prices with tax', async () => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(
      'Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position\n1;;Cup;c-1;Home;10.000000;12.345678;3;1;0\n',
    )
    expect(report).toMatchObject({ format: 'PrestaShop product table', warnings: { entries: [] } })
    expect(await catalog.readProduct('cup')).toMatchObject({ categorySlug: null, variants: [{ priceMinor: 1_235 }] })
  })
})

test('Squarespace: rows without a title are variants of the product above', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSample(catalog, 'squarespace')
  expect(await catalog.readProduct('linen-shirt')).toMatchObject({
    categorySlug: 'shirts',
    tags: ['linen', 'summer'],
    options: [
      { name: 'Size', values: ['S', 'M'] },
      { name: 'Colour', values: ['White'] },
    ],
    variants: [
      { sku: 'LS-S', priceMinor: 3_000, compareAtMinor: 4_000, availability: 'InStock' },
      { sku: 'LS-M', priceMinor: 4_200, compareAtMinor: null, availability: 'OutOfStock' },
    ],
  })
  expect(report.pictures.remote.entries.map(({ value }) => value)).toEqual(
    ['a', 'b', 'c'].map((name) => `https://images.example/${name}.jpg`),
  )
  expect(await catalog.readProduct('secret')).toMatchObject({ visibility: 'hidden' })
  expect(report.warnings.entries).toMatchObject([{ column: 'Weight' }])
})

test('Squarespace: the rows of a file without ids belong to the product above as well', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(
    'Title,SKU,Option Name 1,Option Value 1,Price,Hosted Image URLs\n,A-0,Size,XS,1,\nShirt,A-1,Size,S,2,\n,A-2,Size,M,3,\n',
  )
  expect(report.rejected.entries).toMatchObject([{ line: 2, column: 'Title' }])
  expect(await catalog.readProduct('shirt')).toMatchObject({ variants: [{ sku: 'A-1' }, { sku: 'A-2' }] })
})

test('Wix: variants add their surcharge, and the discount counts for all', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSample(catalog, 'wix')
  expect(await catalog.readProduct('candle')).toMatchObject({
    categorySlug: 'gifts',
    otherCategorySlugs: ['candles'],
    tags: ['New'],
    options: [
      { name: 'Scent', values: ['Rose', 'Cedar'] },
      { name: 'Colour', values: ['White'] },
    ],
    variants: [
      { sku: 'C-R', priceMinor: 1_800, compareAtMinor: 2_000, availability: 'InStock' },
      { sku: 'C-C', priceMinor: 2_025, compareAtMinor: 2_250, availability: 'OutOfStock' },
    ],
    attributes: [{ name: 'Burning time', value: '40 hours' }],
  })
  expect(report.pictures.remote.entries.map(({ value }) => value)).toEqual([
    'https://static.wixstatic.com/media/5e7d77_5b250734eaaf45fe9d6f0150b6609cb8~mv2.png',
    'https://pictures.example/2.jpg',
  ])
})

test('Wix: options without rows of their own become variants with the price of the product', async () => {
  await using catalog = await openTempCatalog()
  await importSample(catalog, 'wix')
  expect(await catalog.readProduct('bag')).toMatchObject({
    variants: [
      { optionValues: ['Small'], priceMinor: 800, availability: 'OutOfStock' },
      { optionValues: ['Large'], priceMinor: 800, availability: 'OutOfStock' },
    ],
  })
  expect(await catalog.readProduct('soap')).toMatchObject({ visibility: 'hidden', variants: [{ priceMinor: 500 }] })
})

test('Wix: reads the newer export, whose variants have prices of their own', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(
    'handle,fieldType,name,visible,plainDescription,media,mediaAltText,ribbon,brand,price,strikethroughPrice,baseUnit,cost,inventory,preOrderEnabled,sku,barcode,productOptionName1,productOptionType1,productOptionChoices1,modifierName1\n' +
      't-shirt,PRODUCT,Shirt,TRUE,<p>Soft.</p>,https://pictures.example/1.jpg;https://pictures.example/2.jpg,Front;Back,,Acme,20,,,7,,FALSE,,,Size,TEXT_CHOICES,Small;Large,\n' +
      't-shirt,VARIANT,,,,,,,,20,25,,7,IN_STOCK,,T-S,4006381333931,Size,TEXT_CHOICES,Small,\n' +
      't-shirt,VARIANT,,,,,,,,22,,,7,0,,T-L,,Size,TEXT_CHOICES,Large,\n',
  )
  expect(report).toMatchObject({ format: 'Wix product export', warnings: { entries: [] }, rejected: { entries: [] } })
  expect(await catalog.readProduct('t-shirt')).toMatchObject({
    brand: 'Acme',
    images: [{ alt: 'Front' }, { alt: 'Back' }],
    options: [{ name: 'Size', values: ['Small', 'Large'] }],
    variants: [
      { sku: 'T-S', gtin: '4006381333931', priceMinor: 2_000, compareAtMinor: 2_500, availability: 'InStock' },
      { sku: 'T-L', priceMinor: 2_200, compareAtMinor: null, availability: 'OutOfStock' },
    ],
  })
})

test('Wix: a variant without a product in the file is rejected', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText('handleId,fieldType,name,sku,price\np1,Product,Cup,,5\np2,Variant,,C-2,\n')
  expect(report).toMatchObject({
    products: { created: 1 },
    rejected: { entries: [{ line: 3, column: 'handleId', reason: expect.stringContaining('not in this file') }] },
  })
})

describe('Shopware', () => {
  test('variants have the values of their product if their own cells are blank', async () => {
    await using catalog = await openTempCatalog()
    const report = await importSample(catalog, 'shopware')
    expect(await catalog.readProduct('oak-bowl')).toMatchObject({
      brand: 'Acme',
      categorySlug: 'bowls',
      otherCategorySlugs: ['gifts'],
      attributes: [],
      options: [{ name: 'Variant', values: ['SW-1.2', 'SW-1.1'] }],
      variants: [
        { sku: 'SW-1.2', priceMinor: 1_200, availability: 'OutOfStock' },
        { sku: 'SW-1.1', priceMinor: 1_000, availability: 'InStock' },
      ],
    })
    expect(await catalog.readProduct('draft')).toMatchObject({ visibility: 'hidden', categorySlug: null })
    expect(report.warnings.entries).toMatchObject([
      { column: 'optionIds', reason: expect.stringContaining('without names') },
      { column: 'propertyIds', reason: expect.stringContaining('without names') },
      { column: 'categories', line: 5, reason: expect.stringContaining('without names') },
    ])
  })

  test('takes the names of options, properties and weights from columns that a profile adds', async () => {
    await using catalog = await openTempCatalog()
    await catalog.importText(
      'id;parent_id;product_number;name;price_gross;weight;options;properties\n1;;P;Cup;5;0.25;;Material: Clay|Glaze: Blue\n2;1;P.1;;;;Size: S|Colour: Red;\n3;1;P.2;;6;;Size: M|Colour: Red;\n',
    )
    expect(await catalog.readProduct('cup')).toMatchObject({
      attributes: [
        { name: 'Material', value: 'Clay' },
        { name: 'Glaze', value: 'Blue' },
      ],
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['Red'] },
      ],
      variants: [
        { priceMinor: 500, weightGrams: 250 },
        { priceMinor: 600, weightGrams: 250 },
      ],
    })
  })
})

describe('Etsy', () => {
  test('each combination of the variations is a variant, and SKUs are used if the file has one for each combination', async () => {
    await using catalog = await openTempCatalog()
    await importSample(catalog, 'etsy')
    expect(await catalog.readProduct('wild-dice-8-pieces')).toMatchObject({
      tags: ['dice', 'board game'],
      attributes: [{ name: 'Material', value: 'resin, glass beads' }],
      images: [{ url: 'https://i.etsystatic.com/1.jpg' }, { url: 'https://i.etsystatic.com/2.jpg' }],
      options: [
        { name: 'Wood', values: ['Walnut', 'Maple'] },
        { name: 'Size', values: ['S', 'L'] },
      ],
      variants: [
        { sku: 'W-S', priceMinor: 5_500, availability: 'InStock' },
        { sku: 'W-L' },
        { sku: 'M-S' },
        { sku: 'M-L', optionValues: ['Maple', 'L'] },
      ],
    })
    expect(await catalog.readProduct('mug')).toMatchObject({ variants: [{ sku: 'MUG', availability: 'OutOfStock' }] })
    expect(await catalog.readProduct('mug-2')).toMatchObject({ variants: [{ priceMinor: 2_100 }] })
  })

  test('the first import takes the currency, and a price in another currency than that of the site is rejected', async () => {
    await using catalog = await openTempCatalog()
    await catalog.importText('TITLE,PRICE,CURRENCY_CODE,IMAGE1\nCup,5.00,EUR,\n')
    expect((await catalog.store.readSite()).currency).toBe('EUR')
    const { rejected } = await catalog.importText('TITLE,PRICE,CURRENCY_CODE,IMAGE1\nCup,5.00,CHF,\n')
    expect(rejected.entries).toMatchObject([
      { line: 2, column: 'PRICE', reason: expect.stringContaining('in CHF') as unknown },
    ])
  })
})

test('BigCommerce: a brand is named in the column "Brand" or, without a number, in "Brand ID"', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Brand ID,Brand\nProduct,1,Cup,physical,C,,none,17,Acme\nProduct,2,Mug,physical,M,,none,Baker,\n',
  )
  expect(await catalog.readProduct('cup')).toMatchObject({ brand: 'Acme' })
  expect(await catalog.readProduct('mug')).toMatchObject({ brand: 'Baker' })
})

test('BigCommerce: variants and images follow their product', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSample(catalog, 'bigcommerce')
  expect(await catalog.readProduct('journal')).toMatchObject({
    brand: null,
    metaTitle: 'Journals',
    categorySlug: 'journals',
    featured: true,
    condition: 'UsedCondition',
    options: [
      { name: 'Colour', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['S'] },
    ],
    variants: [
      { sku: 'SM-R-S', priceMinor: 2_000, compareAtMinor: 2_500, availability: 'InStock' },
      { sku: 'SM-B-S', priceMinor: 3_000, compareAtMinor: null, availability: 'OutOfStock' },
    ],
    images: [
      { url: 'https://shop.example/front.jpg', alt: 'Front' },
      { url: 'https://shop.example/back.jpg' },
      { url: 'https://shop.example/red.jpg' },
    ],
  })
  expect(await catalog.readProduct('pen')).toMatchObject({
    visibility: 'hidden',
    variants: [{ priceMinor: 350, availability: 'InStock' }],
  })
  expect(report.warnings.entries).toMatchObject([{ column: 'Weight' }, { column: 'Categories', line: 2 }])
})
