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

type Field = (typeof BMECAT_COLUMNS)[number]

const COLUMNS = Object.fromEntries(BMECAT_COLUMNS.map((name) => [name, [name]])) as unknown as ColumnNames<Field>

/** @param listPaths returns the categories of a product by its number */
const buildSystem = (listPaths: BmecatReader['listPaths']): System<Field> => ({
  id: 'bmecat',
  name: 'BMEcat catalogue',
  expectedColumns: 'XML with the root BMECAT',
  recognises: () => false,
  columns: COLUMNS,
  required: [],
  ignored: /^$/,
  identity: { row: 'SUPPLIER_PID', name: 'DESCRIPTION_SHORT', sku: 'SUPPLIER_PID', isStable: true },
  place(row) {
    const key = row.read('SUPPLIER_PID')
    if (key === '') return { omitted: 'the number of the product is missing', field: 'SUPPLIER_PID' }
    return { key, isPart: false }
  },
  cells: {
    sku: 'SUPPLIER_PID',
    description: 'DESCRIPTION_LONG',
    gtin: 'INTERNATIONAL_PID',
    mpn: 'MANUFACTURER_PID',
    brand: 'MANUFACTURER_NAME',
    tags: { from: ['KEYWORD'], read: (row) => writeTags(splitList(row.read('KEYWORD'), '\n')) },
    minimumQuantity: { from: ['QUANTITY_MIN'], read: (row) => writeMinimum(row.read('QUANTITY_MIN')) },
    price: {
      from: ['PRICE_AMOUNT'],
      read(row, group) {
        const [price, pieces] = [row.read('PRICE_AMOUNT'), row.read('PRICE_QUANTITY')]
        if (price === '' || pieces === '' || Number(pieces) === 1) return price
        group.warn(row, 'PRICE_QUANTITY', 'the price is not that of one piece; it was left out')
        return ''
      },
    },
    images: 'MIME_SOURCE',
    documents: 'MIME_INFO',
    ...buildCategoryCells<Field>('SUPPLIER_PID', (row) => listPaths(row.read('SUPPLIER_PID'))),
    attributes: 'FEATURE',
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
