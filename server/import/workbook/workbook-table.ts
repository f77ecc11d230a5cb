import { scanRows, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
import type { CsvFile, CsvRow, TableOptions } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { TABLE_ADVICE } from '../files/text-file.ts'
import { ImportError, nameSheet } from '../import-error.ts'
import { noticeOfFile } from '../import-report.ts'
import { Archive } from './archive.ts'
import { chooseHead } from './choose-head.ts'
import { readRows, readWorkbook } from './xlsx-workbook.ts'

/** Bounds the disk space. The texts of a million products have about half as many characters. */
const CHARACTERS_MAX = 2_000_000_000
const TOO_LARGE = `the sheet has more than ${CHARACTERS_MAX / 1e9} billion characters; divide it`
const TWICE = 'the workbook is damaged: it has this row twice; open it in a spreadsheet program and save it again'

/** The rows of a sheet, in a temporary database that is deleted when it is garbage collected. */
const SCHEMA = 'CREATE TABLE row (place INTEGER PRIMARY KEY, cells TEXT NOT NULL)'

/**
 * Opens a sheet as a table. Its rows are first copied to a temporary database, because a workbook takes long to read
 * and its rows may be in any order.
 * @throws ImportError if the workbook cannot be used
 */
export async function openWorkbookTable(source: SourcePath, options: TableOptions): Promise<CsvFile> {
  await using archive = await Archive.open(source)
  const workbook = await readWorkbook(archive)
  if (!workbook) throw new ImportError({ file: source.path }, `this is ${nameKind(archive)}; ${TABLE_ADVICE}`)
  const { sheet, headerRow, header, leftOut } = await chooseHead(workbook, source.path, options)
  const name = nameSheet(source.path, sheet.name)
  if (leftOut.length > 0) {
    const others = leftOut.map((other) => `"${other}"`).join(', ')
    const reason = `other sheets with products were not imported: ${others}; move their rows to the sheet "${sheet.name}", or import each with --sheet`
    options.notes?.warn(noticeOfFile(source.path, reason))
  }
  const unnamed = new Set<number>()
  const warn = (reason: string) => options.notes?.warn(noticeOfFile(name, reason))
  const { queries } = new TemporaryDatabase(SCHEMA)
  let characters = 0
  for await (const rows of readRows(workbook, sheet))
    for (const { number, cells } of rows) {
      if (number <= headerRow) continue
      const texts = header.map(() => '')
      for (const { column, text, fault: reason } of cells) {
        if (column < texts.length) texts[column] = text
        if (!header[column]) unnamed.add(column)
        else if (reason !== undefined)
          options.notes?.warn({ file: name, line: number, row: number, column: header[column], value: null, reason })
      }
      const row = JSON.stringify(texts)
      characters += row.length
      const place = { file: name, line: number }
      if (characters > CHARACTERS_MAX) throw new ImportError(place, TOO_LARGE)
      if (queries.run('INSERT OR IGNORE INTO row VALUES (?, ?)', number, row) === 0) throw new ImportError(place, TWICE)
    }
  if (unnamed.size > 0) {
    const columns = [...unnamed].sort((left, right) => left - right).map(nameColumn)
    const more = columns.length > 10 ? ' and more' : ''
    warn(`columns without a name were not imported: ${columns.slice(0, 10).join(', ')}${more}; name them`)
  }
  if (archive.hasFolder('xl/media'))
    warn(
      'the workbook contains pictures, which are not imported; write the names of their files into a column, and give the folder of the files with --images',
    )
  return { name, sheet: sheet.name, headerLine: headerRow, header, readRows: () => readStored(queries) }
}

async function* readStored(queries: TemporaryDatabase['queries']): AsyncGenerator<readonly CsvRow[]> {
  const sql = 'SELECT place, cells FROM row WHERE place > ? ORDER BY place LIMIT ?'
  for (const { place, cells } of scanRows(queries, sql, 0))
    yield [{ line: Number(place), number: Number(place), cells: JSON.parse(String(cells)) as string[] }]
}

/** Returns the letters of a column: A for 0, AA for 26. */
function nameColumn(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? letter : nameColumn(Math.floor(column / 26) - 1) + letter
}

/** Files by which other kinds of archives are recognised. */
const OTHER_KINDS: readonly (readonly [entry: string, name: string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument file (.ods)'],
  ['Index/Document.iwa', 'a Numbers spreadsheet'],
  ['Index.zip', 'a Numbers spreadsheet'],
]

/** Names an archive that is no workbook. */
function nameKind(archive: Archive): string {
  return OTHER_KINDS.find(([entry]) => archive.has(entry))?.[1] ?? 'an archive (ZIP) without a workbook'
}
