import { nameColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { writeImages, writePrice, writeStock, writeVisibility } from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells, buildVariants } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

const COLUMNS = {
  item: ['Item'],
  name: ['Name'],
  ...nameColumns(['id', 'type', 'sku', 'options', 'price', 'categories', 'description']),
  tracking: ['Inventory Tracking'],
  stock: ['Current Stock'],
  salePrice: ['Sale Price'],
  brand: ['Brand', 'Brand Name'],
  brandId: ['Brand ID'],
  metaTitle: ['Page Title'],
  url: ['Product URL'],
  metaDescription: ['Meta Description'],
  gtin: ['Global Trade Number', 'UPC/EAN'],
  mpn: ['Manufacturer Part Number'],
  visible: ['Is Visible'],
  featured: ['Is Featured'],
  condition: ['Product Condition'],
  variantImage: ['Variant Image URL'],
  image: ['Image URL (Import)', 'Image URL'],
  imageText: ['Image Description'],
  isMainImage: ['Image is Thumbnail'],
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS
type Row = SourceRow<Field>

/** Reads `Type=Dropdown|Name=Size|Value=S` for each option. */
function readOptions(row: Row): ReadonlyMap<string, string> {
  const options = row.read('options').matchAll(/Name=([^|]*)\|Value=(.*?)[;,\s]*(?=Type=|$)/gs)
  return new Map([...options].map(([, name = '', value = '']) => [name.trim(), value.trim()]))
}

const isItem = (row: Row, item: string) => row.readLower('item') === item

/** Ranks the main picture first. */
const rank = (image: Row) => (/^(true|yes|1)$/.test(image.readLower('isMainImage')) ? 0 : 1)

const OWN_COLUMN =
  /^(inventory tracking|image is thumbnail|image url \(import\)|bin picking number|fixed shipping cost)$/

export const BIGCOMMERCE: System<Field> = {
  id: 'bigcommerce',
  name: 'BigCommerce product export',
  expectedColumns: '"Item", "Name", "Type" and "Inventory Tracking"',
  recognises: (names) =>
    ['item', 'name', 'type'].every((name) => names.has(name)) && [...names].some((name) => OWN_COLUMN.test(name)),
  columns: COLUMNS,
  required: ['item', 'name'],
  ignored:
    /^(cost price|low stock|channels|search keywords|meta keywords|bin picking number|free shipping|fixed shipping cost|tax class|product tax code|show product condition|sort order|internal image url \(export\)|image (id|sort order)|min(imum)? advertised price|video .*)$/,
  identity: { row: 'sku', name: 'name', readSlug: (row) => row.read('url'), sku: 'sku' },
  // Variants, images and videos follow their product.
  place(row, { previous }) {
    if (isItem(row, 'product')) {
      const key = row.read('id') || row.read('sku') || row.read('name')
      return key ? { key } : { omitted: 'the name is missing', field: 'name' }
    }
    return previous === undefined
      ? { omitted: 'there is no product above this row', field: 'item' }
      : { key: previous, isPart: true }
  },
  inherited: ['price', 'salePrice', 'tracking'],
  options: ['options'],
  readVariants: ({ parts }) =>
    buildVariants(
      parts.filter((part) => isItem(part, 'variant') || isItem(part, 'sku')),
      'options',
      readOptions,
    ),
  // prettier-ignore
  unchanged: [
    'description', 'metaTitle', 'metaDescription', 'sku', 'gtin', 'mpn', 'featured', 'condition', 'variantImage',
  ],
  cells: {
    // Some exports have the name in the column of the id.
    brand: buildCell(['brand', 'brandId'], (text, row) => row.read('brand') || text.replace(/^\d+$/, '')),
    ...buildPriceCells<Field>({
      regular: 'price',
      sale: 'salePrice',
      read: (row, field, { currency }) => writePrice(row.read(field), currency),
    }),
    availability: buildCell('stock', (text, row) =>
      row.readLower('tracking') === 'none' ? 'in stock' : writeStock(text),
    ),
    ...buildCategoryCells<Field>('categories', { list: ';', levels: /[/>]/, ids: /^\d+$/ }),
    visibility: buildCell('visible', writeVisibility),
    images: {
      from: ['image'],
      read(_row, { parts }) {
        const images = parts.filter((part) => isItem(part, 'image')).toSorted((a, b) => rank(a) - rank(b))
        return writeImages(
          images.map((part) => part.read('image')),
          images.map((part) => part.read('imageText')),
        )
      },
    },
  },
}
