import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../support/folders.ts'
import { runCommand, withoutProgress } from '../support/run-command.ts'
import { limitFileSize } from '../support/limit-file-size.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'

test('an import on a full disk reports it and leaves the catalogue unchanged', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([BOWL]))
  const { revision } = catalog.store
  const description = 'A bowl among bowls. '.repeat(100)
  const rows = Array.from({ length: 300 }, (_, number) => ({
    ...BOWL,
    Handle: `bowl-${number}`,
    Title: `Bowl ${number}`,
    'Body (HTML)': description,
  }))
  const path = await catalog.write('many.csv', writeShopifyCsv([{ ...BOWL, Title: 'Other bowl' }, ...rows]))
  const [command, ...args] = [...limitFileSize(400), process.execPath, 'server/commands/catalog.ts', 'import', path]
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: PROJECT_DIR,
    env: { PATH: process.env['PATH'], DATABASE_URL: `sqlite:${catalog.databasePath}` },
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr: withoutProgress(stderr) }).toEqual({
    status: 2,
    stdout: '',
    stderr: `The database ${catalog.databasePath} cannot be used: reading or writing the disk failed; the disk may be full. Nothing was changed.\n`,
  })
  expect(catalog.store.revision).toBe(revision)
  expect((await catalog.readProduct('bowl'))?.name).toBe('Bowl')
  expect((await catalog.store.readStatistics()).products.public).toBe(1)
  expect((await catalog.importText(writeShopifyCsv([{ ...BOWL, Title: 'Other bowl' }, ...rows]))).rejected.count).toBe(
    0,
  )
})

test('an import is complete although the disk is too full for the rejected rows, which exits with code 1 and says so', async () => {
  await using database = await createTestDatabase()
  await using files = await openTempCatalog()
  const rows = Array.from({ length: 1_500 }, (_, number) => ({
    ...BOWL,
    Handle: `bowl-${number}`,
    'Variant Barcode': '1',
    'Variant Price': number > 0 ? 'wrong' : '1',
  }))
  const path = await files.write('many.csv', writeShopifyCsv(rows))
  const rejected = join(files.dir, 'rejected.csv')
  const importing = ['server/commands/catalog.ts', 'import', path, '--rejected', rejected] as const
  const [command, ...args] = [...limitFileSize(100), process.execPath, ...importing]
  const { status, stderr } = spawnSync(command, args, {
    cwd: PROJECT_DIR,
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    encoding: 'utf8',
  })
  const reason = 'the file cannot be written: it would be larger than files may be here. The import itself is complete.'
  expect({ status, stderr: withoutProgress(stderr) }).toEqual({
    status: 1,
    stderr: `${rejected}: ${reason}\n`,
  })
  expect((await readdir(files.dir)).toSorted()).toEqual(['data', 'many.csv'])
  const { out } = await runCommand('catalog', { DATABASE_URL: database.url }, 'history')
  expect(out).toContain('(1 new)')
})
