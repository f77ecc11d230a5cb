import type { ColumnNames } from '../../files/csv-columns.ts'
import { ImportError } from '../../import-error.ts'
import type { ProductFormat } from '../../product-format.ts'
import { readBasic } from '../../site-basics.ts'
import { openBmecatTable } from './bmecat-table.ts'
import { splitList, writeMinimum, writeTags } from './own-notation.ts'
import { buildCategoryCells, type System } from './system.ts'
import { buildSystemFormat } from './translated-rows.ts'

const COLUMNS = {
  id: ['SUPPLIER_PID'],
  name: ['DESCRIPTION_SHORT'],
  description: ['DESCRIPTION_LONG'],
  gtin: ['INTERNATIONAL_PID'],
  mpn: ['MANUFACTURER_PID'],
  brand: ['MANUFACTURER_NAME'],
  keywords: ['KEYWORD'],
  minimum: ['QUANTITY_MIN'],
  priceQuantity: ['PRICE_QUANTITY'],
  features: ['FEATURE'],
  price: ['PRICE_AMOUNT'],
  pictures: ['MIME_SOURCE'],
  documents: ['MIME_INFO'],
  groups: ['GROUP_NAME'],
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS

const BMECAT: System<Field> = {
  id: 'bmecat',
  name: 'BMEcat catalogue',
  expectedColumns: 'XML with the root BMECAT',
  recognises: () => false,
  columns: COLUMNS,
  required: [],
  ignored: /^$/,
  identity: { row: 'id', name: 'name', sku: 'id', isStable: true },
  place(row) {
    const key = row.read('id')
    if (key === '') return { omitted: 'the number of the product is missing', field: 'id' }
    return { key, isPart: false }
  },
  cells: {
    sku: 'id',
    description: 'description',
    gtin: 'gtin',
    mpn: 'mpn',
    brand: 'brand',
    tags: { from: ['keywords'], read: (row) => writeTags(splitList(row.read('keywords'), '\n')) },
    minimumQuantity: { from: ['minimum'], read: (row) => writeMinimum(row.read('minimum')) },
    price: {
      from: ['price'],
      read(row, group) {
        const [price, pieces] = [row.read('price'), row.read('priceQuantity')]
        if (price === '' || pieces === '' || Number(pieces) === 1) return price
        group.warn(row, 'priceQuantity', 'the price is not that of one piece; it was left out')
        return ''
      },
    },
    images: 'pictures',
    documents: 'documents',
    ...buildCategoryCells<Field>('groups', (row) =>
      splitList(row.read('groups'), '\n').map((path) => splitList(path, ' > ')),
    ),
    attributes: 'features',
  },
}

const TABLE_FORMAT = buildSystemFormat(BMECAT)

export const BMECAT_FORMAT: ProductFormat = {
  ...TABLE_FORMAT,
  xmlRoot: 'BMECAT',
  async scan({ name }) {
    throw new ImportError(
      { file: name, line: 1 },
      'a BMEcat catalogue is XML, but this file is a table; import it without --format',
    )
  },
  async scanXml(file, notes, wanted) {
    const { table, languages, language } = await openBmecatTable(file, wanted)
    const products = await TABLE_FORMAT.scan(table, notes)
    return { ...products, languages, basics: { ...products.basics, locale: readBasic('locale', language) } }
  },
}
