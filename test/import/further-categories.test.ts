import { expect, test } from 'vitest'
import { listCategorySlugs } from '../../server/catalog/rules/category-tree.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { openPostgresStore } from '../../server/catalog/store/postgres/postgres-store.ts'
import { type CsvCells, writeCsv } from '../support/csv-text.ts'
import { BOWL } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { MUG } from '../support/woocommerce-csv.ts'

interface OpenedCatalog extends AsyncDisposable {
  readonly store: CatalogStore
  importText(text: string): ReturnType<typeof importFile>
}

async function openPostgresCatalog(): Promise<OpenedCatalog> {
  const files = await openTempCatalog()
  const database = await createTestDatabase()
  const store = await openPostgresStore(database.openPool())
  return {
    store,
    importText: async (text) => importFile(store, await files.write('products.csv', text)),
    async [Symbol.asyncDispose]() {
      await store.close()
      await database[Symbol.asyncDispose]()
      await files[Symbol.asyncDispose]()
    },
  }
}

async function readPaths(store: CatalogStore, slug: string): Promise<readonly string[]> {
  const product = (await store.findProduct(slug))!
  return Promise.all(
    listCategorySlugs(product).map(async (category) => {
      const { ancestors, category: node } = (await store.findCategory(category))!
      return [...ancestors, node].map(({ name }) => name).join(' > ')
    }),
  )
}

const CUP: CsvCells = { Slug: 'cup', Name: 'Cup' }

const FEED = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>
<g:id>1</g:id><g:title>Cup</g:title><g:link>https://shop.example/cup</g:link><g:price>5 USD</g:price>
<g:product_type>Table &gt; Cups</g:product_type><g:product_type>Gifts</g:product_type><g:product_type>Sale &gt; Cups</g:product_type>
</item></channel></rss>`

const OPENERS = { SQLite: openTempCatalog, PostgreSQL: openPostgresCatalog } as const

for (const [database, open] of Object.entries(OPENERS) as [string, () => Promise<OpenedCatalog>][]) {
  test.each([
    [
      'Vitrine sheet',
      'cup',
      writeCsv([{ ...CUP, Category: 'Table > Cups', 'Other categories': 'Gifts | Sale > Cups | Table > Cups | ' }]),
      ['Table > Cups', 'Gifts', 'Sale > Cups'],
    ],
    [
      'WooCommerce',
      'mug',
      writeCsv([{ ...MUG, Categories: 'Gifts, Table > Cups, Table, Sale, Sale > Cups, Uncategorized' }]),
      ['Table > Cups', 'Gifts', 'Sale > Cups'],
    ],
    [
      'Shopify',
      'bowl',
      writeCsv([{ ...BOWL, 'Product category': 'Table > Bowls', Type: 'Bowl', Collection: 'Pots, pans' }]),
      ['Table > Bowls', 'Pots, pans'],
    ],
    ['Shopify', 'bowl', writeCsv([{ ...BOWL, Type: '', Collections: 'Gifts, Summer' }]), ['Gifts', 'Summer']],
    ['Google Merchant feed', 'cup', FEED, ['Table > Cups', 'Gifts', 'Sale > Cups']],
  ])(
    `${database}: the format %s gives a product several categories, and importing it again changes nothing`,
    async (format, slug, text, paths) => {
      await using catalog = await open()
      expect(await catalog.importText(text)).toMatchObject({
        format: expect.stringContaining(format),
        warnings: { entries: [] },
      })
      expect(await readPaths(catalog.store, slug)).toEqual(paths)
      const { revision } = catalog.store
      expect(await catalog.importText(text)).toMatchObject({
        products: { created: 0, changed: 0, unchanged: 1 },
        categories: { created: 0, changed: 0 },
      })
      expect(catalog.store.revision).toBe(revision)
    },
  )

  test(`${database}: a blank cell removes further categories, and a missing column keeps them`, async () => {
    await using catalog = await open()
    const read = async () => (await catalog.store.findProduct('cup'))?.otherCategorySlugs
    await catalog.importText(writeCsv([{ ...CUP, Category: 'Cups', 'Other categories': 'Gifts | Sale' }]))
    await catalog.importText(writeCsv([{ ...CUP, Category: 'Cups' }]))
    expect(await read()).toEqual(['gifts', 'sale'])
    await catalog.importText(writeCsv([{ ...CUP, Category: 'Gifts' }]))
    expect(await read()).toEqual(['sale'])
    const report = await catalog.importText(writeCsv([{ ...CUP, 'Other categories': '' }]))
    expect(report.changedProducts.entries).toMatchObject([{ fields: ['otherCategorySlugs'] }])
    expect(await read()).toBeUndefined()
    expect((await catalog.store.listCategoryTree()).map(({ slug }) => slug)).toEqual(['gifts'])
  })
}
