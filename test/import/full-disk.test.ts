import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand, spawnCommand } from '../support/run-command.ts'
import { limitFileSize } from '../support/limit-file-size.ts'
import { writeLargePdf } from '../support/sample-documents.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'

test('an import on a full disk reports it and leaves the catalogue unchanged', async () => {
  await using catalog = await openTempCatalog()
  const sheet = 'Slug,Name,Documents\nbowl,Bowl,\n'
  await catalog.importContent({ 'products.csv': sheet })
  const { revision } = catalog.store
  const changed = { 'products.csv': sheet.replace('Bowl,', 'Other bowl,Sheet | large.pdf') }
  await catalog.write('content/products.csv', changed['products.csv'])
  await catalog.write('content/documents/large.pdf', writeLargePdf(600_000))
  const settings = { DATABASE_URL: `sqlite:${catalog.databasePath}` }
  const args = ['import', join(catalog.dir, 'content')]
  expect(await spawnCommand('catalog', settings, args, limitFileSize(400))).toEqual({
    code: 2,
    out: '',
    err: `The database ${catalog.databasePath} cannot be used: reading or writing the disk failed; the disk may be full. Nothing was changed.\n`,
  })
  expect(catalog.store.revision).toBe(revision)
  expect((await catalog.readProduct('bowl'))?.name).toBe('Bowl')
  expect((await catalog.store.readStatistics()).products.public).toBe(1)
  expect((await catalog.importContent(changed)).documents.missing.count).toBe(0)
})

test('an import is complete although the disk is too full for the rejected rows, which exits with code 1 and says so', async () => {
  // The file of a SQLite database would be larger than the limit.
  await using database = await createTestDatabase({ hasTables: true })
  await using files = await openTempCatalog()
  const rejectedRow = { ...BOWL, Handle: 'rejected', 'Variant Price': 'wrong', 'Body (HTML)': 'x'.repeat(120_000) }
  const path = await files.write('two.csv', writeShopifyCsv([BOWL, rejectedRow]))
  const rejected = join(files.dir, 'rejected.csv')
  const settings = { DATABASE_URL: database.url }
  const args = ['import', path, '--rejected', rejected]
  const reason =
    'the file cannot be written; choose another path, or make it writable (EFBIG: file too large, write). The import itself is complete.'
  expect(await spawnCommand('catalog', settings, args, limitFileSize(100))).toMatchObject({
    code: 1,
    err: `${rejected}: ${reason}\n`,
  })
  expect((await readdir(files.dir)).toSorted()).toEqual(['data', 'two.csv'])
  const { out } = await runCommand('catalog', settings, 'history')
  expect(out).toContain('(1 new)')
})
