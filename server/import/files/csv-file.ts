import { abbreviateValue } from '../cells.ts'
import { ImportError } from '../import-error.ts'
import type { FieldPlace, ImportNotes } from '../import-report.ts'
import type { CsvRow } from './csv-splitter.ts'

export type { CsvRow } from './csv-splitter.ts'

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

/** Where a table is, as messages name it. */
export interface TableHead {
  /** Path of the file; in a workbook, with the name of the sheet. */
  readonly name: string
  /** Line of the column names. */
  readonly headerLine: number
}

/** A table in a CSV file or in a sheet of a workbook. */
export interface CsvFile extends TableHead {
  readonly header: readonly string[]
  /** Missing if the table is not read from a CSV file. */
  readonly delimiter?: string
  /** Name of the sheet in a workbook; undefined for other files. */
  readonly sheet?: string
  /** Whether rows are elements of XML, which have a line, but no number in a spreadsheet. */
  readonly isXml?: boolean
  /** The cell of the original table from which a cell was made, if the rows were translated from another table. */
  readonly originOf?: (row: CsvRow, index: number, part?: string) => CellOrigin
  /** The slug of a row whose slug other rows have too, if they are different products. */
  readonly readOwnSlug?: (row: CsvRow) => string | undefined
  /**
   * Streams all rows except the header and blank lines, also repeatedly. Rows may have more or fewer cells than the
   * header.
   * @throws ImportError if bytes or quotes cannot be read
   */
  readRows(): AsyncGenerator<readonly CsvRow[]>
}

interface CellOrigin {
  readonly file: CsvFile
  readonly row: CsvRow
  readonly index: number | undefined
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
  if (!last) return 0
  const { length } = last.cells
  if (length < file.header.length) {
    throw new ImportError(
      { file: file.name, line: last.line, column: file.header[length - 1] },
      `the last row has ${length} of ${file.header.length} cells: the file was cut off`,
    )
  }
  return count
}

/** Rejects a row with fewer or more cells than the header. */
export function checkCellCount(file: CsvFile, row: CsvRow, notes: Pick<ImportNotes, 'reject'>): boolean {
  const origin = file.originOf?.(row, 0) ?? { file, row }
  const { name, header } = origin.file
  const { line, number, cells } = origin.row
  if (cells.length === header.length) return true
  const reason = `the row has ${cells.length} cells, but the header has ${header.length}`
  notes.reject({ file: name, line, row: number, column: null, value: null, reason })
  return false
}
