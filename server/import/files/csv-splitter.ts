import { ImportError } from '../import-error.ts'

/** A longer row probably has an unclosed quote. */
const ROW_MAX_CHARACTERS = 2_000_000

/** Bounds rows of blank cells, which have few characters. */
const ROW_MAX_CELLS = 4 * ROW_MAX_CHARACTERS

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

const ENDLESS_ROW = 'the row does not end: a quote is probably not closed, or the file is not a table'
const UNCLOSED_QUOTE = 'a quote is opened in this row and never closed'
const TEXT_AFTER_QUOTE =
  'a quote is followed by text: either a quote before it was not closed, or a quote inside the cell is not doubled'

export interface CsvRow {
  readonly line: number
  /** Number of the row in a spreadsheet, which counts the header and blank rows. */
  readonly number: number
  readonly cells: readonly string[]
}

interface CsvTable {
  readonly path: string
  readonly delimiter: string
  /** Column names, which errors mention. */
  readonly header: readonly string[]
}

/**
 * Splits text into rows. Lines may end with `\n`, `\r\n` or, in old files, `\r`. Cells are substrings that keep a part
 * of the text in memory.
 */
export class CsvSplitter {
  readonly #table: CsvTable
  readonly #delimiter: number
  /** The part that is being split, after the incomplete cell of the previous part. */
  #text = ''
  /** Position in the text at which the next cell begins. */
  #position = 0
  #cells: string[] = []
  #characters = 0
  #lineBreaks = 0
  #line = 1
  #number = 1

  constructor(table: CsvTable) {
    this.#table = table
    this.#delimiter = table.delimiter.charCodeAt(0)
  }

  /**
   * Returns the rows that end in the next part, without blank lines.
   * @throws ImportError if a quote is at a wrong place, or a row is too long
   */
  split(part: string): CsvRow[] {
    this.#text = this.#text.slice(this.#position) + part
    this.#position = 0
    return this.#readRows(false)
  }

  /**
   * Returns a last row that has no line end.
   * @throws ImportError also if a quote is not closed
   */
  finish(): CsvRow[] {
    return this.#readRows(true)
  }

  #readRows(isLast: boolean): CsvRow[] {
    const text = this.#text
    const rows: CsvRow[] = []
    while (this.#hasCell(isLast)) {
      const start = this.#position
      const isQuoted = text.charCodeAt(start) === QUOTE
      const end = isQuoted ? this.#findQuotedEnd(start, isLast) : this.#findEnd(start)
      const separator = text.charCodeAt(end)
      // A line feed may follow a carriage return, and is known only with the next character.
      if (!isLast && (end >= text.length || (separator === CARRIAGE_RETURN && end + 1 === text.length))) {
        this.#checkLength(text.length - start)
        break
      }
      this.#addCell(isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end), isQuoted)
      this.#position = end + 1
      if (separator === this.#delimiter) continue
      if (separator === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED) this.#position += 1
      if (this.#cells.length > 1 || this.#cells[0] !== '')
        rows.push({ line: this.#line, number: this.#number, cells: this.#cells })
      this.#startRow()
    }
    return rows
  }

  /** Returns whether a cell begins here. After a delimiter at the end of the file, there is a blank cell. */
  #hasCell(isLast: boolean): boolean {
    return this.#position < this.#text.length || (isLast && this.#cells.length > 0)
  }

  /** Ignores quotes, because spreadsheet programs read those in the middle of a cell literally, such as those of inches. */
  #findEnd(start: number): number {
    const text = this.#text
    let end = start
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break
    }
    return end
  }

  /** Returns the position after the closing quote, or the text's length if the quote is not certain yet. */
  #findQuotedEnd(start: number, isLast: boolean): number {
    const text = this.#text
    let quote = text.indexOf('"', start + 1)
    while (quote !== -1 && text.charCodeAt(quote + 1) === QUOTE) quote = text.indexOf('"', quote + 2)
    if (quote === -1) {
      if (isLast) throw this.#fault(UNCLOSED_QUOTE)
      return text.length
    }
    const end = quote + 1
    const separator = text.charCodeAt(end)
    if (end < text.length && separator !== this.#delimiter && separator !== LINE_FEED && separator !== CARRIAGE_RETURN)
      throw this.#fault(TEXT_AFTER_QUOTE)
    return end
  }

  #addCell(text: string, isQuoted: boolean): void {
    this.#checkLength(text.length)
    this.#characters += text.length
    if (isQuoted) this.#lineBreaks += countLineBreaks(text)
    this.#cells.push(isQuoted && text.includes('"') ? text.replaceAll('""', '"') : text)
  }

  #startRow(): void {
    this.#line += 1 + this.#lineBreaks
    this.#number += 1
    this.#cells = []
    this.#characters = 0
    this.#lineBreaks = 0
  }

  #checkLength(cellLength: number): void {
    if (this.#characters + cellLength > ROW_MAX_CHARACTERS || this.#cells.length > ROW_MAX_CELLS)
      throw this.#fault(ENDLESS_ROW)
  }

  #fault(reason: string): ImportError {
    const { path, header } = this.#table
    return new ImportError({ file: path, line: this.#line, column: header[this.#cells.length] }, reason)
  }
}

export function countLineBreaks(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\n|\r/).length - 1 : 0
}
