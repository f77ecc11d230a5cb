import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { writeRss, writeShirt } from '../support/merchant-feed.ts'
import { runCommand, type CommandResult } from '../support/run-command.ts'
import { BOWL, SHIRT, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { buildVariation, MUG, TEE } from '../support/woocommerce-csv.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'

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

test('--report writes a row for each error, warning, picture and adaptation, with its position', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...SHIRT, Title: '=Shirt' }]))
  const path = await catalog.write(
    'new.csv',
    writeShopifyCsv([
      {
        ...BOWL,
        'Body (HTML)': '<p>A bowl.</p><form>x</form>',
        'Variant Barcode': '123',
        'Image Src': 'https://cdn.example/a.jpg',
      },
      { ...SHIRT, Title: '=Shirt', 'Variant Price': '-5', Colour: 'x' },
      { ...BOWL, Handle: 'vase', Title: 'Vase', 'Image Src': 'vase.jpg' },
    ]),
  )
  const report = join(catalog.dir, 'report.csv')
  const { code, out, err } = await runImport(catalog, path, '--report', report, '--keep-remote-pictures')
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toMatch(new RegExp(`\n\nReport: ${report}, 7 notices\n$`))
  const file = path
  const rows = await readRows(report)
  expect(rows.toSorted((left, right) => left['Kind']!.localeCompare(right['Kind']!))).toEqual([
    {
      Kind: 'adapted',
      File: file,
      Line: '2',
      Row: '2',
      Column: 'Body (HTML)',
      Product: 'Bowl',
      Value: '<form>',
      Message: 'the element was removed',
    },
    {
      Kind: 'error',
      File: file,
      Line: '3',
      Row: '3',
      Column: 'Variant Price',
      Product: "'=Shirt",
      Value: "'-5",
      Message: '"-5" is negative',
    },
    {
      Kind: 'kept product',
      File: file,
      Line: '',
      Row: '',
      Column: '',
      Product: 'shirt',
      Value: '',
      Message: 'the stored product was left unchanged, because one of its rows was rejected',
    },
    expect.objectContaining({ Kind: 'missing picture', Line: '4', Column: 'Image Src', Value: 'vase.jpg' }),
    expect.objectContaining({ Kind: 'remote picture', Line: '2', Value: 'https://cdn.example/a.jpg' }),
    expect.objectContaining({ Kind: 'warning', Line: '1', Column: 'Colour' }),
    expect.objectContaining({ Kind: 'warning', Line: '2', Column: 'Variant Barcode', Value: '123' }),
  ])
  expect(await listUnfinished(catalog.dir)).toEqual([])
})

test('--report has all notices, although the report on the terminal stores a thousand', async () => {
  await using catalog = await openTempCatalog()
  const rows = Array.from({ length: 1_500 }, (_, index) => ({
    ...BOWL,
    Handle: `bowl-${index}`,
    'Variant Barcode': `${index}`,
  }))
  const path = await catalog.write('new.csv', writeShopifyCsv(rows))
  const report = join(catalog.dir, 'report.csv')
  expect(await runImport(catalog, path, '--report', report, '--dry-run')).toMatchObject({ code: 0 })
  const written = await readRows(report)
  expect(written).toHaveLength(1_500)
  expect(written.at(-1)).toMatchObject({ Kind: 'warning', Line: '1501', Value: '1499' })
})

test('--report is also written if --strict changes nothing and if the import fails, with the reason', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', writeShopifyCsv([BOWL, { ...SHIRT, 'Variant Price': '-5' }]))
  const [strict, failed] = ['strict.csv', 'failed.csv'].map((name) => join(catalog.dir, name)) as [string, string]
  expect(await runImport(catalog, path, '--report', strict, '--strict')).toMatchObject({ code: 1 })
  expect(await readRows(strict)).toEqual([expect.objectContaining({ Kind: 'error', Line: '3' })])

  await writeFile(path, writeShopifyCsv([{ ...BOWL, 'Variant Price': 'cheap' }]))
  const { code, err } = await runImport(catalog, path, '--report', failed)
  expect(code).toBe(2)
  expect(err).toMatch(
    /^Report: .*failed\.csv, 2 notices\n.*No product of the file can be used\. Nothing was changed\.\n$/,
  )
  expect(await readRows(failed)).toEqual([
    expect.objectContaining({ Kind: 'error', Line: '2', Value: 'cheap' }),
    expect.objectContaining({ Kind: 'failure', Line: '2', Column: 'Variant Price' }),
  ])
})

test.each(['--report', '--rejected'])('%s refuses a path that it cannot write before the import', async (option) => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', writeShopifyCsv([BOWL]))
  const before = await readFile(path, 'utf8')
  for (const [target, reason] of [
    [path, 'the file already exists; choose another name'],
    [join(catalog.dir, 'none', 'a.csv'), 'the file cannot be written: its folder does not exist; create it first'],
  ] as const) {
    const { code, err } = await runImport(catalog, path, option, target)
    expect({ code, err }).toEqual({ code: 2, err: `${target}: ${reason}. Nothing was changed.\n` })
  }
  expect(await readFile(path, 'utf8')).toBe(before)
  expect(await catalog.readProduct('bowl')).toBeUndefined()
})

test('--report and --rejected need two files, and no file of a failed import is left', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('new.csv', writeShopifyCsv([BOWL]))
  expect(await runImport(catalog, path, '--report', 'a.csv', '--rejected', './a.csv')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--report and --rejected need two different files.') as unknown,
  })
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

const VITRINE: readonly CsvCells[] = [
  { Slug: 'mug', Name: 'Mug', Price: '12', 'Option 1 name': '', 'Option 1 value': '' },
  { Slug: 'shirt', Name: "'=Shirt", Price: '40', 'Option 1 name': 'Size', 'Option 1 value': 'S', Brand: '="007"' },
  { Slug: 'shirt', Price: 'wrong', 'Option 1 value': 'M' },
]

const GROUP = expect.stringContaining('no error in this row') as unknown as string

const SAMPLES: readonly Sample[] = [
  {
    name: "Vitrine's sheet with semicolons",
    format: 'vitrine',
    delimiter: ';',
    text: writeCsv(VITRINE, ';'),
    slug: 'shirt',
    mend: ['wrong', '41'],
    rows: [
      { Slug: 'shirt', Name: "'=Shirt", Brand: '="007"', Reason: GROUP },
      { Slug: 'shirt', Price: 'wrong', Reason: expect.stringMatching(/^Price: "wrong" is not a price/) as string },
    ],
  },
  {
    name: 'a WooCommerce export',
    format: 'woocommerce',
    delimiter: ',',
    text: writeCsv([TEE, MUG, buildVariation('Blue'), buildVariation('Green', { 'Regular price': 'wrong' })]),
    slug: 'tee',
    mend: ['wrong', '20'],
    rows: [
      { ID: '20', Reason: GROUP },
      { SKU: 'tee-blue', Reason: GROUP },
      { SKU: 'tee-green', Reason: expect.stringMatching(/^Regular price: "wrong" is not a price/) as string },
    ],
  },
  {
    name: 'an XML feed in one line',
    format: 'google',
    delimiter: ',',
    text: writeRss(
      [
        writeShirt(
          'a',
          'Red',
          'S',
          '<g:product_type>Home > Shirts</g:product_type><g:product_type>Sale</g:product_type>',
        ),
        '<item><g:id>mug</g:id><title>Mug</title><g:price>12 USD</g:price></item>',
        writeShirt(
          'b',
          'Blue',
          'S',
          '<g:sale_price>wrong</g:sale_price><g:product_detail><g:attribute_name>Care</g:attribute_name><g:attribute_value>Wash: cold, alone</g:attribute_value></g:product_detail>',
        ),
      ].join(''),
    ).replaceAll('\n', ' '),
    slug: 'linen-shirt',
    mend: ['wrong', '30 USD'],
    rows: [
      { id: 'a', product_type: 'Home > Shirts\nSale', Reason: GROUP },
      {
        id: 'b',
        product_detail: ':Care:Wash: cold, alone',
        Reason: expect.stringMatching(/^g:sale_price: "wrong" is not a price/) as string,
      },
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
