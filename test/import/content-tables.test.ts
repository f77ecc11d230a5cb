import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subscribeToQueries } from '../../server/catalog/store/sql-dialect.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = 'Slug,Name,Category\nsofa,Corner sofa,Bowls\n'

async function search({ store }: TempCatalog, text: string): Promise<readonly string[]> {
  const { items } = await store.listProducts({ ...EMPTY_LISTING_QUERY, search: text, sort: 'relevance' })
  return items.map(({ slug }) => slug)
}

test('searches use new synonyms, which a folder without the file keeps', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': PRODUCTS,
    'synonyms.csv': 'Word;Synonyms\r\nsofa;"divan, lounger"\r\n',
  })
  expect(await search(catalog, 'divanes')).toEqual(['sofa'])
  await rm(join(catalog.dir, 'content', 'synonyms.csv'))
  expect((await catalog.importContent({})).lists).toEqual({})
  expect(await search(catalog, 'corner lounger')).toEqual(['sofa'])
})

test('an import reports the attributes that are numbers, and those that have no filter', async () => {
  await using catalog = await openTempCatalog()
  const rows = Array.from(
    { length: 501 },
    (_, index) => `p-${index},Product ${index},Serial ${index} x,${index} mm,${index}`,
  )
  const report = await catalog.importText(
    ['Slug,Name,Attribute: Serial,Attribute: Length,Attribute: Weight', ...rows, ''].join('\n'),
  )
  expect(report.numericAttributes).toEqual([
    { name: 'Length', kind: 'length', unit: 'mm', share: 1 },
    { name: 'Weight', kind: 'number', unit: '', share: 1 },
  ])
  expect(report.unfilteredAttributes).toEqual([{ name: 'Serial', reason: 'unshared' }])
  const changed = await catalog.importContent({ 'attributes.csv': 'Name,Type,Unit\nweight,Number,g\nLength,text,\n' })
  expect(changed.numericAttributes).toEqual([{ name: 'Weight', kind: 'mass', unit: 'g', share: 1 }])
})

test.each(DATABASE_KINDS)(
  'over %s, finding a company needs no query, and another process finds a changed one',
  async (kind) => {
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    await using others = await database.open()
    const kiln = { name: 'Kiln & Sons', address: 'Road 1' }
    await stores.catalog.write((writer) => writer.putList('companies', [kiln]))
    await expect.poll(() => others.catalog.findCompany(kiln.name)).toEqual(kiln)
    // Each page reads the settings, and with them the records.
    await others.catalog.readSite()
    let queries = 0
    const unsubscribe = subscribeToQueries(() => queries++)
    expect(await others.catalog.findCompany('kiln & SONS')).toEqual(kiln)
    expect(await others.catalog.findCompany('Kiln')).toBeUndefined()
    unsubscribe()
    expect(queries).toBe(0)
    const moved = { ...kiln, address: 'Moved 9' }
    await stores.catalog.write((writer) => writer.putList('companies', [moved]))
    await expect.poll(() => others.catalog.findCompany(kiln.name)).toEqual(moved)
  },
)

const importCategories = (catalog: TempCatalog, text: string, options = {}) =>
  catalog.importContent({ 'categories.csv': text }, options)

test('categories are in the order of positions, of categories.csv, or of their names with numbers', async () => {
  await using catalog = await openTempCatalog()
  const listNames = async () => (await catalog.store.listCategoryTree()).map(({ name }) => name)
  const names = ['Vases', 'Size 10', 'Bowls', 'Size 9']
  const products = `Slug,Name,Category\n${names.map((name, index) => `p-${index},P,${name}\n`).join('')}`
  await catalog.importText(products)
  expect(await listNames()).toEqual(['Bowls', 'Size 9', 'Size 10', 'Vases'])
  await importCategories(catalog, 'Path,Position\nVases,1\nSize 10,2\n')
  expect(await listNames()).toEqual(['Vases', 'Size 10', 'Bowls', 'Size 9'])
  expect(await importCategories(catalog, 'Path\nSize 10\nVases\n')).toMatchObject({ categories: { changed: 0 } })
  expect(await listNames()).toEqual(['Vases', 'Size 10', 'Bowls', 'Size 9'])
  await importCategories(catalog, 'Path,Position\nVases,\nSize 10,2\n')
  expect(await listNames()).toEqual(['Size 10', 'Bowls', 'Size 9', 'Vases'])
  await using other = await openTempCatalog()
  await other.importContent({ 'products.csv': products, 'categories.csv': 'Path\nVases\nBowls\n' })
  expect((await other.store.listCategoryTree()).map(({ name }) => name)).toEqual([
    'Vases',
    'Bowls',
    'Size 9',
    'Size 10',
  ])
})

const readRedirects = ({ store }: TempCatalog) => store.read((reader) => reader.readList('redirects'))

test('keeps redirects that version 1.1.0 found for old addresses', async () => {
  await using catalog = await openTempCatalog()
  const found = [
    { from: '/a/bowl', to: '/products', status: 301, isMatched: true },
    { from: '/b/bowl', to: '/products', status: 301, isMatched: true },
  ] as const
  await catalog.store.write((writer) => writer.putList('redirects', found))
  await catalog.importContent({ 'redirects.csv': 'From,To\n/a/bowl,/contact\n' })
  expect(await readRedirects(catalog)).toEqual([{ from: '/a/bowl', to: '/contact', status: 301 }, found[1]])
})
