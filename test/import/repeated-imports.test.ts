import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../../server/catalog/store/catalog-writer.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { changeStore } from '../support/change-store.ts'
import { BOWL, SHIRT, writeShopifyCsv } from '../support/shopify-csv.ts'

const ROWS = [
  BOWL,
  { ...SHIRT, Type: 'Clothes' },
  { Handle: 'shirt', 'Option1 Value': 'Red', 'Option2 Value': 'M', 'Variant Price': '41.00' },
]

/** Returns a store that calls `onCall` with the name of a writer method before each call of it. */
function watchWrites(store: CatalogStore, onCall: (method: string) => void): CatalogStore {
  const watch = (writer: CatalogWriter) =>
    new Proxy(writer, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          onCall(String(property))
          return value.apply(target, args)
        }
      },
    })
  return changeStore(store, { write: (change) => store.write((writer) => change(watch(writer))) })
}

/** Lists the writing methods that an import calls. */
async function listWrites(store: CatalogStore, run: (store: CatalogStore) => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  await run(watchWrites(store, (method) => /^(?:put|clear|mark)/.test(method) && calls.push(method)))
  return calls
}

async function importDemo(catalog: TempCatalog): Promise<void> {
  const files = {
    'site.json': JSON.stringify({ name: 'The demo', currency: 'EUR' }),
    'products.csv': writeShopifyCsv([{ ...BOWL, Handle: 'demo-bowl', Type: 'Demo things' }]),
  }
  await catalog.importContent(files, { isDemo: true })
}

test('importing a file with one changed cell writes one product, and the report names the field', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv(ROWS))
  const path = await catalog.write('next.csv', writeShopifyCsv([BOWL, { ...ROWS[1], Title: 'Better shirt' }, ROWS[2]!]))
  let report: Awaited<ReturnType<typeof importFile>> | undefined
  const writes = await listWrites(catalog.store, async (store) => {
    report = await importFile(store, path)
  })
  expect(writes).toEqual(['putProduct'])
  expect(report?.products).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  expect(report?.changedProducts.entries).toEqual([{ slug: 'shirt', line: 3, fields: ['name'] }])
})

test('an import that fails halfway changes nothing', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([BOWL]))
  const before = await catalog.readProduct('bowl')
  const { revision } = catalog.store
  let puts = 0
  const failing = watchWrites(catalog.store, (method) => {
    if (method === 'putProduct' && ++puts === 2) throw new Error('the disk is full')
  })
  const path = await catalog.write('next.csv', writeShopifyCsv([{ ...BOWL, Title: 'Better bowl' }, ...ROWS.slice(1)]))
  await expect(importFile(failing, path)).rejects.toThrow('the disk is full')
  expect(await catalog.readProduct('bowl')).toEqual(before)
  expect(await catalog.readProduct('shirt')).toBeUndefined()
  expect((await catalog.store.listCategoryTree()).length).toBe(0)
  expect(catalog.store.revision).toBe(revision)
})

test('the first import of the owner removes the demo', async () => {
  await using catalog = await openTempCatalog()
  await importDemo(catalog)
  expect(await catalog.store.readStatistics()).toMatchObject({ isDemo: true, products: { public: 1 } })

  const preview = await catalog.importText(writeShopifyCsv([BOWL]), { dryRun: true })
  expect(preview).toMatchObject({ demoProductsRemoved: 1, products: { created: 1 } })
  expect(await catalog.readProduct('demo-bowl')).toBeDefined()

  const report = await catalog.importText(writeShopifyCsv([BOWL]))
  expect(report.demoProductsRemoved).toBe(1)
  expect(await catalog.readProduct('demo-bowl')).toBeUndefined()
  expect((await catalog.store.readSite()).name).not.toBe('The demo')
  expect(await catalog.store.readStatistics()).toMatchObject({ isDemo: false, products: { public: 1 } })
  expect(await catalog.store.read((reader) => reader.listCategories())).toEqual([])

  const next = await catalog.importText(writeShopifyCsv([{ ...BOWL, Handle: 'second-bowl' }]))
  expect(next.demoProductsRemoved).toBeNull()
  expect(await catalog.readProduct('bowl')).toBeDefined()
})

test('keeps the demo catalogue if the imported file is unusable or, with --strict, has rejected rows', async () => {
  await using catalog = await openTempCatalog()
  await importDemo(catalog)
  const bad = { ...BOWL, Handle: 'bad', 'Variant Price': '-1' }
  await expect(catalog.importText(writeShopifyCsv([bad]))).rejects.toThrow(/No product of the file can be used/)
  await catalog.importText(writeShopifyCsv([BOWL, bad]), { strict: true })
  expect(await catalog.store.readStatistics()).toMatchObject({ isDemo: true, products: { public: 1 } })
  expect(await catalog.readProduct('demo-bowl')).toBeDefined()
})

test('the demo is not imported if the owner has already imported content', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify({ name: 'My own shop' }) })
  await importDemo(catalog)
  expect(await catalog.store.readStatistics()).toMatchObject({ isDemo: false, products: { public: 0 } })
  expect((await catalog.store.readSite()).name).toBe('My own shop')
})

test('importing the demo again writes nothing', async () => {
  await using catalog = await openTempCatalog()
  await importDemo(catalog)
  const { revision } = catalog.store
  await importDemo(catalog)
  expect(catalog.store.revision).toBe(revision)
})

test('keeps redirects that version 1.1.0 found for old addresses', async () => {
  await using catalog = await openTempCatalog()
  const found = [
    { from: '/a/bowl', to: '/products', status: 301, isMatched: true },
    { from: '/b/bowl', to: '/products', status: 301, isMatched: true },
  ] as const
  await catalog.store.write((writer) => writer.putList('redirects', found))
  await catalog.importContent({ 'redirects.csv': 'From,To\n/a/bowl,/contact\n' })
  const redirects = await catalog.store.read((reader) => reader.readList('redirects'))
  expect(redirects).toEqual([{ from: '/a/bowl', to: '/contact', status: 301 }, found[1]])
})
