import { truncate } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ImportError } from '../../server/import/import-error.ts'
import { readTable } from '../support/read-table.ts'
import { writePdf } from '../support/sample-documents.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'

const header = 'Handle,Title,Variant Price,Variant SKU'

async function catchImportError(promise: Promise<unknown>): Promise<ImportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImportError)
  return error as ImportError
}

test('rejects a row of more than two million characters, and reports the line of its unclosed quote', async () => {
  await using catalog = await openTempCatalog()
  const rows = `b,${'Bowl '.repeat(20_000)},1.00,sku\n`.repeat(21)
  const error = await catchImportError(catalog.importText(`${header}\na,"A,1.00,x\n${rows}\n`))
  expect(error.place.line).toBe(2)
  expect(error.reason).toMatch(/does not end/)
})

test('rejects a row of more than a million blank cells as one that does not end', async () => {
  await using catalog = await openTempCatalog()
  const error = await catchImportError(catalog.importText(`${header}\na,A,1.00,x\n${','.repeat(1_100_000)}`))
  expect(error.place.line).toBe(3)
  expect(error.reason).toMatch(/does not end/)
})

test('rejects a header of more than 10000 columns', async () => {
  await using catalog = await openTempCatalog()
  const error = await catchImportError(catalog.importText(`${header},${'x,'.repeat(10_000)}\na,A,1.00,x\n`))
  expect(error.place.line).toBe(1)
  expect(error.reason).toMatch(/10005 columns, more than 10000/)
})

test.each([',', ';', '\t'])('reads quotes in cells that are not quoted literally, between %j', async (delimiter) => {
  const rows = [
    ['No', 'Name', 'Price'],
    ['A1', 'Pipe 1/2" zinc', '5.00'],
    ['A2', 'Pipe 3/4" "new""', '6.00'],
    ['="007"', `"Bend 1/2""${delimiter} 90°"`, '7.00'],
  ]
  const { header: names, rows: read } = await readTable(rows.map((cells) => `${cells.join(delimiter)}\r\n`).join(''))
  expect(names).toEqual(rows[0])
  expect(read).toEqual([rows[1], rows[2], ['="007"', `Bend 1/2"${delimiter} 90°`, '7.00']])
})

test('keeps multi-byte characters whole at chunk boundaries', async () => {
  await using catalog = await openTempCatalog()
  // Chunks have 64 KB, which is no multiple of three, so three successive boundaries split these characters differently.
  const text = '€'.repeat(80_000)
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Body (HTML)': text }]))
  expect((await catalog.readProduct('bowl'))?.description).toContain(text)
})

test('leaves out a document of 2 GB without reading all of it', async () => {
  await using catalog = await openTempCatalog()
  await truncate(await catalog.write('content/documents/large.pdf', writePdf()), 2 ** 31)
  const before = process.memoryUsage().rss
  const report = await catalog.importContent({ 'products.csv': 'Slug,Name,Documents\na,A,Sheet | large.pdf\n' })
  expect(report.warnings.entries).toMatchObject([{ reason: 'the document was left out: the file has more than 40 MB' }])
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
})
