import { type ColumnNames, foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import { readMetafieldColumn, type MetafieldColumn } from './metafield-column.ts'

export type ShopifyField =
  | 'handle'
  | 'title'
  | 'description'
  | 'vendor'
  | 'productCategory'
  | 'type'
  | 'tags'
  | 'published'
  | 'status'
  | `option${number}Name`
  | `option${number}Value`
  | 'sku'
  | 'barcode'
  | 'price'
  | 'compareAtPrice'
  | 'grams'
  | 'inventoryTracker'
  | 'inventoryQuantity'
  | 'inventoryPolicy'
  | 'imageUrl'
  | 'imagePosition'
  | 'imageAlt'
  | 'variantImageUrl'
  | 'giftCard'
  | 'seoTitle'
  | 'seoDescription'
  | 'mpn'
  | 'condition'

/** Shopify knows three; further ones are looked for so that they can be refused by name. */
export const OPTION_MAX_COUNT = 3
export const OPTION_NUMBERS = [1, 2, 3, 4, 5, 6] as const

const optionColumnNames = Object.fromEntries(
  OPTION_NUMBERS.flatMap((number) => [
    [`option${number}Name`, [`Option${number} name`]],
    [`option${number}Value`, [`Option${number} value`]],
  ]),
) as Record<`option${number}Name` | `option${number}Value`, readonly string[]>

/** Present names before those used until about 2025; files mix both. */
const COLUMN_NAMES: ColumnNames<ShopifyField> = {
  ...optionColumnNames,
  handle: ['URL handle', 'Handle'],
  title: ['Title'],
  description: ['Description', 'Body (HTML)'],
  vendor: ['Vendor'],
  productCategory: ['Product category', 'Standard Product Type', 'Standardized Product Type'],
  type: ['Type', 'Custom Product Type'],
  tags: ['Tags'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  sku: ['SKU', 'Variant SKU'],
  barcode: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAtPrice: ['Compare-at price', 'Variant Compare At Price'],
  grams: ['Weight value (grams)', 'Variant Grams'],
  inventoryTracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  inventoryQuantity: ['Inventory quantity', 'Variant Inventory Qty'],
  inventoryPolicy: ['Continue selling when out of stock', 'Variant Inventory Policy'],
  imageUrl: ['Product image URL', 'Image Src'],
  imagePosition: ['Image position'],
  imageAlt: ['Image alt text'],
  variantImageUrl: ['Variant image URL', 'Variant Image'],
  giftCard: ['Gift card'],
  seoTitle: ['SEO title'],
  seoDescription: ['SEO description'],
  mpn: ['Manufacturer part number (MPN)', 'Google Shopping / MPN'],
  condition: ['Condition', 'Google Shopping / Condition'],
}

/** Columns that Shopify writes and that a product website has no use for, or must not show: what a thing cost its seller. */
const IGNORED_COLUMNS: readonly RegExp[] = [
  /^option\d linked to$/,
  /^cost per item$/,
  /^(variant )?fulfillment service$/,
  /^(variant )?(requires shipping|taxable|tax code|tax \d)$/,
  /^charge tax$/,
  /^(variant )?weight unit( for display)?$/,
  /^(variant )?unit price /,
  /^google shopping \//,
  /^google product category$/,
  /^(gender|age group|custom product|custom label \d)$/,
  /^(adwords|ads|ad) (grouping|labels|group name)$/,
  /^(included|price|compare[- ]at price|international price|compare[- ]at international price) \/ /,
  /^(template suffix|published scope|published at|collection|inventory on hand|variant inventory on hand)$/,
]

const REQUIRED: readonly ShopifyField[] = ['handle', 'title', 'price']

export interface ShopifyColumns {
  readonly indexes: ReadonlyMap<ShopifyField, number>
  readonly metafields: readonly MetafieldColumn[]
}

/** Whether a header is that of a Shopify export: no other known one has a handle. */
export function isShopifyHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  if (names.has('handle') || names.has('url handle')) return true
  // An export whose handle column got lost is still one, and deserves to be told what is missing.
  return names.has('title') && (names.has('body (html)') || names.has('variant price') || names.has('option1 name'))
}

/**
 * @throws ImportError where a required column is missing or two columns mean the same
 */
export function readShopifyColumns(file: CsvFile, notes: ImportNotes): ShopifyColumns {
  const { indexes, others } = matchColumns(file.name, file.header, COLUMN_NAMES, REQUIRED)
  const metafields: MetafieldColumn[] = []
  for (const { name, index } of others) {
    const metafield = readMetafieldColumn(name, index)
    if (metafield) metafields.push(metafield)
    else if (metafield === undefined && !IGNORED_COLUMNS.some((pattern) => pattern.test(foldColumnName(name)))) {
      warnOfUnknownColumn(file.name, name, notes)
    }
  }
  return { indexes, metafields }
}
