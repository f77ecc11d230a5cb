import type { ColumnNames } from '../../files/csv-columns.ts'
import { readPriceHeading } from '../../mapping/price-headings.ts'
import {
  isWithinDays,
  splitList,
  writeAttributes,
  writeImages,
  writeLabel,
  writeMinimum,
  writePrice,
  writeStock,
  readNumber,
} from './own-notation.ts'
import { buildPriceCells } from './sale-price.ts'
import { buildCategoryCells, WEIGHTS_WITHOUT_UNIT, type SourceRow, type System, type SystemGroup } from './system.ts'

const COLUMNS = {
  sku: ['sku'],
  storeView: ['store_view_code'],
  type: ['product_type'],
  name: ['name'],
  description: ['description'],
  shortDescription: ['short_description'],
  categories: ['categories'],
  online: ['product_online'],
  visibility: ['visibility'],
  price: ['price'],
  specialPrice: ['special_price'],
  specialFrom: ['special_price_from_date'],
  specialTo: ['special_price_to_date'],
  urlKey: ['url_key'],
  metaTitle: ['meta_title'],
  metaDescription: ['meta_description'],
  baseImage: ['base_image', 'image'],
  baseImageLabel: ['base_image_label', 'image_label'],
  additionalImages: ['additional_images'],
  additionalImageLabels: ['additional_image_labels'],
  additionalAttributes: ['additional_attributes'],
  country: ['country_of_manufacture'],
  quantity: ['qty'],
  inStock: ['is_in_stock'],
  backorders: ['allow_backorders'],
  minimum: ['min_cart_qty'],
  usesDefaultMinimum: ['use_config_min_sale_qty'],
  variations: ['configurable_variations'],
  variationLabels: ['configurable_variation_labels'],
  weight: ['weight'],
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS
type Row = SourceRow<Field>

// prettier-ignore
const VIEW_TEXTS: readonly Field[] = [
  'name', 'description', 'shortDescription', 'metaTitle', 'metaDescription', 'urlKey', 'variations', 'variationLabels',
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

function readAttribute(row: Row, names: readonly string[]): string {
  const pairs = readPairs(row.read('additionalAttributes'))
  return names.map((name) => pairs.find(([key]) => key === name)?.[1]).find(Boolean) ?? ''
}

function readVariations(row: Row): readonly ReadonlyMap<string, string>[] {
  return splitList(row.read('variations'), '|').map((variation) => new Map(readPairs(variation)))
}

function readCategories(row: Row): readonly (readonly string[])[] {
  const paths = splitList(row.read('categories'), ',').map((path) => splitList(path, '/'))
  // The first level is the root of the shop, which it does not show.
  return paths.map((path) => path.slice(1))
}

function isOnSale(row: Row, group: SystemGroup<Field>): boolean {
  const isNow = isWithinDays([row.read('specialFrom'), row.read('specialTo')], group)
  if (isNow === undefined)
    group.warn(row, 'specialFrom', 'the dates cannot be read; write them as 2026-12-31. The special price was left out')
  return isNow ?? false
}

const isOffline = (row: Row) => /^(0|2)$/.test(row.read('online'))

export const MAGENTO: System<Field> = {
  id: 'magento',
  name: 'Magento or Adobe Commerce product export',
  expectedColumns: '"sku" and "product_type"',
  recognises: (names) =>
    names.has('sku') && names.has('product_type') && (names.has('attribute_set_code') || names.has('url_key')),
  columns: COLUMNS,
  required: ['sku', 'name'],
  ignored: IGNORED,
  hints: [{ field: 'weight', reason: WEIGHTS_WITHOUT_UNIT }],
  languages: {
    code: 'storeView',
    number: 'sku',
    name: 'name',
    variations: 'variations',
    viewTexts: VIEW_TEXTS,
    attributes: 'additionalAttributes',
  },
  identity: { row: 'sku', name: 'name', readSlug: (row) => row.read('urlKey'), sku: 'sku', isStable: true },
  listParts: (row) => readVariations(row).flatMap((variation) => variation.get('sku') || []),
  place(row) {
    const sku = row.read('sku')
    if (sku === '') return { omitted: 'the sku is missing', field: 'sku' }
    return { key: sku, isPart: false, reference: sku }
  },
  options: ['variations'],
  readVariants(group) {
    const { product, parts } = group
    const labels = new Map(readPairs(product.read('variationLabels')))
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
        group.warn(product, 'variations', reason)
        return []
      }
      return isOffline(row) && !group.isTranslation
        ? []
        : [{ row, values: codes.map((code) => variation.get(code) ?? '') }]
    })
    return {
      options: codes.map((code) => ({ name: labels.get(code) ?? writeLabel(code), field: 'variations' })),
      variants,
    }
  },
  cells: {
    sku: 'sku',
    description: 'description',
    shortDescription: 'shortDescription',
    metaTitle: 'metaTitle',
    metaDescription: 'metaDescription',
    ...buildCategoryCells<Field>('categories', readCategories),
    visibility: {
      from: ['online', 'visibility'],
      read: (row) => (isOffline(row) || row.readLower('visibility').startsWith('not visible') ? 'hidden' : 'public'),
    },
    ...buildPriceCells<Field>({
      regular: 'price',
      sale: 'specialPrice',
      isOnSale,
      write: (row, field, { currency }) => writePrice(row.read(field), currency),
    }),
    availability: {
      from: ['inStock', 'quantity'],
      read: (row) => {
        const stock = writeStock(row.read('inStock') || row.read('quantity'))
        const isEmpty = (readNumber(row.read('quantity')) ?? 1) <= 0
        return stock === 'in stock' && isEmpty && /^[12]/.test(row.read('backorders')) ? 'back order' : stock
      },
    },
    minimumQuantity: {
      from: ['minimum'],
      read: (row) => (row.read('usesDefaultMinimum') === '1' ? '' : writeMinimum(row.read('minimum'))),
    },
    gtin: {
      from: ['additionalAttributes'],
      read: (row) => readAttribute(row, ['gtin', 'ean', 'ean13', 'upc', 'barcode']),
    },
    brand: { from: ['additionalAttributes'], read: (row) => readAttribute(row, ['brand', 'manufacturer']) },
    images: {
      from: ['baseImage', 'additionalImages'],
      read(row) {
        const base = row.read('baseImage')
        const more = splitList(row.read('additionalImages'), ',').filter((image) => image !== base)
        const labels = row.read('additionalImageLabels').split(',')
        return writeImages(
          [base, ...more],
          [row.read('baseImageLabel'), ...(labels.length === more.length ? labels : more.map(() => ''))],
        )
      },
    },
    variantImage: {
      from: ['baseImage'],
      read: (row, { product }) => (row === product ? '' : row.read('baseImage')),
    },
    attributes: {
      from: ['additionalAttributes', 'country'],
      read: (row) =>
        writeAttributes(
          readPairs(row.read('additionalAttributes'))
            .filter(([name]) => !NO_ATTRIBUTE.test(name) && readPriceHeading(name) === undefined)
            .map(([name, value]) => [writeLabel(name), value.replaceAll('|', ', ')] as const)
            .concat([['Country of manufacture', row.read('country')]]),
        ),
    },
  },
}
