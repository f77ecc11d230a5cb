import { abbreviateValue } from '../../cells.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import { readText, TABLE_ADVICE } from '../../files/text-file.ts'
import { listElements, readElements, readElementText, type XmlElement, type XmlFile } from '../../files/xml-file.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'

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

const GOOGLE_NAMESPACE = /^https?:\/\/base\.google\.com\/c?ns\/1\.0\/?$/
/** Namespaces of elements without a prefix: those of Atom and RSS 1.0, and none for RSS 2.0. */
const PLAIN_NAMESPACE =
  /^(?:|http:\/\/www\.w3\.org\/2005\/Atom|http:\/\/purl\.org\/atom\/ns#|http:\/\/purl\.org\/rss\/1\.0\/)$/

const ROOTS = new Set(['rss', 'feed', 'RDF'])
const ITEMS = new Set(['item', 'entry'])
const SUMMARIES = new Set(['summary', 'content'])
const KNOWN_FIELDS: ReadonlySet<string> = new Set(FEED_FIELDS)
const REPEATED: ReadonlySet<string> = new Set(REPEATED_FIELDS)

/** Texts of the feed itself, known once its items were read. */
type FeedChannel = { [Field in 'title' | 'language']?: string }

interface FeedTable {
  readonly table: CsvFile
  readonly channel: FeedChannel
}

/** Opens RSS or Atom as a table with a column for each attribute. */
export function openFeedTable(file: XmlFile, notes: Pick<ImportNotes, 'warn'>): FeedTable {
  const channel: FeedChannel = {}
  // Only the first pass reports warnings.
  let own = notes
  const table: CsvFile = {
    name: file.name,
    headerLine: 1,
    header: FEED_FIELDS,
    isXml: true,
    async *readRows() {
      const reader = new ItemReader(file.name, own)
      own = { warn: () => {} }
      let number = 0
      for await (const elements of readElements(file.name, readText(file), { isWanted, kind: 'item', checkRoot })) {
        const [items, others] = [true, false].map((isItem) =>
          elements.filter(({ local }) => ITEMS.has(local) === isItem),
        )
        for (const element of others ?? []) channel[element.local as keyof FeedChannel] = readElementText(element)
        yield (items ?? []).map((item) => ({ line: item.line, number: (number += 1), cells: reader.readCells(item) }))
      }
    },
  }
  const checkRoot = ({ local, line }: XmlElement) => {
    if (ROOTS.has(local)) return
    throw new ImportError(
      { file: file.name, line },
      `this XML is neither RSS nor Atom: its root is <${local}>, not <rss> or <feed>; ${TABLE_ADVICE}`,
    )
  }
  return { table, channel }
}

/** Elements that describe the feed are children of `feed` in Atom and of `channel` in RSS. */
function isWanted(path: readonly string[]): boolean {
  const name = path.at(-1) ?? ''
  if (ITEMS.has(name)) return path.length > 1
  return (name === 'title' || name === 'language') && path.length === (path[0] === 'feed' ? 2 : 3)
}

type ElementKind = { readonly field: FeedField; readonly isGoogle: boolean } | null

class ItemReader {
  readonly #file: string
  readonly #notes: Pick<ImportNotes, 'warn'>
  /** Cached by namespace and local name, because the same few elements are in each item. */
  readonly #kinds = new Map<string, ElementKind>()

  constructor(file: string, notes: Pick<ImportNotes, 'warn'>) {
    this.#file = file
    this.#notes = notes
  }

  readCells(item: XmlElement): readonly string[] {
    const [google, plain] = [new Map<FeedField, string[]>(), new Map<FeedField, string[]>()]
    for (const element of listElements(item)) {
      const kind = this.#findKind(element)
      const text = kind ? readValue(element) : ''
      if (!kind || text.trim() === '') continue
      if (kind.isGoogle) google.set(kind.field, [...(google.get(kind.field) ?? []), text])
      else if (!plain.has(kind.field)) plain.set(kind.field, [text])
    }
    // Attributes in Google's namespace take precedence over elements of RSS and Atom.
    const values = new Map([...plain, ...google])
    this.#warnOfRepeated(item, values)
    return FEED_FIELDS.map((field) => {
      const texts = values.get(field) ?? []
      return REPEATED.has(field) ? texts.map((text) => text.trim().replace(/\s+/g, ' ')).join('\n') : (texts[0] ?? '')
    })
  }

  #warnOfRepeated({ line }: XmlElement, values: ReadonlyMap<FeedField, readonly string[]>): void {
    const [title = ''] = values.get('title') ?? values.get('id') ?? []
    const product = abbreviateValue(title) ?? undefined
    for (const [field, { length, [0]: first = '' }] of values) {
      if (length === 1 || REPEATED.has(field)) continue
      const reason = `the item has this attribute ${length} times; the first value was used`
      this.#notes.warn({ file: this.#file, line, column: field, value: abbreviateValue(first), product, reason })
    }
  }

  #findKind(element: XmlElement): ElementKind {
    const key = `${element.uri} ${element.local}`
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    const kind = this.#identify(element)
    this.#kinds.set(key, kind)
    return kind
  }

  #identify({ local, uri, line }: XmlElement): ElementKind {
    const isGoogle = GOOGLE_NAMESPACE.test(uri)
    if (!isGoogle && !PLAIN_NAMESPACE.test(uri)) return null
    const folded = foldFieldName(local)
    const field = !isGoogle && SUMMARIES.has(folded) ? 'description' : folded
    if (KNOWN_FIELDS.has(field)) return { field: field as FeedField, isGoogle }
    if (!IGNORED_FIELDS.test(field))
      this.#notes.warn({ file: this.#file, line, column: local, value: null, reason: UNKNOWN_ATTRIBUTE })
    return null
  }
}

/** Writes the parts of a detail like tables do. Atom puts a link's address into the attribute href. */
function readValue(element: XmlElement): string {
  const parts = new Map(listElements(element).map((part) => [foldFieldName(part.local), readElementText(part)]))
  const [section = '', name, value] = ['section_name', 'attribute_name', 'attribute_value'].map((part) =>
    parts.get(part),
  )
  if (name !== undefined && value !== undefined)
    return [section, name].map((part) => `${part.replaceAll(':', ' ')}:`).join('') + value
  const text = readElementText(element)
  return text.trim() === '' ? (element.attributes['href'] ?? '') : text
}
