import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { TABLE_COLUMNS_MAX } from '../../shared/constants.ts'
import type { Category } from '../../shared/catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

function importSheet(catalog: TempCatalog, categories: string, options = {}) {
  return catalog.importContent({ 'categories.csv': categories }, options)
}

async function readSettings({ store }: TempCatalog): Promise<Record<string, Pick<Category, 'view' | 'columns'>>> {
  const categories = await store.read((reader) => reader.listCategories())
  return Object.fromEntries(
    categories.map(({ slug, view, columns }) => [slug, { ...(view && { view }), ...(columns && { columns }) }]),
  )
}

test('imports the view and the table columns of categories; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const sheet =
    'Path,Slug,View,Columns\nScrews,screws,TABLE,"Thread | Length |Head \\| drive|thread"\nTools,tools,grid,\nNuts,nuts,,\n'
  const report = await importSheet(catalog, sheet)
  expect([report.categories.created, report.warnings.count]).toEqual([3, 0])
  const settings = {
    screws: { view: 'table', columns: ['Thread', 'Length', 'Head | drive'] },
    tools: { view: 'grid' },
    nuts: {},
  }
  expect(await readSettings(catalog)).toEqual(settings)
  const { revision } = catalog.store
  expect((await importSheet(catalog, sheet)).categories).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  expect(catalog.store.revision).toBe(revision)

  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'categories.csv'), 'utf8')).toContain('table,Thread | Length | Head \\| drive')
  expect((await importFolder(catalog.store, folder)).categories).toMatchObject({ created: 0, changed: 0 })
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readSettings(empty)).toEqual(settings)
})

test('a sheet without View and Columns keeps these settings, empty cells remove them, and a rollback restores them', async () => {
  await using catalog = await openTempCatalog()
  await importSheet(catalog, 'Path,View,Columns\nScrews,table,Thread\n')
  await importSheet(catalog, 'Path,Description\nScrews,Of steel.\n')
  expect(await readSettings(catalog)).toEqual({ screws: { view: 'table', columns: ['Thread'] } })
  const dryRun = await importSheet(catalog, 'Path,View,Columns\nScrews,,\n', { dryRun: true })
  expect(dryRun.categories.changed).toBe(1)
  expect(await readSettings(catalog)).toEqual({ screws: { view: 'table', columns: ['Thread'] } })
  await importSheet(catalog, 'Path,View,Columns\nScrews,,\n')
  expect(await readSettings(catalog)).toEqual({ screws: {} })
  await catalog.store.rollback()
  expect(await readSettings(catalog)).toEqual({ screws: { view: 'table', columns: ['Thread'] } })
})

test('ignores and reports an unknown view, an invalid column name, and more than 20 columns', async () => {
  await using catalog = await openTempCatalog()
  const many = Array.from({ length: TABLE_COLUMNS_MAX + 1 }, (_, index) => `Column ${index}`)
  const report = await importSheet(
    catalog,
    `Path,Slug,View,Columns\nScrews,screws,list,Thread | ***\nNuts,nuts,,${many.join('|')}\n`,
  )
  expect(report.warnings.entries.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual([
    [2, 'View', 'list', 'the view must be grid or table; it was ignored'],
    [2, 'Columns', 'Thread | ***', '"***" is not the name of an attribute; it was ignored'],
    [
      3,
      'Columns',
      `${many.join('|').slice(0, 60)}…`,
      `a table has at most ${TABLE_COLUMNS_MAX} of these columns; the others were ignored`,
    ],
  ])
  expect(await readSettings(catalog)).toEqual({
    screws: { columns: ['Thread'] },
    nuts: { columns: many.slice(0, TABLE_COLUMNS_MAX) },
  })
})
