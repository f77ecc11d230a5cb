import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test.each<readonly [steps: readonly string[], options: ImportOptions, words: RegExp]>([
  [['content-folder/1-all'], {}, /^ {2}Site +changed: name, .*hero, .*about\.md$/m],
  [
    ['pruned-and-discontinued/1-twenty', 'pruned-and-discontinued/2-nineteen'],
    { prune: true },
    /Products that the file no longer has, discontinued/,
  ],
  [
    ['tables-with-only-headers/1-tables', 'tables-with-only-headers/4-headers'],
    {},
    /Redirects +0 rows, changed\n.*Synonyms +0 rows, changed\n.*Attributes +0 rows, changed\n.*Companies +0 rows, changed\n/,
  ],
  [['documents/1-documents'], {}, /Documents +8 new/],
  [['families/1-sheet'], {}, /Families +1 with 4 products/],
  [['pruned-and-kept/1-twenty', 'pruned-and-kept/2-five'], { prune: true }, /15 missing from the file and left unch/],
])(
  'the report of %j says what became of settings, tables, documents, families and missing products',
  async (steps, options, words) => {
    await using catalog = await openTempCatalog()
    const folders = steps.map((step) => join(import.meta.dirname, 'cases', step))
    const [last] = folders.splice(-1)
    for (const folder of folders) await importFolder(catalog.store, folder)
    expect(formatReport(await importFolder(catalog.store, last!, options), { verbose: true })).toMatch(words)
  },
)

test('a row with two errors is one rejected row with both reasons', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText('Slug,Name,Price,Compare-at price\nbowl,Bowl,x9,x8\ncup,Cup,5,\n')
  const text = formatReport(report, { verbose: false })
  expect(text).toMatch(/Rejected +1 row$/m)
  expect(text).toMatch(/"x9" is not a price[^]*"x8" is not a price/)
})
