import { parseCategoryPath } from '../../category-tree-writer.ts'
import { cutText, readCode, readPlainText, readWeightGrams } from '../../cells.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  CODE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OPTION_TEXT_MAX_LENGTH,
  type DraftAttribute,
  type DraftHtml,
  type DraftPrices,
  type DraftProduct,
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { readUnitPricing } from '../../unit-pricing.ts'
import { VariantLines } from '../variant-lines.ts'
import type { ProductGroup } from '../staged-products.ts'
import type { FeedField } from './feed-fields.ts'
import type { FeedSheet } from './feed-sheet.ts'
import type { DraftContext } from '../../product-format.ts'
import type { Availability } from '../../../../shared/catalog.ts'
import { escapeHtml } from '../../../../shared/escape.ts'
import type { GoogleName } from '../../../../shared/messages/server-texts/en.ts'
import { isIsoDate, isIsoTime } from '../../../../shared/local-date-time.ts'
import { toInstant } from '../../../platform/zoned-time.ts'

const VARIANT_FIELDS: readonly (readonly [FeedField, GoogleName])[] = [
  ['color', 'Color'],
  ['size', 'Size'],
  ['material', 'Material'],
  ['pattern', 'Pattern'],
  ['age_group', 'Age group'],
  ['gender', 'Gender'],
]

const MEASURES: readonly (readonly [FeedField, GoogleName])[] = [
  ['product_length', 'Length'],
  ['product_width', 'Width'],
  ['product_height', 'Height'],
]

const ATTRIBUTE_FIELDS: readonly FeedField[] = [
  'product_detail',
  ...MEASURES.map(([field]) => field),
  ...VARIANT_FIELDS.map(([field]) => field),
]

/** Builds a product from one item or a group. Invalid items are rejected one by one. */
export function buildFeedDraft(
  sheet: FeedSheet,
  { slug, name, sourceId, rows: items }: ProductGroup,
  context: DraftContext,
): DraftProduct | null {
  const options = findOptions(sheet, items)
  const lines = new VariantLines(sheet.onlyTexts)
  const used: { item: CsvRow; variant: DraftVariant }[] = []
  for (const item of items) {
    const variant = readVariant(sheet, item, { options, lines, isGroup: items.length > 1, context })
    if (variant) used.push({ item, variant })
  }
  const [first, ...others] = used
  if (!first) return null
  const { item } = first
  return {
    slug,
    line: item.line,
    name: cutText(name, NAME_MAX_LENGTH),
    brand: sheet.readText(item, 'brand', BRAND_MAX_LENGTH),
    shortDescription: readHighlights(sheet, item),
    description: sheet.readHtml(item, 'description', convertDescription),
    categoryPath: readCategoryPath(sheet, item),
    otherCategoryPaths: readOtherCategories(sheet, item),
    condition: sheet.readCondition(item, 'condition'),
    visibility: 'public',
    optionNames: options.map(([, label]) => label),
    variants: [first.variant, ...others.map(({ variant }) => variant)],
    images: sheet.readImages(used.map((entry) => entry.item)),
    attributes: readAttributes(sheet, item, options),
    hasAllAttributes: ATTRIBUTE_FIELDS.some((field) => sheet.has(field)),
    sourceId: sourceId ?? undefined,
  }
}

interface VariantContext {
  readonly options: typeof VARIANT_FIELDS
  readonly lines: VariantLines
  readonly isGroup: boolean
  readonly context: DraftContext
}

function readVariant(
  sheet: FeedSheet,
  item: CsvRow,
  { options, lines, isGroup, context }: VariantContext,
): DraftVariant | undefined {
  const optionValues: string[] = []
  for (const [field] of options) {
    const value = readOptionValue(sheet, item, field)
    if (value === '') {
      sheet.reject(item, field, `"${field}" is missing, although the items of this group differ in it`)
      return undefined
    }
    optionValues.push(value)
  }
  const fault = lines.findFault(
    optionValues,
    (line) =>
      `this item of the group equals the one on line ${line} in color, size, material, pattern, age_group and gender`,
  )
  if (fault !== undefined) {
    sheet.reject(item, 'item_group_id', fault)
    return undefined
  }
  const prices = readPrices(sheet, item, context)
  if (prices === 'rejected') return undefined
  lines.add(optionValues, item.line)
  return {
    optionValues,
    sku: cutText(readCode(sheet.read(item, 'id') ?? ''), CODE_MAX_LENGTH),
    gtin: sheet.readGtin(item, 'gtin'),
    mpn: sheet.readCode(item, 'mpn', CODE_MAX_LENGTH),
    ...prices,
    ...readUnitPricing(sheet, item, { quantity: ['unit_pricing_measure'], base: ['unit_pricing_base_measure'] }),
    availability: readAvailability(sheet, item),
    weightGrams: readWeight(sheet, item),
    image: isGroup ? sheet.readMainImage(item) : null,
  }
}

function findOptions(sheet: FeedSheet, items: readonly CsvRow[]): typeof VARIANT_FIELDS {
  return VARIANT_FIELDS.filter(
    ([field]) => new Set(items.map((item) => readOptionValue(sheet, item, field).toLowerCase())).size > 1,
  )
}

function readOptionValue(sheet: FeedSheet, item: CsvRow, field: FeedField): string {
  return cutText(sheet.readPlain(item, field), OPTION_TEXT_MAX_LENGTH)
}

function readAttributes(sheet: FeedSheet, item: CsvRow, options: typeof VARIANT_FIELDS): readonly DraftAttribute[] {
  const shared = VARIANT_FIELDS.filter((option) => !options.includes(option)).flatMap(([field, name]) => {
    const value = readOptionValue(sheet, item, field)
    return value ? [{ name, value }] : []
  })
  const attributes = new Map<string, DraftAttribute>()
  for (const attribute of [...shared, ...readSpecification(sheet, item)]) {
    if (!attributes.has(attribute.name.toLowerCase())) attributes.set(attribute.name.toLowerCase(), attribute)
  }
  return [...attributes.values()]
}

const AVAILABILITIES: ReadonlyMap<string, Availability> = new Map([
  ['', 'InStock'],
  ['in_stock', 'InStock'],
  ['out_of_stock', 'OutOfStock'],
  ['preorder', 'PreOrder'],
  ['backorder', 'BackOrder'],
])

function readAvailability(sheet: FeedSheet, item: CsvRow): Availability | undefined {
  if (!sheet.has('availability')) return undefined
  const availability = AVAILABILITIES.get(sheet.readLower(item, 'availability').replace(/[\s-]+/g, '_'))
  if (availability === undefined) {
    const reason = 'expected in_stock, out_of_stock, preorder or backorder; the item is treated as out of stock'
    sheet.warn(item, 'availability', reason)
  }
  return availability ?? 'OutOfStock'
}

function readWeight(sheet: FeedSheet, item: CsvRow): number | null | undefined {
  const field = sheet.isBlank(item, 'product_weight') ? 'shipping_weight' : 'product_weight'
  if (!sheet.has('product_weight') && !sheet.has('shipping_weight')) return undefined
  const text = sheet.readLower(item, field)
  if (text === '') return null
  const [, number = '', unit = ''] = /^([\d.,]+)\s*([a-z]+)$/.exec(text) ?? []
  const grams = readWeightGrams(number, unit)
  if (grams !== undefined) return grams
  sheet.warn(item, field, 'expected a weight with a unit (kg, g, lb, oz); the weight was left out')
  return null
}

/** Ignores Google's category if it is a number, as in some feeds. */
function readCategoryPath(sheet: FeedSheet, item: CsvRow): readonly string[] | null | undefined {
  if (!sheet.has('product_type') && !sheet.has('google_product_category')) return undefined
  const own = parseCategoryPath(sheet.readEntries(item, 'product_type')[0] ?? '')
  if (own.length > 0) return own
  const taxonomy = sheet.readPlain(item, 'google_product_category')
  const path = /^\d+$/.test(taxonomy) ? [] : parseCategoryPath(taxonomy)
  return path.length > 0 ? path : null
}

/** An item may have several types, of which the first is the main category. */
function readOtherCategories(sheet: FeedSheet, item: CsvRow): DraftProduct['otherCategoryPaths'] {
  if (!sheet.has('product_type')) return undefined
  const paths = sheet.readEntries(item, 'product_type').map(parseCategoryPath)
  return paths.slice(1).filter((path) => path.length > 0)
}

/** Descriptions should be plain text, but are HTML in some feeds. */
function convertDescription(text: string): string {
  const isHtml = /<\/(?:p|ul|ol|li|div|b|strong|em|i|span|h\d|table|a)\s*>|<br\b[^>]*>/i.test(text)
  return isHtml ? text : escapeHtml(text)
}

function readHighlights(sheet: FeedSheet, item: CsvRow): DraftHtml | undefined {
  if (!sheet.has('product_highlight')) return undefined
  const entries = sheet.readEntries(item, 'product_highlight').map((text) => `<li>${escapeHtml(text)}</li>`)
  return sheet.sanitise(item, 'product_highlight', () => (entries.length > 0 ? `<ul>${entries.join('')}</ul>` : ''))
}

function readSpecification(sheet: FeedSheet, item: CsvRow): readonly DraftAttribute[] {
  const details = sheet.readEntries(item, 'product_detail').flatMap((text) => {
    const detail = readDetail(text)
    if (!detail) sheet.warn(item, 'product_detail', 'expected section:name:value; this detail was left out', true)
    return detail ?? []
  })
  const measures = MEASURES.flatMap(([field, name]) => {
    const value = sheet.readText(item, field, ATTRIBUTE_VALUE_MAX_LENGTH)
    return value ? [{ name, value }] : []
  })
  return [...details, ...measures]
}

function readDetail(text: string): DraftAttribute | undefined {
  const parts = /^[^:]*:([^:]+):(.*)$/.exec(text)?.slice(1).map(readPlainText)
  const [name = '', value = ''] = parts ?? []
  return name && value
    ? { name: cutText(name, ATTRIBUTE_NAME_MAX_LENGTH), value: cutText(value, ATTRIBUTE_VALUE_MAX_LENGTH) }
    : undefined
}

/** A time in ISO 8601. Without an offset, it is in the time zone of the site. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?$/

/** A sale price applies only if it is lower than the regular price and within its dates. */
function readPrices(sheet: FeedSheet, item: CsvRow, context: DraftContext): DraftPrices | 'rejected' {
  const regular = sheet.readPrice(item, 'price', context.currency)
  const sale = sheet.readPrice(item, 'sale_price', context.currency)
  if (regular === 'rejected' || sale === 'rejected') return 'rejected'
  if (sale && sheet.isReduction(item, 'sale_price', regular, sale) && isOnSale(sheet, item, context))
    return { priceMinor: sale, compareAtMinor: regular }
  return {
    priceMinor: regular === 0 ? null : regular,
    compareAtMinor: regular === undefined ? undefined : null,
  }
}

function isOnSale(sheet: FeedSheet, item: CsvRow, { timeZone, now }: DraftContext): boolean {
  const text = sheet.readPlain(item, 'sale_price_effective_date')
  if (text === '') return true
  const [starts, ends, ...others] = text.split(/\s*\/\s*/).map((part) => readInstant(part, timeZone))
  if (starts === undefined || ends === undefined || others.length > 0) {
    sheet.warn(
      item,
      'sale_price_effective_date',
      'expected start/end, two times in ISO 8601; the sale price was left out',
    )
    return false
  }
  return starts <= now && now < ends
}

function readInstant(text: string, timeZone: string): number | undefined {
  const [, date, time, utc, hours, minutes] = INSTANT.exec(text) ?? []
  if (date === undefined || time === undefined || !isIsoDate(date) || !isIsoTime(time)) return undefined
  const instant =
    utc || hours ? Date.parse(`${date}T${time}${utc ?? `${hours}:${minutes}`}`) : toInstant(`${date}T${time}`, timeZone)
  return Number.isNaN(instant) ? undefined : instant
}
