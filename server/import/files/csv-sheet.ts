import { readGtin } from '../../catalog/gtin.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from '../cells.ts'
import { readPrice } from '../prices.ts'
import { CODE_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, type DraftHtml } from '../draft-product.ts'
import type { Adaptation, ImportNotes, ReportAdaptation } from '../import-report.ts'
import { sanitiseHtml } from '../sanitise-html.ts'
import { type CsvFile, type CsvRow, checkCellCount, lineOfCell } from './csv-file.ts'

/** Reads the cells of a CSV file by field, and reports problems with their position in the file. */
export class CsvSheet<Field extends string> {
  readonly file: CsvFile
  readonly #indexes: ReadonlyMap<Field, number>
  readonly #notes: ImportNotes
  readonly #nameFields: readonly Field[]

  /** @param nameFields fields that identify a row's product in messages; the first one that is not blank is used */
  constructor(file: CsvFile, indexes: ReadonlyMap<Field, number>, notes: ImportNotes, nameFields: readonly Field[]) {
    this.file = file
    this.#indexes = indexes
    this.#notes = notes
    this.#nameFields = nameFields
  }

  has(field: Field): boolean {
    return this.#indexes.has(field)
  }

  read(row: CsvRow, field: Field): string | undefined {
    const index = this.#indexes.get(field)
    return index === undefined ? undefined : (row.cells[index] ?? '')
  }

  isBlank(row: CsvRow, field: Field): boolean {
    return (this.read(row, field) ?? '').trim() === ''
  }

  /** Reads a plain text; null if the cell is blank. A text that is too long is cut with a warning. */
  readText(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : this.#cut(row, field, readPlainText(cell), maxLength) || null
  }

  readLongText(row: CsvRow, field: Field, maxLength: number): string | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : this.#cut(row, field, readLongText(cell), maxLength)
  }

  /**
   * Reads a description as sanitised HTML.
   * @param prepare converts a shop's own notation to HTML first
   */
  readHtml(
    row: CsvRow,
    field: Field,
    prepare: (text: string, note: ReportAdaptation) => string = (text) => text,
  ): DraftHtml | undefined {
    const text = this.readLongText(row, field, DESCRIPTION_MAX_LENGTH)
    if (text === undefined) return undefined
    const note: ReportAdaptation = (adaptation, value) => this.adapt(row, field, adaptation, value)
    return {
      html: sanitiseHtml(prepare(text, note), note),
      line: this.lineOf(row, field),
      column: this.columnName(field),
    }
  }

  /**
   * Reads a SKU or barcode. A code that a spreadsheet damaged is treated as missing, so that the stored code is kept.
   */
  readCode(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    const cell = this.read(row, field)
    if (cell === undefined) return undefined
    const code = readCode(cell)
    if (isScientificNotation(code)) {
      this.warn(row, field, 'a spreadsheet turned this code into a number and lost its digits; the code was ignored')
      return undefined
    }
    return this.#cut(row, field, code, maxLength) || null
  }

  /** Reads a barcode. If it is not a GTIN, it is kept with a warning and shown nowhere. */
  readGtin(row: CsvRow, field: Field): string | null | undefined {
    const barcode = this.readCode(row, field, CODE_MAX_LENGTH)
    if (!barcode) return barcode
    const reading = readGtin(barcode)
    if ('gtin' in reading) {
      if (reading.isRestored) this.adapt(row, field, 'barcode', barcode)
      return reading.gtin
    }
    this.warn(row, field, `${reading.fault}; it is stored, but not shown`)
    return barcode
  }

  /**
   * Reads a price in minor units; null if the cell is blank. Rejects the row if the price cannot be read.
   * @param currency ISO 4217
   */
  readPrice(row: CsvRow, field: Field, currency: string): number | null | undefined | 'rejected' {
    const cell = this.read(row, field)
    if (cell === undefined) return undefined
    const text = readPlainText(cell)
    if (text === '') return null
    const reading = readPrice(text, currency)
    if ('minor' in reading) return reading.minor
    this.reject(row, field, reading.fault)
    return 'rejected'
  }

  /** Returns whether a row has as many cells as the header, and rejects the row otherwise. */
  checkCellCount(row: CsvRow): boolean {
    return checkCellCount(this.file, row, this.#notes)
  }

  warn(row: CsvRow, field: Field, reason: string): void {
    this.#notes.warn(this.#describe(row, field, reason))
  }

  warnAt(row: CsvRow, index: number, reason: string): void {
    this.#notes.warn(this.#describeAt(row, index, reason))
  }

  /** @param value the part of the cell that is shown differently or left out */
  adapt(row: CsvRow, field: Field, adaptation: Adaptation, value: string): void {
    this.#notes.adapt(adaptation, { ...this.#describe(row, field, ''), value: abbreviateValue(value) })
  }

  reject(row: CsvRow, field: Field, reason: string): void {
    this.#notes.reject(this.#describe(row, field, reason))
  }

  columnName(field: Field): string {
    return this.file.header[this.#indexes.get(field) ?? -1] ?? field
  }

  lineOf(row: CsvRow, field: Field): number {
    return lineOfCell(row, this.#indexes.get(field) ?? 0)
  }

  #cut(row: CsvRow, field: Field, text: string, maxLength: number): string {
    if (text.length <= maxLength) return text
    this.warn(row, field, `the text has ${text.length} characters and was cut to ${maxLength}`)
    return cutText(text, maxLength).trim()
  }

  #describe(row: CsvRow, field: Field, reason: string) {
    return this.#describeAt(row, this.#indexes.get(field) ?? -1, reason)
  }

  #describeAt(row: CsvRow, index: number, reason: string) {
    const place = {
      file: this.file.name,
      line: lineOfCell(row, Math.max(index, 0)),
      row: row.number,
      column: this.file.header[index] ?? null,
    }
    return { ...place, product: this.#nameProduct(row), value: abbreviateValue(row.cells[index] ?? ''), reason }
  }

  #nameProduct(row: CsvRow): string | undefined {
    for (const field of this.#nameFields) {
      const name = abbreviateValue(this.read(row, field) ?? '')
      if (name !== null) return name
    }
    return undefined
  }
}
