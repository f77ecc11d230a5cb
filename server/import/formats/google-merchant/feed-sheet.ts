import { readPlainText } from '../../cells.ts'
import type { DraftImage } from '../../draft-product.ts'
import { matchColumns, type ColumnNames } from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import { FEED_FIELDS, foldFieldName, isIgnoredField, type FeedField } from './feed-fields.ts'
import { UNKNOWN_ATTRIBUTE } from './feed-table.ts'

const COLUMN_NAMES = Object.fromEntries(
  FEED_FIELDS.map((field) => [field, [field]]),
) as unknown as ColumnNames<FeedField>

const LINES = /[\r\n]+/

/** In tables, a comma separates entries only before a URL or before `section:name:value`. */
const SEPARATORS: { readonly [Field in FeedField]?: RegExp } = {
  additional_image_link: /[\r\n]+|,(?=\s*https?:)/i,
  product_detail: /[\r\n]+|,(?=[^,:]*:[^,:]+:)/,
}

export class FeedSheet extends CsvSheet<FeedField> {
  /** Attributes that at least one item has. */
  readonly #used = new Set<FeedField>()

  /** @throws ImportError if a required column is missing or two columns have the same meaning */
  constructor(file: CsvFile, notes: ImportNotes) {
    const { indexes, others } = matchColumns(file, file.header.map(foldFieldName), COLUMN_NAMES, ['id', 'title'])
    super(file, indexes, notes, ['title', 'id'])
    for (const { name, index } of others) {
      const column = file.header[index] ?? name
      if (!isIgnoredField(name))
        notes.warn({ file: file.name, line: file.headerLine, column, value: null, reason: UNKNOWN_ATTRIBUTE }, true)
    }
  }

  noteFields(row: CsvRow): void {
    for (const field of FEED_FIELDS) if (!this.#used.has(field) && !this.isBlank(row, field)) this.#used.add(field)
  }

  override has(field: FeedField): boolean {
    return this.#used.has(field)
  }

  override read(row: CsvRow, field: FeedField): string | undefined {
    return this.#used.has(field) ? super.read(row, field) : undefined
  }

  override isBlank(row: CsvRow, field: FeedField): boolean {
    return (super.read(row, field) ?? '').trim() === ''
  }

  /** Reads the entries of an attribute that an item may have several times. */
  readEntries(row: CsvRow, field: FeedField): readonly string[] {
    const separator = this.file.isXml ? LINES : (SEPARATORS[field] ?? LINES)
    return (this.read(row, field) ?? '').split(separator).map(readPlainText).filter(Boolean)
  }

  /** Returns undefined if the feed has no picture attributes. */
  readImages(rows: readonly CsvRow[]): readonly DraftImage[] | undefined {
    if (!this.has('image_link') && !this.has('additional_image_link')) return undefined
    const images = new Map<string, DraftImage>()
    for (const row of rows)
      for (const field of ['image_link', 'additional_image_link'] as const)
        for (const source of field === 'image_link' ? this.#readMain(row) : this.readEntries(row, field)) {
          const key = pictureAddressKey(source)
          if (!images.has(key)) images.set(key, this.buildImage(row, field, source))
        }
    return [...images.values()]
  }

  readMainImage(row: CsvRow): DraftImage | null | undefined {
    if (!this.has('image_link')) return undefined
    const [source] = this.#readMain(row)
    return source === undefined ? null : this.buildImage(row, 'image_link', source)
  }

  #readMain(row: CsvRow): readonly string[] {
    return [this.readPlain(row, 'image_link')].filter(Boolean)
  }
}
