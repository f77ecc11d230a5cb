import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { importFolder } from '../../server/import/import-catalog.ts'
import { runCommand, type CommandResult } from '../support/run-command.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { GOOGLE_FEED } from '../support/system-samples.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { buildXlsx } from '../support/workbooks.ts'

const runImport = (catalog: TempCatalog, ...args: string[]): Promise<CommandResult> =>
  runCommand('catalog', { DATABASE_URL: `sqlite:${catalog.databasePath}` }, 'import', ...args)

/** Reads a CSV file that must begin with a byte order mark. */
async function readRows(path: string, delimiter = ','): Promise<Record<string, string>[]> {
  const text = await readFile(path, 'utf8')
  expect(text).toMatch(/^\uFEFF/)
  return parse(text, { bom: true, columns: true, delimiter, relax_column_count: true })
}

const withoutReason = (row: Readonly<Record<string, string>>) => ({ ...row, Reason: '' })

const listUnfinished = async (dir: string) => (await readdir(dir)).filter((name) => name.endsWith('.unfinished'))

test('--rejected refuses a path that cannot be written, before the import', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', writeShopifyCsv([BOWL]))
  for (const [target, reason] of [
    [path, 'the file already exists; choose another name'],
    [
      join(catalog.dir, 'none', 'a.csv'),
      'the file cannot be written; choose another path, or make it writable (ENOENT',
    ],
  ] as const) {
    const { code, err } = await runImport(catalog, path, '--rejected', target)
    expect(code).toBe(2)
    expect(err).toContain(`${target}: ${reason}`)
    expect(err).toMatch(/\. Nothing was changed\.\n$/)
  }
  expect(await readFile(path, 'utf8')).toBe(writeShopifyCsv([BOWL]))
  expect(await catalog.readProduct('bowl')).toBeUndefined()
})

test('an import that fails leaves no file of rejected rows', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', writeShopifyCsv([BOWL]))
  const rejected = join(catalog.dir, 'rejected.csv')
  expect(await runImport(catalog, join(catalog.dir, 'nowhere.csv'), '--rejected', rejected)).toMatchObject({ code: 2 })
  expect(await runImport(catalog, path, '--encoding', 'utf-16le', '--rejected', rejected)).toMatchObject({ code: 2 })
  expect((await readdir(catalog.dir)).toSorted()).toEqual(['data', 'new.csv'])
})

interface Sample {
  readonly name: string
  readonly format: string
  readonly delimiter: string
  /** A file with two products, of which `shirt` or `tee` has a row with an error. */
  readonly text: string
  readonly slug: string
  /** Wrong and right text in the file of rejected rows. */
  readonly mend: readonly [string, string]
  readonly rows: readonly Record<string, string>[]
}

const VITRINE = `Slug;Name;Price;Option 1 name;Option 1 value;Brand
mug;Mug;12;;;
shirt;'=Shirt;40;Size;S;"=""007"""
shirt;;wrong;;M;
`

const FEED = GOOGLE_FEED.replaceAll('\n', ' ')
  .replace('</item>', '<g:product_type>Home > Shirts</g:product_type><g:product_type>Sale</g:product_type></item>')
  .replace('30 USD', 'wrong')

const GROUP = expect.stringContaining('no error in this row') as unknown as string

const notPrice = (column: string) => expect.stringMatching(`^${column}: "wrong" is not a price`) as string

const SAMPLES: readonly Sample[] = [
  {
    name: "Vitrine's sheet with semicolons",
    format: 'vitrine',
    delimiter: ';',
    text: VITRINE,
    slug: 'shirt',
    mend: ['wrong', '41'],
    rows: [
      { Slug: 'shirt', Name: "'=Shirt", Brand: '="007"', Reason: GROUP },
      { Slug: 'shirt', Price: 'wrong', Reason: notPrice('Price') },
    ],
  },
  {
    name: 'an XML feed in one line',
    format: 'google',
    delimiter: ',',
    text: FEED,
    slug: 'linen-shirt',
    mend: ['wrong', '30 USD'],
    rows: [
      { id: 'a', product_type: 'Home > Shirts\nSale', Reason: GROUP },
      { id: 'b', Reason: notPrice('sale_price') },
    ],
  },
]

test.each(SAMPLES)(
  '--rejected writes all rows of a product with an error, which can be mended and imported alone: $name',
  async ({ text, slug, mend, rows, delimiter, format }) => {
    await using catalog = await openTempCatalog()
    await using expected = await openTempCatalog()
    const path = await catalog.write('new.txt', text)
    const rejected = join(catalog.dir, 'rejected.csv')
    const { code, out } = await runImport(catalog, path, '--rejected', rejected)
    expect(code).toBe(1)
    expect(out).toContain(
      `\nRejected rows: ${rejected}, ${rows.length} rows with all rows of their products. Once they are mended: npm run catalog -- import ${rejected} --format ${format}\n`,
    )
    const written = await readRows(rejected, delimiter)
    expect(written).toEqual(rows.map((row) => expect.objectContaining(row) as unknown))
    expect(await listUnfinished(catalog.dir)).toEqual([])

    const again = await runImport(catalog, rejected, '--format', format, '--rejected', join(catalog.dir, 'second.csv'))
    expect(again.out).not.toContain('unknown column')
    const second = await readRows(join(catalog.dir, 'second.csv'), delimiter)
    // The names of columns in reasons are those of the first file.
    expect(second.map(withoutReason)).toEqual(written.map(withoutReason))

    const mended = (await readFile(rejected, 'utf8')).replace(...mend)
    await writeFile(rejected, mended)
    expect(await runImport(catalog, rejected, '--format', format)).toMatchObject({ code: 0 })
    await expected.importText(text)
    await expected.importText(text.replace(...mend))
    const product = await catalog.readProduct(slug)
    expect(product).toEqual(await expected.readProduct(slug))
    expect(product?.variants.length).toBeGreaterThan(1)
  },
)

test('--rejected keeps the wrong number of cells of a row, so that it is rejected again', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', 'Slug,Name,Price\nmug,Mug,12\nvase,Vase\nbowl,Bowl,3,4\ncup,Cup,1\n')
  const rejected = join(catalog.dir, 'rejected.csv')
  expect(await runImport(catalog, path, '--rejected', rejected)).toMatchObject({ code: 1 })
  expect(await readFile(rejected, 'utf8')).toBe(
    '\uFEFFSlug,Name,Price,Reason\r\n' +
      'vase,Vase,"the row has 2 cells, but the header has 3"\r\n' +
      'bowl,Bowl,3,4,"the row has 4 cells, but the header has 3"\r\n',
  )
  await writeFile(rejected, `${await readFile(rejected, 'utf8')}cup,Cup,2,\r\n`)
  expect(await runImport(catalog, rejected)).toMatchObject({ code: 1 })
  expect((await catalog.readProduct('cup'))?.variants[0].priceMinor).toBe(200)
  expect(await catalog.readProduct('vase')).toBeUndefined()
})

test('--rejected writes no file and says so if no row of a product was rejected', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': writeShopifyCsv([BOWL]),
    'categories.csv': 'Path,Slug\nTable,Not A Slug\n',
  })
  const rejected = join(catalog.dir, 'rejected.csv')
  const { code, out } = await runImport(catalog, join(catalog.dir, 'content'), '--rejected', rejected)
  expect(code).toBe(1)
  expect(out).toContain(`\n${rejected} was not written, because no row of a product was rejected.\n`)
  expect((await readdir(catalog.dir)).toSorted()).toEqual(['content', 'data'])
})

test('the command that imports mended rows has the option --language of the import', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'site.json': '{ "languages": ["en", "de"] }',
    'products.csv': 'Slug,Name\nbowl,Bowl\n',
  })
  const path = await catalog.write('german.csv', 'Slug,Name\nbowl,Schale\nbowl 2,Schale\n')
  const rejected = join(catalog.dir, 'rejected.csv')
  const { out } = await runImport(catalog, path, '--language', 'de', '--rejected', rejected)
  expect(out).toContain(`npm run catalog -- import ${rejected} --format vitrine --language de\n`)
})

test('--rejected writes all rows of a Shopify number that several products have, to be mended together', async () => {
  await using catalog = await openTempCatalog()
  const folder = join(import.meta.dirname, 'cases', 'shopify-translations-left-out')
  await importFolder(catalog.store, join(folder, '1-products'))
  const rejected = join(catalog.dir, 'rejected.csv')
  await runImport(catalog, join(folder, '4-shortened-numbers', 'products.csv'), '--rejected', rejected)
  expect(
    (await readRows(rejected)).map((row) => [row['Identification'], row['Field'], row['Default content']]),
  ).toEqual([
    ['9.01E+12', 'title', 'Lamp'],
    ['9.01E+12', 'handle', 'lamp'],
    ['9.01E+12', 'handle', 'paint'],
  ])
})

test('the command that imports mended rows of a mapped workbook works as it is printed', async () => {
  await using catalog = await openTempCatalog()
  const rows = [['Price list'], ['Nr', 'Bezeichnung', 'Preis'], ['A-1', 'Schale', 'x'], ['A-2', 'Topf', '5,00']]
  const path = await catalog.write(
    'my list.xlsx',
    buildXlsx({
      sheets: [
        { name: 'One', rows: [['a']] },
        { name: 'Two', rows },
      ],
    }),
  )
  const rejected = join(catalog.dir, 'rejected.csv')
  const first = await runImport(catalog, path, '--sheet', 'Two', '--header-row', '2', '--yes', '--rejected', rejected)
  expect(first.code).toBe(1)
  const [, command = ''] = /npm run catalog -- import (.*)\n/.exec(first.out) ?? []
  await writeFile(rejected, (await readFile(rejected, 'utf8')).replace(',x,', ',"3,00",'))
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  expect(await runImport(catalog, ...words)).toMatchObject({ code: 0 })
  expect((await catalog.readProduct('schale'))?.variants[0].priceMinor).toBe(300)
})
