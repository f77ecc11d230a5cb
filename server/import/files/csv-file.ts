import { finished } from 'node:stream/promises'
import { CsvError, parse, type Parser } from 'csv-parse'
import { parse as parseRecords } from 'csv-parse/sync'
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

/** A longer row probably has an unclosed quote. */
const RECORD_MAX_CHARACTERS = 2_000_000

/** Limits blank cells too, which `RECORD_MAX_CHARACTERS` does not count. */
const ROW_MAX_BYTES = 4 * RECORD_MAX_CHARACTERS

const COLUMNS_MAX = 10_000

const FIRST_BYTES = 256 * 1024

/** Old spreadsheet programs end lines with `\r`, and a file may mix all three line ends. */
const RECORD_DELIMITERS = ['\r\n', '\n', '\r']

const ENDLESS_ROW = 'the row does not end: a quote is probably not closed, or the file is not a table'

export interface CsvRow {
  readonly line: number
  /** Row number in a spreadsheet, which counts the header and blank rows. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly name: string
  readonly header: readonly string[]
  /**
   * Streams all rows except the header and blank lines; may be called several times. A row may have more or fewer cells
   * than the header.
   * @throws ImportError if bytes or quotes cannot be read
   */
  readRows(): AsyncGenerator<CsvRow>
}

/**
 * Opens a CSV file, detects its encoding and delimiter, and reads the header.
 * @param encoding overrides the detected encoding
 * @throws ImportError if the file is empty, is not text or has another encoding
 */
export async function openCsvFile(file: SourcePath, encoding?: string): Promise<CsvFile> {
  const { path } = file
  const source = { ...file, ...(await inspectFirstBytes(file, encoding)) }
  for await (const row of readRecords(source, 0)) {
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
  return { encoding, delimiter, header: cleanHeader(readFirstRecord(text, delimiter)) }
}

/** Parses the header leniently, so that later errors can name their column. */
function readFirstRecord(text: string, delimiter: string): readonly string[] {
  try {
    const options = {
      delimiter,
      record_delimiter: RECORD_DELIMITERS,
      to: 1,
      relax_quotes: true,
      relax_column_count: true,
    }
    return parseRecords(text, options)[0] ?? []
  } catch {
    // The strict parser will report this error.
    return []
  }
}

function cleanHeader(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
}

async function* readRecords(source: CsvSource, skipped: number): AsyncGenerator<CsvRow> {
  // Lines are counted in the callback, because the parser's own count runs ahead and counts a CR LF inside quotes twice.
  let nextLine = 1
  let number = 0
  let count = 0
  let rows: CsvRow[] = []
  let bytesOfRow = 0
  const parser = parse({
    delimiter: source.delimiter,
    record_delimiter: RECORD_DELIMITERS,
    relax_column_count: true,
    max_record_size: RECORD_MAX_CHARACTERS,
    // Rows are collected here, because reading them from the parser's stream takes as long as parsing.
    on_record: (cells: string[]) => {
      // csv-parse builds an error (130 µs) for each row whose length differs from the first row's, but does not check the
      // first row. Resetting the count makes it treat each row as the first.
      ;(parser.info as { records: number }).records = 0
      bytesOfRow = 0
      number += 1
      const line = nextLine
      nextLine += 1 + countLineBreaks(cells)
      const isBlank = cells.length === 1 && cells[0] === ''
      if (!isBlank && ++count > skipped) rows.push({ line, number, cells })
      return null
    },
  })
  // Without a listener, an error would crash the process; `write` and `end` already reject with it.
  parser.on('error', () => {})
  try {
    for await (const bytes of readText(source, source)) {
      bytesOfRow += bytes.length
      await write(parser, bytes)
      if (bytesOfRow > ROW_MAX_BYTES) throw new ImportError({ file: source.path, line: nextLine }, ENDLESS_ROW)
      yield* rows
      rows = []
    }
    await end(parser)
    yield* rows
  } catch (error) {
    throw error instanceof CsvError ? describeCsvError(error, source, nextLine) : error
  } finally {
    parser.destroy()
  }
}

function write(parser: Parser, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function end(parser: Parser): Promise<void> {
  parser.resume().end()
  await finished(parser)
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened in this row and never closed',
  CSV_INVALID_CLOSING_QUOTE:
    'a quote is followed by text: either a quote before it was not closed, or a quote inside the cell is not doubled',
  INVALID_OPENING_QUOTE: 'a cell that is not quoted contains a quote; quote the cell and double the quote in it',
  CSV_MAX_RECORD_SIZE: ENDLESS_ROW,
}

function describeCsvError(error: CsvError, source: CsvSource, line: number): ImportError {
  const column = typeof error['column'] === 'number' ? source.header[error['column']] : undefined
  const reason = CSV_FAULTS[error.code] ?? `the row cannot be read (${error.message})`
  return new ImportError({ file: source.path, line, column }, reason, { cause: error })
}

function countLineBreaks(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) if (cell.includes('\n') || cell.includes('\r')) count += cell.split(/\r\n|\n|\r/).length - 1
  return count
}

/** Returns whether a row has no content. Spreadsheets append blank rows to a table. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/** Returns the line on which a cell begins; a row with line breaks has several lines. */
export function lineOfCell(row: CsvRow, index: number): number {
  return row.line + countLineBreaks(row.cells.slice(0, index))
}

/**
 * Returns the position of a cell for the report, and the start of its text.
 * @param index of the column; if the file lacks the column (undefined), the position of the row is returned
 */
export function describeCell(file: CsvFile, row: CsvRow, index: number | undefined): FieldPlace {
  return {
    file: file.name,
    line: index === undefined ? row.line : lineOfCell(row, index),
    row: row.number,
    column: index === undefined ? null : (file.header[index] ?? null),
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
  for await (const row of file.readRows()) {
    onRow(row, count)
    count += 1
    last = row
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
