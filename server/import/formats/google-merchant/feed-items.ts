import { readGtin } from '../../../catalog/gtin.ts'
import type { ImportNotes, ReportAdaptation } from '../../import-report.ts'
import { abbreviateValue, cutText, isScientificNotation, readCode, readLongText, readPlainText } from '../../cells.ts'
import { readPrice } from '../../prices.ts'
import { CODE_MAX_LENGTH, type DraftHtml, type DraftImage } from '../../draft-product.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import { sanitiseHtml } from '../../sanitise-html.ts'

/** Attributes with a single value per item. */
const SINGLE_FIELDS = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'gtin',
  'mpn',
  'condition',
  'google_product_category',
  'item_group_id',
  'color',
  'size',
  'material',
  'pattern',
  'age_group',
  'gender',
  'shipping_weight',
  'product_weight',
  'product_length',
  'product_width',
  'product_height',
] as const

/** Attributes with any number of values per item. */
const REPEATED_FIELDS = ['additional_image_link', 'product_type', 'product_detail', 'product_highlight'] as const

export type FeedField = (typeof SINGLE_FIELDS)[number] | (typeof REPEATED_FIELDS)[number]

export const FEED_FIELDS: readonly FeedField[] = [...SINGLE_FIELDS, ...REPEATED_FIELDS]

const REPEATED: ReadonlySet<string> = new Set(REPEATED_FIELDS)

/** Attributes, and elements of RSS and Atom, that a product website does not need. */
const IGNORED =
  /^(?:custom_label_\d|shipping\w*|tax\w*|free_shipping\w*|adult|multipack|is_bundle|identifier_exists|(?:ex|in)cluded_\w+|shopping_ads_\w+|ads_\w+|adwords_\w+|promotion_id|mobile_link|canonical_link|cost_of_goods_sold|\w*energy_efficiency_class|installment|subscription_cost|loyalty_\w+|unit_pricing_\w+|availability_date|expiration_date|pause|size_type|size_system|ships_from_country|\w+_handling_time|transit_time_label|handling_cutoff_time|external_seller_id|video_link|lifestyle_image_link|virtual_model_link|certification|structured_\w+|quantity|sell_on_google_quantity|return_\w+|auto_pricing_min_price|maximum_retail_price|minimum_order_value\w*|disclosure_date|online_only|pickup_\w+|store_code|pubdate|guid|updated|published|author|category|source|comments|enclosure|contributor|rights|summary|content)$/

export function isIgnoredField(name: string): boolean {
  return IGNORED.test(name)
}

/** Normalises an attribute name: `g:Image Link` becomes `image_link`, `shipping(country:price)` becomes `shipping`. */
export function foldFieldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^[cg]:/, '')
    .replace(/\s*\(.*$/, '')
    .replace(/[\s-]+/g, '_')
}

/** One value of an attribute. */
export interface FeedValue {
  readonly text: string
  readonly line: number
  /** Attribute name as the file writes it. */
  readonly column: string
  /** Nested attributes by name. */
  readonly parts: ReadonlyMap<string, string>
}

/** An item of a feed: a product or one of its variants. Blank attributes are omitted. */
export interface FeedItem {
  readonly line: number
  /** Row number in the spreadsheet; undefined in XML. */
  readonly row: number | undefined
  readonly values: ReadonlyMap<FeedField, readonly FeedValue[]>
}

/** Receives warnings about a whole feed and items that are rejected. */
export type FeedNotes = Pick<ImportNotes, 'warn' | 'reject'>

/** A feed, as a table or as XML, that can be read several times. */
export interface Feed {
  /** File name for reports. */
  readonly name: string
  /** @throws ImportError if the file cannot be read to its end */
  readItems(notes: FeedNotes): AsyncGenerator<FeedItem>
}

/** Reads the attributes of items and reports errors with the file's own names and lines. */
export class FeedReader {
  readonly #file: string
  readonly #fields: ReadonlySet<FeedField>
  readonly #notes: ImportNotes

  /** @param fields attributes that at least one item of the feed has */
  constructor(file: string, fields: ReadonlySet<FeedField>, notes: ImportNotes) {
    this.#file = file
    this.#fields = fields
    this.#notes = notes
  }

  has(field: FeedField): boolean {
    return this.#fields.has(field)
  }

  /** Reads a plain text; null if this item has none, undefined if no item of the feed has one. */
  readText(item: FeedItem, field: FeedField, maxLength: number): string | null | undefined {
    return this.has(field)
      ? this.#cut(item, field, readPlainText(this.readRaw(item, field)), maxLength) || null
      : undefined
  }

  readLongText(item: FeedItem, field: FeedField, maxLength: number): string | undefined {
    return this.has(field) ? this.#cut(item, field, readLongText(this.readRaw(item, field)), maxLength) : undefined
  }

  /** Sanitises HTML that was built from an attribute. */
  sanitise(item: FeedItem, field: FeedField, html: string): DraftHtml {
    const place = this.#describePlace(item, field)
    const note: ReportAdaptation = (adaptation, value) =>
      this.#notes.adapt(adaptation, { ...place, value: abbreviateValue(value) })
    return { html: sanitiseHtml(html, note), line: place.line, column: place.column }
  }

  readCode(item: FeedItem, field: FeedField, maxLength: number): string | null | undefined {
    if (!this.has(field)) return undefined
    const code = readCode(this.readRaw(item, field))
    if (!isScientificNotation(code)) return this.#cut(item, field, code, maxLength) || null
    this.warn(item, field, 'a spreadsheet converted this code to a number and lost its digits; it was left out')
    return undefined
  }

  /** Reads a word of the feed format in lowercase with underscores: `In Stock` becomes `in_stock`. */
  readWord(item: FeedItem, field: FeedField): string {
    return readPlainText(this.readRaw(item, field))
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
  }

  /**
   * Reads a price in minor units; null if it is blank. An invalid price rejects the item.
   * @param currency ISO 4217 code of prices that name no currency
   */
  readPrice(item: FeedItem, field: FeedField, currency: string): number | null | undefined | 'rejected' {
    if (!this.has(field)) return undefined
    const text = readPlainText(this.readRaw(item, field))
    if (text === '') return null
    const reading = readPrice(text, currency)
    if ('minor' in reading) return reading.minor
    this.reject(item, field, reading.fault)
    return 'rejected'
  }

  /** Returns the first value of an attribute, or ''. */
  readRaw(item: FeedItem, field: FeedField): string {
    return this.readAll(item, field)[0]?.text ?? ''
  }

  readAll(item: FeedItem, field: FeedField): readonly FeedValue[] {
    const values = item.values.get(field) ?? []
    if (values.length > 1 && !REPEATED.has(field))
      this.warn(item, field, `the item has this attribute ${values.length} times; the first value was used`)
    return values
  }

  /** Reads a barcode. One that is not a GTIN is stored but not shown, with a warning. */
  readGtin(item: FeedItem, field: FeedField): string | null | undefined {
    const barcode = this.readCode(item, field, CODE_MAX_LENGTH)
    if (!barcode) return barcode
    const reading = readGtin(barcode)
    if ('gtin' in reading) {
      if (reading.isRestored) this.#notes.adapt('barcode', this.#describe(item, field, ''))
      return reading.gtin
    }
    this.warn(item, field, `${reading.fault}; it is stored, but not shown`)
    return barcode
  }

  /** Reads the distinct pictures of a product's items; undefined if the feed has no picture attributes. */
  readImages(items: readonly FeedItem[]): readonly DraftImage[] | undefined {
    if (!this.has('image_link') && !this.has('additional_image_link')) return undefined
    const images = new Map<string, DraftImage>()
    for (const item of items) {
      const values = [...this.readAll(item, 'image_link').slice(0, 1), ...this.readAll(item, 'additional_image_link')]
      for (const value of values) {
        const image = buildImage(item, value)
        if (image && !images.has(pictureAddressKey(image.source))) images.set(pictureAddressKey(image.source), image)
      }
    }
    return [...images.values()]
  }

  readMainImage(item: FeedItem): DraftImage | null | undefined {
    if (!this.has('image_link')) return undefined
    const [value] = item.values.get('image_link') ?? []
    return (value && buildImage(item, value)) ?? null
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

/** Returns the id of an item, or '' if it has none. */
export function readId(item: FeedItem): string {
  return readCode(item.values.get('id')?.[0]?.text ?? '')
}

function buildImage({ row }: FeedItem, { text, line, column }: FeedValue): DraftImage | undefined {
  const source = readPlainText(text)
  return source === '' ? undefined : { source, alt: undefined, line, row, column }
}
