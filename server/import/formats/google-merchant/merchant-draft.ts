import { cutText, readPlainText } from '../../cells.ts'
import {
  BRAND_MAX_LENGTH,
  CODE_MAX_LENGTH,
  type DraftAttribute,
  type DraftResult,
  type DraftVariant,
  foldCombination,
  NAME_MAX_LENGTH,
  OPTION_TEXT_MAX_LENGTH,
  VARIANT_MAX_COUNT,
} from '../../draft-product.ts'
import type { DraftContext } from '../../product-format.ts'
import type { FeedField } from './feed-fields.ts'
import type { FeedItem, FeedReader } from './feed-item.ts'
import {
  readAvailability,
  readCategoryPath,
  readCondition,
  readDescription,
  readHighlights,
  readImages,
  readMainImage,
  readSpecification,
  readWeight,
} from './merchant-fields.ts'
import { readPrices } from './merchant-price.ts'
import { readId } from './merchant-survey.ts'

/** What variants may differ in, with the names under which a page offers it. */
const VARIANT_FIELDS: readonly (readonly [FeedField, string])[] = [
  ['color', 'Color'],
  ['size', 'Size'],
  ['material', 'Material'],
  ['pattern', 'Pattern'],
  ['age_group', 'Age group'],
  ['gender', 'Gender'],
]

const ATTRIBUTE_FIELDS: readonly FeedField[] = [
  'product_detail',
  'product_length',
  'product_width',
  'product_height',
  ...VARIANT_FIELDS.map(([field]) => field),
]

interface FeedGroup {
  readonly slug: string
  readonly name: string
  /** What its source calls it: `google:{id}`. */
  readonly sourceId: string
  readonly items: readonly [FeedItem, ...FeedItem[]]
}

/** Makes one product of all items of a group, or of one that stands alone. Items that cannot be used are rejected one by one. */
export function buildFeedDraft(
  reader: FeedReader,
  { slug, name, sourceId, items }: FeedGroup,
  context: DraftContext,
): DraftResult {
  const options = findOptions(reader, items)
  const lines = new Map<string, number>()
  const used: { item: FeedItem; variant: DraftVariant }[] = []
  for (const item of items) {
    const variant = readVariant(reader, item, { options, lines, isGroup: items.length > 1, context })
    if (variant) used.push({ item, variant })
  }
  const [first, ...others] = used
  const hasRejections = used.length < items.length
  if (!first) return { slug, draft: null, hasRejections }
  const { item } = first
  const draft = {
    slug,
    line: item.line,
    name: cutText(name, NAME_MAX_LENGTH),
    brand: reader.readText(item, 'brand', BRAND_MAX_LENGTH),
    shortDescription: readHighlights(reader, item),
    description: readDescription(reader, item),
    metaTitle: undefined,
    metaDescription: undefined,
    categoryPath: readCategoryPath(reader, item),
    condition: readCondition(reader, item),
    // A feed holds what is to be seen.
    visibility: 'public' as const,
    featured: undefined,
    tags: undefined,
    optionNames: options.map(([, label]) => label),
    variants: [first.variant, ...others.map(({ variant }) => variant)] as const,
    images: readImages(
      reader,
      used.map((entry) => entry.item),
    ),
    attributes: readAttributes(reader, item, options),
    hasAllAttributes: ATTRIBUTE_FIELDS.some((field) => reader.has(field)),
    documents: undefined,
    externalLink: undefined,
    includes: undefined,
    sourceId,
  }
  return { slug, draft, hasRejections }
}

interface VariantContext {
  readonly options: typeof VARIANT_FIELDS
  /** The line on which each combination of option values stands. */
  readonly lines: Map<string, number>
  readonly isGroup: boolean
  readonly context: DraftContext
}

function readVariant(
  reader: FeedReader,
  item: FeedItem,
  { options, lines, isGroup, context }: VariantContext,
): DraftVariant | undefined {
  const optionValues: string[] = []
  for (const [field] of options) {
    const value = readOptionValue(reader, item, field)
    if (value === '') {
      reader.reject(item, field, `"${field}" is missing, in which the items of this group differ`)
      return undefined
    }
    optionValues.push(value)
  }
  const combination = foldCombination(optionValues)
  const line = lines.get(combination)
  if (line !== undefined || lines.size >= VARIANT_MAX_COUNT) {
    const told =
      options.length > 0
        ? `the variant "${optionValues.join(' / ')}" stands on line ${line} already`
        : `nothing tells this item from the one on line ${line}: no color, size, material, pattern, age_group or gender`
    reader.reject(
      item,
      'item_group_id',
      line === undefined ? `a product has ${VARIANT_MAX_COUNT} variants at most` : told,
    )
    return undefined
  }
  const prices = readPrices(reader, item, context)
  if (prices === 'rejected') return undefined
  lines.set(combination, item.line)
  return {
    optionValues,
    sku: cutText(readId(item), CODE_MAX_LENGTH),
    gtin: reader.readGtin(item, 'gtin'),
    mpn: reader.readCode(item, 'mpn', CODE_MAX_LENGTH),
    ...prices,
    availability: readAvailability(reader, item),
    weightGrams: readWeight(reader, item),
    image: isGroup ? readMainImage(reader, item) : null,
  }
}

/** What the items of a group differ in. */
function findOptions(reader: FeedReader, items: readonly FeedItem[]): typeof VARIANT_FIELDS {
  return VARIANT_FIELDS.filter(
    ([field]) => new Set(items.map((item) => readOptionValue(reader, item, field).toLowerCase())).size > 1,
  )
}

function readOptionValue(reader: FeedReader, item: FeedItem, field: FeedField): string {
  return cutText(readPlainText(reader.readRaw(item, field)), OPTION_TEXT_MAX_LENGTH)
}

/** What all items of a product share is no choice, but worth a row of the table; details come after it. */
function readAttributes(reader: FeedReader, item: FeedItem, options: typeof VARIANT_FIELDS): readonly DraftAttribute[] {
  const shared = VARIANT_FIELDS.filter((option) => !options.includes(option)).flatMap(([field, name]) => {
    const value = readOptionValue(reader, item, field)
    return value ? [{ name, value }] : []
  })
  const attributes = new Map<string, DraftAttribute>()
  for (const attribute of [...shared, ...readSpecification(reader, item)]) {
    if (!attributes.has(attribute.name.toLowerCase())) attributes.set(attribute.name.toLowerCase(), attribute)
  }
  return [...attributes.values()]
}
