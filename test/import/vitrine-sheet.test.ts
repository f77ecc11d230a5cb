import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildVitrineHeader } from '../../server/import/export/vitrine-rows.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import { writeCsv } from '../support/csv-text.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { readTable } from '../support/read-table.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const TEMPLATE = join(PROJECT_DIR, 'server', 'import', 'template.xlsx')

test('the template has every column of the sheet and explains each, and its import has no warnings', async () => {
  const workbook = await readFile(TEMPLATE)
  const header = buildVitrineHeader(2)
  expect((await readTable(workbook, { sheet: 'Products' })).header).toEqual(header)
  expect((await readTable(workbook, { sheet: 'Columns' })).rows.map(([name]) => name)).toEqual(header)
  await using catalog = await openTempCatalog()
  const report = await importFile(catalog.store, TEMPLATE)
  expect(report).toMatchObject({ products: { created: 2 }, rejected: { count: 0 }, warnings: { count: 0 } })
})

test('a missing column keeps the stored values, a blank cell clears them, and a rollback restores them', async () => {
  await using catalog = await openTempCatalog()
  const folder = join(import.meta.dirname, 'cases', 'vitrine')
  await importFolder(catalog.store, folder)
  const before = await catalog.readProduct('cup')
  expect((await catalog.importText('Slug,Name\ncup,Cup\n')).products.unchanged).toBe(1)
  const { header } = await readTable(await readFile(join(folder, 'products.csv')))
  const blank = writeCsv([{ ...Object.fromEntries(header.map((column) => [column, ''])), Slug: 'cup', Name: 'Cup' }])
  await catalog.importText(blank)
  const cleared = await catalog.readProduct('cup')
  await using other = await openTempCatalog()
  await other.importText(blank)
  // The address of a page is never lost.
  expect(cleared).toEqual({ ...(await other.readProduct('cup')), formerSlugs: ['mug'] })
  await catalog.store.rollback()
  expect(await catalog.readProduct('cup')).toEqual(before)
})

test('a category that becomes the main one is no longer a further one', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText('Slug,Name,Category,Other categories\ncup,Cup,Cups,Gifts | Sale\n')
  await catalog.importText('Slug,Name,Category\ncup,Cup,Gifts\n')
  expect(await catalog.readProduct('cup')).toMatchObject({ categorySlug: 'gifts', otherCategorySlugs: ['sale'] })
  expect((await catalog.store.listCategoryTree()).map(({ slug }) => slug)).toEqual(['gifts', 'sale'])
})

test('keeps the stored base of a unit price for another quantity of its dimension, and drops it for one of another', async () => {
  await using catalog = await openTempCatalog()
  const importOil = async (cells: string) => {
    await catalog.importText(`Slug,Name,Unit price quantity${cells}`)
    return (await catalog.readProduct('oil'))!.variants[0].unitPricing
  }
  const base = { amount: 100, unit: 'ml' }
  expect(await importOil(',Unit price base\noil,Oil,750 ml,100 ml\n')).toMatchObject({ base })
  expect(await importOil('\noil,Oil,1 l\n')).toEqual({ quantity: { amount: 1, unit: 'l' }, base })
  expect(await importOil('\noil,Oil,1 kg\n')).toEqual({ quantity: { amount: 1, unit: 'kg' } })
})

test.each([
  ['Slug,Name,Option 1 name\na,A,Size\n', 'the column "Option 1 value" is missing'],
  ['Slug,Name,Attribute: Care,attribute:care\na,A,b,c\n', 'two columns have the same meaning'],
  ['Slug,Name,Price\na,A\n', 'the file was cut off'],
])('rejects an unusable sheet with a reason: %j', async (text, reason) => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(text)).rejects.toThrow(reason)
})
