import { expect, test } from 'vitest'
import { ImportError } from '../../../server/import/import-error.ts'
import { readTable } from '../../support/read-table.ts'
import { buildSimpleXlsx, buildXlsx, buildZip, listXlsxParts } from '../../support/workbooks.ts'

const ROWS = [
  ['Slug', 'Name'],
  ['bowl', 'Bowl'],
]
const PARTS = listXlsxParts({ sheets: [{ rows: ROWS }] })

const withPart = (name: string, content: string | Uint8Array) =>
  buildZip(PARTS.map((part) => (part.name === name ? { ...part, content } : part)))

const sheetXml = (content: string | Uint8Array) => withPart('xl/worksheets/sheet1.xml', content)

const zeros = (length: number) => '0'.repeat(length)

const FILES: readonly (readonly [name: string, content: Buffer, message: RegExp])[] = [
  [
    'an old workbook',
    Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    /this is an old Excel workbook \(\.xls\), or one with a password; save the table as/,
  ],
  [
    'an encrypted archive',
    buildZip([{ name: 'xl/workbook.xml', content: '', isEncrypted: true }]),
    /protected with a password/,
  ],
  [
    'a LibreOffice spreadsheet',
    buildZip([{ name: 'content.xml', content: '<x/>' }]),
    /this is an archive, or a workbook of another kind \(\.xlsb, \.ods, \.numbers\); save the table as CSV \(UTF-8\)/,
  ],
  ['a truncated archive', buildSimpleXlsx(ROWS).subarray(0, 900), /the workbook is damaged: .*save it again/],
  ['only the beginning of an archive', Buffer.from('PK\u0003\u0004'), /damaged/],
  [
    'an archive of 60,000 files',
    buildZip(Array.from({ length: 60_000 }, (_, index) => ({ name: String(index), content: '', isStored: true }))),
    /consists of 60000 files, more than 20000/,
  ],
  [
    'two files of the same name',
    buildZip([...PARTS, { name: 'XL/workbook.xml', content: '<x/>' }]),
    /two files named "XL\/workbook.xml"/,
  ],
  [
    'a name that leaves the archive',
    buildZip([...PARTS, { name: '../../etc/passwd', content: 'x' }]),
    /invalid relative path/,
  ],
  ['an absolute name', buildZip([...PARTS, { name: '/etc/passwd', content: 'x' }]), /absolute path/],
  [
    'a declared size that is too small',
    buildZip(PARTS.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, declaredSize: 10 } : part))),
    /damaged: too many bytes/,
  ],
  [
    'a declared size that is too large',
    buildZip(PARTS.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, declaredSize: 2 ** 31 } : part))),
    /damaged: not enough bytes/,
  ],
  [
    'styles of 100 MB in 100 KB',
    withPart('xl/styles.xml', `<styleSheet>${`<a>${zeros(1_000_000)}</a>`.repeat(100)}</styleSheet>`),
    /"xl\/styles.xml" in the workbook has more than 64 MB/,
  ],
  [
    'a text of 100 MB in 100 KB',
    sheetXml(`<worksheet><sheetData><row><c><v>${zeros(100_000_000)}</v></c></row></sheetData></worksheet>`),
    /the text does not end/,
  ],
  ['a tag of 10 MB', sheetXml(`<worksheet a="${zeros(10_000_000)}"/>`), /the text does not end/],
  [
    'a row of 3 million characters',
    sheetXml(`<worksheet><row>${`<c><v>${zeros(1_000_000)}</v></c>`.repeat(3)}</row></worksheet>`),
    /"xl\/worksheets\/sheet1.xml", line 1: this row has more than 2 million characters/,
  ],
  ['nested tags', sheetXml('<a>'.repeat(101)), /nested more than 100 levels/],
  [
    'entities that expand to gigabytes',
    sheetXml(
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
    ),
    /not well-formed: undefined entity/,
  ],
  ['an unknown entity', sheetXml('<worksheet>&b;</worksheet>'), /not well-formed/],
  ['a sheet that ends early', sheetXml('<worksheet><sheetData><row>'), /the file was cut off/],
  ['a sheet that is not UTF-8', sheetXml(Buffer.from('<worksheet>\xE9</worksheet>', 'latin1')), /is not valid utf-8/],
  ['a workbook without sheets', withPart('xl/workbook.xml', '<workbook/>'), /has no sheet with cells/],
  [
    'a sheet without its file',
    buildZip(PARTS.filter(({ name }) => !name.endsWith('sheet1.xml'))),
    /"xl\/worksheets\/sheet1.xml" is missing/,
  ],
  ['a missing shared text', withPart('xl/sharedStrings.xml', '<sst/>'), /the text 0 of row 1 is missing/],
  [
    'a row twice',
    buildXlsx({
      sheets: [
        { data: '<row r="1"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>' },
      ],
    }),
    /the workbook is damaged: row 2 comes after row 2; open it/,
  ],
  [
    'a row of number NaN',
    buildXlsx({ sheets: [{ data: '<row r="x"><c><v>1</v></c></row>' }] }),
    /row NaN comes after row 0/,
  ],
  [
    'a column beyond the end of a sheet',
    buildXlsx({ sheets: [{ data: '<row r="1"><c r="ZZZZ1"><v>1</v></c></row>' }] }),
    /row 1 has more than 16384 columns/,
  ],
  [
    'a header of 16,000 columns',
    buildXlsx({ sheets: [{ data: '<row r="1"><c r="A1"><v>1</v></c><c r="WQK1"><v>1</v></c></row>' }] }),
    /more than 10000; remove some/,
  ],
  [
    'only blank sheets',
    buildXlsx({ sheets: [{ name: 'A' }, { name: 'B', state: 'hidden', rows: ROWS }] }),
    /all visible sheets of the workbook are empty; .*"A", "B"/,
  ],
]

test.each(FILES)('rejects %s and says what to do', async (_, content, message) => {
  const error = await readTable(content).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImportError)
  expect((error as ImportError).message).toMatch(message)
})
