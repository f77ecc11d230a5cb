import { abbreviateValue, readCode, readPlainText } from '../../cells.ts'
import type { DraftImage } from '../../draft-product.ts'
import { FieldReader } from '../../field-reader.ts'
import type { FieldPlace, ImportNotes } from '../../import-report.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'

// prettier-ignore
const SINGLE_FIELDS = [
  'id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'sale_price',
  'sale_price_effective_date', 'unit_pricing_measure', 'unit_pricing_base_measure', 'brand', 'gtin', 'mpn',
  'condition', 'google_product_category', 'item_group_id', 'color', 'size', 'material', 'pattern', 'age_group',
  'gender', 'shipping_weight', 'product_weight', 'product_length', 'product_width', 'product_height',
] as const

const REPEATED_FIELDS = ['additional_image_link', 'product_type', 'product_detail', 'product_highlight'] as const

export type FeedField = (typeof SINGLE_FIELDS)[number] | (typeof REPEATED_FIELDS)[number]

export const FEED_FIELDS: readonly FeedField[] = [...SINGLE_FIELDS, ...REPEATED_FIELDS]

const REPEATED: ReadonlySet<string> = new Set(REPEATED_FIELDS)

const IGNORED =
  /^(?:custom_label_\d|shipping\w*|tax\w*|free_shipping\w*|adult|multipack|is_bundle|identifier_exists|(?:ex|in)cluded_\w+|shopping_ads_\w+|ads_\w+|adwords_\w+|promotion_id|mobile_link|canonical_link|cost_of_goods_sold|\w*energy_efficiency_class|installment|subscription_cost|loyalty_\w+|availability_date|expiration_date|pause|size_type|size_system|ships_from_country|\w+_handling_time|transit_time_label|handling_cutoff_time|external_seller_id|video_link|lifestyle_image_link|virtual_model_link|certification|structured_\w+|quantity|sell_on_google_quantity|return_\w+|auto_pricing_min_price|maximum_retail_price|minimum_order_value\w*|disclosure_date|online_only|pickup_\w+|store_code|pubdate|guid|updated|published|author|category|source|comments|enclosure|contributor|rights|summary|content)$/

export function isIgnoredField(name: string): boolean {
  return IGNORED.test(name)
}

/** `g:Image Link` becomes `image_link`, `shipping(country:price)` becomes `shipping`. */
export function foldFieldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^[cg]:/, '')
    .replace(/\s*\(.*$/, '')
    .replace(/[\s-]+/g, '_')
}

export interface FeedValue {
  readonly text: string
  readonly line: number
  readonly column: string
  readonly parts: ReadonlyMap<string, string>
}

/** An item of a feed. Blank attributes are omitted. */
export interface FeedItem {
  readonly line: number
  /** Row in a spreadsheet, if the feed is a table. */
  readonly row: number | undefined
  readonly number: number
  readonly values: ReadonlyMap<FeedField, readonly FeedValue[]>
}

export type FeedNotes = Pick<ImportNotes, 'warn' | 'reject'>

/** Texts of the feed itself. */
export type FeedChannel = { [Field in 'title' | 'language']?: string }

/** A feed, whose items may be read several times. */
export interface Feed {
  readonly name: string
  /** Texts of the feed itself, known once its items were read. */
  readonly channel?: FeedChannel
  /** @throws ImportError if the file cannot be read to its end */
  readItems(notes: FeedNotes): AsyncGenerator<readonly FeedItem[]>
}

export class FeedReader extends FieldReader<FeedItem, FeedField> {
  readonly #file: string
  readonly #fields: ReadonlySet<FeedField>

  /** @param fields attributes that at least one item of the feed has */
  constructor(file: string, fields: ReadonlySet<FeedField>, notes: ImportNotes) {
    super(notes)
    this.#file = file
    this.#fields = fields
  }

  has(field: FeedField): boolean {
    return this.#fields.has(field)
  }

  read(item: FeedItem, field: FeedField): string | undefined {
    return this.has(field) ? (this.readAll(item, field)[0]?.text ?? '') : undefined
  }

  readAll(item: FeedItem, field: FeedField): readonly FeedValue[] {
    const values = item.values.get(field) ?? []
    if (values.length > 1 && !REPEATED.has(field))
      this.warn(item, field, `the item has this attribute ${values.length} times; the first value was used`)
    return values
  }

  /** Returns undefined if the feed has no picture attributes. */
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

  positionOf(item: FeedItem, field: FeedField): Pick<FieldPlace, 'line' | 'column'> {
    const found = item.values.get(field)?.[0]
    return { line: found?.line ?? item.line, column: found?.column ?? field }
  }

  placeOf(item: FeedItem, field: FeedField): FieldPlace {
    const found = item.values.get(field)?.[0]
    const [name] = item.values.get('title') ?? item.values.get('id') ?? []
    return {
      file: this.#file,
      ...this.positionOf(item, field),
      row: item.row,
      product: (name && abbreviateValue(name.text)) ?? undefined,
      value: abbreviateValue(found?.text ?? ''),
    }
  }
}

export function readId(item: FeedItem): string {
  return readCode(item.values.get('id')?.[0]?.text ?? '')
}

function buildImage({ row }: FeedItem, { text, line, column }: FeedValue): DraftImage | undefined {
  const source = readPlainText(text)
  return source === '' ? undefined : { source, alt: undefined, line, row, column }
}
