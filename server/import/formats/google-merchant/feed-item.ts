import { readGtin } from '../../../catalog/gtin.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from '../../cells.ts'
import { CODE_MAX_LENGTH, type DraftHtml } from '../../draft-product.ts'
import type { ImportNotes, ReportAdaptation } from '../../import-report.ts'
import { sanitiseHtml } from '../../sanitise-html.ts'
import { isRepeatedField, type FeedField } from './feed-fields.ts'

/** What an item says of one attribute. */
export interface FeedValue {
  readonly text: string
  readonly line: number
  /** The attribute as the file writes it. */
  readonly column: string
  /** Attributes within it, by their names. */
  readonly parts: ReadonlyMap<string, string>
}

/** An offer of a feed, which is a product or one of its variants. Attributes without a value are not in it. */
export interface FeedItem {
  readonly line: number
  /** Of the spreadsheet; undefined in XML. */
  readonly row: number | undefined
  readonly values: ReadonlyMap<FeedField, readonly FeedValue[]>
}

/** What is said of a feed as a whole, and of items that cannot be read. */
export type FeedNotes = Pick<ImportNotes, 'warn' | 'reject'>

/** A feed that can be read as often as it is asked for, whatever it is written in. */
export interface Feed {
  /** As reports name it. */
  readonly name: string
  /**
   * @throws ImportError where it cannot be read to its end
   */
  readItems(notes: FeedNotes): AsyncGenerator<FeedItem>
}

/** Reads items by what their attributes mean, and says in the file's own words where something is wrong. */
export class FeedReader {
  readonly #file: string
  readonly #fields: ReadonlySet<FeedField>
  readonly #notes: ImportNotes

  /** @param fields that any item of the feed has */
  constructor(file: string, fields: ReadonlySet<FeedField>, notes: ImportNotes) {
    this.#file = file
    this.#fields = fields
    this.#notes = notes
  }

  has(field: FeedField): boolean {
    return this.#fields.has(field)
  }

  /** A plain text; null where the item has none, undefined where no item of the feed has one. */
  readText(item: FeedItem, field: FeedField, maxLength: number): string | null | undefined {
    return this.has(field)
      ? this.#cut(item, field, readPlainText(this.readRaw(item, field)), maxLength) || null
      : undefined
  }

  readLongText(item: FeedItem, field: FeedField, maxLength: number): string | undefined {
    return this.has(field) ? this.#cut(item, field, readLongText(this.readRaw(item, field)), maxLength) : undefined
  }

  /** HTML that was made of an attribute, cleaned. */
  cleanHtml(item: FeedItem, field: FeedField, html: string): DraftHtml {
    const place = this.#describePlace(item, field)
    const note: ReportAdaptation = (adaptation, value) =>
      this.#notes.adapt(adaptation, { ...place, value: abbreviateValue(value) })
    return { html: sanitiseHtml(html, note), line: place.line, column: place.column }
  }

  readCode(item: FeedItem, field: FeedField, maxLength: number): string | null | undefined {
    if (!this.has(field)) return undefined
    const code = readCode(this.readRaw(item, field))
    if (!isScientificNotation(code)) return this.#cut(item, field, code, maxLength) || null
    this.warn(item, field, 'a spreadsheet turned this code into a number and lost its digits; the code was ignored')
    return undefined
  }

  /** The first value; '' where there is none. */
  readRaw(item: FeedItem, field: FeedField): string {
    return this.readAll(item, field)[0]?.text ?? ''
  }

  readAll(item: FeedItem, field: FeedField): readonly FeedValue[] {
    const values = item.values.get(field) ?? []
    if (values.length > 1 && !isRepeatedField(field))
      this.warn(item, field, `this stands there ${values.length} times; the first one counts`)
    return values
  }

  /** A barcode. One that is no GTIN is kept, but shown nowhere, and the report names it. */
  readGtin(item: FeedItem, field: FeedField): string | null | undefined {
    const barcode = this.readCode(item, field, CODE_MAX_LENGTH)
    if (!barcode) return barcode
    const reading = readGtin(barcode)
    if ('gtin' in reading) {
      if (reading.isRestored) this.#notes.adapt('barcode', this.#describe(item, field, ''))
      return reading.gtin
    }
    this.warn(item, field, `${reading.fault}; it is kept, but shown nowhere`)
    return barcode
  }

  warn(item: FeedItem, field: FeedField, reason: string): void {
    this.#notes.warn(this.#describe(item, field, reason))
  }

  reject(item: FeedItem, field: FeedField, reason: string): void {
    this.#notes.reject(this.#describe(item, field, reason))
  }

  #cut(item: FeedItem, field: FeedField, text: string, maxLength: number): string {
    if (text.length <= maxLength) return text
    this.warn(item, field, `the text has ${text.length} characters and was cut to ${maxLength}`)
    return cutText(text, maxLength).trim()
  }

  #describe(item: FeedItem, field: FeedField, reason: string) {
    return {
      ...this.#describePlace(item, field),
      value: abbreviateValue(item.values.get(field)?.[0]?.text ?? ''),
      reason,
    }
  }

  #describePlace(item: FeedItem, field: FeedField) {
    const found = item.values.get(field)?.[0]
    const [name] = item.values.get('title') ?? item.values.get('id') ?? []
    const product = (name && abbreviateValue(name.text)) ?? undefined
    return { file: this.#file, line: found?.line ?? item.line, row: item.row, column: found?.column ?? field, product }
  }
}
