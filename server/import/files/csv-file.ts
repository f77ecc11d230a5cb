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

/** A record is a product's row at most: one that is longer is a quote that nobody closed. */
const RECORD_MAX_CHARACTERS = 2_000_000

/** Without the end of a row, cells that are blank included, which `RECORD_MAX_CHARACTERS` does not count. */
const ROW_MAX_BYTES = 4 * RECORD_MAX_CHARACTERS

/** No shop's export has as many. */
const COLUMNS_MAX = 10_000

/** More than any header is long. */
const BEGINNING_BYTES = 256 * 1024

/** `\r` alone ends lines in files of old spreadsheets; one file may mix all three. */
const RECORD_DELIMITERS = ['\r\n', '\n', '\r']

const ENDLESS_ROW = 'the row does not end: a quote was probably not closed, or the file is no table'

export interface CsvRow {
  /** Where the row begins: quoted cells may span lines. */
  readonly line: number
  /** The row that a spreadsheet shows: the header is its first, and blank ones count. */
  readonly number: number
  readonly cells: readonly string[]
}

/** A CSV file whose header was read. Rows are streamed, as often as they are asked for. */
export interface CsvFile {
  /** As reports name it. */
  readonly name: string
  readonly header: readonly string[]
  /**
   * Every row but the header and blank lines; a row may have more or fewer cells than the header.
   * @throws ImportError on bytes or quotes that cannot be read
   */
  readRows(): AsyncGenerator<CsvRow>
}

/**
 * Opens a CSV file: finds encoding and delimiter out and reads the header.
 * @param encoding overrides what the file looks like
 * @throws ImportError where the file is empty, no text, or not in the encoding
 */
export async function openCsvFile(path: string, encoding?: string): Promise<CsvFile> {
  const source = { path, ...(await inspectBeginning(path, encoding)) }
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

/** What the first bytes tell, read with indulgence: faults behind the header shall be able to name their column. */
async function inspectBeginning(path: string, givenEncoding?: string): Promise<Omit<CsvSource, 'path'>> {
  const bytes = await readFirstBytes(path, BEGINNING_BYTES)
  if (bytes.length === 0) throw new ImportError({ file: path }, 'the file is empty')
  const unreadable = identifyUnsupportedFile(bytes)
  if (unreadable !== undefined) throw new ImportError({ file: path }, `this is ${unreadable}; ${TABLE_ADVICE}`)
  const encoding = givenEncoding ?? detectEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (/^[^\r\n]*\0/.test(text)) {
    throw new ImportError(
      { file: path, line: 1 },
      'the file holds zero bytes; if it is UTF-16, say --encoding utf-16le',
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
    // The strict reading that follows meets the same fault and explains it.
    return []
  }
}

function cleanHeader(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
}

/** @param skipped how many rows at the beginning are left out */
async function* readRecords(source: CsvSource, skipped: number): AsyncGenerator<CsvRow> {
  // The parser counts a CR LF inside quotes twice, so lines are counted here. It runs ahead of its reader:
  // only inside its own callback does the count agree with the record at which it stops.
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
    // Rows are taken here rather than out of the parser's stream, which costs as much again as the parsing.
    on_record: (cells: string[]) => {
      // The parser builds an error of 130 µs for each row that has not as many cells as the first one; it compares no first row.
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
  // Each write and the end tell of their own errors.
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
      return new ImportError(place, 'a quote stands in the middle of a cell that is not quoted', { cause: error })
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

/** Spreadsheets write rows of nothing but delimiters behind the table. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/** The line on which a cell begins. */
export function lineOfCell(row: CsvRow, index: number): number {
  return row.line + countLineBreaks(row.cells.slice(0, index))
}

/**
 * Reads a file through once, so that its structural faults are known before anything is written.
 * @returns the number of rows
 * @throws ImportError where it cannot be read to its end, has no rows, or breaks off in its last one
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

/** Whether a row has a cell for each column; one that has not is rejected here. */
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

/** Spreadsheets of countries with a decimal comma save semicolons: the one that the header line holds most of counts. */
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
