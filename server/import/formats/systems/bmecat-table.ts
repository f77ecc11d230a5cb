import { isDocumentFile } from '../../../catalog/document-files.ts'
import { isHttpsAddress } from '../../cells.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { readXml, type XmlFile, type XmlListener } from '../../files/xml-file.ts'
import { ImportError } from '../../import-error.ts'
import { choosePrice, writeUnit, type BmecatPrice } from './bmecat-values.ts'
import { writeAttributes, writeImages } from './own-notation.ts'

/** Elements of a product in BMEcat 2005, which become the columns of a table. */
// prettier-ignore
export const BMECAT_COLUMNS = [
  'SUPPLIER_PID', 'DESCRIPTION_SHORT', 'DESCRIPTION_LONG', 'INTERNATIONAL_PID', 'MANUFACTURER_PID',
  'MANUFACTURER_NAME', 'KEYWORD', 'QUANTITY_MIN', 'PRICE_QUANTITY', 'FEATURE', 'PRICE_AMOUNT', 'MIME_SOURCE',
  'MIME_INFO', 'GROUP_NAME',
] as const

/** Names of the elements in BMEcat 1.2. */
const RENAMED: Readonly<Record<string, string>> = {
  SUPPLIER_AID: 'SUPPLIER_PID',
  EAN: 'INTERNATIONAL_PID',
  MANUFACTURER_AID: 'MANUFACTURER_PID',
  ARTICLE: 'PRODUCT',
  ARTICLE_PRICE: 'PRODUCT_PRICE',
  ARTICLE_PRICE_DETAILS: 'PRODUCT_PRICE_DETAILS',
  ART_ID: 'PROD_ID',
  ARTICLE_TO_CATALOGGROUP_MAP: 'PRODUCT_TO_CATALOGGROUP_MAP',
}

/** Elements that consist of others and may be repeated. */
const RECORDS = new Set(['FEATURE', 'PRODUCT_PRICE', 'MIME', 'CATALOG_STRUCTURE', 'PRODUCT_TO_CATALOGGROUP_MAP'])

/** Elements that may be repeated. Of other elements, the first one or that in the catalogue's language counts. */
const REPEATED = new Set(['KEYWORD', 'FVALUE'])

/** A longer product probably lacks its closing tag. */
const PRODUCT_MAX_CHARACTERS = 2_000_000

type Values = Map<string, string>

interface BmecatProduct {
  readonly line: number
  readonly values: Values
  readonly records: Map<string, Values[]>
}

/** Opens the products as a table, with the language of the catalogue such as `deu`; '' if it says none. */
export async function openBmecatTable(file: XmlFile): Promise<{ readonly table: CsvFile; readonly language: string }> {
  const groups = new CatalogGroups()
  const collector = new BmecatCollector(file.name, (record, values) => groups.add(record, values))
  for await (const _ of readXml(file, collector)) collector.takeProducts()
  const { currency, language } = collector
  const head = { name: file.name, headerLine: 1, header: BMECAT_COLUMNS }
  const table: CsvFile = {
    ...head,
    // Line breaks within cells say nothing about the lines of the file.
    originOf: (row, index) => ({
      file: { ...head, async *readRows() {} },
      row: { ...row, cells: row.cells.map((cell) => cell.replace(/\s+/g, ' ')) },
      index,
    }),
    async *readRows() {
      let count = 0
      const products = new BmecatCollector(file.name)
      for await (const _ of readXml(file, products))
        yield products.takeProducts().map((product) => writeRow(product, { number: (count += 1), groups, currency }))
    },
  }
  return { table, language }
}

function writeRow(
  { line, values, records }: BmecatProduct,
  { number, groups, currency }: { readonly number: number; readonly groups: CatalogGroups; readonly currency: string },
): CsvRow {
  const list = (record: string) => records.get(record) ?? []
  const [pictures, documents] = [true, false].map((isPicture) =>
    list('MIME').filter((mime) => isPicture === isPictureOf(mime)),
  )
  const cells: Partial<Record<(typeof BMECAT_COLUMNS)[number], string>> = {
    ...Object.fromEntries(values),
    FEATURE: writeAttributes(
      list('FEATURE')
        // Codes of ETIM are not meant for visitors.
        .filter((feature) => !/^EF\d{6}$/.test(feature.get('FNAME') ?? ''))
        .map((feature) => [
          feature.get('FNAME') ?? '',
          (feature.get('FVALUE') ?? '')
            .split('\n')
            .map((value) => `${value} ${writeUnit(feature.get('FUNIT') ?? '')}`.trim())
            .join(', '),
        ]),
    ),
    PRICE_AMOUNT: choosePrice(list('PRODUCT_PRICE').map(readPrice), currency, Date.now()),
    MIME_SOURCE: writeImages(
      (pictures ?? []).map((mime) => mime.get('MIME_SOURCE') ?? ''),
      (pictures ?? []).map((mime) => mime.get('MIME_ALT') ?? ''),
    ),
    MIME_INFO: (documents ?? [])
      .filter((mime) => isHttpsAddress(mime.get('MIME_SOURCE') ?? '') || isDocumentFile(mime.get('MIME_SOURCE') ?? ''))
      .map((mime) => `${mime.get('MIME_DESCR') ?? mime.get('MIME_TYPE') ?? ''} | ${mime.get('MIME_SOURCE')}`)
      .join('\n'),
    GROUP_NAME: groups.listPaths(values.get('SUPPLIER_PID') ?? '').join('\n'),
  }
  return { line, number, cells: BMECAT_COLUMNS.map((column) => cells[column] ?? '') }
}

function isPictureOf(mime: Values): boolean {
  const type = mime.get('MIME_TYPE') ?? ''
  return type === ''
    ? !/\.(?:pdf|docx?|zip|dwg|html?)$/i.test(mime.get('MIME_SOURCE') ?? '')
    : type.startsWith('image/')
}

function readPrice(price: Values): BmecatPrice {
  const read = (element: string) => price.get(element) ?? ''
  return {
    type: read('type'),
    amount: read('PRICE_AMOUNT'),
    currency: read('PRICE_CURRENCY'),
    lowerBound: read('LOWER_BOUND'),
    from: read('valid_start_date'),
    to: read('valid_end_date'),
  }
}

/** Categories and their products, which may come after all products in the file. */
class CatalogGroups {
  readonly #groups = new Map<string, { readonly name: string; readonly parent: string; readonly isRoot: boolean }>()
  readonly #groupsOfProduct = new Map<string, readonly string[]>()

  add(record: string, values: Values): void {
    const read = (element: string) => values.get(element) ?? ''
    if (record === 'CATALOG_STRUCTURE')
      this.#groups.set(read('GROUP_ID'), {
        name: read('GROUP_NAME').replaceAll('>', '›'),
        parent: read('PARENT_ID'),
        isRoot: read('type') === 'root',
      })
    if (record === 'PRODUCT_TO_CATALOGGROUP_MAP') {
      const others = this.#groupsOfProduct.get(read('PROD_ID')) ?? []
      this.#groupsOfProduct.set(read('PROD_ID'), [...others, read('CATALOG_GROUP_ID')])
    }
  }

  listPaths(product: string): readonly string[] {
    return (this.#groupsOfProduct.get(product) ?? []).map((id) => this.#listNames(id).join(' > '))
  }

  #listNames(id: string): readonly string[] {
    const names: string[] = []
    const seen = new Set<string>()
    for (let key = id; !seen.has(key);) {
      seen.add(key)
      const group = this.#groups.get(key)
      if (!group || group.isRoot) break
      if (group.name !== '') names.unshift(group.name)
      key = group.parent
    }
    return names
  }
}

class BmecatCollector implements XmlListener {
  currency = ''
  language = ''
  readonly #file: string
  readonly #onRecord: ((record: string, values: Values) => void) | undefined
  readonly #path: string[] = []
  #products: BmecatProduct[] = []
  #product: BmecatProduct | undefined
  #record: Values | undefined
  /** Dates during which the prices that follow are valid. */
  #validity: Values = new Map()
  #dateType = ''
  #lang = ''
  #text = ''
  #characters = 0

  constructor(file: string, onRecord?: (record: string, values: Values) => void) {
    this.#file = file
    this.#onRecord = onRecord
  }

  takeProducts(): readonly BmecatProduct[] {
    const products = this.#products
    this.#products = []
    return products
  }

  openTag({ local, attributes }: Parameters<XmlListener['openTag']>[0], line: number): void {
    const name = RENAMED[local] ?? local
    if (this.#path.push(name) === 1 && name !== 'BMECAT')
      throw new ImportError({ file: this.#file, line }, `this XML is no BMEcat: its root is <${local}>`)
    const type = attributes['price_type']?.value ?? attributes['type']?.value ?? ''
    this.#lang = attributes['lang']?.value ?? attributes['xml:lang']?.value ?? ''
    this.#text = ''
    if (name === 'PRODUCT' && attributes['mode']?.value !== 'delete') {
      this.#product = { line, values: new Map(), records: new Map() }
      this.#characters = 0
    } else if (name === 'PRODUCT_PRICE_DETAILS') this.#validity = new Map()
    else if (name === 'DATETIME') this.#dateType = type
    else if (RECORDS.has(name))
      this.#record = new Map([['type', type], ...(name === 'PRODUCT_PRICE' ? this.#validity : [])])
  }

  text(text: string): void {
    this.#text += text
    this.#characters += text.length
    if (!this.#product || this.#characters <= PRODUCT_MAX_CHARACTERS) return
    throw new ImportError(
      { file: this.#file, line: this.#product.line },
      `this product has more than ${PRODUCT_MAX_CHARACTERS / 1e6} million characters: its tag was probably not closed`,
    )
  }

  closeTag(): void {
    const name = this.#path.pop() ?? ''
    const text = this.#text.trim()
    this.#text = ''
    if (this.#path.at(-1) === 'CATALOG' && text !== '') {
      if (name === 'CURRENCY') this.currency ||= text
      if (name === 'LANGUAGE') this.language ||= text
    }
    if (name === 'PRODUCT') this.#closeProduct()
    else if (RECORDS.has(name)) this.#closeRecord(name)
    else if (name === 'DATE' && this.#path.at(-1) === 'DATETIME') this.#validity.set(this.#dateType, text)
    else if (text !== '') this.#addValue(this.#record ?? this.#product?.values, name, text)
  }

  #addValue(values: Values | undefined, name: string, text: string): void {
    const before = values?.get(name)
    if (before === undefined || (this.#lang !== '' && this.#lang === this.language)) values?.set(name, text)
    else if (REPEATED.has(name) && this.#lang === '') values?.set(name, `${before}\n${text}`)
  }

  #closeRecord(name: string): void {
    const record = this.#record
    this.#record = undefined
    if (!record) return
    const { records } = this.#product ?? {}
    if (records) records.set(name, [...(records.get(name) ?? []), record])
    else this.#onRecord?.(name, record)
  }

  #closeProduct(): void {
    if (this.#product) this.#products.push(this.#product)
    this.#product = undefined
  }
}
