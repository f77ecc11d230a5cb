import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import type { TableOptions } from '../../server/import/files/csv-file.ts'
import { readTable } from '../support/read-table.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import {
  buildSimpleXlsx,
  buildXlsx,
  buildZip,
  listXlsxParts,
  type XlsxCell,
  type XlsxOptions,
} from '../support/workbooks.ts'

const HEADER = ['Slug', 'Name', 'Price'] as const
const isVitrine = (header: readonly string[]) => header.includes('Slug')

/** Reads a sheet with the columns A and B, of which B has these cells. */
async function readCells(cells: readonly XlsxCell[], formats: readonly string[] = [], is1904 = false) {
  const { rows, warnings } = await readTable(
    buildXlsx({ sheets: [{ rows: [['A', 'B'], ...cells.map((cell) => ['a', cell])] }], formats, is1904 }),
  )
  return { texts: rows.map(([, text]) => text), warnings }
}

const xml = (text: string): XlsxCell => ({ xml: text })

test('texts are imported as they are, whether they are shared or in their cells', async () => {
  const rows = [[...HEADER], ['bowl', 'A bowl\nof "oak" & <ash>', '  1.234,50 ']]
  const shared = await readTable(buildSimpleXlsx(rows))
  const inline = await readTable(buildSimpleXlsx(rows, { areShared: false }))
  expect(shared.rows).toEqual([['bowl', 'A bowl\nof "oak" & <ash>', '  1.234,50 ']])
  expect(inline).toEqual(shared)
})

test('text runs are joined, and phonetic guides and escapes of control characters are resolved', async () => {
  const strings =
    '<si><t>A</t></si><si><t>B</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Oak </t></r><r><t>chair</t></r><rPh sb="0" eb="1"><t>オーク</t></rPh><phoneticPr fontId="1"/></si><si><t>one_x000D_\ntwo _x005F_x0041_</t></si>'
  const data =
    '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>'
  const { rows } = await readTable(buildXlsx({ sheets: [{ data }], strings }))
  expect(rows).toEqual([['Oak chair', 'one\r\ntwo _x0041_']])
})

test('numbers, percentages, amounts, dates, booleans and results of formulas are imported as they are shown, and dates may count from 1904', async () => {
  const cells = [
    0.1 + 0.2,
    4006381333931,
    // Excel writes 17 digits.
    xml('<c><v>4.0063813339309998E+12</v></c>'),
    xml('<c s="1"><v>12.5</v></c>'),
    xml('<c s="2"><v>0.19</v></c>'),
    xml('<c s="3"><v>46027</v></c>'),
    xml('<c s="4"><v>123</v></c>'),
    xml('<c t="b"><v>1</v></c>'),
    xml('<c t="str"><f>A1&amp;"x"</f><v>ax</v></c>'),
    xml('<c t="str"><f>""</f><v></v></c>'),
    xml('<c><f>1+1</f><v>2</v></c>'),
    xml('<c t="d"><v>2026-01-05T00:00:00</v></c>'),
    xml('<c t="n" s="99"><v>7</v></c>'),
  ]
  const { texts, warnings } = await readCells(cells, ['#,##0.00 "€"', '0%', 'dd.mm.yyyy', '00000'])
  expect(texts).toEqual([
    '0.3',
    '4006381333931',
    '4006381333931',
    '12.50 €',
    '19%',
    '2026-01-05',
    '00123',
    'TRUE',
    'ax',
    '',
    '2',
    '2026-01-05',
    '7',
  ])
  expect(warnings).toEqual([])
  expect((await readCells([xml('<c s="1"><v>44565</v></c>')], ['yyyy-mm-dd'], true)).texts).toEqual(['2026-01-05'])
})

test('errors of formulas and formulas without a stored result are blank and reported with sheet, row and column', async () => {
  const { texts, warnings } = await readCells([xml('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'), xml('<c><f>1+1</f></c>')])
  expect(texts).toEqual(['', ''])
  expect(warnings).toEqual([
    'products.xlsx, sheet "Sheet1", row 2, column "B": shows the error #DIV/0!, so it was imported as blank; correct it in the workbook',
    'products.xlsx, sheet "Sheet1", row 3, column "B": has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again',
  ])
})

test('prefixes of tags, missing references and sparse cells are understood', async () => {
  const prefixed = listXlsxParts({
    sheets: [{}],
    strings: '',
  }).map((entry) =>
    entry.name === 'xl/worksheets/sheet1.xml'
      ? {
          ...entry,
          content:
            '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t>One</x:t></x:is></x:c><x:c r="C2" t="inlineStr"><x:is><x:t> Two  words </x:t></x:is></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c><x:c/><x:c><x:v>3</x:v></x:c></x:row><x:row r="9"><x:c r="C9" t="inlineStr"><x:is><x:t>last</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
        }
      : entry,
  )
  expect(await readTable(buildZip(prefixed))).toMatchObject({
    headerLine: 2,
    header: ['One', '', 'Two words'],
    rows: [
      ['1', '', '3'],
      ['', '', 'last'],
    ],
    numbers: [3, 9],
  })
})

const LIST = ['Artikel', 'Text', 'Preis']
const OWN_ROWS = [[...HEADER], ['bowl', 'Bowl', '2'], ['Slug', 'Other', 'Price'], ['cup', 'Cup', '1']]
const others = (sheet: string, read: string) =>
  `products.xlsx: other sheets with products were not imported: "${sheet}"; move their rows to the sheet "${read}", or import each with --sheet`

const SHEETS: readonly (readonly [
  what: string,
  sheets: XlsxOptions['sheets'],
  options: TableOptions,
  table: object,
])[] = [
  [
    'the first visible sheet with known column names, also below a title',
    [
      { name: 'Notes', rows: [['Written in spring']] },
      { name: 'Old', state: 'hidden', rows: OWN_ROWS },
      { name: 'Prices & more', rows: [['Price list 2026'], [], [...HEADER], ['bowl', 'Bowl', '2']] },
      {
        name: 'Copy',
        rows: [
          ['Slug', 'x'],
          ['b', 'B'],
        ],
      },
    ],
    { recognises: isVitrine },
    {
      sheet: 'Prices & more',
      headerLine: 3,
      rows: [['bowl', 'Bowl', '2']],
      warnings: [others('Copy', 'Prices & more')],
    },
  ],
  [
    'a named sheet, also a hidden one',
    [{ rows: OWN_ROWS }, { name: 'Hidden', state: 'veryHidden', rows: OWN_ROWS }],
    { recognises: isVitrine, sheet: 'hidden' },
    { sheet: 'Hidden', headerLine: 1, warnings: [] },
  ],
  [
    'a named row',
    [{ rows: OWN_ROWS }],
    { recognises: isVitrine, headerRow: 3 },
    { headerLine: 3, header: ['Slug', 'Other', 'Price'], rows: [['cup', 'Cup', '1']] },
  ],
  [
    'without known names, the first wide row of the first visible sheet with cells, and names sheets with the same columns',
    [
      { name: 'Empty' },
      { name: 'Pliers', rows: [['Our products'], LIST, ['1', 'x', 'y']] },
      { name: 'Saws', rows: [['Our saws'], [...LIST.toReversed(), 'Farbe'], ['2', 'x', 'y']] },
      {
        name: 'Notes',
        rows: [
          ['Artikel', 'Written', 'By'],
          ['x', 'y', 'z'],
        ],
      },
      { name: 'Old', state: 'hidden', rows: [LIST, ['3', 'x', 'y']] },
      { name: 'Only names', rows: [LIST] },
    ],
    {},
    { sheet: 'Pliers', headerLine: 2, rows: [['1', 'x', 'y']], warnings: [others('Saws', 'Pliers')] },
  ],
]

test.each(SHEETS)('reads %s', async (_what, sheets, options, table) => {
  expect(await readTable(buildXlsx({ sheets }), options)).toMatchObject(table)
})

test('rejects a sheet or a row that does not exist', async () => {
  const workbook = buildXlsx({ sheets: [{ rows: [[...HEADER]] }, { name: 'Two' }] })
  for (const [options, message] of [
    [{ sheet: 'Prices' }, 'products.xlsx: the workbook has no sheet "Prices". Its sheets are "Sheet1", "Two"'],
    [{ headerRow: 7 }, 'products.xlsx, sheet "Sheet1", row 7: the row is blank or not among the first 50 rows'],
    [{ sheet: 'Two' }, 'products.xlsx, sheet "Two": the table is empty'],
  ] as const)
    await expect(readTable(workbook, options)).rejects.toThrow(message)
})

test('columns without a name are left out, and pictures are reported', async () => {
  const others = [{ name: 'xl/media/image1.png', content: 'x' }]
  const { warnings, rows } = await readTable(
    buildSimpleXlsx(
      [
        ['Slug', 'Name'],
        ['bowl', 'Bowl', 3],
      ],
      { others },
    ),
  )
  expect(rows).toEqual([['bowl', 'Bowl']])
  expect(warnings).toEqual([expect.stringContaining('the workbook contains pictures, which are not imported')])
})

test('an import names sheet and row of the column names, and messages name sheet, row and column', async () => {
  await using catalog = await openTempCatalog()
  const rows = [
    ['Our products'],
    [...HEADER, 'Colour'],
    ['bowl', 'Bowl', 12.5, 'x'],
    ['', 'Cup\nof two lines', 'cheap', 'y'],
  ]
  const path = await catalog.write('products.xlsx', buildSimpleXlsx(rows))
  const report = await importFile(catalog.store, path)
  const text = formatReport(report, { verbose: false }).replaceAll(path, 'products.xlsx')
  expect(text).toContain('products.xlsx: Vitrine sheet, sheet "Sheet1" with its column names in row 2, 2 rows')
  expect(text).toContain(
    'products.xlsx, sheet "Sheet1", row 4, column "Slug", product "Cup of two lines": the slug is missing',
  )
  expect(text).toContain('products.xlsx, sheet "Sheet1", row 2, column "Colour": unknown column; it was ignored')
  expect(await catalog.readProduct('bowl')).toMatchObject({ variants: [{ priceMinor: 1250 }] })
})

test('without known columns, the sheet with most names that tables often have is read', async () => {
  await using catalog = await openTempCatalog()
  const prices = [
    ['Artikelnummer', 'Bezeichnung', 'Preis'],
    ['A-1', 'Schale', 12.5],
  ]
  const sheets = [
    { rows: [['Prices are valid until May.', 'Name'], ['Ask for more.']] },
    { name: 'List', rows: prices },
  ]
  const path = await catalog.write('list.xlsx', buildXlsx({ sheets }))
  const report = await importFile(catalog.store, path, { acceptMapping: async () => true })
  expect(report.sheet).toEqual({ name: 'List', headerRow: 1 })
})
