import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildVitrineHeader } from '../../server/import/export/vitrine-rows.ts'
import { importFile } from '../../server/import/import-catalog.ts'
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
