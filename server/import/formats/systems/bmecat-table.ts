import { isDocumentFile } from '../../../catalog/rules/document-files.ts'
import { isHttpsAddress } from '../../cells.ts'
import { NO_NAME } from '../../draft-product.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { readXml, type XmlFile, type XmlListener } from '../../files/xml-file.ts'
import { ImportError } from '../../import-error.ts'
import type { TextLanguages } from '../../product-format.ts'
import { choosePrice, readLanguage, writeUnit, type BmecatPrice } from './bmecat-values.ts'
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
  ARTICLE_REFERENCE: 'PRODUCT_REFERENCE',
  ART_ID: 'PROD_ID',
  ARTICLE_TO_CATALOGGROUP_MAP: 'PRODUCT_TO_CATALOGGROUP_MAP',
}

const NAME = 'DESCRIPTION_SHORT'

/** Elements that consist of others and may be repeated. */
// prettier-ignore
const RECORDS = new Set([
  'FEATURE', 'PRODUCT_PRICE', 'MIME', 'CATALOG_STRUCTURE', 'PRODUCT_TO_CATALOGGROUP_MAP', 'PRODUCT_REFERENCE',
])

/** Elements that may be repeated. Of others, the first one in the wanted language or else the catalogue's counts. */
const REPEATED = new Set(['KEYWORD', 'FVALUE'])

/** Elements of a product that, in another language, do not count as its translation. */
const TEXTS = new Set([NAME, 'DESCRIPTION_LONG'])

/** Elements in which some programs write tags of HTML that are not escaped. */
const MARKED_UP = new Set([...TEXTS, 'KEYWORD', 'FNAME', 'FVALUE', 'GROUP_NAME'])

/** A longer product probably lacks its closing tag. */
const PRODUCT_MAX_CHARACTERS = 2_000_000

type Values = Map<string, string>

interface BmecatProduct {
  readonly line: number
  readonly values: Values
  readonly records: Map<string, Values[]>
  /** Whether the product has a text in the wanted language. */
  isTranslated: boolean
}

/**
 * Opens the products as a table. Its texts are in the site's first language, or only in the further one that is wanted.
 * @throws ImportError if a further language is wanted, and the file names languages, but not this one
 */
export async function openBmecatTable(
  file: XmlFile,
  wanted: TextLanguages,
): Promise<Pick<BmecatCollector, 'languages' | 'language'> & { readonly table: CsvFile }> {
  const groups = new CatalogGroups()
  const collector = new BmecatCollector(file.name, wanted, (record, values) => groups.add(record, values))
  for await (const _ of readXml(file, collector)) collector.takeProducts()
  const { currency, languages, language } = collector
  if (wanted.language !== null && languages.size > 0 && !languages.has(wanted.language))
    throw new ImportError(
      { file: file.name, line: 1, column: 'LANGUAGE' },
      `the catalogue has texts in ${[...languages].join(', ')}, and none in "${wanted.language}"; if its texts are in "${wanted.language}" nevertheless, correct LANGUAGE and the attributes "lang"`,
    )
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
      const products = new BmecatCollector(file.name, wanted)
      for await (const _ of readXml(file, products))
        yield products.takeProducts().map((product) => writeRow(product, { number: (count += 1), groups, currency }))
    },
  }
  return { table, languages, language }
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
  /** Key of the language of texts that name none. */
  language = ''
  /** Keys of the languages that the file names. */
  readonly languages = new Set<string>()
  readonly #file: string
  readonly #wanted: TextLanguages
  readonly #onRecord: ((record: string, values: Values) => void) | undefined
  readonly #path: string[] = []
  /** Open tags of HTML within a text. */
  readonly #markup: string[] = []
  readonly #ranks = new WeakMap<Values, Map<string, number>>()
  #products: BmecatProduct[] = []
  #product: BmecatProduct | undefined
  /** Open records, the innermost last. */
  readonly #records: Values[] = []
  /** Dates during which the prices that follow are valid. */
  #validity: Values = new Map()
  #dateType = ''
  #lang = ''
  /** Whether the language is marked as that of texts without one. */
  #isDefault = false
  #text = ''
  #characters = 0

  constructor(file: string, wanted: TextLanguages, onRecord?: (record: string, values: Values) => void) {
    this.#file = file
    this.#wanted = wanted
    this.#onRecord = onRecord
  }

  takeProducts(): readonly BmecatProduct[] {
    const products = this.#products
    this.#products = []
    return products
  }

  openTag({ local, attributes }: Parameters<XmlListener['openTag']>[0], line: number): void {
    if (MARKED_UP.has(this.#path.at(-1) ?? '')) {
      this.#markup.push(local)
      this.#addTag(`<${local}>`)
      return
    }
    const name = RENAMED[local] ?? local
    if (this.#path.push(name) === 1 && name !== 'BMECAT')
      throw new ImportError({ file: this.#file, line }, `this XML is no BMEcat: its root is <${local}>`)
    const type = attributes['price_type']?.value ?? attributes['type']?.value ?? ''
    this.#lang = this.#readLanguage(attributes['lang']?.value ?? attributes['xml:lang']?.value ?? '')
    this.#isDefault = attributes['default']?.value === 'true'
    this.#text = ''
    if (name === 'PRODUCT' && attributes['mode']?.value !== 'delete') {
      this.#product = { line, values: new Map(), records: new Map(), isTranslated: false }
      this.#characters = 0
    } else if (name === 'PRODUCT_PRICE_DETAILS') this.#validity = new Map()
    else if (name === 'DATETIME') this.#dateType = type
    else if (RECORDS.has(name))
      this.#records.push(new Map([['type', type], ...(name === 'PRODUCT_PRICE' ? this.#validity : [])]))
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

  /** Only descriptions may have tags. */
  #addTag(tag: string): void {
    if (this.#path.at(-1) === 'DESCRIPTION_LONG') this.#text += tag
  }

  closeTag(): void {
    const tag = this.#markup.pop()
    if (tag !== undefined) {
      if (!/^br$/i.test(tag)) this.#addTag(`</${tag}>`)
      return
    }
    const name = this.#path.pop() ?? ''
    const text = this.#text.trim()
    this.#text = ''
    if (this.#path.at(-1) === 'CATALOG' && text !== '') {
      if (name === 'CURRENCY') this.currency ||= text
      if (name === 'LANGUAGE') {
        const key = this.#readLanguage(text)
        if (this.#isDefault || this.language === '') this.language = key
      }
    }
    if (name === 'PRODUCT') this.#closeProduct()
    else if (RECORDS.has(name)) this.#closeRecord(name)
    else if (name === 'DATE' && this.#path.at(-1) === 'DATETIME') this.#validity.set(this.#dateType, text)
    else if (text !== '') this.#addValue(this.#records.at(-1) ?? this.#product?.values, name, text)
  }

  #addValue(values: Values | undefined, name: string, text: string): void {
    if (!values) return
    const { languages, language } = this.#wanted
    const wanted = language ?? languages[0] ?? this.language
    const own = this.#lang || this.language || wanted
    if (language !== null && TEXTS.has(name) && own !== wanted) return
    const ranks = this.#ranks.get(values) ?? new Map<string, number>()
    this.#ranks.set(values, ranks)
    const [rank, best] = [own === wanted ? 2 : own === this.language ? 1 : 0, ranks.get(name) ?? -1]
    ranks.set(name, Math.max(rank, best))
    if (this.#product && own === wanted) this.#product.isTranslated = true
    if (rank > best) values.set(name, text)
    else if (rank === best && rank > 0 && REPEATED.has(name)) values.set(name, `${values.get(name)}\n${text}`)
  }

  #readLanguage(code: string): string {
    if (code === '') return ''
    const key = readLanguage(code, this.#wanted.languages)
    this.languages.add(key)
    return key
  }

  #closeRecord(name: string): void {
    const record = this.#records.pop()
    // A record within another one describes that one, such as the picture of a category or of a referenced product.
    if (!record || this.#records.length > 0) return
    const { records } = this.#product ?? {}
    if (records) records.set(name, [...(records.get(name) ?? []), record])
    else this.#onRecord?.(name, record)
  }

  #closeProduct(): void {
    const product = this.#product
    this.#product = undefined
    if (!product || (this.#wanted.language !== null && !product.isTranslated)) return
    if (this.#wanted.language !== null && !product.values.has(NAME)) product.values.set(NAME, NO_NAME)
    this.#products.push(product)
  }
}
