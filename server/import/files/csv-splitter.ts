import { ImportError } from '../import-error.ts'

/** A longer row probably has an unclosed quote. */
const ROW_MAX_CHARACTERS = 2_000_000

/** Bounds rows of blank cells, which have few characters. */
const ROW_MAX_CELLS = 1_000_000

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
 * Splits text into rows. Lines may end with `\n`, `\r\n` or, in old files, `\r`. Quotes in the middle of a cell, such as
 * those of inches, are literal, as in spreadsheet programs. Cells are substrings that keep a part of the text in memory.
 */
export class CsvSplitter {
  readonly #table: CsvTable
  /** Finds the end of a cell. */
  readonly #separator: RegExp
  /** The incomplete cell at the end of the previous part. */
  #rest = ''
  #cells: string[] = []
  #characters = 0
  #lineBreaks = 0
  #line = 1
  #number = 1

  constructor(table: CsvTable) {
    this.#table = table
    this.#separator = new RegExp(`[\\u{${table.delimiter.codePointAt(0)!.toString(16)}}\\r\\n]`, 'gu')
  }

  /**
   * Returns the rows that end in the next part, without blank lines.
   * @param isLast whether no further part follows, so that the last row needs no line end
   * @throws ImportError if a quote is at a wrong place or not closed, or a row is too long
   */
  split(part: string, isLast = false): CsvRow[] {
    const text = this.#rest + part
    const rows: CsvRow[] = []
    let start = 0
    for (;;) {
      // After a delimiter at the end of the file, there is a blank cell.
      if (start >= text.length && !(isLast && this.#cells.length > 0)) break
      const isQuoted = text.startsWith('"', start)
      const end = isQuoted ? this.#findQuotedEnd(text, start, isLast) : this.#findSeparator(text, start)
      const separator = text.charAt(end)
      // A line feed may follow a carriage return, and is known only with the next character.
      const isIncomplete = !isLast && (separator === '' || (separator === '\r' && end + 1 === text.length))
      if (this.#characters + end - start > ROW_MAX_CHARACTERS || this.#cells.length > ROW_MAX_CELLS)
        throw this.#fault(ENDLESS_ROW)
      if (isIncomplete) break
      this.#addCell(text.slice(start, end), isQuoted)
      start = end + (text.startsWith('\r\n', end) ? 2 : 1)
      if (separator === this.#table.delimiter) continue
      if (this.#cells.length > 1 || this.#cells[0] !== '')
        rows.push({ line: this.#line, number: this.#number, cells: this.#cells })
      this.#line += 1 + this.#lineBreaks
      this.#number += 1
      this.#cells = []
      this.#characters = this.#lineBreaks = 0
    }
    this.#rest = text.slice(start)
    return rows
  }

  #findSeparator(text: string, start: number): number {
    this.#separator.lastIndex = start
    return this.#separator.exec(text)?.index ?? text.length
  }

  /** Returns the position after the closing quote, or the text's length if the quote is not certain yet. */
  #findQuotedEnd(text: string, start: number, isLast: boolean): number {
    let quote = text.indexOf('"', start + 1)
    while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
    if (quote === -1 && isLast) throw this.#fault(UNCLOSED_QUOTE)
    if (quote === -1) return text.length
    const end = quote + 1
    if (end < text.length && !['\r', '\n', this.#table.delimiter].includes(text[end]!))
      throw this.#fault(TEXT_AFTER_QUOTE)
    return end
  }

  #addCell(text: string, isQuoted: boolean): void {
    this.#characters += text.length
    if (isQuoted) this.#lineBreaks += text.match(/\r\n?|\n/g)?.length ?? 0
    this.#cells.push(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text)
  }

  #fault(reason: string): ImportError {
    const { path, header } = this.#table
    return new ImportError({ file: path, line: this.#line, column: header[this.#cells.length] }, reason)
  }
}
