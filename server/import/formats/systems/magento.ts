import { splitList } from '../../cells.ts'
import { nameColumns } from '../../files/csv-columns.ts'
import { readPriceHeading } from '../../mapping/price-headings.ts'
import {
  writeAttributes,
  writeImages,
  writeLabel,
  writeMinimum,
  writePrice,
  writeStock,
  readNumber,
} from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells, buildVariantImage } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

// prettier-ignore
const FIELDS = [
  'sku', 'store_view_code', 'product_type', 'name', 'description', 'short_description', 'categories', 'product_online',
  'visibility', 'price', 'special_price', 'special_price_from_date', 'special_price_to_date', 'url_key', 'meta_title',
  'meta_description', 'base_image', 'base_image_label', 'additional_images', 'additional_image_labels',
  'additional_attributes', 'country_of_manufacture', 'qty', 'is_in_stock', 'allow_backorders', 'min_cart_qty',
  'use_config_min_sale_qty', 'configurable_variations', 'configurable_variation_labels',
] as const

type Field = (typeof FIELDS)[number]
type Row = SourceRow<Field>

// prettier-ignore
const VIEW_TEXTS: readonly Field[] = [
  'name', 'description', 'short_description', 'meta_title', 'meta_description', 'url_key', 'configurable_variations',
  'configurable_variation_labels',
]

/** Columns with settings, what the shop pays, and related products, which Vitrine chooses by itself. */
const IGNORED =
  /^(attribute_set_code|product_websites|tax_class_name|save_rewrites_history|meta_keywords?|(created|updated)_at|new_(from|to)_date|display_product_options_in|map_.*|msrp_.*|cost|gift_.*|custom_(design|layout).*|page_layout|product_options_container|out_of_stock_qty|use_config_.*|is_qty_decimal|max_cart_qty|notify_on_stock_below|manage_stock|qty_increments|enable_qty_increments?|is_decimal_divided|website_id|deferred_stock_update|(related|crosssell|upsell)_(skus|position)|(small|thumbnail|swatch)_image(_label)?|hide_from_product_page|bundle_(price|sku|weight|shipment)_type|bundle_price_view)$/

/** Attributes that are settings or shown elsewhere. */
const NO_ATTRIBUTE =
  /^(manufacturer|brand|gtin|ean\d*|upc|barcode|msrp.*|map.*|has_options|required_options|tax_.*|.*_(image|layout|design|container|status|view)|gift_.*|is_.*|news_.*|special_.*|minimal_.*|url_.*|meta_.*|visibility|status|ts_.*|email_template|links_.*|samples_title|shipment_type)$/

/** Reads `name=value,name="a, b"`. The last value of a name counts. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = splitList(text, /,(?=[^,="\s]+=)/).flatMap((pair) => {
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1).replace(/^"(.*)"$/s, (_, quoted: string) => quoted.replaceAll('""', '"'))
    return at < 1 ? [] : [[pair.slice(0, at).trim(), value.trim()] as const]
  })
  return [...new Map(pairs)]
}

function findAttribute(attributes: string, names: readonly string[]): string {
  const pairs = readPairs(attributes)
  return names.map((name) => pairs.find(([key]) => key === name)?.[1]).find(Boolean) ?? ''
}

function readVariations(row: Row): readonly ReadonlyMap<string, string>[] {
  return splitList(row.read('configurable_variations'), '|').map((variation) => new Map(readPairs(variation)))
}

/** Converts the American `5/1/26`, which Magento writes. */
function convertDay(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d{2})\b/.exec(text) ?? []
  return year === '' ? text : `20${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const isOffline = (row: Row) => /^(0|2)$/.test(row.read('product_online'))

export const MAGENTO: System<Field> = {
  id: 'magento',
  name: 'Magento or Adobe Commerce product export',
  expectedColumns: '"sku" and "product_type"',
  recognises: (names) =>
    names.has('sku') && names.has('product_type') && (names.has('attribute_set_code') || names.has('url_key')),
  columns: {
    ...nameColumns(FIELDS),
    base_image: ['base_image', 'image'],
    base_image_label: ['base_image_label', 'image_label'],
  },
  required: ['sku', 'name'],
  ignored: IGNORED,
  languages: {
    code: 'store_view_code',
    number: 'sku',
    name: 'name',
    variations: 'configurable_variations',
    viewTexts: VIEW_TEXTS,
    attributes: 'additional_attributes',
  },
  identity: { row: 'sku', name: 'name', readSlug: (row) => row.read('url_key'), sku: 'sku' },
  listParts: (row) => readVariations(row).flatMap((variation) => variation.get('sku') || []),
  place(row) {
    const sku = row.read('sku')
    return { key: sku, reference: sku }
  },
  options: ['configurable_variations'],
  readVariants(group) {
    const { product, parts } = group
    const labels = new Map(readPairs(product.read('configurable_variation_labels')))
    const variations = readVariations(product)
    const codes = [...new Set(variations.flatMap((variation) => [...variation.keys()]))].filter(
      (code) => !/^(sku|price|display|default)$/.test(code),
    )
    const variants = variations.flatMap((variation) => {
      const sku = variation.get('sku') ?? ''
      // A store view has no rows of its variants, because their texts are those of the options.
      const row =
        parts.find((part) => part.read('sku') === sku) ?? (group.isTranslation ? product.with('sku', sku) : undefined)
      if (!row) {
        const reason = `the file has no row with the sku "${sku}", or it belongs to another product; this variant was left out`
        product.warn('configurable_variations', reason)
        return []
      }
      return isOffline(row) && !group.isTranslation
        ? []
        : [{ row, values: codes.map((code) => variation.get(code) ?? '') }]
    })
    return {
      options: codes.map((code) => ({ name: labels.get(code) ?? writeLabel(code), field: 'configurable_variations' })),
      variants,
    }
  },
  unchanged: ['sku', 'description'],
  cells: {
    shortDescription: 'short_description',
    metaTitle: 'meta_title',
    metaDescription: 'meta_description',
    ...buildCategoryCells<Field>('categories', { list: ',', levels: '/', root: /^/ }),
    visibility: buildCell(['product_online', 'visibility'], (_text, row) =>
      isOffline(row) || row.readLower('visibility').startsWith('not visible') ? 'hidden' : 'public',
    ),
    ...buildPriceCells<Field>({
      regular: 'price',
      sale: 'special_price',
      read: (row, field, { currency }) => writePrice(row.read(field), currency),
      days: ['special_price_from_date', 'special_price_to_date'],
      convertDay,
    }),
    availability: buildCell(['is_in_stock', 'qty'], (text, row) => {
      const stock = writeStock(text)
      const isEmpty = (readNumber(row.read('qty')) ?? 1) <= 0
      return stock === 'in stock' && isEmpty && /^[12]/.test(row.read('allow_backorders')) ? 'back order' : stock
    }),
    minimumQuantity: buildCell('min_cart_qty', (text, row) =>
      row.read('use_config_min_sale_qty') === '1' ? '' : writeMinimum(text),
    ),
    gtin: buildCell('additional_attributes', (text) => findAttribute(text, ['gtin', 'ean', 'ean13', 'upc', 'barcode'])),
    brand: buildCell('additional_attributes', (text) => findAttribute(text, ['brand', 'manufacturer'])),
    images: {
      from: ['base_image', 'additional_images'],
      read(row) {
        const base = row.read('base_image')
        const more = splitList(row.read('additional_images'), ',').filter((image) => image !== base)
        const labels = row.read('additional_image_labels').split(',')
        return writeImages(
          [base, ...more],
          [row.read('base_image_label'), ...(labels.length === more.length ? labels : more.map(() => ''))],
        )
      },
    },
    variantImage: buildVariantImage('base_image'),
    attributes: {
      from: ['additional_attributes', 'country_of_manufacture'],
      read: (row) =>
        writeAttributes(
          readPairs(row.read('additional_attributes'))
            .filter(([name]) => !NO_ATTRIBUTE.test(name) && readPriceHeading(name) === undefined)
            .map(([name, value]) => [writeLabel(name), value.replaceAll('|', ', ')] as const)
            .concat([['Country of manufacture', row.read('country_of_manufacture')]]),
        ),
    },
  },
}
