import { ImportError } from '../import-error.ts'
import { FILE_MAX_BYTES } from '../pictures/inspect-picture.ts'

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
  readonly isHidden: boolean
  /** Cells that are not blank, in any order. */
  readonly cells: readonly WorkbookCell[]
}

export interface SheetHead {
  readonly name: string
  readonly isHidden: boolean
  readonly rows: readonly WorkbookRow[]
}

export interface MergedCells {
  /** Range of the cells, such as `B1:D1`. */
  readonly range: string
  readonly firstRow: number
  readonly lastRow: number
}

/** A picture in or above a cell. */
export interface AnchoredPicture {
  /** Number of the row, counted from 1. */
  readonly row: number
  /** Index of the column, counted from 0. */
  readonly column: number
  /** File within the workbook. */
  readonly part: string
}

export interface Workbook extends AsyncDisposable {
  readHeads(): AsyncGenerator<SheetHead>
  /** Yields the rows that are not blank. */
  readRows(sheet: string): AsyncGenerator<readonly WorkbookRow[]>
  /** Merged cells in the first rows of the sheet that was last read to its end. */
  readonly merged: readonly MergedCells[]
  /** Pictures of the sheet that was last read to its end. */
  readonly pictures: readonly AnchoredPicture[]
  /** @throws ImportError if there is no such file, or it is too large */
  readPicture(part: string): AsyncGenerator<Buffer>
}

/** Limit of a picture. Larger pictures are refused as files too. */
export const PICTURE_MAX_BYTES = FILE_MAX_BYTES

const PICTURES_MAX = 100_000

/** @throws ImportError if a sheet has more pictures than an owner would place */
export function checkPictureCount(file: string, pictures: readonly AnchoredPicture[]): void {
  if (pictures.length > PICTURES_MAX)
    throw new ImportError({ file }, `the sheet has more than ${PICTURES_MAX} pictures; remove some`)
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
