import type { ColumnNames } from '../../files/csv-columns.ts'
import { ImportError } from '../../import-error.ts'
import type { ProductFormat } from '../../product-format.ts'
import { readBasic } from '../../site-basics.ts'
import { readElements, type XmlElement, type XmlFile } from '../../files/xml-file.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import { BMECAT_COLUMNS, BmecatReader, renameElement } from './bmecat-rows.ts'
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
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS

/** @param listPaths returns the categories of a product by its number */
const buildSystem = (listPaths: BmecatReader['listPaths']): System<Field> => ({
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
    ...buildCategoryCells<Field>('id', (row) => listPaths(row.read('id'))),
    attributes: 'features',
  },
})

export const BMECAT_FORMAT: ProductFormat = {
  ...buildSystemFormat(buildSystem(() => [])),
  xmlRoot: 'BMECAT',
  async scan({ name }) {
    throw new ImportError(
      { file: name, line: 1 },
      'a BMEcat catalogue is XML, but this file is a table; import it without --format',
    )
  },
  /** Texts are in the site's first language, or only in the further one that is wanted. */
  async scanXml(file, notes, wanted) {
    const reader = new BmecatReader(wanted)
    const system = buildSystem((product) => reader.listPaths(product))
    const products = await buildSystemFormat(system).scan(openTable(file, reader, wanted.language), notes)
    const { languages, language } = reader
    return { ...products, languages, basics: { ...products.basics, locale: readBasic('locale', language) } }
  },
}

/** @param language key of the further language that is wanted */
function openTable(file: XmlFile, reader: BmecatReader, language: string | null): CsvFile {
  const { name } = file
  const checkRoot = ({ local, line }: XmlElement) => {
    if (local !== 'BMECAT') throw new ImportError({ file: name, line }, `this XML is no BMEcat: its root is <${local}>`)
  }
  return {
    name,
    headerLine: 1,
    header: BMECAT_COLUMNS,
    isXml: true,
    async *readRows() {
      for await (const elements of readElements(file, { isWanted, kind: 'product', checkRoot }))
        yield elements.flatMap((element) => reader.read(element) ?? [])
      const { languages } = reader
      if (language === null || languages.size === 0 || languages.has(language)) return
      throw new ImportError(
        { file: name, line: 1, column: 'LANGUAGE' },
        `the catalogue has texts in ${[...languages].join(', ')}, and none in "${language}"; if its texts are in "${language}" nevertheless, correct LANGUAGE and the attributes "lang"`,
      )
    },
  }
}

const WANTED = /^(?:PRODUCT|CATALOG_STRUCTURE|PRODUCT_TO_CATALOGGROUP_MAP)$/

function isWanted(path: readonly string[]): boolean {
  const name = renameElement(path.at(-1) ?? '')
  return WANTED.test(name) || (path.at(-2) === 'CATALOG' && (name === 'CURRENCY' || name === 'LANGUAGE'))
}
