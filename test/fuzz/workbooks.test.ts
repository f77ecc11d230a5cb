import { array, asyncProperty, constantFrom, integer, record, type Arbitrary } from 'fast-check'
import { expect } from 'vitest'
import { ImportError } from '../../server/import/import-error.ts'
import { readTable } from '../support/read-table.ts'
import { buildZip, listXlsxParts, type ZipEntry } from '../support/workbooks.ts'
import { fuzz } from './fuzz.ts'

const ROWS = [
  ['Slug', 'Name', 'Price'],
  ['bowl', 'A <b>bowl</b>', '12.50'],
  ['cup', 'Two\nlines', ''],
]

const NUMBERS =
  '<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" s="1"><v>46027</v></c><c r="C4" t="e"><f>1/0</f><v>#N/A</v></c></row>'

const XLSX = listXlsxParts({
  sheets: [
    { name: 'Notes', rows: [['x']] },
    { rows: ROWS },
    { data: NUMBERS, after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>' },
  ],
  formats: ['yyyy-mm-dd', '#,##0.00 "€"'],
})

const PIECES =
  '<¦>¦/>¦"¦&¦&#0;¦&zq;¦</row>¦<row r="2">¦<c r="XFD1">¦<v>¦<t>¦<f>¦ t="s"¦ s="7"¦ r="A1048576"¦<!DOCTYPE x>¦<!--¦<![CDATA[¦\u0000¦-1¦1e999¦NaN¦99999999999'.split(
    '¦',
  )

/** Generates archives in which up to four places of the XML files are changed. */
function changed(parts: readonly ZipEntry[]): Arbitrary<Buffer> {
  const change = record({
    part: integer({ min: 0, max: parts.length - 1 }),
    at: integer({ min: 0, max: 2_000 }),
    removed: integer({ min: 0, max: 30 }),
    inserted: constantFrom('', ...PIECES),
  })
  return array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const texts = parts.map(({ content }) => String(content))
    for (const { part, at, removed, inserted } of changes) {
      const text = texts[part]!
      const start = at % (text.length + 1)
      texts[part] = text.slice(0, start) + inserted + text.slice(start + removed)
    }
    return buildZip(parts.map((part, index) => ({ ...part, content: texts[index]! })))
  })
}

async function expectTableOrImportError(bytes: Buffer): Promise<void> {
  try {
    const { rows, header } = await readTable(bytes)
    for (const cells of rows) expect(cells).toHaveLength(header.length)
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
  }
}

fuzz(
  'a workbook with changed XML is read or rejected, without any other error',
  asyncProperty(changed(XLSX), expectTableOrImportError),
)
