import { ImportError } from '../import-error.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'

/**
 * Reads a file through once, so that its structural faults are known before anything is written.
 * @returns the number of rows
 * @throws ImportError where it cannot be read to its end, has no rows, or breaks off in its last one
 */
export async function surveyRows(file: CsvFile, onRow: (row: CsvRow, index: number) => void): Promise<number> {
  let count = 0
  let last: CsvRow | undefined
  for await (const row of file.readRows()) {
    onRow(row, count)
    count += 1
    last = row
  }
  if (last === undefined) throw new ImportError({ file: file.name, line: 1 }, 'the file has a header, but no rows')
  const { length } = last.cells
  if (length < file.header.length) {
    throw new ImportError(
      { file: file.name, line: last.line, column: file.header[length - 1] },
      `the last row has ${length} of ${file.header.length} cells: the file was cut off`,
    )
  }
  return count
}
