import type { ColumnNames } from '../../files/csv-columns.ts'
import {
  readNumber,
  splitList,
  writeAttributes,
  writeImages,
  writeMinimum,
  writePrice,
  writeStock,
} from './own-notation.ts'
import { buildCategoryCells, inherit, PRICES_WITHOUT_TAX, type SourceRow, type System } from './system.ts'

/** Columns of the profile "Default product", and those that owners add to it. */
const COLUMNS = {
  id: ['id'],
  parent: ['parent_id'],
  number: ['product_number'],
  active: ['active'],
  stock: ['stock'],
  name: ['name'],
  description: ['description'],
  grossPrice: ['price_gross'],
  netPrice: ['price_net'],
  listPrice: ['list_price_gross'],
  cover: ['cover_media_url'],
  coverTitle: ['cover_media_title'],
  coverText: ['cover_media_alt'],
  manufacturer: ['manufacturer_name'],
  categories: ['categories'],
  optionIds: ['optionIds', 'option_ids'],
  optionNames: ['options', 'option_names'],
  propertyIds: ['propertyIds', 'property_ids'],
  properties: ['properties', 'property_names'],
  ean: ['ean'],
  mpn: ['manufacturer_number'],
  weight: ['weight'],
  minimum: ['min_purchase'],
  metaTitle: ['meta_title'],
  metaDescription: ['meta_description'],
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS
type Row = SourceRow<Field>

const ID = /^[\da-f]{32}$/i

/** Reads `Colour: Red|Size: L`. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] {
  return splitList(text, '|').flatMap((pair) => {
    const [, name = '', value = ''] = /^([^:=]+)[:=](.+)$/.exec(pair) ?? []
    return name === '' ? [] : [[name.trim(), value.trim()] as const]
  })
}

function readCategories(row: Row): readonly (readonly string[])[] {
  const names = splitList(row.read('categories'), '|').filter((name) => !ID.test(name))
  return names.map((path) => splitList(path, '>'))
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
  columns: COLUMNS,
  required: ['number', 'name'],
  ignored:
    /^(purchase_prices?_.*|tax_(id|rate|name)|cover_media_id|manufacturer_id|sales_channel|media|translations?.*|created_at|updated_at)$/,
  hints: [
    {
      field: 'optionIds',
      unless: 'optionNames',
      reason:
        'options are ids without names; variants are told apart by their numbers. Add a column "options" such as "Colour: Red|Size: L" to the profile',
    },
    {
      field: 'propertyIds',
      unless: 'properties',
      reason:
        'properties are ids without names; they were left out. Add a column "properties" such as "Material: Oak" to the profile',
    },
    { field: 'netPrice', unless: 'grossPrice', reason: PRICES_WITHOUT_TAX },
  ],
  identity: { row: 'number', name: 'name', sku: 'number', isStable: true },
  place(row) {
    const [parent, own] = [row.read('parent'), row.read('id') || row.read('number')]
    if (own === '') return { omitted: 'the product number is missing', field: 'number' }
    return { key: parent || own, isPart: parent !== '' }
  },
  options: ['optionIds', 'optionNames', 'parent'],
  readVariants({ product, parts, locale }) {
    const rows = parts.filter((part) => !isOff(part))
    const pairs = rows.map((row) => readPairs(row.read('optionNames')))
    const names = [...new Set(pairs.flatMap((pair) => pair.map(([name]) => name)))]
    if (names.length > 0 && pairs.every((pair) => pair.length === names.length))
      return {
        options: names.map((name) => ({ name, field: 'optionNames' as const })),
        variants: rows.map((row, index) => ({
          row,
          values: names.map((name) => new Map(pairs[index]).get(name) ?? ''),
        })),
      }
    const name = product.read('name')
    const readOwnName = (row: Row) => (row.read('name') === name ? '' : row.read('name'))
    const own = rows.map(readOwnName)
    const areDifferent = own.every(Boolean) && new Set(own).size === own.length
    return {
      options: [{ name: nameVariants(locale), field: 'number' }],
      variants: rows.map((row, index) => ({ row, values: [areDifferent ? own[index]! : row.read('number')] })),
    }
  },
  cells: {
    description: 'description',
    brand: 'manufacturer',
    metaTitle: 'metaTitle',
    metaDescription: 'metaDescription',
    sku: 'number',
    gtin: 'ean',
    mpn: { from: ['mpn'], read: (row, group) => inherit(row, group, 'mpn') },
    price: {
      from: ['grossPrice', 'netPrice'],
      read: (row, group) =>
        writePrice(inherit(row, group, 'grossPrice') || inherit(row, group, 'netPrice'), group.currency),
    },
    compareAtPrice: {
      from: ['listPrice'],
      read: (row, group) => writePrice(inherit(row, group, 'listPrice'), group.currency).replace(/^0(\.0+)?$/, ''),
    },
    availability: { from: ['stock'], read: (row) => writeStock(row.read('stock')) },
    weight: {
      from: ['weight'],
      // Shopware's unit is always kg.
      read(row, group) {
        const kilograms = inherit(row, group, 'weight')
        const number = readNumber(kilograms)
        return number === undefined ? kilograms : number > 0 ? String(Math.round(number * 1e5) / 100) : ''
      },
    },
    minimumQuantity: { from: ['minimum'], read: (row, group) => writeMinimum(inherit(row, group, 'minimum')) },
    ...buildCategoryCells<Field>('categories', readCategories, (row) =>
      splitList(row.read('categories'), '|').some((name) => ID.test(name)),
    ),
    visibility: { from: ['active'], read: (row) => (isOff(row) ? 'hidden' : 'public') },
    images: {
      from: ['cover'],
      read: (row) => writeImages([row.read('cover')], [row.read('coverText') || row.read('coverTitle')]),
    },
    variantImage: { from: ['cover'], read: (row, { product }) => (row === product ? '' : row.read('cover')) },
    attributes: { from: ['properties'], read: (row) => writeAttributes(readPairs(row.read('properties'))) },
  },
}
