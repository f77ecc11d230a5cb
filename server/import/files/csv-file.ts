import { abbreviateValue } from '../cells.ts'
import { ImportError } from '../import-error.ts'
import type { FieldPlace, ImportNotes } from '../import-report.ts'

export interface CsvRow {
  readonly line: number
  /** Number of the row in a spreadsheet, which counts the header and blank rows. */
  readonly number: number
  readonly cells: readonly string[]
}

/** How to read a table. An option that is not set is detected. */
export interface TableOptions {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  /** Row of the column names, counted from 1. */
  readonly headerRow?: number | undefined
  /** Receives what a table cannot contain, such as errors of formulas, and how it was read. */
  readonly notes?: Pick<ImportNotes, 'warn'> | undefined
  readonly sheet?: string | undefined
  /** Whether a row has the expected column names. It finds the row of the column names, and the sheet of a workbook. */
  readonly recognises?: ((header: readonly string[]) => boolean) | undefined
  /** Counts the common column names in a row. The sheet with most of them is read if no row is recognised. */
  readonly countKnown?: ((header: readonly string[]) => number) | undefined
}

/** A table in a CSV file or in a sheet of a workbook. */
export interface CsvFile {
  /** Path of the file; in a workbook, with the name of the sheet. */
  readonly name: string
  /** Line of the column names. */
  readonly headerLine: number
  readonly header: readonly string[]
  /** Missing if the table is not read from a CSV file. */
  readonly delimiter?: string
  /** Name of the sheet in a workbook; undefined for other files. */
  readonly sheet?: string
  /** Whether rows are elements of XML, which have a line, but no number in a spreadsheet. */
  readonly isXml?: boolean
  /** The cell of the original table from which a cell was made, if the rows were translated from another table. */
  readonly originOf?: (
    row: CsvRow,
    index: number,
    part?: string,
  ) => { readonly file: CsvFile; readonly row: CsvRow; readonly index: number | undefined }
  /** The slug of a row whose slug other rows have too, if they are different products. */
  readonly readOwnSlug?: (row: CsvRow) => string | undefined
  /**
   * Streams all rows except the header and blank lines, also repeatedly. Rows may have more or fewer cells than the
   * header.
   * @throws ImportError if bytes or quotes cannot be read
   */
  readRows(): AsyncGenerator<readonly CsvRow[]>
}

/** Returns whether all cells are blank. Spreadsheets append such rows to a table. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/**
 * Returns the position of a cell for the report, and the start of its text.
 * @param index of the column; undefined for the position of the row
 * @param part of the cell's text; parts of a converted cell may come from different rows
 */
export function describeCell(file: CsvFile, row: CsvRow, index: number | undefined, part?: string): FieldPlace {
  const origin = index === undefined ? undefined : file.originOf?.(row, index, part)
  if (origin) return describeCell(origin.file, origin.row, origin.index)
  return {
    file: file.name,
    line: row.line,
    row: file.isXml ? undefined : row.number,
    column: index === undefined ? null : (file.header[index] ?? null),
    value: index === undefined ? null : abbreviateValue(row.cells[index] ?? ''),
  }
}

/**
 * Reads the whole file once to find structural errors before anything is written.
 * @returns the number of rows
 * @throws ImportError if the file cannot be read or ends within a row
 */
export async function scanCsvRows(file: CsvFile, onRow: (row: CsvRow, index: number) => void): Promise<number> {
  let count = 0
  let last: CsvRow | undefined
  for await (const rows of file.readRows()) {
    for (const row of rows) {
      onRow(row, count)
      count += 1
    }
    last = rows.at(-1) ?? last
  }
  if (last && last.cells.length < file.header.length) throw describeCutOff(file, last, file.header.length)
  return count
}

export function describeCutOff({ name, header }: CsvFile, { line, cells }: CsvRow, width: number): ImportError {
  const reason = `the last row has ${cells.length} of ${width} cells: the file was cut off`
  return new ImportError({ file: name, line, column: header[cells.length - 1] }, reason)
}

/** Rejects a row with fewer or more cells than the header. */
export function checkCellCount(file: CsvFile, row: CsvRow, notes: Pick<ImportNotes, 'reject'>): boolean {
  const origin = file.originOf?.(row, 0) ?? { file, row }
  const [{ length }, { length: expected }] = [origin.row.cells, origin.file.header]
  const reason = `the row has ${length} cells, but the header has ${expected}`
  if (length !== expected) notes.reject({ ...describeCell(origin.file, origin.row, undefined), reason })
  return length === expected
}

/** A longer row probably has an unclosed quote. */
const ROW_MAX_CHARACTERS = 2_000_000

/** Bounds rows of blank cells, which have few characters. */
const ROW_MAX_CELLS = 1_000_000

const ENDLESS_ROW = 'the row does not end: a quote is probably not closed, or the file is not a table'
const UNCLOSED_QUOTE = 'a quote is opened in this row and never closed'
const TEXT_AFTER_QUOTE =
  'a quote is followed by text: either a quote before it was not closed, or a quote inside the cell is not doubled'

interface CsvTable {
  readonly path: string
  readonly delimiter: string
  /** Column names, which errors mention. */
  readonly header: readonly string[]
}

/**
 * Splits text into rows. Lines may end with `\n`, `\r\n` or, in old files, `\r`. Quotes in the middle of a cell, such as
 * those of inches, are literal, as in spreadsheet programs. A cell is a slice of the text, so whoever keeps a
 * cell keeps that part of the text in memory.
 */
export class CsvSplitter {
  readonly #table: CsvTable
  /** Finds the end of a cell. */
  readonly #separator: RegExp
  /** The incomplete cell at the end of the previous part. */
  #rest = ''
  #cells: string[] = []
  #characters = 0
  #lineBreaks = 0
  #line = 1
  #number = 1

  constructor(table: CsvTable) {
    this.#table = table
    this.#separator = new RegExp(`[\\u{${table.delimiter.codePointAt(0)!.toString(16)}}\\r\\n]`, 'gu')
  }

  /**
   * Returns the rows that end in the next part, without blank lines.
   * @param isLast whether no further part follows, so that the last row needs no line end
   * @throws ImportError if a quote is at a wrong place or not closed, or a row is too long
   */
  split(part: string, isLast = false): CsvRow[] {
    const text = this.#rest + part
    const rows: CsvRow[] = []
    let start = 0
    for (;;) {
      // After a delimiter at the end of the file, there is a blank cell.
      if (start >= text.length && !(isLast && this.#cells.length > 0)) break
      const isQuoted = text.startsWith('"', start)
      const end = isQuoted ? this.#findQuotedEnd(text, start, isLast) : this.#findSeparator(text, start)
      const separator = text.charAt(end)
      // A line feed may follow a carriage return, and is known only with the next character.
      const isIncomplete = !isLast && (separator === '' || (separator === '\r' && end + 1 === text.length))
      if (this.#characters + end - start > ROW_MAX_CHARACTERS || this.#cells.length > ROW_MAX_CELLS)
        throw this.#fault(ENDLESS_ROW)
      if (isIncomplete) break
      this.#addCell(text.slice(start, end), isQuoted)
      start = end + (text.startsWith('\r\n', end) ? 2 : 1)
      if (separator === this.#table.delimiter) continue
      if (this.#cells.length > 1 || this.#cells[0] !== '')
        rows.push({ line: this.#line, number: this.#number, cells: this.#cells })
      this.#line += 1 + this.#lineBreaks
      this.#number += 1
      this.#cells = []
      this.#characters = this.#lineBreaks = 0
    }
    this.#rest = text.slice(start)
    return rows
  }

  #findSeparator(text: string, start: number): number {
    this.#separator.lastIndex = start
    return this.#separator.exec(text)?.index ?? text.length
  }

  /** Returns the position after the closing quote, or the text's length if the quote is not certain yet. */
  #findQuotedEnd(text: string, start: number, isLast: boolean): number {
    let quote = text.indexOf('"', start + 1)
    while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
    if (quote === -1 && isLast) throw this.#fault(UNCLOSED_QUOTE)
    if (quote === -1) return text.length
    const end = quote + 1
    if (end < text.length && !['\r', '\n', this.#table.delimiter].includes(text[end]!))
      throw this.#fault(TEXT_AFTER_QUOTE)
    return end
  }

  #addCell(text: string, isQuoted: boolean): void {
    this.#characters += text.length
    if (isQuoted) this.#lineBreaks += text.match(/\r\n?|\n/g)?.length ?? 0
    this.#cells.push(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text)
  }

  #fault(reason: string): ImportError {
    const { path, header } = this.#table
    return new ImportError({ file: path, line: this.#line, column: header[this.#cells.length] }, reason)
  }
}
