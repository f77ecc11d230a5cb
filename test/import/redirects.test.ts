import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = 'Slug,Name,Category\nbowl,Bowl,Kitchen\n'

const readRedirects = ({ store }: TempCatalog) => store.read((reader) => reader.readList('redirects'))

async function importRedirects(sheet: string, options = {}) {
  const catalog = await openTempCatalog()
  const report = await catalog.importContent({ 'products.csv': PRODUCTS, 'redirects.csv': sheet }, options)
  return Object.assign(catalog, { report })
}

test('imports redirects.csv; a second import changes nothing, a rollback removes them, and an export writes them', async () => {
  const sheet = 'From,To,Status\n/old-bowl,/products/bowl,\n/sale?x=1,https://elsewhere.example/sale,302\n/gone,,410\n'
  await using catalog = await importRedirects(sheet)
  expect(catalog.report).toMatchObject({
    redirects: { count: 3, isChanged: true },
    rejected: { count: 0 },
    warnings: { count: 0 },
  })
  const stored = [
    { from: '/old-bowl', to: '/products/bowl', status: 301 },
    { from: '/sale?x=1', to: 'https://elsewhere.example/sale', status: 302 },
    { from: '/gone', to: '', status: 410 },
  ]
  expect(await readRedirects(catalog)).toEqual(stored)
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'redirects.csv'), 'utf8')).toContain('/old-bowl,/products/bowl,301')
  const { revision } = catalog.store
  expect(await importFolder(catalog.store, folder)).toMatchObject({ redirects: { count: 3, isChanged: false } })
  expect(catalog.store.revision).toBe(revision)
  await catalog.store.rollback()
  expect(await readRedirects(catalog)).toEqual([])
})

test.each([
  ['Shopify', 'Redirect from,Redirect to\n/pages/old,/products/bowl\n'],
  ['Matrixify', 'ID,Path,Command,Target\n1,/pages/old,MERGE,/products/bowl\n2,/pages/removed,DELETE,/products/bowl\n'],
  ['a full address', 'From,To\nhttps://old.example/pages/old#top,/products/bowl\n'],
  ['an address of the site', 'From,To\n/pages/old,https://shop.example/products/bowl\n'],
])('reads redirects as %s writes them', async (_system, sheet) => {
  await using catalog = await importRedirects(sheet, { siteUrl: 'https://shop.example' })
  expect(await readRedirects(catalog)).toEqual([{ from: '/pages/old', to: '/products/bowl', status: 301 }])
})

test('keeps an address of the site as it is if its path begins with two slashes, which would be another host', async () => {
  const to = 'https://shop.example//evil.example'
  await using catalog = await importRedirects(`From,To\n/old,${to}\n`, { siteUrl: 'https://shop.example' })
  expect(await readRedirects(catalog)).toEqual([{ from: '/old', to, status: 301 }])
})

test.each([
  ['/a,/b\n/b,/a', ['leads back to itself: /a → /b → … → /a', 'leads back to itself: /b → /a → … → /b']],
  ['/a,/A/', ['leads back to itself: /a → /A/']],
  ['/a,/b?x=1\n/b,/products/bowl', ['leads to "/b?x=1", which is redirected as well; write "/products/bowl"']],
  [
    '/a,/b\n/b,/c\n/c,/products/bowl',
    [
      'leads to "/b", which is redirected as well; write "/products/bowl"',
      'leads to "/c", which is redirected as well; write "/products/bowl"',
    ],
  ],
  ['/a,/b\n/b,,410', ['leads to "/b", which is gone; write the status 410 or another target']],
  ['/a,/products/bowl\n/A,/category', ['is redirected to "/products/bowl" in line 2']],
  ['/products,/category', ['is a page of this site, which is shown instead; remove the row']],
  ['old,/category', ['is no address; write a path such as "/old/page" or an address with https://']],
  ['//old.example/x,/category', ['is no address; write a path such as "/old/page" or an address with https://']],
  ['/a,javascript:alert(1)', ['is no target; write a path of this site such as "/products/bowl" or an https address']],
  ['/a,//elsewhere.example', ['is no target; write a path of this site such as "/products/bowl" or an https address']],
  ['/a,/category,418', ['is not a status of a redirect; write one of 301, 302, 307, 308, 410']],
  ['/a,/category,410', ['has the status 410 (gone), so it cannot lead anywhere; leave the cell empty']],
])('rejects %j with its place and the reason', async (rows, reasons) => {
  const sheet = rows.replace(/^[^,\n]*,[^,\n]*$/gm, '$&,')
  await using catalog = await importRedirects(`From,To,Status\n${sheet}\n`)
  expect(catalog.report.rejected.entries.map(({ reason }) => reason)).toEqual(reasons)
  expect(catalog.report.rejected.entries[0]).toMatchObject({ line: expect.any(Number) as number })
})

test('keeps redirects that version 1.1.0 found for old addresses, and exports them with the others', async () => {
  await using catalog = await openTempCatalog()
  const found = [
    { from: '/a/bowl', to: '/products', status: 301, isMatched: true },
    { from: '/b/bowl', to: '/products', status: 301, isMatched: true },
  ] as const
  await catalog.store.write((writer) => writer.putList('redirects', found))
  await catalog.importContent({ 'redirects.csv': 'From,To\n/a/bowl,/contact\n' })
  const own = { from: '/a/bowl', to: '/contact', status: 301 }
  expect(await catalog.store.read((reader) => reader.readList('redirects'))).toEqual([own, found[1]])
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'redirects.csv'), 'utf8')).toContain('/b/bowl,/products')
})

test('warns of targets that have no page, and keeps them', async () => {
  await using catalog = await importRedirects(
    'From,To\n/a,/products/none\n/b,/category/none\n/c,/about/none\n/d,/nowhere\n/e,/category/kitchen\n/f,/products?q=bowl\n',
  )
  expect(catalog.report.warnings.entries.map(({ value, reason }) => `${value} ${reason}`)).toEqual([
    '/products/none there is no such product',
    '/category/none there is no such category',
    '/about/none there is no such page',
    '/nowhere the site has no page at this address',
  ])
  expect(await readRedirects(catalog)).toHaveLength(6)
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
