import type { ItemCondition } from '../../shared/catalog.ts'
import { readGtin } from '../catalog/rules/gtin.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from './cells.ts'
import { CODE_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, type DraftHtml, type DraftResult } from './draft-product.ts'
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
  /** Number of the row or item in its file. */
  readonly number: number
}

/**
 * Reads the fields of a table's rows or a feed's items, and reports problems with their position. Results are undefined
 * if the file lacks the field, and null if it is blank.
 */
export abstract class FieldReader<Row extends NumberedRow, Field extends string> {
  readonly #notes: ImportNotes
  #rejectionCount = 0

  constructor(notes: ImportNotes) {
    this.#notes = notes
  }

  get onlyTexts(): boolean {
    return this.#notes.onlyTexts ?? false
  }

  abstract has(field: Field): boolean
  /** Returns the text unchanged, or '' if it is blank. */
  abstract read(row: Row, field: Field): string | undefined
  abstract placeOf(row: Row, field: Field): FieldPlace
  /** Returns the position without the value and the product, which take longer. */
  abstract positionOf(row: Row, field: Field): Pick<FieldPlace, 'line' | 'column'>

  /** Returns '' if the row or the file has no such field. */
  readPlain(row: Row, field: Field): string {
    return readPlainText(this.read(row, field) ?? '')
  }

  readLower(row: Row, field: Field): string {
    return this.readPlain(row, field).toLowerCase()
  }

  /** A text that is too long is cut with a warning. */
  readText(row: Row, field: Field, maxLength: number): string | null | undefined {
    return this.has(field) ? this.#cut(row, field, this.readPlain(row, field), maxLength) || null : undefined
  }

  /** Returns a text with its line ends, or '' if it is blank. */
  readLongText(row: Row, field: Field, maxLength: number): string | undefined {
    const text = this.read(row, field)
    return text === undefined ? undefined : this.#cut(row, field, readLongText(text), maxLength)
  }

  /** @param prepare converts a shop's own notation to HTML first */
  readHtml(
    row: Row,
    field: Field,
    prepare: (text: string, note: ReportAdaptation) => string = (text) => text,
  ): DraftHtml | undefined {
    const text = this.readLongText(row, field, DESCRIPTION_MAX_LENGTH)
    return text === undefined ? undefined : this.sanitise(row, field, (note) => prepare(text, note))
  }

  sanitise(row: Row, field: Field, build: (note: ReportAdaptation) => string): DraftHtml {
    const { line, column } = this.positionOf(row, field)
    const note: ReportAdaptation = (adaptation, value) => this.adapt(row, field, adaptation, value)
    return { html: sanitiseHtml(build(note), note), line, column: column ?? field }
  }

  /** A code that a spreadsheet damaged counts as missing, so that the stored one is kept. */
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

  /** A barcode that is no GTIN is stored with a warning, but not shown. */
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
   * Returns a price in minor units, and rejects the row if the price cannot be read. A file of which only the texts are
   * imported may have prices in any currency, so they are not read.
   * @param currency ISO 4217 code for prices without one
   */
  readPrice(row: Row, field: Field, currency: string): number | null | undefined | 'rejected' {
    if (this.onlyTexts || !this.has(field)) return undefined
    const text = this.readPlain(row, field)
    if (text === '') return null
    const reading = readPrice(text, currency)
    if ('minor' in reading) return reading.minor
    this.reject(row, field, reading.fault)
    return 'rejected'
  }

  /**
   * Reports a former price that is not above the price, because it is not shown.
   * @param field with the former price or, in shops with a regular and a sale price, the sale price
   */
  isReduction(row: Row, field: Field, former: number | null | undefined, price: number | null | undefined): boolean {
    if (former && price && price < former) return true
    this.adapt(row, field, 'reduction', this.readPlain(row, field))
    return false
  }

  /** Reads the condition; a blank cell means new. */
  readCondition(row: Row, field: Field): ItemCondition | undefined {
    if (!this.has(field)) return undefined
    const condition = CONDITIONS.get(this.readLower(row, field))
    if (condition === undefined)
      this.warn(row, field, 'expected new, refurbished or used; the condition was left unchanged')
    return condition
  }

  /**
   * @param build returns null if the rows are no usable product
   * @param rows all rows of the product, to be mended and imported together if one is rejected
   */
  async buildResult(
    slug: string,
    build: () => DraftResult['draft'] | Promise<DraftResult['draft']>,
    rows: readonly Row[],
  ): Promise<DraftResult> {
    const before = this.#rejectionCount
    const draft = await build()
    const hasRejections = this.#rejectionCount > before
    if (hasRejections) this.recordRejectedProduct(rows)
    return { slug, draft, hasRejections, rows }
  }

  recordRejectedProduct(rows: readonly Row[]): void {
    this.#notes.recordRejectedProduct(rows.map(({ number }) => number))
  }

  /** @param isOfText whether it is about a text that may be translated */
  warn(row: Row, field: Field, reason: string, isOfText = false): void {
    this.#notes.warn({ ...this.placeOf(row, field), reason }, isOfText)
  }

  reject(row: Row, field: Field, reason: string): void {
    this.rejectAt({ ...this.placeOf(row, field), reason }, row.number)
  }

  /** @param value the part of the text that was changed or left out, as in the file */
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
    this.warn(row, field, `the text has ${text.length} characters and was cut to ${maxLength}; shorten it`, true)
    return cutText(text, maxLength).trim()
  }
}
