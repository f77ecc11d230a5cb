import { splitList } from '../../cells.ts'
import { nameColumns, numberColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { combineValues, writeAttributes, writeImages, writeStock, writeTags } from './own-notation.ts'
import { buildCell } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

const IMAGE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const OPTION_NUMBERS = [1, 2, 3]

const COLUMNS = {
  title: ['TITLE'],
  price: ['PRICE'],
  ...nameColumns(['description', 'quantity', 'tags', 'materials', 'sku']),
  currency: ['CURRENCY_CODE'],
  ...numberColumns(OPTION_NUMBERS.length, { name: 'VARIATION # NAME', values: 'VARIATION # VALUES' }),
  ...numberColumns(IMAGE_NUMBERS.length, { image: 'IMAGE#' }),
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS | `${'name' | 'values' | 'image'}${number}`
type Row = SourceRow<Field>

/** Etsy writes `wall_art` for "wall art". */
function readWords(text: string): readonly string[] {
  return splitList(text, ',').map((word) => word.replaceAll('_', ' '))
}

function listOptions(row: Row) {
  return OPTION_NUMBERS.map((number) => ({
    name: row.read(`name${number}`),
    field: `values${number}` as const,
    values: splitList(row.read(`values${number}`), ','),
  })).filter(({ name, values }) => name !== '' && values.length > 0)
}

export const ETSY: System<Field> = {
  id: 'etsy',
  name: 'Etsy download of listings',
  expectedColumns: '"TITLE", "PRICE" and "CURRENCY_CODE"',
  recognises: (names) =>
    names.has('title') && names.has('currency_code') && (names.has('image1') || names.has('variation 1 name')),
  columns: COLUMNS,
  required: ['title', 'price'],
  ignored: /^variation \d type$/,
  // Several listings may have the same SKU.
  identity: { row: 'title', name: 'title' },
  place: (_row, { index }) => ({ key: `row ${index}` }),
  options: ['values1', 'values2', 'values3'],
  // All variants of a listing have one price and stock.
  readVariants({ product }) {
    const options = listOptions(product)
    const combinations = combineValues(options.map(({ values }) => [...new Set(values)]))
    return { options, variants: combinations.map((values) => ({ row: product, values })) }
  },
  unchanged: ['description'],
  cells: {
    sku: {
      from: ['sku'],
      read(row, _group, index) {
        const numbers = splitList(row.read('sku'), ',')
        const count = listOptions(row).reduce((product, { values }) => product * new Set(values).size, 1)
        if (count > 1) return numbers.length === count ? numbers[index]! : ''
        return row.read('sku')
      },
    },
    price: { from: ['price', 'currency'], read: (row) => `${row.read('price')} ${row.read('currency')}`.trim() },
    availability: buildCell('quantity', writeStock),
    tags: buildCell('tags', (text) => writeTags(readWords(text))),
    images: {
      from: IMAGE_NUMBERS.map((number) => `image${number}` as const),
      read: (row) => writeImages(IMAGE_NUMBERS.map((number) => row.read(`image${number}`))),
    },
    attributes: buildCell('materials', (text) => writeAttributes([['Material', readWords(text).join(', ')]])),
  },
}
