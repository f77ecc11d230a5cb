import { readHtmlText } from '../../cells.ts'
import { listElements, readElementText, type XmlElement, type XmlFile, XmlTable } from '../../files/xml-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import { readBasic, type SiteBasics } from '../../site-basics.ts'

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

/** What visitors do not need or must not see, and elements of RSS and Atom. */
export const IGNORED_FIELDS =
  /^(?:custom_label_\d|shipping\w*|tax\w*|free_shipping\w*|adult|multipack|is_bundle|identifier_exists|(?:ex|in)cluded_\w+|shopping_ads_\w+|ads_\w+|adwords_\w+|promotion_id|mobile_link|canonical_link|cost_of_goods_sold|\w*energy_efficiency_class|installment|subscription_cost|loyalty_\w+|availability_date|expiration_date|pause|size_type|size_system|ships_from_country|\w+_handling_time|transit_time_label|handling_cutoff_time|external_seller_id|video_link|lifestyle_image_link|virtual_model_link|certification|structured_\w+|quantity|sell_on_google_quantity|return_\w+|auto_pricing_min_price|maximum_retail_price|minimum_order_value\w*|disclosure_date|online_only|pickup_\w+|store_code|pubdate|guid|updated|published|author|category|source|comments|enclosure|contributor|rights|summary|content)$/

/** `g:Image Link` becomes `image_link`, `shipping(country:price)` becomes `shipping`. */
export function foldFieldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^[cg]:/, '')
    .replace(/\s*\(.*$/, '')
    .replace(/[\s-]+/g, '_')
}

const UNKNOWN_ATTRIBUTE = 'unknown attribute; it was left out'

/** Prefixes of Google's namespaces. */
const GOOGLE_PREFIX = /^[cg]$/

const ITEMS = new Set(['item', 'entry'])
const SUMMARIES = new Set(['summary', 'content'])
const REPEATED: ReadonlySet<string> = new Set(REPEATED_FIELDS)

/** Feed titles that name no shop. */
const GENERIC_TITLE = /\b(?:feed|products?|google|merchant|export|rss|catalog(?:ue)?|untitled)\b/i

/** RSS or Atom as a table with a column for each attribute. */
export class FeedTable extends XmlTable {
  readonly header = FEED_FIELDS
  readonly #notes: Pick<ImportNotes, 'warn'>
  /** Texts of the feed itself. */
  readonly #channel = new Map<string, string>()
  /** Cached by prefix and local name, because the same few elements are in each item. */
  readonly #fields = new Map<string, FeedField | null>()

  constructor(file: XmlFile, notes: Pick<ImportNotes, 'warn'>) {
    super(file, { isWanted, kind: 'item' })
    this.#notes = notes
  }

  get basics(): SiteBasics {
    const read = (name: string) => readHtmlText(this.#channel.get(name) ?? '')
    const title = read('title')
    return {
      locale: readBasic('locale', read('language')),
      name: GENERIC_TITLE.test(title) ? undefined : readBasic('name', title),
    }
  }

  /** Attributes with Google's prefix take precedence over elements of RSS and Atom. Of a repeated one, the first counts. */
  protected readCells(item: XmlElement): readonly string[] | undefined {
    if (!ITEMS.has(item.local)) {
      this.#channel.set(item.local, readElementText(item))
      return undefined
    }
    const [google, plain] = [new Map<FeedField, string[]>(), new Map<FeedField, string[]>()]
    for (const element of listElements(item)) {
      const field = this.#findField(element)
      const text = field ? readValue(element) : ''
      if (!field || text.trim() === '') continue
      if (element.prefix !== '') google.set(field, [...(google.get(field) ?? []), text])
      else if (!plain.has(field)) plain.set(field, [text])
    }
    return FEED_FIELDS.map((field) => {
      const texts = google.get(field) ?? plain.get(field) ?? ['']
      return REPEATED.has(field) ? texts.map((text) => text.trim().replace(/\s+/g, ' ')).join('\n') : texts[0]!
    })
  }

  #findField({ prefix, local, line }: XmlElement): FeedField | null {
    const key = `${prefix}:${local}`
    const known = this.#fields.get(key)
    if (known !== undefined) return known
    const folded = foldFieldName(local)
    const name = prefix === '' && SUMMARIES.has(folded) ? 'description' : folded
    const isOwn = prefix === '' || GOOGLE_PREFIX.test(prefix)
    const field = FEED_FIELDS.find((own) => isOwn && own === name) ?? null
    if (isOwn && !field && !IGNORED_FIELDS.test(name))
      this.#notes.warn({ file: this.name, line, column: local, reason: UNKNOWN_ATTRIBUTE })
    this.#fields.set(key, field)
    return field
  }
}

/** Elements that describe the feed are children of `feed` in Atom and of `channel` in RSS. */
function isWanted(path: readonly string[]): boolean {
  const name = path.at(-1) ?? ''
  if (ITEMS.has(name)) return path.length > 1
  return (name === 'title' || name === 'language') && path.length === (path[0] === 'feed' ? 2 : 3)
}

/** Writes the parts of a detail like tables do. Atom puts a link's address into the attribute href. */
function readValue(element: XmlElement): string {
  const parts = new Map(listElements(element).map((part) => [foldFieldName(part.local), readElementText(part)]))
  const [section = '', name, value] = ['section_name', 'attribute_name', 'attribute_value'].map((part) =>
    parts.get(part),
  )
  if (name !== undefined && value !== undefined)
    return [section, name].map((part) => `${part.replaceAll(':', ' ')}:`).join('') + value
  return readElementText(element).trim() || (element.attributes['href'] ?? '')
}
