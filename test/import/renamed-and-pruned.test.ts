import { expect, test } from 'vitest'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { formatReport as format } from '../../server/import/format-report.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { MissingMode } from '../../shared/site.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ Slug: `piece-${index}`, Name: `Piece ${index}` }))

const formatReport = (report: ImportReport) => format(report, { verbose: true })

const setMissingMode = ({ store }: TempCatalog, missingProducts: MissingMode) =>
  store.write(async (writer) => writer.putSite({ ...(await writer.readSite()), missingProducts }))

test.each([
  ['its id in the source', { 'Source id': 'woo:7' }],
  ['all its article numbers', { SKU: 'A-1' }],
  ['all its GTINs', { GTIN: '036000291452' }],
])(
  'an imported product with a new slug is recognised by %s, and its old slugs become former slugs',
  async (_, known) => {
    await using catalog = await openTempCatalog()
    const importOne = (slug: string) =>
      catalog.importText(
        writeCsv([
          { Slug: slug, Name: 'Cup', ...known },
          { Slug: 'other', Name: 'Other' },
        ]),
      )
    await importOne('cup')
    const report = await importOne('mug')
    expect(report.products).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
    expect(report.changedProducts.entries[0]?.fields).toEqual(['slug', 'formerSlugs'])
    await importOne('beaker')
    expect((await catalog.store.readStatistics()).products.public).toBe(2)
    expect(await catalog.readProduct('cup')).toBeUndefined()
    expect((await catalog.readProduct('beaker'))?.formerSlugs).toEqual(['cup', 'mug'])
    for (const former of ['cup', 'mug']) expect(await catalog.store.findRenamed('product', former)).toBe('beaker')
    // If a product gets a former slug back, this slug no longer redirects.
    await importOne('cup')
    expect((await catalog.readProduct('cup'))?.formerSlugs).toEqual(['mug', 'beaker'])
    expect(await catalog.store.findRenamed('product', 'cup')).toBeUndefined()
  },
)

test('an import creates a new product if the old slug is also in the file, or if only some SKUs match', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv([{ Slug: 'cup', Name: 'Cup', SKU: 'A-1' }]))
  const both = await catalog.importText(
    writeCsv([
      { Slug: 'mug', Name: 'Mug', SKU: 'A-1' },
      { Slug: 'cup', Name: 'Cup', SKU: 'A-1' },
    ]),
  )
  expect(both.products).toMatchObject({ created: 1, unchanged: 1 })
  const option = { Slug: 'set', Name: 'Set', 'Option 1 name': 'Size' }
  await catalog.importText(
    writeCsv([
      { ...option, SKU: 'B-1', 'Option 1 value': 'S' },
      { ...option, SKU: 'B-2', 'Option 1 value': 'L' },
    ]),
  )
  const part = await catalog.importText(writeCsv([{ Slug: 'half', Name: 'Half', SKU: 'B-1' }]))
  expect(part.products).toMatchObject({ created: 1 })
})

test('a renamed product is recognised by its GTIN, even in another length, unless SKUs differ or two products have the GTIN', async () => {
  await using catalog = await openTempCatalog()
  const importRows = async (...rows: CsvCells[]) => (await catalog.importText(writeCsv(rows))).products
  await importRows({ Slug: 'cup', Name: 'Cup', SKU: '', GTIN: '36000291452' })
  expect(await importRows({ Slug: 'mug', Name: 'Mug', SKU: 'A-1', GTIN: '0036000291452' })).toMatchObject({
    created: 0,
    changed: 1,
  })
  expect(await importRows({ Slug: 'new', Name: 'New', SKU: 'A-2', GTIN: '036000291452' })).toMatchObject({ created: 1 })
  expect(await importRows({ Slug: 'third', Name: 'Third', SKU: '', GTIN: '036000291452' })).toMatchObject({
    created: 1,
  })
  expect(await catalog.store.findRenamed('product', 'cup')).toBe('mug')
})

test('renames products and categories by their former slugs, and keeps subcategories', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'categories.csv': 'Path,Slug\nTable,table\nTable > Cups,cups\n',
    'products.csv': writeCsv([{ Slug: 'mug', Name: 'Mug', Category: 'Table > Cups' }]),
  })
  const renamed = {
    'categories.csv': 'Path,Slug,Former slugs\nKitchen,kitchen,table\nKitchen > Cups,cups,\n',
    'products.csv': writeCsv([{ Slug: 'beaker', 'Former slugs': 'mug', Name: 'Mug', Category: 'Kitchen > Cups' }]),
  }
  const preview = await catalog.importContent(renamed, { dryRun: true })
  const report = await catalog.importContent(renamed)
  expect(preview.products).toEqual(report.products)
  expect(report).toMatchObject({
    products: { created: 0, changed: 1 },
    categories: { created: 0 },
    rejected: { count: 0 },
  })
  expect(await catalog.store.findRenamed('category', 'table')).toBe('kitchen')
  expect(await catalog.store.findRenamed('product', 'mug')).toBe('beaker')
  expect((await catalog.store.findCategory('cups'))?.ancestors).toEqual([{ slug: 'kitchen', name: 'Kitchen' }])
})

test('--prune hides and lists products missing from the file; a later import publishes them again', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv(names(10)))
  const file = writeCsv([...names(9), { Slug: 'new', Name: 'New' }])
  const preview = await catalog.importText(file, { prune: true, dryRun: true })
  expect(preview.prunedProducts.entries).toEqual(['piece-9'])
  expect((await catalog.readProduct('piece-9'))?.visibility).toBe('public')
  const report = await catalog.importText(file, { prune: true })
  expect(report.prunedProducts.entries).toEqual(['piece-9'])
  expect((await catalog.readProduct('piece-9'))?.visibility).toBe('hidden')
  expect((await catalog.importText(file, { prune: true })).prunedProducts.count).toBe(0)
  expect((await catalog.importText(writeCsv(names(10)))).products).toMatchObject({ changed: 1 })
  expect((await catalog.readProduct('piece-9'))?.visibility).toBe('public')
  expect((await catalog.importText(writeCsv(names(10)))).products).toMatchObject({ changed: 0 })
})

test('a later import restores the earlier visibility of a pruned product, unless the owner hid it meanwhile', async () => {
  await using catalog = await openTempCatalog()
  const seen = (visibility: string) =>
    writeCsv(names(10).map((row, index) => ({ ...row, Visibility: index === 9 ? visibility : 'public' })))
  const visibility = async () => (await catalog.readProduct('piece-9'))?.visibility
  await catalog.importText(seen('unlisted'))
  await catalog.importText(writeCsv(names(9)), { prune: true })
  await catalog.importText(writeCsv(names(10)))
  expect(await visibility()).toBe('unlisted')
  await catalog.importText(writeCsv(names(9)), { prune: true })
  await catalog.importText(seen('hidden'))
  await catalog.importText(writeCsv(names(10)))
  expect(await visibility()).toBe('hidden')
})

test('--prune discontinues missing products if the site says so; a later import offers them again', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv(names(20)))
  await setMissingMode(catalog, 'discontinue')
  const report = await catalog.importText(writeCsv(names(19)), { prune: true })
  expect(report).toMatchObject({ prunedProducts: { entries: ['piece-19'] }, pruneMode: 'discontinue' })
  expect(formatReport(report)).toContain('Products discontinued because the file no longer has them')
  expect(await catalog.readProduct('piece-19')).toMatchObject({ visibility: 'public', discontinued: 'yes' })
  // A product that has ended does not count as missing again.
  expect((await catalog.importText(writeCsv(names(19)), { prune: true })).prunedProducts.count).toBe(0)
  expect((await catalog.importText(writeCsv(names(20)))).products).toMatchObject({ changed: 1 })
  expect((await catalog.readProduct('piece-19'))?.discontinued).toBeUndefined()
  expect((await catalog.importText(writeCsv(names(20)))).products).toMatchObject({ changed: 0 })
  await expect(catalog.importText(writeCsv(names(17)), { prune: true })).rejects.toThrow(
    'Add --force to discontinue them',
  )
})

test('--prune only lists missing products if the site keeps them, however many they are', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv(names(20)))
  await setMissingMode(catalog, 'keep')
  const { revision } = catalog.store
  const report = await catalog.importText(writeCsv(names(5)), { prune: true })
  expect(report.prunedProducts.count).toBe(15)
  expect(formatReport(report)).toContain('15 missing from the file and left unchanged')
  expect(catalog.store.revision).toBe(revision)
  expect(await catalog.readProduct('piece-19')).toMatchObject({ visibility: 'public' })
})

test('rejects pruning of more than a tenth of the products unless forced', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv(names(10)))
  const file = writeCsv([...names(8), { Slug: 'new', Name: 'New' }])
  const { revision } = catalog.store
  for (const dryRun of [true, false]) {
    await expect(catalog.importText(file, { prune: true, dryRun })).rejects.toThrow(
      '2 of 10 published products are not in this file',
    )
  }
  expect(catalog.store.revision).toBe(revision)
  expect(await catalog.readProduct('new')).toBeUndefined()
  expect((await catalog.importText(file, { prune: true, force: true })).prunedProducts.count).toBe(2)
})

test('does not prune a product whose row was rejected', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv(names(2).map((row) => ({ ...row, Price: '1' }))))
  const report = await catalog.importText(
    writeCsv(names(2).map((row, index) => ({ ...row, Price: index === 0 ? 'x' : '1' }))),
    { prune: true },
  )
  expect(report).toMatchObject({ prunedProducts: { count: 0 }, keptProducts: { count: 1 } })
})
