import { abbreviateValue } from '../cells.ts'
import { ImportError } from '../import-error.ts'
import {
  detectEncoding,
  identifyUnsupportedFile,
  readFirstBytes,
  readText,
  TABLE_ADVICE,
  type TextFile,
} from './text-file.ts'
import type { FieldPlace, ImportNotes } from '../import-report.ts'
import type { SourcePath } from './source-path.ts'
import { countLineBreaks, type CsvRow, CsvSplitter } from './csv-splitter.ts'

export type { CsvRow } from './csv-splitter.ts'

const COLUMNS_MAX = 10_000

const FIRST_BYTES = 256 * 1024

export interface CsvFile {
  readonly name: string
  readonly header: readonly string[]
  /**
   * Streams all rows except the header and blank lines in batches; may be called several times. A row may have more or fewer
   * cells than the header.
   * @throws ImportError if bytes or quotes cannot be read
   */
  readRows(): AsyncGenerator<readonly CsvRow[]>
}

/**
 * Opens a CSV file, detects its encoding and delimiter, and reads the header.
 * @param encoding overrides the detected encoding
 * @throws ImportError if the file is empty, is not text or has another encoding
 */
export async function openCsvFile(file: SourcePath, encoding?: string): Promise<CsvFile> {
  const { path } = file
  const source = { ...file, ...(await inspectFirstBytes(file, encoding)) }
  for await (const [row] of readRecords(source, 0)) {
    if (!row) continue
    const header = cleanHeader(row.cells)
    if (header.join('') === '') break
    if (header.length > COLUMNS_MAX) {
      throw new ImportError(
        { file: path, line: row.line },
        `the header has ${header.length} columns, more than ${COLUMNS_MAX}; export the products again`,
      )
    }
    return { name: path, header, readRows: () => readRecords({ ...source, header }, 1) }
  }
  throw new ImportError({ file: path }, 'the file is empty')
}

interface CsvSource extends TextFile {
  readonly delimiter: string
  readonly header: readonly string[]
}

async function inspectFirstBytes(
  source: SourcePath,
  givenEncoding?: string,
): Promise<Omit<CsvSource, keyof SourcePath>> {
  const { path } = source
  const bytes = await readFirstBytes(source, FIRST_BYTES)
  if (bytes.length === 0) throw new ImportError({ file: path }, 'the file is empty')
  const unreadable = identifyUnsupportedFile(bytes)
  if (unreadable !== undefined) throw new ImportError({ file: path }, `this is ${unreadable}; ${TABLE_ADVICE}`)
  const encoding = givenEncoding ?? detectEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (/^[^\r\n]*\0/.test(text)) {
    throw new ImportError(
      { file: path, line: 1 },
      'the file contains NUL bytes; if it is UTF-16, add --encoding utf-16le',
    )
  }
  const delimiter = detectDelimiter(text)
  return { encoding, delimiter, header: cleanHeader(readFirstRecord(text, { path, delimiter })) }
}

/** Reads the header leniently, because the strict pass reports its errors. */
function readFirstRecord(text: string, { path, delimiter }: { path: string; delimiter: string }): readonly string[] {
  try {
    const splitter = new CsvSplitter({ path, delimiter, header: [] })
    return [...splitter.split(text), ...splitter.finish()][0]?.cells ?? []
  } catch {
    return (/^[^\r\n]*/.exec(text)?.[0] ?? '').split(delimiter)
  }
}

function cleanHeader(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
}

/** @param skipped number of rows to leave out, not counting blank lines */
async function* readRecords(source: CsvSource, skipped: number): AsyncGenerator<readonly CsvRow[]> {
  const splitter = new CsvSplitter(source)
  let left = skipped
  const skip = (rows: readonly CsvRow[]) => {
    const others = left > 0 ? rows.slice(left) : rows
    left -= rows.length - others.length
    return others
  }
  for await (const bytes of readText(source, source)) {
    const rows = skip(splitter.split(bytes.toString()))
    if (rows.length > 0) yield rows
  }
  yield skip(splitter.finish())
}

/** Returns whether a row has no content. Spreadsheets append blank rows to a table. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/** Returns the line on which a cell begins; a row with line breaks has several lines. */
export function lineOfCell(row: CsvRow, index: number): number {
  let { line } = row
  for (const cell of row.cells.slice(0, index)) line += countLineBreaks(cell)
  return line
}

/** Returns the line and column of a cell; if the file lacks the column (undefined), the line of the row. */
export function positionOfCell(
  { header }: CsvFile,
  row: CsvRow,
  index: number | undefined,
): Pick<FieldPlace, 'line' | 'column'> {
  return index === undefined
    ? { line: row.line, column: null }
    : { line: lineOfCell(row, index), column: header[index] ?? null }
}

/**
 * Returns the position of a cell for the report, and the start of its text.
 * @param index of the column; if the file lacks the column (undefined), the position of the row is returned
 */
export function describeCell(file: CsvFile, row: CsvRow, index: number | undefined): FieldPlace {
  return {
    file: file.name,
    ...positionOfCell(file, row, index),
    row: row.number,
    value: index === undefined ? null : abbreviateValue(row.cells[index] ?? ''),
  }
}

/**
 * First pass: reads the whole file, so that structural errors are found before anything is written.
 * @returns the number of rows
 * @param options.requiresRows false if the file may have only a header
 * @throws ImportError if the file cannot be read, has no rows or ends within a row
 */
export async function scanCsvRows(
  file: CsvFile,
  onRow: (row: CsvRow, index: number) => void,
  { requiresRows = true } = {},
): Promise<number> {
  let count = 0
  let last: CsvRow | undefined
  for await (const rows of file.readRows()) {
    for (const row of rows) {
      onRow(row, count)
      count += 1
    }
    last = rows.at(-1) ?? last
  }
  if (last === undefined) {
    if (!requiresRows) return 0
    throw new ImportError({ file: file.name, line: 1 }, 'the file has a header, but no rows')
  }
  const { length } = last.cells
  if (length < file.header.length) {
    throw new ImportError(
      { file: file.name, line: last.line, column: file.header[length - 1] },
      `the last row has ${length} of ${file.header.length} cells: the file was cut off`,
    )
  }
  return count
}

/** Returns whether a row has as many cells as the header, and rejects the row otherwise. */
export function checkCellCount(
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

const DELIMITERS = [',', ';', '\t'] as const

function detectDelimiter(beginning: string): string {
  const counts = new Map<string, number>()
  const countOf = (character: string) => counts.get(character) ?? 0
  let isQuoted = false
  for (const character of beginning) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) counts.set(character, countOf(character) + 1)
  }
  return DELIMITERS.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best))
}
