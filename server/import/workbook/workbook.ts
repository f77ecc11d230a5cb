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
