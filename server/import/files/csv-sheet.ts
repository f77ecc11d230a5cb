import { readGtin } from '../../catalog/gtin.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from '../cells.ts'
import { readPrice } from '../prices.ts'
import { CODE_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, type DraftHtml } from '../draft-product.ts'
import type { Adaptation, ImportNotes, ReportAdaptation } from '../import-report.ts'
import { sanitiseHtml } from '../sanitise-html.ts'
import { type CsvFile, type CsvRow, checkCellCount, lineOfCell } from './csv-file.ts'

/** A file with its columns known: reads cells by what they mean, and says in the file's own words where something is wrong. */
export class CsvSheet<Field extends string> {
  readonly file: CsvFile
  readonly #indexes: ReadonlyMap<Field, number>
  readonly #notes: ImportNotes
  readonly #nameFields: readonly Field[]

  /** @param nameFields by which messages tell a row's product, the first that is not blank */
  constructor(file: CsvFile, indexes: ReadonlyMap<Field, number>, notes: ImportNotes, nameFields: readonly Field[]) {
    this.file = file
    this.#indexes = indexes
    this.#notes = notes
    this.#nameFields = nameFields
  }

  has(field: Field): boolean {
    return this.#indexes.has(field)
  }

  /** The cell as it stands, or undefined where the file has no such column. */
  read(row: CsvRow, field: Field): string | undefined {
    const index = this.#indexes.get(field)
    return index === undefined ? undefined : (row.cells[index] ?? '')
  }

  isBlank(row: CsvRow, field: Field): boolean {
    return (this.read(row, field) ?? '').trim() === ''
  }

  /** A plain text; null where the cell is blank. One that is too long is cut, with a warning. */
  readText(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : this.#cut(row, field, readPlainText(cell), maxLength) || null
  }

  readLongText(row: CsvRow, field: Field, maxLength: number): string | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : this.#cut(row, field, readLongText(cell), maxLength)
  }

  /**
   * A description, cleaned.
   * @param prepare makes HTML of a shop's own notation
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

  /** A SKU or barcode. A damaged one counts as not given: what is stored is better than what is left of it. */
  readCode(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    const cell = this.read(row, field)
    if (cell === undefined) return undefined
    const code = readCode(cell)
    if (isScientificNotation(code)) {
      this.warn(row, field, 'a spreadsheet made a number of this code and lost its digits; it was left out')
      return undefined
    }
    return this.#cut(row, field, code, maxLength) || null
  }

  /** A barcode. One that is no GTIN is kept, but shown nowhere, and the report names it. */
  readGtin(row: CsvRow, field: Field): string | null | undefined {
    const barcode = this.readCode(row, field, CODE_MAX_LENGTH)
    if (!barcode) return barcode
    const reading = readGtin(barcode)
    if ('gtin' in reading) {
      if (reading.isRestored) this.adapt(row, field, 'barcode', barcode)
      return reading.gtin
    }
    this.warn(row, field, `${reading.fault}; it is kept, but shown nowhere`)
    return barcode
  }

  /**
   * A price in minor units; null where the cell is blank. The row is rejected here where it cannot be read.
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

  /** Whether a row has a cell for each column; one that has not is rejected here. */
  checkCellCount(row: CsvRow): boolean {
    return checkCellCount(this.file, row, this.#notes)
  }

  warn(row: CsvRow, field: Field, reason: string): void {
    this.#notes.warn(this.#describe(row, field, reason))
  }

  warnAt(row: CsvRow, index: number, reason: string): void {
    this.#notes.warn(this.#describeAt(row, index, reason))
  }

  /** @param value what is shown otherwise, or not at all */
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
