import type { CsvFile } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import type { TableOptions } from '../files/table-file.ts'
import { TABLE_ADVICE } from '../files/text-file.ts'
import { ImportError, nameSheet } from '../import-error.ts'
import { noticeOfFile } from '../import-report.ts'
import { Archive } from './archive.ts'
import { chooseHead, cleanHeader } from './choose-head.ts'
import { XlsxWorkbook } from './xlsx-workbook.ts'
import { RowStore } from './row-store.ts'
import type { WorkbookRow } from './workbook.ts'

/**
 * Opens a sheet as a table. Its rows are first copied to a temporary database, because a workbook takes long to read
 * and its rows may be in any order.
 * @throws ImportError if the workbook cannot be used
 */
export async function openWorkbookTable(source: SourcePath, options: TableOptions): Promise<CsvFile> {
  await using workbook = await openWorkbook(source)
  const { sheet, headerRow, cells, leftOut } = await chooseHead(workbook, source.path, options)
  const name = nameSheet(source.path, sheet)
  const header = cleanHeader(cells)
  if (leftOut.length > 0) {
    const others = leftOut.map((other) => `"${other}"`).join(', ')
    const reason = `other sheets with products were not imported: ${others}; move their rows to the sheet "${sheet}", or import each with --sheet`
    options.notes?.warn(noticeOfFile(source.path, reason))
  }
  const notes = new SheetNotes(name, header, options.notes)
  // The store is read until the end of the import, and deleted when it is garbage collected.
  const store = new RowStore(name)
  for await (const rows of workbook.readRows(sheet)) {
    for (const row of rows) {
      if (row.number <= headerRow) continue
      const texts = header.map(() => '')
      for (const { column, text } of row.cells) if (column < texts.length) texts[column] = text
      notes.addRow(row)
      store.add(row.number, texts)
    }
  }
  notes.finish(workbook.hasPictures)
  return { name, sheet, headerLine: headerRow, header, readRows: () => store.readRows() }
}

/** Warns about content of the sheet that the table cannot contain. */
class SheetNotes {
  readonly #file: string
  readonly #header: readonly string[]
  readonly #notes: TableOptions['notes']
  readonly #unnamed = new Set<number>()

  constructor(file: string, header: readonly string[], notes: TableOptions['notes']) {
    this.#file = file
    this.#header = header
    this.#notes = notes
  }

  addRow({ number, cells }: WorkbookRow): void {
    for (const { column, fault } of cells) {
      const name = this.#header[column] ?? ''
      if (name === '') this.#unnamed.add(column)
      else if (fault !== undefined)
        this.#notes?.warn({ file: this.#file, line: number, row: number, column: name, value: null, reason: fault })
    }
  }

  finish(hasPictures: boolean): void {
    if (this.#unnamed.size > 0) {
      const columns = [...this.#unnamed].sort((left, right) => left - right).map(nameColumn)
      const more = columns.length > 10 ? ' and more' : ''
      this.#warn(`columns without a name were not imported: ${columns.slice(0, 10).join(', ')}${more}; name them`)
    }
    if (hasPictures)
      this.#warn(
        'the workbook contains pictures, which are not imported; write the names of their files into a column, and give the folder of the files with --images',
      )
  }

  #warn(reason: string): void {
    this.#notes?.warn(noticeOfFile(this.#file, reason))
  }
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
  ['word/document.xml', 'a Word document'],
  ['ppt/presentation.xml', 'a presentation'],
]

/** @throws ImportError if the workbook is damaged, encrypted or another kind of file */
async function openWorkbook(source: SourcePath): Promise<XlsxWorkbook> {
  const archive = await Archive.open(source)
  try {
    const workbook = await XlsxWorkbook.open(archive)
    if (workbook) return workbook
    const kind = OTHER_KINDS.find(([entry]) => archive.has(entry))?.[1] ?? 'an archive (ZIP) without a workbook'
    throw new ImportError({ file: source.path }, `this is ${kind}; ${TABLE_ADVICE}`)
  } catch (error) {
    await archive[Symbol.asyncDispose]()
    throw error
  }
}
