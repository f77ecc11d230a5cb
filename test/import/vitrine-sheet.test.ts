import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildVitrineHeader } from '../../server/import/export/vitrine-rows.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writeCsv } from '../support/csv-text.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { readTable } from '../support/read-table.ts'
import { importProduct, openTempCatalog } from '../support/temp-catalog.ts'

const TEMPLATE = join(PROJECT_DIR, 'server', 'import', 'template.xlsx')

test('the template has every column of the sheet, and explains each', async () => {
  const workbook = await readFile(TEMPLATE)
  const header = buildVitrineHeader(2)
  expect((await readTable(workbook, { sheet: 'Products' })).header).toEqual(header)
  expect((await readTable(workbook, { sheet: 'Columns' })).rows.map(([name]) => name)).toEqual(header)
})

test('imports the template without warnings', async () => {
  await using catalog = await openTempCatalog()
  const report = await importFile(catalog.store, TEMPLATE)
  expect(report).toMatchObject({
    format: 'Vitrine sheet',
    products: { created: 2 },
    rejected: { count: 0 },
    warnings: { count: 0 },
  })
  expect(await catalog.readProduct('example-bowl')).toMatchObject({
    brand: 'Your brand',
    categorySlug: 'bowls',
    featured: true,
    tags: ['stoneware', 'gift'],
    options: [
      { name: 'Colour', values: ['Chalk', 'Moss'] },
      { name: 'Size', values: ['Small', 'Large'] },
    ],
    variants: [
      {
        key: 'chalk-small',
        gtin: '4006381333931',
        priceMinor: 2_400,
        compareAtMinor: 2_900,
        packSize: 6,
        minimumQuantity: 12,
        leadTime: '5-7',
      },
      { availability: 'BackOrder', weightGrams: 620 },
    ],
    attributes: [
      { name: 'Material', value: 'Stoneware' },
      { name: 'Care', value: 'Dishwasher safe' },
    ],
    documents: [{ name: 'Care sheet', url: 'https://example.com/care.pdf' }],
  })
})

test('joins separate rows of a product, and adds attribute columns to its list of attributes', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    writeCsv([
      {
        Slug: 'cup',
        Name: 'Cup',
        'Option 1 name': 'Size',
        'Option 1 value': 'S',
        Price: '12,50',
        Attributes: 'Care: By hand',
        'Attribute: Material': 'Clay',
      },
      { Slug: 'pot', Name: 'Pot', Price: '0' },
      {
        Slug: 'cup',
        Name: 'Cup',
        'Option 1 name': 'Size',
        'Option 1 value': 'L',
        Price: '14',
        Attributes: 'Care: By hand',
        'Attribute: Material': 'Clay',
      },
    ]),
  )
  expect(await catalog.readProduct('cup')).toMatchObject({
    variants: [
      { optionValues: ['S'], priceMinor: 1_250 },
      { optionValues: ['L'], priceMinor: 1_400 },
    ],
    attributes: [
      { name: 'Care', value: 'By hand' },
      { name: 'Material', value: 'Clay' },
    ],
  })
  expect(await catalog.readProduct('pot')).toMatchObject({
    options: [],
    variants: [{ priceMinor: null }],
    attributes: [],
  })
})

test('an absent column keeps the stored value; a blank cell clears it', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    writeCsv([{ Slug: 'cup', Name: 'Cup', Brand: 'Tornio', Tags: 'a, b', 'Former slugs': 'mug' }]),
  )
  await catalog.importText(writeCsv([{ Slug: 'cup', Name: 'Cup', Tags: '' }]))
  expect(await catalog.readProduct('cup')).toMatchObject({ brand: 'Tornio', tags: [], formerSlugs: ['mug'] })
})

test('reads the order terms of each variant; wrong ones are reported and leave the stored ones unchanged', async () => {
  await using catalog = await openTempCatalog()
  const terms = { 'Pack size': '100', 'Minimum quantity': '250 Stk.', 'Lead time': '5-7' }
  await catalog.importText(writeCsv([{ Slug: 'bolt', Name: 'Bolt', ...terms }]))
  const readTerms = async () => (await catalog.readProduct('bolt'))!.variants[0]
  const stored = { packSize: 100, minimumQuantity: 250, leadTime: '5-7' }
  expect(await readTerms()).toMatchObject(stored)
  for (const wrong of ['1.000', 'many', '0', '-5', '100000', '2.5']) {
    const report = await catalog.importText(writeCsv([{ Slug: 'bolt', Name: 'Bolt', 'Pack size': wrong }]))
    expect(report.warnings.entries, wrong).toMatchObject([
      { line: 2, column: 'Pack size', value: wrong, reason: expect.stringContaining('expected a number of pieces') },
    ])
    expect(report.products).toMatchObject({ unchanged: 1 })
  }
  await catalog.importText(
    writeCsv([{ Slug: 'bolt', Name: 'Bolt', 'Pack size': '', 'Minimum quantity': '', 'Lead time': '' }]),
  )
  expect(Object.keys(await readTerms())).not.toEqual(expect.arrayContaining(['packSize']))
})

test('reads which products end, their successors and the numbers of other makers, and names unknown successors', async () => {
  await using catalog = await openTempCatalog()
  const rows = [
    { Slug: 'old', Discontinued: 'ja', 'Replaced by': 'N-1', 'Equivalent to': 'SKF | 6204-2RSH\n6204 DDU' },
    { Slug: 'older', Discontinued: 'gone', 'Replaced by': 'nowhere', 'Equivalent to': '' },
    { Slug: 'new', Discontinued: 'perhaps', 'Replaced by': '', 'Equivalent to': '', SKU: 'N-1' },
  ]
  const report = await catalog.importText(writeCsv(rows.map((row) => ({ ...row, Name: row.Slug }))))
  expect(report.warnings.entries).toMatchObject([
    {
      line: 5,
      column: 'Discontinued',
      value: 'perhaps',
      reason: expect.stringContaining('no, yes, page, redirect, gone'),
    },
    { line: 4, column: 'Replaced by', value: 'nowhere', reason: expect.stringContaining('no product has this slug') },
  ])
  const equivalents = [
    { maker: 'SKF', number: '6204-2RSH' },
    { maker: null, number: '6204 DDU' },
  ]
  expect(await catalog.readProduct('old')).toMatchObject({
    discontinued: 'yes',
    replacedBy: 'N-1',
    variants: [{ equivalents }],
  })
  expect(await catalog.readProduct('older')).toMatchObject({ discontinued: 'gone' })
  expect(await catalog.readProduct('new')).not.toHaveProperty('discontinued')
  const again = await catalog.importText(
    writeCsv([{ Slug: 'old', Name: 'old', Discontinued: '', 'Replaced by': '', 'Equivalent to': '' }]),
  )
  expect(again.products.changed).toBe(1)
  const cleared = await catalog.readProduct('old')
  expect([cleared?.discontinued, cleared?.replacedBy, cleared?.variants[0].equivalents]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('rejects invalid rows with column and reason, and warns about invalid optional cells', async () => {
  await using catalog = await openTempCatalog()
  const { rejected, warnings, products } = await catalog.importText(
    writeCsv([
      { Slug: 'good', Name: 'Good', Price: '1' },
      { Slug: '', Name: 'No slug' },
      { Slug: 'Not a slug', Name: 'X' },
      { Slug: 'nameless', Name: '' },
      { Slug: 'good', Name: 'Good', Price: '2' },
      { Slug: 'dear', Name: 'Dear', Price: 'much' },
      { Slug: 'foreign', Name: 'Foreign', Price: '12.5 €' },
      { Slug: 'sized', Name: 'Sized', 'Option 1 name': 'Size', 'Option 1 value': '' },
      {
        Slug: 'odd',
        Name: 'Odd',
        Availability: 'perhaps',
        Visibility: 'secret',
        Featured: 'maybe',
        'Weight (g)': 'heavy',
        GTIN: '4006381333932',
        'External link': 'ftp://x',
        Documents: 'none',
        'Former slugs': 'NO!',
      },
    ]),
    { basics: { currency: 'USD' } },
  )
  expect(products).toMatchObject({ created: 2 })
  expect(rejected.entries.map(({ line, column, reason }) => [line, column, reason])).toEqual(
    [
      [3, 'Slug', 'the slug is missing, and the address of the page is built from it; use "no-slug", for example'],
      [4, 'Slug', 'the slug may contain only lowercase letters, digits, dashes and underscores; use "x", for example'],
      [5, 'Name', expect.stringContaining('the name is missing')],
      [6, 'Slug', expect.stringContaining('line 2 already has this product')],
      [7, 'Price', expect.stringContaining('is not a price')],
      [
        8,
        'Price',
        "is in another currency (€), but the site's currency is USD; change the price, or the currency of the site: npm run catalog -- site --currency CODE",
      ],
      [9, 'Slug', 'the value of the option "Size" is missing'],
    ].toSorted(([left], [right]) => Number(left) - Number(right)),
  )
  expect(new Set(warnings.entries.map(({ column }) => column))).toEqual(
    new Set([
      'Availability',
      'Visibility',
      'Featured',
      'Weight (g)',
      'GTIN',
      'External link',
      'Documents',
      'Former slugs',
    ]),
  )
  expect((await catalog.readProduct('odd'))?.variants[0]).toMatchObject({ gtin: null, barcode: '4006381333932' })
})

test('suggests a valid slug, built from the name or the invalid slug by the rules of the site’s language, if possible', async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, locale: 'de-AT' }))
  const rows = [
    { Slug: '', Name: 'Küchenmesser' },
    { Slug: 'Rote Schale!', Name: '' },
    { Slug: '★', Name: '★' },
  ]
  const { rejected } = await catalog.importText(writeCsv([{ Slug: 'good', Name: 'Good' }, ...rows]))
  expect(rejected.entries.map(({ reason }) => reason.split('; ')[1])).toEqual([
    'use "kuechenmesser", for example',
    'use "rote-schale", for example',
    undefined,
  ])
})

test.each([
  ['no', 'hidden'],
  ['nein', 'hidden'],
  ['FALSCH', 'hidden'],
  ['Entwurf', 'hidden'],
  ['oculto', 'hidden'],
  ['yes', 'public'],
  ['ja', 'public'],
  ['Sí', 'public'],
  ['veröffentlicht', 'public'],
  ['', 'public'],
  ['nicht gelistet', 'unlisted'],
])('imports the visibility "%s" as %s', async (word, visibility) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(writeCsv([{ Slug: 'cup', Name: 'Cup', Visibility: word }]))
  expect((await catalog.readProduct('cup'))?.visibility).toBe(visibility)
  expect(report.warnings.count).toBe(0)
})

test.each(['hiden', 'secret', '2'])(
  'reports the unknown visibility "%s" with line and column, and hides the product',
  async (word) => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(writeCsv([{ Slug: 'cup', Name: 'Cup', Visibility: word }]))
    expect((await catalog.readProduct('cup'))?.visibility).toBe('hidden')
    expect(report.warnings.entries).toMatchObject([
      {
        line: 2,
        column: 'Visibility',
        value: word,
        reason: 'expected one of public, unlisted, hidden; it was imported as "hidden"',
      },
    ])
  },
)

test.each([
  ['lieferbar', 'InStock'],
  ['Vorrätig', 'InStock'],
  ['ja', 'InStock'],
  ['en existencias', 'InStock'],
  ['nicht lieferbar', 'OutOfStock'],
  ['ausverkauft', 'OutOfStock'],
  ['agotado', 'OutOfStock'],
  ['nein', 'OutOfStock'],
  ['bajo pedido', 'BackOrder'],
  ['vorbestellbar', 'PreOrder'],
  ['perhaps', 'OutOfStock'],
])('imports the availability "%s" as %s', async (word, availability) => {
  const product = await importProduct('cup', writeCsv([{ Slug: 'cup', Name: 'Cup', Availability: word }]))
  expect(product.variants[0].availability).toBe(availability)
})

test('reads yes and no in German and Spanish', async () => {
  await using catalog = await openTempCatalog()
  const words = ['ja', 'WAHR', 'sí', 'verdadero', 'nein', 'falsch', 'falso', 'no']
  const report = await catalog.importText(
    writeCsv(words.map((word, index) => ({ Slug: `cup-${index}`, Name: 'Cup', Featured: word }))),
  )
  expect(report.warnings.count).toBe(0)
  const featured = await Promise.all(
    words.map(async (_, index) => (await catalog.readProduct(`cup-${index}`))?.featured),
  )
  expect(featured).toEqual([true, true, true, true, false, false, false, false])
})

test.each([
  ['Slug,Name,Option 1 name\na,A,Size\n', 'the column "Option 1 value" is missing'],
  ['Slug,Name,Attribute: Care,attribute:care\na,A,b,c\n', 'two columns have the same meaning'],
  ['Slug,Name,Price\na,A\n', 'the file was cut off'],
])('rejects an unusable sheet with a reason: %j', async (text, reason) => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(text)).rejects.toThrow(reason)
})
