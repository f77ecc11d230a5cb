import { expect, test } from 'vitest'
import { importFolder } from '../../server/import/import-catalog.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SITE = JSON.stringify({ name: 'Tornio', languages: ['en', 'de'], currency: 'EUR' })
const PRODUCTS = 'Slug,Name,Category,Name[de],Slug[de]\nbowl,Bowl,Shirts,Schale,schale\n'
const CATEGORIES = 'Path,Slug,Name[de],Slug[de]\nShirts,shirts,Hemden,hemden\n'

async function importContent(store: CatalogStore, folder: string, files: Readonly<Record<string, string>>) {
  const content = join(folder, 'content')
  await mkdir(content, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(content, name), text)
  return importFolder(store, content)
}

async function readGerman(store: CatalogStore) {
  const german = (await store.inLanguage('de'))!
  const product = async (slug: string) => (await german.findProduct(slug))?.fallback?.mainSlug
  const category = async (slug: string) => {
    const found = (await german.findCategory(slug))?.category
    return found && (found.mainSlug ?? found.slug)
  }
  return { german, product, category }
}

test.each(DATABASE_KINDS)('%s: new products and categories get other addresses than translated ones', async (kind) => {
  await using database = await openDatabase(kind)
  await using stores = await database.open()
  const { catalog: store } = stores
  await importContent(store, database.folder, {
    'site.json': SITE,
    'products.csv': PRODUCTS,
    'categories.csv': CATEGORIES,
  })
  const added = {
    'products.csv': `${PRODUCTS}schale,Schale EN,Hemden,,\nplate,Plate,Hemden,,\n`,
    'categories.csv': `${CATEGORIES}Hemden,hemden,,\n`,
  }
  await importContent(store, database.folder, added)
  const { german, product, category } = await readGerman(store)
  expect([await product('schale'), await product('schale-2'), await product('plate')]).toEqual([
    'bowl',
    'schale',
    'plate',
  ])
  expect((await german.findProduct('bowl'))?.slug).toBe('schale')
  expect((await german.findProducts(['schale'])).get('schale')?.product.fallback?.mainSlug).toBe('bowl')
  expect([await category('hemden'), await category('hemden-2')]).toEqual(['shirts', 'hemden'])
  expect((await store.findProduct('schale'))?.name).toBe('Schale EN')
  expect((await store.findCategory('hemden'))?.category.name).toBe('Hemden')

  const { revision } = store
  const same = { 'products.csv': added['products.csv'].replace('Hemden,,', 'Hemden,,schale') }
  for (const files of [{}, same])
    expect(await importContent(store, database.folder, files)).toMatchObject({ siteFields: [] })
  expect(store.revision).toBe(revision)
  await using folder = await makeTemporaryFolder()
  await exportFolder(store, join(folder.path, 'export'))
  await importFolder(store, join(folder.path, 'export'))
  expect(store.revision).toBe(revision)
})

test('a stored collision leads to the translated page', async () => {
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const { catalog: store } = stores
  await importContent(store, database.folder, {
    'site.json': SITE,
    'products.csv': PRODUCTS,
    'categories.csv': CATEGORIES,
  })
  await store.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'schale', name: 'Schale EN', categorySlug: 'hemden' }))
    await writer.putCategory(buildCategory({ slug: 'hemden', name: 'Hemden' }))
  })
  const { product, category } = await readGerman(store)
  expect([await product('schale'), await category('hemden')]).toEqual(['bowl', 'shirts'])
})
