import { expect, test } from 'vitest'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('rejects invalid rows of categories.csv and imports the others', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'categories.csv':
      'Path,Slug,Description,Position\nTable,table,Good,1\n,empty,,\nLight,Not a slug,,\ntable,other,,\nGarden,table,,\nVases,vases,,first\nshort\nEnd,,,\n',
  })
  expect(report.rejected.entries.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'Path', 'the path is missing'],
    [5, 'Path', 'line 2 has the same category; remove one of the two lines'],
    [8, null, 'the row has 1 cells, but the header has 4'],
    [4, 'Slug', expect.stringMatching(/may contain only lowercase letters.*; use "light", for example$/)],
  ])
  expect(report.warnings.entries).toMatchObject([{ line: 7, column: 'Position', value: 'first' }])
})

test('a category keeps its slug when its path is imported with another slug', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, Type: 'Bowls' }]))
  const report = await catalog.importContent({
    'categories.csv': 'Path,Slug,Description\nBowls,schalen,Deep ones.\n',
  })
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Slug', reason: expect.stringContaining('keeps its slug "bowls"') },
  ])
  expect((await catalog.store.findCategory('bowls'))?.category.description).toBe('Deep ones.')
})

test('a category with a known slug can change its name and parent, but cannot move below itself', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Product Category': 'Table > Bowls' }]))
  await catalog.importContent({ 'categories.csv': 'Path,Slug\nDeep bowls,bowls\n' })
  expect(await catalog.store.findCategory('bowls')).toMatchObject({ category: { name: 'Deep bowls' }, ancestors: [] })
  const report = await catalog.importContent({ 'categories.csv': 'Path,Slug\nDeep bowls > Small,bowls\n' })
  expect(report.rejected.entries).toMatchObject([{ line: 2, reason: expect.stringContaining('its own parent') }])
})
