import type { Availability, ItemCondition } from '../../../../shared/catalog.ts'
import { escapeHtml } from '../../../../shared/escape.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import { cutText, readConditionWord, readPlainText, readWeightGrams } from '../../cells.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  type DraftAttribute,
  type DraftHtml,
  type DraftImage,
} from '../../draft-product.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import type { FeedField } from './feed-fields.ts'
import type { FeedItem, FeedReader, FeedValue } from './feed-item.ts'

const AVAILABILITIES: ReadonlyMap<string, Availability> = new Map([
  ['', 'InStock'],
  ['in_stock', 'InStock'],
  ['out_of_stock', 'OutOfStock'],
  ['preorder', 'PreOrder'],
  ['backorder', 'BackOrder'],
])

const MEASURES: readonly (readonly [FeedField, string])[] = [
  ['product_length', 'Length'],
  ['product_width', 'Width'],
  ['product_height', 'Height'],
]

export function readAvailability(reader: FeedReader, item: FeedItem): Availability | undefined {
  if (!reader.has('availability')) return undefined
  const availability = AVAILABILITIES.get(readWord(reader, item, 'availability'))
  if (availability === undefined)
    reader.warn(
      item,
      'availability',
      'this is none of in_stock, out_of_stock, preorder and backorder; the offer counts as out of stock',
    )
  return availability ?? 'OutOfStock'
}

export function readCondition(reader: FeedReader, item: FeedItem): ItemCondition | undefined {
  if (!reader.has('condition')) return undefined
  const condition = readConditionWord(readWord(reader, item, 'condition'))
  if (condition === undefined)
    reader.warn(item, 'condition', 'the condition is new, refurbished or used; it was left as it is')
  return condition
}

/** The product's own weight, or else the one that it is sent with; in grams. */
export function readWeight(reader: FeedReader, item: FeedItem): number | null | undefined {
  const field = item.values.has('product_weight') ? 'product_weight' : 'shipping_weight'
  if (!reader.has('product_weight') && !reader.has('shipping_weight')) return undefined
  const text = readPlainText(reader.readRaw(item, field)).toLowerCase()
  if (text === '') return null
  const [, number = '', unit = ''] = /^([\d.,]+)\s*([a-z]+)$/.exec(text) ?? []
  const grams = readWeightGrams(number, unit)
  if (grams !== undefined) return grams
  reader.warn(item, field, 'this is no weight with its unit (kg, g, lb, oz); it was left out')
  return null
}

/** The owner's own path, or else that of Google's taxonomy; the taxonomy's numbers are no names. */
export function readCategoryPath(reader: FeedReader, item: FeedItem): readonly string[] | null | undefined {
  if (!reader.has('product_type') && !reader.has('google_product_category')) return undefined
  const own = parseCategoryPath(readPlainText(reader.readRaw(item, 'product_type')))
  if (own.length > 0) return own
  const taxonomy = readPlainText(reader.readRaw(item, 'google_product_category'))
  const path = /^\d+$/.test(taxonomy) ? [] : parseCategoryPath(taxonomy)
  return path.length > 0 ? path : null
}

/** Feeds hold plain text; some hold HTML all the same. */
export function readDescription(reader: FeedReader, item: FeedItem): DraftHtml | undefined {
  const text = reader.readLongText(item, 'description', DESCRIPTION_MAX_LENGTH)
  if (text === undefined) return undefined
  const isHtml = /<\/(?:p|ul|ol|li|div|b|strong|em|i|span|h\d|table|a)\s*>|<br\b[^>]*>/i.test(text)
  return reader.cleanHtml(item, 'description', isHtml ? text : escapeHtml(text))
}

/** Highlights as a short list, to be said first. */
export function readHighlights(reader: FeedReader, item: FeedItem): DraftHtml | undefined {
  if (!reader.has('product_highlight')) return undefined
  const entries = reader
    .readAll(item, 'product_highlight')
    .map(({ text }) => `<li>${escapeHtml(readPlainText(text))}</li>`)
  return reader.cleanHtml(item, 'product_highlight', entries.length > 0 ? `<ul>${entries.join('')}</ul>` : '')
}

/** What stands under `product_detail`, then the measures. */
export function readSpecification(reader: FeedReader, item: FeedItem): readonly DraftAttribute[] {
  const details = reader.readAll(item, 'product_detail').flatMap((value) => {
    const detail = readDetail(value)
    if (!detail) reader.warn(item, 'product_detail', 'a detail is written as section:name:value; this one was left out')
    return detail ?? []
  })
  const measures = MEASURES.flatMap(([field, name]) => {
    const value = reader.readText(item, field, ATTRIBUTE_VALUE_MAX_LENGTH)
    return value ? [{ name, value }] : []
  })
  return [...details, ...measures]
}

/** All pictures of a product's items, each once; undefined where the feed has none. */
export function readImages(reader: FeedReader, items: readonly FeedItem[]): readonly DraftImage[] | undefined {
  if (!reader.has('image_link') && !reader.has('additional_image_link')) return undefined
  const images = new Map<string, DraftImage>()
  for (const item of items) {
    for (const value of [
      ...reader.readAll(item, 'image_link').slice(0, 1),
      ...reader.readAll(item, 'additional_image_link'),
    ]) {
      const image = buildImage(item, value)
      if (image && !images.has(pictureAddressKey(image.source))) images.set(pictureAddressKey(image.source), image)
    }
  }
  return [...images.values()]
}

export function readMainImage(reader: FeedReader, item: FeedItem): DraftImage | null | undefined {
  const [value] = item.values.get('image_link') ?? []
  return reader.has('image_link') ? ((value && buildImage(item, value)) ?? null) : undefined
}

function buildImage({ row }: FeedItem, { text, line, column }: FeedValue): DraftImage | undefined {
  const source = readPlainText(text)
  return source === '' ? undefined : { source, alt: undefined, line, row, column }
}

function readDetail({ text, parts }: FeedValue): DraftAttribute | undefined {
  const [, inlineName = '', inlineValue = ''] = /^[^:]*:([^:]+):(.*)$/s.exec(text.trim()) ?? []
  const name = readPlainText(parts.get('attribute_name') ?? inlineName)
  const value = readPlainText(parts.get('attribute_value') ?? inlineValue)
  return name && value
    ? { name: cutText(name, ATTRIBUTE_NAME_MAX_LENGTH), value: cutText(value, ATTRIBUTE_VALUE_MAX_LENGTH) }
    : undefined
}

function readWord(reader: FeedReader, item: FeedItem, field: FeedField): string {
  return readPlainText(reader.readRaw(item, field))
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
