import { ImportError } from '../import-error.ts'

/** Most rows that a sheet can have in Excel, and by default in LibreOffice. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

/** Rows at the beginning of a sheet that may be its header. */
export const HEAD_ROWS = 50

export interface WorkbookCell {
  /** Index of the column, counted from 0. */
  readonly column: number
  readonly text: string
  /** Why a cell that is not blank has no text. */
  readonly fault?: string
}

export interface WorkbookRow {
  /** Number of the row, counted from 1 as in spreadsheet programs. */
  readonly number: number
  /** Cells that are not blank, in any order. */
  readonly cells: readonly WorkbookCell[]
}

export interface SheetHead {
  readonly name: string
  readonly isHidden: boolean
  readonly rows: readonly WorkbookRow[]
}

export const PROTECTED = 'the workbook is protected with a password; save it without one'

export const NO_RESULT =
  'has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again'

/** @param error such as `#N/A` */
export function describeCellError(error: string): string {
  return `shows the error ${error.slice(0, 20)}, so it was imported as blank; correct it in the workbook`
}

/** @throws ImportError if a spreadsheet program could not have such a row or column */
export function checkBounds(file: string, row: number, column: number): void {
  if (row >= 1 && row <= ROWS_MAX && column < COLUMNS_MAX) return
  throw new ImportError(
    { file },
    `the workbook is damaged: it has a cell in row ${row}, column ${column + 1}, but a sheet has at most ${ROWS_MAX} rows and ${COLUMNS_MAX} columns`,
  )
}

/** Returns the letters of a column: A for 0, AA for 26. */
export function nameColumn(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? letter : nameColumn(Math.floor(column / 26) - 1) + letter
}
