import type { ItemCondition } from '../../shared/catalog.ts'
import { readGtin } from '../catalog/gtin.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from './cells.ts'
import {
  CODE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  type DraftHtml,
  type DraftProduct,
  type DraftResult,
} from './draft-product.ts'
import type { Adaptation, FieldPlace, ImportNotes, ImportNotice, ReportAdaptation } from './import-report.ts'
import { readPrice } from './prices.ts'
import { sanitiseHtml } from './sanitise-html.ts'

const CONDITIONS: ReadonlyMap<string, ItemCondition> = new Map([
  ['', 'NewCondition'],
  ['new', 'NewCondition'],
  ['refurbished', 'RefurbishedCondition'],
  ['used', 'UsedCondition'],
])

export interface NumberedRow {
  /** Number of the row or item in its file, which no other has. */
  readonly number: number
}

/**
 * Reads the fields of a table's rows or a feed's items, and reports problems with their position in the file. Methods
 * return undefined if the file lacks the field, and null if it is blank in the row.
 */
export abstract class FieldReader<Row extends NumberedRow, Field extends string> {
  readonly #notes: ImportNotes
  #rejectionCount = 0

  constructor(notes: ImportNotes) {
    this.#notes = notes
  }

  abstract has(field: Field): boolean
  /** Returns a field's unchanged text; '' if it is blank. */
  abstract read(row: Row, field: Field): string | undefined
  abstract placeOf(row: Row, field: Field): FieldPlace
  /** Like `placeOf`, but without the value and the product, which take longer. */
  abstract positionOf(row: Row, field: Field): Pick<FieldPlace, 'line' | 'column'>

  /** Reads a plain text; '' if the row or the file has none. */
  readPlain(row: Row, field: Field): string {
    return readPlainText(this.read(row, field) ?? '')
  }

  /** Like `readPlain`, but in lower case. */
  readLower(row: Row, field: Field): string {
    return this.readPlain(row, field).toLowerCase()
  }

  /** Reads a plain text. A text that is too long is cut with a warning. */
  readText(row: Row, field: Field, maxLength: number): string | null | undefined {
    return this.has(field) ? this.#cut(row, field, this.readPlain(row, field), maxLength) || null : undefined
  }

  /** Reads a text with its line ends; '' if it is blank. */
  readLongText(row: Row, field: Field, maxLength: number): string | undefined {
    const text = this.read(row, field)
    return text === undefined ? undefined : this.#cut(row, field, readLongText(text), maxLength)
  }

  /**
   * Reads a description as sanitised HTML.
   * @param prepare converts a shop's own notation to HTML first
   */
  readHtml(
    row: Row,
    field: Field,
    prepare: (text: string, note: ReportAdaptation) => string = (text) => text,
  ): DraftHtml | undefined {
    const text = this.readLongText(row, field, DESCRIPTION_MAX_LENGTH)
    return text === undefined ? undefined : this.sanitise(row, field, (note) => prepare(text, note))
  }

  /** Sanitises HTML that was built from a field. */
  sanitise(row: Row, field: Field, build: (note: ReportAdaptation) => string): DraftHtml {
    const { line, column } = this.positionOf(row, field)
    const note: ReportAdaptation = (adaptation, value) => this.adapt(row, field, adaptation, value)
    return { html: sanitiseHtml(build(note), note), line, column: column ?? field }
  }

  /** Reads a SKU or barcode. A code that a spreadsheet damaged counts as missing, so that the stored code is kept. */
  readCode(row: Row, field: Field, maxLength: number): string | null | undefined {
    const text = this.read(row, field)
    if (text === undefined) return undefined
    const code = readCode(text)
    if (!isScientificNotation(code)) return this.#cut(row, field, code, maxLength) || null
    this.warn(
      row,
      field,
      'a spreadsheet program converted this code to a number, and some digits were lost; the code was left out. Export the file again, and format the column as text before you save it',
    )
    return undefined
  }

  /** Reads a barcode. A barcode that is not a GTIN is stored with a warning, but not shown. */
  readGtin(row: Row, field: Field): string | null | undefined {
    const barcode = this.readCode(row, field, CODE_MAX_LENGTH)
    if (!barcode) return barcode
    const reading = readGtin(barcode)
    if ('gtin' in reading) {
      if (reading.isRestored) this.adapt(row, field, 'barcode', barcode)
      return reading.gtin
    }
    this.warn(
      row,
      field,
      `${reading.fault}; the barcode is stored, but not shown. Correct it, or move an article number to the column for SKUs`,
    )
    return barcode
  }

  /**
   * Reads a price in minor units. Rejects the row if the price cannot be read.
   * @param currency ISO 4217 code for prices without a currency
   */
  readPrice(row: Row, field: Field, currency: string): number | null | undefined | 'rejected' {
    if (!this.has(field)) return undefined
    const text = this.readPlain(row, field)
    if (text === '') return null
    const reading = readPrice(text, currency)
    if ('minor' in reading) return reading.minor
    this.reject(row, field, reading.fault)
    return 'rejected'
  }

  /**
   * Returns whether a former price is above the price. One that is not above it is reported, because it is not shown.
   * @param field with the former price or, in shops that have a regular price and a sale price, with the sale price
   */
  isReduction(row: Row, field: Field, former: number | null | undefined, price: number | null | undefined): boolean {
    if (former && price && price < former) return true
    this.adapt(row, field, 'reduction', this.readPlain(row, field))
    return false
  }

  /** Reads `new`, `refurbished` or `used`; a blank condition means new. */
  readCondition(row: Row, field: Field): ItemCondition | undefined {
    if (!this.has(field)) return undefined
    const condition = CONDITIONS.get(this.readLower(row, field))
    if (condition === undefined)
      this.warn(row, field, 'expected new, refurbished or used; the condition was left unchanged')
    return condition
  }

  /**
   * Builds a product from its rows and records whether a row was rejected.
   * @param build returns null if the rows are not a usable product
   * @param rows all rows of the product, so that they can be mended and imported together if one is rejected
   */
  buildResult(slug: string, build: () => DraftProduct | null, rows: readonly Row[] = []): DraftResult {
    const before = this.#rejectionCount
    const draft = build()
    const hasRejections = this.#rejectionCount > before
    if (hasRejections) this.recordRejectedProduct(rows)
    return { slug, draft, hasRejections }
  }

  recordRejectedProduct(rows: readonly Row[]): void {
    this.#notes.recordRejectedProduct(rows.map(({ number }) => number))
  }

  warn(row: Row, field: Field, reason: string): void {
    this.#notes.warn({ ...this.placeOf(row, field), reason })
  }

  reject(row: Row, field: Field, reason: string): void {
    this.rejectAt({ ...this.placeOf(row, field), reason }, row.number)
  }

  /** Reports that part of a field's text was changed or left out. @param value that part, as it is in the file */
  adapt(row: Row, field: Field, adaptation: Adaptation, value: string): void {
    this.#notes.adapt(adaptation, { ...this.placeOf(row, field), value: abbreviateValue(value) })
  }

  protected warnAt(notice: ImportNotice): void {
    this.#notes.warn(notice)
  }

  protected rejectAt(notice: ImportNotice, rowNumber: number): void {
    this.#rejectionCount += 1
    this.#notes.reject(notice, rowNumber)
  }

  #cut(row: Row, field: Field, text: string, maxLength: number): string {
    if (text.length <= maxLength) return text
    this.warn(row, field, `the text has ${text.length} characters and was cut to ${maxLength}; shorten it`)
    return cutText(text, maxLength).trim()
  }
}
