import { splitList } from '../../cells.ts'
import { nameColumns } from '../../files/csv-columns.ts'
import { writeAttributes, writeImages, writeMinimum, writePrice, writeStock } from './own-notation.ts'
import { buildCategoryCells, buildCell, buildVariantImage, buildVariants, PRICES_WITHOUT_TAX } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

/** Columns of the profile "Default product", and those that owners add to it. */
// prettier-ignore
const FIELDS = [
  'id', 'parent_id', 'product_number', 'active', 'stock', 'name', 'description', 'price_gross', 'price_net',
  'list_price_gross', 'cover_media_url', 'cover_media_title', 'cover_media_alt', 'manufacturer_name', 'categories',
  'optionIds', 'options', 'propertyIds', 'properties', 'ean', 'manufacturer_number', 'weight', 'min_purchase',
  'meta_title', 'meta_description',
] as const

type Field = (typeof FIELDS)[number]
type Row = SourceRow<Field>

/** Reads `Colour: Red|Size: L`. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  return splitList(text, '|').flatMap((pair) => {
    const [, name = '', value = ''] = /^([^:=]+)[:=](.+)$/.exec(pair) ?? []
    return name === '' ? [] : [[name.trim(), value.trim()] as const]
  })
}

const isOff = (row: Row) => /^(0|false)$/.test(row.readLower('active'))

/** Returns the name of the option if the file has only ids. */
function nameVariants(locale: string): string {
  return /^(de|es|fr|it)\b/.test(locale) ? 'Variante' : 'Variant'
}

/** Column names of the default profile that Shopware alone has. */
const OWN_COLUMN =
  /^(parent_id|purchase_prices?_.*|cover_media_\w+|manufacturer_(id|name)|tax_(id|name)|sales_channel|propertyids|optionids)$/

export const SHOPWARE: System<Field> = {
  id: 'shopware',
  name: 'Shopware 6 product export',
  expectedColumns: '"product_number" and "parent_id" or "tax_id"',
  recognises: (names) => names.has('product_number') && [...names].some((name) => OWN_COLUMN.test(name)),
  columns: {
    ...nameColumns(FIELDS),
    optionIds: ['optionIds', 'option_ids'],
    options: ['options', 'option_names'],
    propertyIds: ['propertyIds', 'property_ids'],
    properties: ['properties', 'property_names'],
  },
  required: ['product_number', 'name'],
  ignored:
    /^(purchase_prices?_.*|tax_(id|rate|name)|cover_media_id|manufacturer_id|sales_channel|media|translations?.*|created_at|updated_at)$/,
  hints: [
    {
      field: 'optionIds',
      unless: 'options',
      reason:
        'options are ids without names; variants are told apart by their numbers. Add a column "options" such as "Colour: Red|Size: L" to the profile',
    },
    {
      field: 'propertyIds',
      unless: 'properties',
      reason:
        'properties are ids without names; they were left out. Add a column "properties" such as "Material: Oak" to the profile',
    },
    { field: 'price_net', unless: 'price_gross', reason: PRICES_WITHOUT_TAX },
  ],
  identity: { row: 'product_number', name: 'name', sku: 'product_number' },
  place(row) {
    const parent = row.read('parent_id')
    return { key: parent || row.read('id') || row.read('product_number'), isPart: parent !== '' }
  },
  inherited: ['manufacturer_number', 'price_gross', 'price_net', 'list_price_gross', 'weight', 'min_purchase'],
  options: ['optionIds', 'options', 'parent_id'],
  readVariants({ product, parts, locale }) {
    const rows = parts.filter((part) => !isOff(part))
    const named = buildVariants(rows, 'options', (row) => new Map(readPairs(row.read('options'))))
    if (named.options.length > 0 && named.variants.every(({ values }) => values.every(Boolean))) return named
    const names = new Set(rows.map((row) => row.read('name')))
    const areDifferent = names.size === rows.length && !names.has('') && !names.has(product.read('name'))
    return {
      options: [{ name: nameVariants(locale), field: 'product_number' }],
      variants: rows.map((row) => ({ row, values: [row.read(areDifferent ? 'name' : 'product_number')] })),
    }
  },
  unchanged: ['description'],
  cells: {
    brand: 'manufacturer_name',
    metaTitle: 'meta_title',
    metaDescription: 'meta_description',
    gtin: 'ean',
    sku: 'product_number',
    mpn: 'manufacturer_number',
    price: buildCell(['price_gross', 'price_net'], (text, _row, { currency }) => writePrice(text, currency)),
    compareAtPrice: buildCell('list_price_gross', (text, _row, { currency }) =>
      writePrice(text, currency).replace(/^0(\.0+)?$/, ''),
    ),
    availability: buildCell('stock', writeStock),
    // Shopware's unit is always kg.
    weight: buildCell('weight', (weight) => weight && `${weight} kg`),
    minimumQuantity: buildCell('min_purchase', writeMinimum),
    ...buildCategoryCells<Field>('categories', { list: '|', levels: '>', ids: /^[\da-f]{32}$/i }),
    visibility: buildCell('active', (_text, row) => (isOff(row) ? 'hidden' : 'public')),
    images: buildCell('cover_media_url', (text, row) =>
      writeImages([text], [row.read('cover_media_alt') || row.read('cover_media_title')]),
    ),
    variantImage: buildVariantImage('cover_media_url'),
    attributes: buildCell('properties', (text) => writeAttributes(readPairs(text))),
  },
}
