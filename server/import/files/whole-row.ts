import type { ImportNotes } from '../import-report.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'

/** Whether a row has a cell for each column; one that has not is rejected here. */
export function isWholeRow(
  { name, header }: CsvFile,
  { line, number, cells }: CsvRow,
  notes: Pick<ImportNotes, 'reject'>,
): boolean {
  if (cells.length === header.length) return true
  notes.reject({
    file: name,
    line,
    row: number,
    column: null,
    value: null,
    reason: `the row has ${cells.length} cells, but the header has ${header.length}`,
  })
  return false
}
