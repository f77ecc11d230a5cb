import { numberColumns, type ColumnNames } from '../../files/csv-columns.ts'

export const NUMBERS = [1, 2, 3, 4, 5, 6]

/** The current name of each column, then the one until about 2025; files mix both. */
export const SHOPIFY_COLUMNS = {
  handle: ['URL handle', 'Handle'],
  title: ['Title'],
  description: ['Description', 'Body (HTML)'],
  brand: ['Vendor'],
  productCategory: ['Product category', 'Standard Product Type', 'Standardized Product Type'],
  type: ['Type', 'Custom Product Type'],
  collection: ['Collection'],
  collections: ['Collections', 'Custom collections'],
  tags: ['Tags'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  sku: ['SKU', 'Variant SKU'],
  gtin: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAtPrice: ['Compare-at price', 'Variant Compare At Price'],
  unitQuantity: ['Unit price total measure', 'Variant Unit Price Total Measure'],
  unitQuantityUnit: ['Unit price total measure unit', 'Variant Unit Price Total Measure Unit'],
  unitBase: ['Unit price base measure', 'Variant Unit Price Base Measure'],
  unitBaseUnit: ['Unit price base measure unit', 'Variant Unit Price Base Measure Unit'],
  weight: ['Weight value (grams)', 'Variant Grams'],
  inventoryTracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  inventoryQuantity: ['Inventory quantity', 'Variant Inventory Qty'],
  inventoryPolicy: ['Continue selling when out of stock', 'Variant Inventory Policy'],
  imageUrl: ['Product image URL', 'Image Src'],
  imagePosition: ['Image position'],
  imageAlt: ['Image alt text'],
  variantImage: ['Variant image URL', 'Variant Image'],
  giftCard: ['Gift card'],
  metaTitle: ['SEO title'],
  metaDescription: ['SEO description'],
  mpn: ['Manufacturer part number (MPN)', 'Google Shopping / MPN'],
  condition: ['Condition', 'Google Shopping / Condition'],
  ...numberColumns(NUMBERS.length, {
    optionName: 'Option# name',
    optionValue: 'Option# value',
    optionLink: 'Option# linked to',
  }),
} as const satisfies ColumnNames<string>

export type ShopifyField =
  keyof typeof SHOPIFY_COLUMNS | `${'optionName' | 'optionValue' | 'optionLink'}${number}` | `metafield ${string}`
/** Visitors must not see some of these columns, such as the cost per item. Metafields that are shown are not among them. */
export const IGNORED_COLUMN =
  /^(cost per item|(variant )?(fulfillment service|requires shipping|taxable|tax code|tax \d|weight unit( for display)?|inventory on hand)|charge tax|google shopping \/ .*|google product category|gender|age group|custom product|custom label \d|(adwords|ads|ad) (grouping|labels|group name)|(included|(international |compare[- ]at |compare[- ]at international )?price) \/ .*|template suffix|published scope|published at|.*metafields\.[^.()]+\.[^()]+\))$/

/** Headings that Shopify alone has, as `foldColumnName` writes them. */
export const OWN_COLUMN =
  /^(url handle|body \(html\)|variant (sku|price|compare at price|grams|barcode|image|taxable|requires shipping|inventory \w+|fulfillment service)|option\d (name|value|linked to)|image src|product image url|published on online store|continue selling when out of stock|weight value \(grams\)|.*metafields\.[^.]+\.[^.]+\))$/
