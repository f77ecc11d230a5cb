import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { subscribeToQueries } from '../../server/catalog/store/database-queries.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const TABLES = join(import.meta.dirname, 'cases', 'tables')

const PRODUCTS = 'Slug,Name,Category\nsofa,Corner sofa,Bowls\n'

const HEADERS = {
  'synonyms.csv': 'Word,Synonyms\n',
  'attributes.csv': 'Name,Type\n',
  'companies.csv': 'Name\n',
  'redirects.csv': 'From,To\n',
}

const NONE = { synonyms: [], attributes: [], companies: [], redirects: [] }

async function search({ store }: TempCatalog, text: string): Promise<readonly string[]> {
  const { items } = await store.listProducts({ ...EMPTY_LISTING_QUERY, search: text, sort: 'relevance' })
  return items.map(({ slug }) => slug)
}

test('tables with only a header remove the stored rows; a dry run or a rejected row with --strict does not', async () => {
  await using catalog = await openTempCatalog()
  await importFolder(catalog.store, TABLES)
  const before = await readCatalog(catalog.store)
  const dryRun = await catalog.importContent(HEADERS, { dryRun: true })
  expect(formatReport(dryRun, { verbose: false })).toMatch(
    /Redirects +0 rows, changed\n.*Synonyms +0 rows, changed\n.*Attributes +0 rows, changed\n.*Companies +0 rows, changed\n/,
  )
  const strict = await catalog.importContent({ 'synonyms.csv': 'Word,Synonyms\n,lounger\n' }, { strict: true })
  expect(strict.applied).toBe(false)
  expect(await readCatalog(catalog.store)).toEqual(before)
  await catalog.importContent(HEADERS)
  expect(await readCatalog(catalog.store)).toMatchObject(NONE)
  await catalog.store.rollback()
  expect(await readCatalog(catalog.store)).toEqual(before)
})

test('searches use new synonyms, which a folder without the file keeps', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': PRODUCTS,
    'synonyms.csv': 'Word;Synonyms\r\nsofa;"divan, lounger"\r\n',
  })
  expect(await search(catalog, 'divanes')).toEqual(['sofa'])
  await rm(join(catalog.dir, 'content', 'synonyms.csv'))
  expect((await catalog.importContent({})).synonyms).toBeNull()
  expect(await search(catalog, 'corner lounger')).toEqual(['sofa'])
})

test.each([
  ['synonyms.csv', 'Word,Other\nsofa,divan\n', 'the column "Synonyms" is missing'],
  [
    'synonyms.csv',
    `Word,Synonyms\n${'a,b\n'.repeat(2_001)}`,
    'line 2002: the file has more than 2000 rows; remove some',
  ],
  ['companies.csv', 'Address\nStreet 1\n', 'Name'],
])('rejects %s as a whole, and changes nothing', async (name, text, reason) => {
  await using catalog = await openTempCatalog()
  await importFolder(catalog.store, TABLES)
  const { revision } = catalog.store
  await expect(catalog.importContent({ [name]: text })).rejects.toThrow(reason)
  expect(catalog.store.revision).toBe(revision)
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
  expect(report.numericAttributes.entries).toEqual([
    { name: 'Length', kind: 'length', unit: 'mm', share: 1 },
    { name: 'Weight', kind: 'number', unit: '', share: 1 },
  ])
  expect(report.unfilteredAttributes.entries).toEqual([{ name: 'Serial', reason: 'unshared' }])
  const changed = await catalog.importContent({ 'attributes.csv': 'Name,Type,Unit\nweight,Number,g\nLength,text,\n' })
  expect(changed.numericAttributes.entries).toEqual([{ name: 'Weight', kind: 'mass', unit: 'g', share: 1 }])
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

test('a sheet without View, Columns and Prices keeps these settings of a category, and empty cells remove them', async () => {
  await using catalog = await openTempCatalog()
  const read = async () => (await catalog.store.read((reader) => reader.listCategories()))[0]
  await importCategories(catalog, 'Path,View,Columns,Prices\nScrews,table,Thread,hidden\n')
  await importCategories(catalog, 'Path,Description\nScrews,Of steel.\n')
  expect(await read()).toMatchObject({ view: 'table', columns: ['Thread'], prices: 'hidden' })
  await importCategories(catalog, 'Path,View,Columns,Prices\nScrews,,,\n')
  expect(Object.keys((await read())!)).not.toEqual(expect.arrayContaining(['view']))
  expect(await read()).toMatchObject({ description: 'Of steel.' })
})

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

test('a category keeps its slug, can change its name and parent, but cannot move below itself', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const report = await importCategories(catalog, 'Path,Slug\nBowls,schalen\n')
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Slug', reason: expect.stringContaining('keeps its slug "bowls"') as string },
  ])
  await importCategories(catalog, 'Path,Slug\nTable > Deep bowls,bowls\n')
  expect(await catalog.store.findCategory('bowls')).toMatchObject({
    category: { name: 'Deep bowls' },
    ancestors: [{ slug: 'table' }],
  })
  const refused = await importCategories(catalog, 'Path,Slug\nTable > Deep bowls > Small,bowls\n')
  expect(refused.rejected.entries).toMatchObject([
    { line: 2, reason: expect.stringContaining('its own parent') as string },
  ])
})

const readRedirects = ({ store }: TempCatalog) => store.read((reader) => reader.readList('redirects'))

test('the site’s own address is left out of targets, unless the rest would be another host', async () => {
  await using catalog = await openTempCatalog()
  const rows = 'From,To\n/a,https://shop.example/products\n/b,https://shop.example//evil.example\n'
  await catalog.importContent({ 'redirects.csv': rows }, { siteUrl: 'https://shop.example' })
  expect((await readRedirects(catalog)).map(({ to }) => to)).toEqual([
    '/products',
    'https://shop.example//evil.example',
  ])
})

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

test('accepts addresses of further languages with translated slugs or those of the first language', async () => {
  await using catalog = await openTempCatalog()
  const targets = ['/de', '/de?x=1', '/de/contact', '/de/products?q=a', '/de/products/schale', '/de/products/bowl']
  targets.push('/de/category/kueche', '/de/category/kitchen', '/de/about/imprint')
  const missing = [
    '/de/products/none',
    '/de/category/none',
    '/de/about/none',
    '/de/nowhere',
    '/en/products',
    '/details',
  ]
  const navigation = ['/de/products', '/fr/products'].map((href) => ({ label: 'All', href }))
  const { warnings } = await catalog.importContent({
    'site.json': JSON.stringify({ languages: ['en', 'de'], navigation }),
    'products.csv': 'Slug,Name,Category,Name[de],Slug[de]\nbowl,Bowl,Kitchen,Schale,schale\n',
    'categories.csv': 'Path,Slug,Name[de],Slug[de]\nKitchen,kitchen,Küche,kueche\n',
    'pages/imprint.md': '---\ntitle: Imprint\n---\nWe',
    'redirects.csv': ['From,To', ...[...targets, ...missing].map((to, index) => `/old-${index},${to}`), ''].join('\n'),
  })
  expect(warnings.entries.map(({ value }) => value)).toEqual([...missing, '/fr/products'])
})
