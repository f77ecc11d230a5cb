import { splitList } from '../../cells.ts'
import { nameColumns, numberColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { writeImages, writeStock, writeTags, writeVisibility } from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

const OPTION_NUMBERS = [1, 2, 3, 4, 5, 6]

const COLUMNS = {
  title: ['Title'],
  ...nameColumns(['description', 'sku', 'gtin', 'mpn', 'price', 'stock', 'categories', 'tags', 'visible']),
  id: ['Product ID [Non Editable]', 'Product ID'],
  type: ['Product Type [Non Editable]', 'Product Type'],
  url: ['Product URL'],
  salePrice: ['Sale Price'],
  onSale: ['On Sale'],
  images: ['Hosted Image URLs'],
  ...numberColumns(OPTION_NUMBERS.length, { optionName: 'Option Name #', optionValue: 'Option Value #' }),
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS | `${'optionName' | 'optionValue'}${number}`

const isOnSale = (row: SourceRow<Field>) => /^(yes|true|1)$/.test(row.readLower('onSale'))

export const SQUARESPACE: System<Field> = {
  id: 'squarespace',
  name: 'Squarespace product export',
  expectedColumns: '"Title", "SKU" and "Hosted Image URLs" or "Product ID [Non Editable]"',
  recognises: (names) =>
    names.has('title') &&
    (names.has('hosted image urls') || names.has('product id [non editable]')) &&
    (names.has('sku') || names.has('price')),
  columns: COLUMNS,
  required: ['title'],
  ignored: /^(variant id( \[non editable\])?|product page)$/,
  identity: { row: 'title', name: 'title', readSlug: (row) => row.read('url'), sku: 'sku' },
  // A variant follows its product without id and title. Files for a first import have no ids.
  place(row, { previous }) {
    const [id, title] = [row.read('id'), row.read('title')]
    const key = id || (title === '' ? '' : row.read('url') || title)
    if (key !== '') return { key, isPart: title === '' }
    return previous === undefined
      ? { omitted: 'the title is missing, and there is no product above', field: 'title' }
      : { key: previous, isPart: true }
  },
  options: OPTION_NUMBERS.map((number) => `optionValue${number}` as const),
  readVariants({ product, parts }) {
    const options = OPTION_NUMBERS.flatMap((number) => {
      const name = product.read(`optionName${number}`)
      return name === '' ? [] : [{ name, field: `optionValue${number}` as const }]
    })
    const readValues = (row: SourceRow<Field>) => options.map(({ field }) => row.read(field))
    return { options, variants: [product, ...parts].map((row) => ({ row, values: readValues(row) })) }
  },
  unchanged: ['description', 'sku', 'gtin', 'mpn'],
  cells: {
    ...buildPriceCells<Field>({
      regular: 'price',
      sale: 'salePrice',
      read: (row, field) => (field === 'price' || isOnSale(row) ? row.read(field) : ''),
    }),
    availability: buildCell('stock', (text) => (text.toLowerCase() === 'unlimited' ? 'in stock' : writeStock(text))),
    ...buildCategoryCells<Field>('categories', { list: ',', levels: '/' }),
    tags: buildCell('tags', (text) => writeTags(splitList(text, ','))),
    visibility: buildCell('visible', writeVisibility),
    images: buildCell('images', (text) => writeImages(splitList(text, /\s+/))),
  },
}
