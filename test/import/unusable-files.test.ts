import { expect, test, vi } from 'vitest'
import { type CsvRow, openCsvFile } from '../../server/import/files/csv-file.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { readTable } from '../support/read-table.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { BOWL, SHIRT, writeShopifyCsv } from '../support/shopify-csv.ts'

const header = 'Handle,Title,Variant Price,Variant SKU'

async function catchImportError(promise: Promise<unknown>): Promise<ImportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImportError)
  return error as ImportError
}

/** Opens a catalogue with a bowl, which a failed import must keep. */
async function openFilledCatalog(): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([BOWL]))
  return catalog
}

test.each([
  [
    'windows-1252 instead of UTF-8',
    Buffer.from(`${header}\na,A,1.00,x\r\n"b\r\nb","Kr\u00E4ftig",2.00,y\n`, 'latin1'),
    4,
    'Title',
    /0xe4 is not UTF-8.*--encoding windows-1252/,
  ],
  ['UTF-16 without a mark', Buffer.from(`${header}\na,A,1.00,x\n`, 'utf16le'), 1, null, /--encoding utf-16le/],
  ['a truncated workbook', Buffer.from('PK\u0003\u0004 and so on'), null, null, /^the workbook is damaged: .*save it/],
  [
    'an old workbook',
    Buffer.from('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0', 'latin1'),
    null,
    null,
    /Excel workbook \(\.xls\)/,
  ],
  ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), null, null, /^this is a picture; .*catalog -- template/],
])('%s is rejected with a reason and changes nothing', async (_, content, line, column, reason) => {
  await using catalog = await openFilledCatalog()
  const { revision } = catalog.store
  const error = await catchImportError(catalog.importText(content))
  expect(error.place).toEqual({ file: `${catalog.dir}/products.csv`, line, column })
  expect(error.reason).toMatch(reason)
  expect(catalog.store.revision).toBe(revision)
})

test('rejects a row of more than two million characters, and reports the line of its unclosed quote', async () => {
  await using catalog = await openTempCatalog()
  const rows = Array.from({ length: 60_000 }, (_, index) => `b${index},Bowl number ${index},1.00,sku ${index}`).join(
    '\n',
  )
  const error = await catchImportError(catalog.importText(`${header}\na,"A,1.00,x\n${rows}\n`))
  expect(error.place.line).toBe(2)
  expect(error.reason).toMatch(/does not end/)
})

test('rejects nine megabytes of commas as a row that does not end', async () => {
  await using catalog = await openTempCatalog()
  const error = await catchImportError(catalog.importText(`${header}\na,A,1.00,x\n${','.repeat(9_000_000)}`))
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

test('does not create an error object for each blank line or row of another length', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('blank.csv', `a,b\n1,2\n${'\n'.repeat(2_000)}${'3\n'.repeat(2_000)}4,5,6\n`)
  const file = await openCsvFile({ path, folder: null })
  using captured = vi.spyOn(Error, 'captureStackTrace')
  const rows: CsvRow[] = []
  for await (const batch of file.readRows()) rows.push(...batch)
  expect(captured.mock.calls.length).toBeLessThan(100)
  expect(rows).toHaveLength(2_002)
  expect(rows.at(-1)).toEqual({ line: 4_003, number: 4_003, cells: ['4', '5', '6'] })
})

test('rejects a file without any usable row', async () => {
  await using catalog = await openFilledCatalog()
  const error = await catchImportError(catalog.importText(writeShopifyCsv([{ ...SHIRT, 'Variant Price': '-5' }])))
  expect(error.place).toMatchObject({ line: 2, column: 'Variant Price' })
  expect(error.reason).toBe('"-5" is negative. No product of the file can be used')
})

test('--encoding reads a file that is not UTF-8', async () => {
  await using catalog = await openTempCatalog()
  const bytes = Buffer.from(writeShopifyCsv([{ ...BOWL, Title: 'Grüße' }]), 'latin1')
  await catalog.importText(bytes, { encoding: 'windows-1252' })
  expect((await catalog.readProduct('bowl'))?.name).toBe('Grüße')
})

test('keeps multi-byte characters whole at chunk boundaries', async () => {
  await using catalog = await openTempCatalog()
  const name = '€'.repeat(100)
  // Each row is shifted by a byte, so that chunk boundaries split three-byte characters at every position.
  const rows = Array.from({ length: 400 }, (_, index) => ({
    ...BOWL,
    Handle: `bowl-${index}`,
    Title: `${'x'.repeat(index % 3)}${name}`,
  }))
  await catalog.importText(writeShopifyCsv(rows))
  for (const { Handle, Title } of rows) expect((await catalog.readProduct(Handle))?.name).toBe(Title)
})

test('accepts a byte order mark, mixed line ends, blank lines and rows of delimiters', async () => {
  await using catalog = await openTempCatalog()
  const text = `\uFEFF${header}\r\na,A,1.00,x\n\nb,"B\r\nsecond",2.00,y\r\r\n,,,\nc,C,-3,z\n,,,\n`
  const report = await catalog.importText(text)
  expect(report.products.created).toBe(2)
  expect(report.rejected.entries).toMatchObject([
    { line: 8, column: 'Variant Price', value: '-3', reason: 'is negative' },
  ])
  expect((await catalog.readProduct('b'))?.name).toBe('B second')
})

test.each([
  [
    'semicolons in texts of a file with commas',
    'Slug,Name,Tags\na,Bowl; small; round,x\nb,Cup; large; flat,y\nc,Pot; red; flat,z\n',
  ],
  ['decimal commas in a file with semicolons', 'Slug;Name;Price\na;Bowl;12,50\nb;Cup;9,00\nc;Pot;3,00\n'],
  [
    'a title with commas',
    'Prices, spring 2026, valid from March\n\nSlug;Name;Price\na;Bowl;12,50\nb;Cup;9,00\nc;Pot;3,00\n',
  ],
])('detects the delimiter despite %s', async (_name, text) => {
  await using catalog = await openTempCatalog()
  expect(await catalog.importText(text)).toMatchObject({ products: { created: 3 }, rejected: { count: 0 } })
})
