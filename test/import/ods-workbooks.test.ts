import { expect, test } from 'vitest'
import { readTable } from '../support/read-table.ts'
import { buildOds, writeOdsCell } from '../support/workbooks.ts'

const recognises = (header: readonly string[]) => header.includes('Slug')

const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const text = (value: string) => writeOdsCell(value)
const float = (value: string, shown: string) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
const cell = (attributes: string, content = '') => `<table:table-cell ${attributes}>${content}</table:table-cell>`

/** Reads a sheet with the columns A and B, of which B has these cells. */
async function readCells(cells: readonly string[]) {
  const data = [row(text('A'), text('B')), ...cells.map((content) => row(text('a'), content))].join('')
  const { rows, warnings } = await readTable(buildOds([{ data }]))
  return { texts: rows.map(([, shown]) => shown), warnings }
}

test('numbers are imported with the decimals and leading zeros that are shown, but independent of the language', async () => {
  const { texts } = await readCells([
    float('1234567.5', '1.234.567,50'),
    float('12.499999', '12,50'),
    float('0.30000000000000004', '0,3'),
    float('123', '00123'),
    float('4006381333931', '4,00638E+12'),
    float('4006381333931', '4006381333931'),
    float('-3', '-3,00'),
    float('25', '25 mm'),
    float('0.25', '1/4'),
    float('0', '0'),
  ])
  expect(texts).toEqual([
    '1234567.50',
    '12.50',
    '0.3',
    '00123',
    '4006381333931',
    '4006381333931',
    '-3.00',
    '25',
    '0.25',
    '0',
  ])
})

test('percentages, amounts, dates, booleans and texts are imported as they are shown', async () => {
  const { texts, warnings } = await readCells([
    cell('office:value-type="percentage" office:value="0.19"', '<text:p>19 %</text:p>'),
    cell('office:value-type="percentage" office:value="0.125"', '<text:p>12,50 %</text:p>'),
    cell('office:value-type="currency" office:currency="EUR" office:value="1234.5"', '<text:p>1.234,50 €</text:p>'),
    cell('office:value-type="date" office:date-value="2026-01-05"', '<text:p>05.01.26</text:p>'),
    cell('office:value-type="date" office:date-value="2026-01-05T18:30:00"', '<text:p>05.01.26 18:30</text:p>'),
    cell('office:value-type="time" office:time-value="PT18H30M00S"', '<text:p>18:30</text:p>'),
    cell('office:value-type="boolean" office:boolean-value="true"', '<text:p>WAHR</text:p>'),
    cell('office:value-type="string" office:string-value="Oak"'),
    cell('office:value-type="float" office:value="2" table:formula="of:=1+1"', '<text:p>2</text:p>'),
    text('two\nlines  wide'),
    cell(
      'office:value-type="string"',
      '<text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/><text:span>d</text:span></text:p>',
    ),
  ])
  expect(texts).toEqual([
    '19%',
    '12.50%',
    '1234.50 EUR',
    '2026-01-05',
    '2026-01-05 18:30:00',
    '18:30',
    'TRUE',
    'Oak',
    '2',
    'two\nlines  wide',
    'a  b\tc\nd',
  ])
  expect(warnings).toEqual([])
})

test('comments and drawings in a cell do not belong to its text, and merged cells hide those that they cover', async () => {
  const comment = '<office:annotation><text:p>Ask Jo</text:p></office:annotation>'
  const drawing = '<draw:frame><draw:text-box><text:p>Sale</text:p></draw:text-box></draw:frame>'
  const data =
    row(text('A'), text('B'), text('C')) +
    row(
      cell('office:value-type="string"', `${comment}<text:p>oak${drawing}</text:p>`),
      cell('office:value-type="string" table:number-columns-spanned="2"', '<text:p>wide</text:p>'),
      '<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>',
    )
  expect((await readTable(buildOds([{ data }]))).rows).toEqual([['oak', 'wide', '']])
})

test('repeated cells and rows are expanded, and blank ones to the end of the sheet are ignored', async () => {
  const data =
    '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>' +
    row(text('A'), text('B'), text('C')) +
    '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>' +
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
  expect(await readTable(buildOds([{ data }]))).toMatchObject({
    headerLine: 3,
    rows: [
      ['1', '1', ''],
      ['1', '1', ''],
    ],
    numbers: [4, 5],
  })
})

test('errors of formulas and formulas without a stored result are blank and reported with sheet, row and column', async () => {
  const { texts, warnings } = await readCells([
    cell(
      'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
      '<text:p>#DIV/0!</text:p>',
    ),
    cell('table:formula="of:=x" office:value-type="float" office:value="0"', '<text:p>Err:508</text:p>'),
    cell('table:formula="of:=1+1"'),
  ])
  expect(texts).toEqual(['', '', ''])
  expect(warnings.map((warning) => warning.split(', so it was')[0])).toEqual([
    'products.xlsx, sheet "Sheet1", row 2, column "B": shows the error #DIV/0!',
    'products.xlsx, sheet "Sheet1", row 3, column "B": shows the error Err:508',
    'products.xlsx, sheet "Sheet1", row 4, column "B": has a formula without a stored result',
  ])
})

test('reads the first visible sheet with known column names, and another one by name', async () => {
  const sheets = [
    { name: 'Hidden', isHidden: true, rows: [['Slug'], ['hidden']] },
    { name: 'Notes', rows: [['Written in spring'], ...Array.from({ length: 90 }, (_, index) => [`note ${index}`])] },
    { name: 'Prices', rows: [['Slug'], ['bowl']] },
  ]
  expect(await readTable(buildOds(sheets), { recognises })).toMatchObject({ sheet: 'Prices', rows: [['bowl']] })
  expect(await readTable(buildOds(sheets), { sheet: 'hidden' })).toMatchObject({ sheet: 'Hidden', rows: [['hidden']] })
  await expect(readTable(buildOds(sheets), { sheet: 'Other' })).rejects.toThrow(
    'the workbook has no sheet "Other"; its sheets are "Hidden", "Notes", "Prices"',
  )
})

test('merged column names and hidden rows are reported', async () => {
  const data =
    row(
      text('A'),
      cell('office:value-type="string" table:number-columns-spanned="2"', '<text:p>Size</text:p>'),
      '<table:covered-table-cell/>',
    ) + `<table:table-row table:visibility="filter">${text('a')}</table:table-row>`
  const { warnings } = await readTable(buildOds([{ data }]))
  expect(warnings).toEqual([
    'products.xlsx, sheet "Sheet1": the cells B1:C1 with column names are merged, so only the first of them has a name; unmerge them',
    'products.xlsx, sheet "Sheet1": 1 hidden rows were imported, the first of them is row 2; delete rows that the site should not show',
  ])
})
