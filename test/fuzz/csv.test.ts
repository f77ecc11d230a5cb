import { CsvError, parse } from 'csv-parse/sync'
import { array, constantFrom, property, tuple } from 'fast-check'
import { expect } from 'vitest'
import { readCode, readLongText, readPlainText } from '../../server/import/cells.ts'
import { CsvSplitter, type CsvRow } from '../../server/import/files/csv-file.ts'
import { writeImportedRows } from '../../server/import/rejected-rows.ts'
import { writeCsvRows } from '../../shared/csv-rows.ts'
import { fuzz } from './fuzz.ts'

const anyPart = array(constantFrom('a', 'é', '€', '\u{1F600}', '"', '""', ',', ';', '\n', '\r', '\r\n', ',"', '",'), {
  maxLength: 12,
}).map((texts) => texts.join(''))

type Cells = readonly (readonly string[])[]

/** Parses a text with csv-parse. Blank lines are left out, because `CsvSplitter` leaves them out. */
function parseWithLibrary(text: string, options: { readonly relax_quotes: boolean }): Cells {
  const rows: string[][] = parse(text, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    ...options,
  })
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '')
}

function split(parts: readonly string[]): readonly CsvRow[] | 'invalid' {
  const splitter = new CsvSplitter({ path: 'products.csv', delimiter: ',', header: [] })
  try {
    return [...parts.flatMap((part) => splitter.split(part)), ...splitter.split('', true)]
  } catch {
    return 'invalid'
  }
}

fuzz(
  'splits a table into the same rows as csv-parse, wherever the text is divided',
  property(tuple(anyPart, anyPart, anyPart), (parts) => {
    const rows = split(parts)
    const text = parts.join('')
    if (rows === 'invalid') expect(() => parseWithLibrary(text, { relax_quotes: false })).toThrow(CsvError)
    else {
      expect(rows.map(({ cells }) => cells)).toEqual(parseWithLibrary(text, { relax_quotes: true }))
      expect(rows).toEqual(split([text]))
    }
  }),
  1_000,
)

const anyCell = array(
  constantFrom('a', '7', '=', '+', '-', '@', "'", '"', '="7"', ' ', '\t', '\n', '\r', ',', ';', '＝'),
  {
    maxLength: 6,
  },
).map((texts) => texts.join(''))

fuzz(
  'exported cells and rejected rows are read like the first file’s, and spreadsheets evaluate none of the latter',
  property(tuple(anyCell, anyCell, constantFrom(',', ';', '\t')), ([first, second, delimiter]) => {
    const text = writeImportedRows([['head', first, second, 'reason']], '\r\n', delimiter)
    const splitter = new CsvSplitter({ path: 'rejected.csv', delimiter, header: [] })
    const rows = splitter.split(text, true)
    expect(rows).toHaveLength(1)
    const [exported] = parse(writeCsvRows([['head', first, second].map(readPlainText)]), { relax_column_count: true })
    expect(exported!.map(readPlainText)).toEqual(['head', first, second].map(readPlainText))
    for (const [index, cell] of [first, second].entries()) {
      const written = rows[0]?.cells[index + 1] ?? ''
      for (const read of [readPlainText, readLongText, readCode]) expect(read(written)).toBe(read(cell))
      if (!/^\s*="[^"]*"\s*$/.test(written)) expect(written).not.toMatch(/^\s*[=+\-@＝]|^[\t\r\n]/)
    }
  }),
  1_000,
)
