import { foldColumnName, matchColumns, warnOfUnknownColumn, type ColumnNames } from '../../files/csv-columns.ts'
import type { DraftImage } from '../../draft-product.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { isCostHeading } from '../../mapping/price-headings.ts'

/** Shopify's limit. Columns of further options are read so that the report can name them. */
export const OPTION_MAX_COUNT = 3
export const OPTION_NUMBERS = [1, 2, 3, 4, 5, 6] as const

/** The current name of each column, then the one until about 2025; files mix both. */
const NAMES = {
  handle: ['URL handle', 'Handle'],
  title: ['Title'],
  description: ['Description', 'Body (HTML)'],
  vendor: ['Vendor'],
  productCategory: ['Product category', 'Standard Product Type', 'Standardized Product Type'],
  type: ['Type', 'Custom Product Type'],
  collection: ['Collection'],
  collections: ['Collections', 'Custom collections'],
  tags: ['Tags'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  sku: ['SKU', 'Variant SKU'],
  barcode: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAtPrice: ['Compare-at price', 'Variant Compare At Price'],
  unitQuantity: ['Unit price total measure', 'Variant Unit Price Total Measure'],
  unitQuantityUnit: ['Unit price total measure unit', 'Variant Unit Price Total Measure Unit'],
  unitBase: ['Unit price base measure', 'Variant Unit Price Base Measure'],
  unitBaseUnit: ['Unit price base measure unit', 'Variant Unit Price Base Measure Unit'],
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
} as const satisfies ColumnNames<string>

type OptionField = `option${number}Name` | `option${number}Value`
export type ShopifyField = keyof typeof NAMES | OptionField

const COLUMN_NAMES: ColumnNames<ShopifyField> = {
  ...NAMES,
  ...(Object.fromEntries(
    OPTION_NUMBERS.flatMap((number) => [
      [`option${number}Name`, [`Option${number} name`]],
      [`option${number}Value`, [`Option${number} value`]],
    ]),
  ) as ColumnNames<OptionField>),
}

/** Visitors must not see some of these columns, such as the cost per item. */
const IGNORED_COLUMNS: readonly RegExp[] = [
  /^option\d linked to$/,
  /^cost per item$/,
  /^(variant )?fulfillment service$/,
  /^(variant )?(requires shipping|taxable|tax code|tax \d)$/,
  /^charge tax$/,
  /^(variant )?weight unit( for display)?$/,
  /^google shopping \//,
  /^google product category$/,
  /^(gender|age group|custom product|custom label \d)$/,
  /^(adwords|ads|ad) (grouping|labels|group name)$/,
  /^(included|price|compare[- ]at price|international price|compare[- ]at international price) \/ /,
  /^(template suffix|published scope|published at|inventory on hand|variant inventory on hand)$/,
]

/** Headings that Shopify alone has, as `foldColumnName` writes them. */
const OWN_COLUMN =
  /^(url handle|body \(html\)|variant (sku|price|compare at price|grams|barcode|image|taxable|requires shipping|inventory \w+|fulfillment service)|option\d (name|value|linked to)|image src|product image url|published on online store|continue selling when out of stock|weight value \(grams\)|.*metafields\.[^.]+\.[^.]+\))$/

/** An export without its handle or title is still recognised, so that the error names the missing column. */
export function isShopifyHeader(header: readonly string[]): boolean {
  const names = header.map(foldColumnName)
  return (
    ['handle', 'url handle', 'title'].some((name) => names.includes(name)) &&
    names.some((name) => OWN_COLUMN.test(name))
  )
}

function readShopifyColumns(file: CsvFile, notes: ImportNotes) {
  const { indexes, others } = matchColumns(file, file.header, COLUMN_NAMES, ['handle', 'title', 'price'])
  const metafields: MetafieldColumn[] = []
  for (const { name, index } of others) {
    const metafield = readMetafieldColumn(name, index)
    if (metafield) metafields.push(metafield)
    else if (metafield === undefined && !IGNORED_COLUMNS.some((pattern) => pattern.test(foldColumnName(name)))) {
      warnOfUnknownColumn(file, name, notes)
    }
  }
  return { indexes, metafields }
}

interface MetafieldColumn {
  readonly index: number
  readonly name: string
  readonly key: string
}

/** Matches `Material (product.metafields.specs.material)`; some exports omit `product.`. */
const METAFIELD_PATTERN = /^(.*?)\s*\((?:(product|variant)\.)?metafields\.([^.()]+)\.([^()]+)\)$/i

/** Namespaces of apps and themes, whose values are not meant for visitors. */
const TECHNICAL_NAMESPACE =
  /^(?:google|mm-google-shopping|mc-facebook|facebook|reviews|shopify--.*|app--.*|global|seo|judgeme|yotpo|loox|stamped|okendo|spr|rivyo|ali_reviews|inventory|shipping|filters?|theme)$/i

/** Returns null for a metafield that is not imported, and undefined for another column. */
function readMetafieldColumn(columnName: string, index: number): MetafieldColumn | null | undefined {
  const match = METAFIELD_PATTERN.exec(columnName)
  if (!match) return undefined
  const [, label = '', owner, namespace = '', key = ''] = match
  if (owner?.toLowerCase() === 'variant' || TECHNICAL_NAMESPACE.test(namespace)) return null
  if (isCostHeading(label) || isCostHeading(key)) return null
  const name = label || key.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase())
  return { index, name, key: key.toLowerCase() }
}

export class ShopifySheet extends CsvSheet<ShopifyField> {
  readonly metafields: readonly MetafieldColumn[]

  /** @throws ImportError if a required column is missing or two columns have the same meaning */
  constructor(file: CsvFile, notes: ImportNotes) {
    const { indexes, metafields } = readShopifyColumns(file, notes)
    super(file, indexes, notes, ['title', 'handle'])
    this.metafields = metafields
  }

  readImage(row: CsvRow, field: ShopifyField): DraftImage | undefined {
    const source = this.readPlain(row, field)
    return source === '' ? undefined : this.buildImage(row, field, source)
  }
}
