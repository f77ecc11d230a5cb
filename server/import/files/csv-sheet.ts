import { readGtin } from '../../catalog/rules/gtin.ts'
import {
  abbreviateValue,
  cutText,
  isScientificNotation,
  readCode,
  readLongText,
  readPlainText,
  readWeightGrams,
} from '../cells.ts'
import { LIMITS, type DraftHtml, type DraftImage, type DraftVariant } from '../draft-product.ts'
import type { Adaptation, FieldPlace, ImportNotes } from '../import-report.ts'
import { readPrice } from '../prices.ts'
import { sanitiseHtml } from '../sanitise-html.ts'
import { type CsvFile, type CsvRow, checkCellCount, describeCell } from './csv-file.ts'

const DAMAGED_CODE =
  'a spreadsheet program converted this code to a number, and some digits were lost; the code was left out. Export the file again, and format the column as text before you save it'
const UNSHOWN_BARCODE =
  'the barcode is stored, but not shown. Correct it, or move an article number to the column for SKUs'

/**
 * Reads the fields of a table's rows, and reports problems with their position. Results are undefined if the file lacks
 * the field, and null if it is blank.
 */
export class CsvSheet<Field extends string> {
  readonly file: CsvFile
  readonly indexes: ReadonlyMap<Field, number>
  readonly #notes: ImportNotes
  readonly #nameFields: readonly Field[]

  /** @param nameFields the first field that is not blank names the product in messages */
  constructor(file: CsvFile, indexes: ReadonlyMap<Field, number>, notes: ImportNotes, nameFields: readonly Field[]) {
    this.file = file
    this.indexes = indexes
    this.#notes = notes
    this.#nameFields = nameFields
  }

  get onlyTexts(): boolean {
    return this.#notes.onlyTexts ?? false
  }

  /** Returns the column name of a field; undefined if the file lacks it. */
  heading(field: Field): string | undefined {
    return this.file.header[this.indexes.get(field) ?? -1]
  }

  has(field: Field): boolean {
    return this.indexes.has(field)
  }

  read(row: CsvRow, field: Field): string | undefined {
    const index = this.indexes.get(field)
    return index === undefined ? undefined : (row.cells[index] ?? '')
  }

  /** Returns '' if the row or the file has no such field. */
  readPlain(row: CsvRow, field: Field): string {
    return readPlainText(this.read(row, field) ?? '')
  }

  readLower(row: CsvRow, field: Field): string {
    return this.readPlain(row, field).toLowerCase()
  }

  /** A text that is too long is cut with a warning. */
  readText(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    return this.has(field) ? this.#cut(row, field, this.readPlain(row, field), maxLength) || null : undefined
  }

  /** Returns a text with its line ends, or '' if it is blank. */
  readLongText(row: CsvRow, field: Field, maxLength: number): string | undefined {
    const text = this.read(row, field)
    return text === undefined ? undefined : this.#cut(row, field, readLongText(text), maxLength)
  }

  readHtml(row: CsvRow, field: Field): DraftHtml | undefined {
    const text = this.readLongText(row, field, LIMITS.description)
    if (text === undefined) return undefined
    const html = sanitiseHtml(text, (adaptation, value) => this.adapt(row, field, adaptation, value))
    return { html, place: this.placeOf(row, field) }
  }

  /** A code that a spreadsheet damaged counts as missing, so that the stored one is kept. */
  readCode(row: CsvRow, field: Field, maxLength: number): string | null | undefined {
    const text = this.read(row, field)
    if (text === undefined) return undefined
    const code = readCode(text)
    if (!isScientificNotation(code)) return this.#cut(row, field, code, maxLength) || null
    this.warn(row, field, DAMAGED_CODE)
    return undefined
  }

  /** A barcode that is no GTIN is stored with a warning, but not shown. */
  readGtin(row: CsvRow, field: Field): Pick<DraftVariant, 'gtin' | 'barcode'> {
    const code = this.readCode(row, field, LIMITS.code)
    if (!code) return { gtin: code, barcode: code }
    const reading = readGtin(code)
    if ('fault' in reading) {
      this.warn(row, field, `${reading.fault}; ${UNSHOWN_BARCODE}`)
      return { gtin: null, barcode: code }
    }
    if (reading.isRestored) this.adapt(row, field, 'barcode', code)
    return { gtin: reading.gtin, barcode: null }
  }

  /**
   * Returns a price in minor units, and rejects the row if the price cannot be read. A file of which only the texts are
   * imported may have prices in any currency, so they are not read.
   * @param currency ISO 4217 code for prices without one
   */
  readPrice(row: CsvRow, field: Field, currency: string): number | null | undefined | 'rejected' {
    if (this.onlyTexts || !this.has(field)) return undefined
    const text = this.readPlain(row, field)
    if (text === '') return null
    const reading = readPrice(text, currency)
    if ('minor' in reading) return reading.minor
    this.reject(row, field, reading.fault)
    return 'rejected'
  }

  /** @param isOfText whether it is about a text that may be translated */
  warn(row: CsvRow, field: Field, reason: string, isOfText = false): void {
    this.#notes.warn({ ...this.placeOf(row, field), reason }, isOfText)
  }

  reject(row: CsvRow, field: Field, reason: string): void {
    this.#notes.reject({ ...this.placeOf(row, field), reason }, row.number)
  }

  /** @param value the part of the text that was changed or left out, as in the file */
  adapt(row: CsvRow, field: Field, adaptation: Adaptation, value: string): void {
    this.#notes.adapt(adaptation, { ...this.placeOf(row, field), value: abbreviateValue(value) })
  }

  #cut(row: CsvRow, field: Field, text: string, maxLength: number): string {
    if (text.length <= maxLength) return text
    this.warn(row, field, `the text has ${text.length} characters and was cut to ${maxLength}; shorten it`, true)
    return cutText(text, maxLength).trim()
  }

  /** Reads a weight in grams; an invalid weight is left out with a warning. */
  readWeight(row: CsvRow, field: Field): number | null | undefined {
    if (!this.has(field)) return undefined
    const text = this.readPlain(row, field)
    if (text === '') return null
    const grams = readWeightGrams(text)
    if (grams !== undefined) return grams
    this.warn(row, field, 'this is not a weight such as 1.5 kg; the weight was left out')
    return null
  }

  buildImage(row: CsvRow, field: Field, source: string): DraftImage {
    return { source, alt: undefined, place: this.placeOf(row, field, source) }
  }

  checkCellCount(row: CsvRow): boolean {
    return checkCellCount(this.file, row, { reject: (notice) => this.#notes.reject(notice, row.number) })
  }

  /** @param part of a cell whose lines are in several rows of the product */
  placeOf(row: CsvRow, field: Field, part?: string): FieldPlace {
    return { ...describeCell(this.file, row, this.indexes.get(field), part), product: this.#nameProduct(row) }
  }

  #nameProduct(row: CsvRow): string | undefined {
    for (const field of this.#nameFields) {
      const name = abbreviateValue(this.read(row, field) ?? '')
      if (name !== null) return name
    }
    return undefined
  }
}
