import { finished } from 'node:stream/promises'
import { CsvError, parse, type Parser } from 'csv-parse'
import { parse as parseRecords } from 'csv-parse/sync'
import { ImportError } from '../import-error.ts'
import {
  detectEncoding,
  identifyUnsupportedFile,
  readFirstBytes,
  readText,
  TABLE_ADVICE,
  type TextFile,
} from './text-file.ts'
import type { ImportNotes } from '../import-report.ts'

/** Limit for one record (a product's row at most); a longer record has an unclosed quote. */
const RECORD_MAX_CHARACTERS = 2_000_000

/**
 * Limit for the bytes between two row ends. It also covers blank cells, which `RECORD_MAX_CHARACTERS` does not count.
 */
const ROW_MAX_BYTES = 4 * RECORD_MAX_CHARACTERS

const COLUMNS_MAX = 10_000

/** Number of bytes read to detect encoding, delimiter and header. */
const FIRST_BYTES = 256 * 1024

/** Files of old spreadsheets end lines with a single `\r`; one file may mix all three line ends. */
const RECORD_DELIMITERS = ['\r\n', '\n', '\r']

const ENDLESS_ROW = 'the row does not end: a quote is probably not closed, or the file is not a table'

export interface CsvRow {
  /** Line on which the row begins; quoted cells may span lines. */
  readonly line: number
  /** Row number in a spreadsheet: the header is row 1, and blank rows count. */
  readonly number: number
  readonly cells: readonly string[]
}

/** A CSV file with its header. `readRows` streams the rows and may be called several times. */
export interface CsvFile {
  readonly name: string
  readonly header: readonly string[]
  /**
   * Yields all rows except the header and blank lines; a row may have more or fewer cells than the header.
   * @throws ImportError if bytes or quotes cannot be read
   */
  readRows(): AsyncGenerator<CsvRow>
}

/**
 * Opens a CSV file, detects its encoding and delimiter, and reads the header.
 * @param encoding overrides the detected encoding
 * @throws ImportError if the file is empty, is not text or has another encoding
 */
export async function openCsvFile(path: string, encoding?: string): Promise<CsvFile> {
  const source = { path, ...(await inspectFirstBytes(path, encoding)) }
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

/** Detects encoding and delimiter. The header is parsed leniently here, so that later errors can name their column. */
async function inspectFirstBytes(path: string, givenEncoding?: string): Promise<Omit<CsvSource, 'path'>> {
  const bytes = await readFirstBytes(path, FIRST_BYTES)
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
    // The strict parser finds the same error afterwards and reports it.
    return []
  }
}

function cleanHeader(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
}

/** @param skipped number of rows to skip at the beginning */
async function* readRecords(source: CsvSource, skipped: number): AsyncGenerator<CsvRow> {
  // Lines are counted here because the parser counts a CR LF inside quotes twice. The parser reads ahead, so the
  // count matches a record only inside its `on_record` callback.
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
    // Rows are collected in this callback because reading them from the parser's stream takes as long as the parsing.
    on_record: (cells: string[]) => {
      // csv-parse builds an error (130 µs) for each row whose length differs from the first. It skips that check for
      // the first row, so each row is declared the first.
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
  // Errors are already passed to the callbacks of `write` and `end`.
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

function describeCsvError(error: CsvError, source: CsvSource, line: number): ImportError {
  const column = typeof error['column'] === 'number' ? source.header[error['column']] : undefined
  const place = { file: source.path, line, column }
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new ImportError(place, 'a quote is opened in this row and never closed', { cause: error })
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new ImportError(
        place,
        'a quote is followed by text: either a quote before it was not closed, or a quote inside the cell is not doubled',
        { cause: error },
      )
    case 'INVALID_OPENING_QUOTE':
      return new ImportError(
        place,
        'a cell that is not quoted contains a quote; quote the cell and double the quote in it',
        { cause: error },
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new ImportError(place, ENDLESS_ROW, { cause: error })
    default:
      return new ImportError(place, `the row cannot be read (${error.message})`, { cause: error })
  }
}

function countLineBreaks(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) count += countLineBreaksOf(cell)
  return count
}

function countLineBreaksOf(text: string): number {
  if (!text.includes('\n') && !text.includes('\r')) return 0
  return text.split(/\r\n|\n|\r/).length - 1
}

/** Whether a row has no content: spreadsheets append rows of delimiters to a table. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

export function lineOfCell(row: CsvRow, index: number): number {
  return row.line + countLineBreaks(row.cells.slice(0, index))
}

/**
 * First pass: reads the whole file, so that structural errors are found before anything is written.
 * @returns the number of rows
 * @throws ImportError if the file cannot be read, has no rows or ends within a row
 */
export async function scanCsvRows(file: CsvFile, onRow: (row: CsvRow, index: number) => void): Promise<number> {
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

/**
 * Returns the delimiter that occurs most often in the header line. Spreadsheets save semicolons in countries with a
 * decimal comma.
 */
export function detectDelimiter(beginning: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of beginning) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return DELIMITERS.reduce((best, delimiter) => (counts.get(delimiter)! > counts.get(best)! ? delimiter : best))
}
