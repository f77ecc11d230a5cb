import { expect, test } from 'vitest'
import { writeCsv } from '../support/csv-text.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = writeCsv(
  ['Vases', 'Size 10', 'Bowls', 'Size 9'].map((name, index) => ({
    Slug: `product-${index}`,
    Name: name,
    Category: name,
  })),
)

async function listNames({ store }: TempCatalog): Promise<readonly string[]> {
  return (await store.listCategoryTree()).map(({ name }) => name)
}

test('sorts categories of a products file by name, with numbers in numeric order', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  expect(await listNames(catalog)).toEqual(['Bowls', 'Size 9', 'Size 10', 'Vases'])
})

test('without positions, categories keep the order of categories.csv, followed by those that only the products file contains', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'products.csv': PRODUCTS, 'categories.csv': 'Path\nVases\nBowls\n' })
  expect(await listNames(catalog)).toEqual(['Vases', 'Bowls', 'Size 9', 'Size 10'])
})

test('sorts categories by the column Position; a blank cell removes the position, a missing column keeps it', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const importCategories = (text: string) => catalog.importContent({ 'categories.csv': text })
  await importCategories('Path,Position\nVases,1\nSize 10,2\n')
  expect(await listNames(catalog)).toEqual(['Vases', 'Size 10', 'Bowls', 'Size 9'])
  expect(await importCategories('Path\nSize 10\nVases\n')).toMatchObject({ categories: { changed: 0, unchanged: 2 } })
  expect(await listNames(catalog)).toEqual(['Vases', 'Size 10', 'Bowls', 'Size 9'])
  await importCategories('Path,Position\nVases,\nSize 10,2\n')
  expect(await listNames(catalog)).toEqual(['Size 10', 'Bowls', 'Size 9', 'Vases'])
})
