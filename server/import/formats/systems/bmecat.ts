import { languageKey } from '../../../../shared/languages.ts'
import { isDocumentFile } from '../../../catalog/rules/document-files.ts'
import { isHttpsAddress, splitList } from '../../cells.ts'
import { NO_NAME } from '../../draft-product.ts'
import { nameColumns } from '../../files/csv-columns.ts'
import { listElements, readElementText, type XmlElement, type XmlFile, XmlTable } from '../../files/xml-file.ts'
import type { ProductFormat, TextLanguages } from '../../product-format.ts'
import { readBasic, type SiteBasics } from '../../site-basics.ts'
import { matchLanguage } from '../../site-languages.ts'
import { writeAttributes, writeImages, writeMinimum, writeTags } from './own-notation.ts'
import { buildCategoryCells, buildCell } from './system-cells.ts'
import type { System } from './system.ts'
import { buildSystemFormat } from './translated-rows.ts'

/** Elements of a product in BMEcat 2005, which become the columns of a table. */
// prettier-ignore
const FIELDS = [
  'SUPPLIER_PID', 'DESCRIPTION_SHORT', 'DESCRIPTION_LONG', 'INTERNATIONAL_PID', 'MANUFACTURER_PID',
  'MANUFACTURER_NAME', 'KEYWORD', 'QUANTITY_MIN', 'PRICE_QUANTITY', 'FEATURE', 'PRICE_AMOUNT', 'MIME_SOURCE',
  'MIME_INFO',
] as const
type Field = (typeof FIELDS)[number]
type Texts = Record<string, string>

/** Elements of a product that consist of others and may be repeated. */
const RECORDS = new Set(['FEATURE', 'PRODUCT_PRICE_DETAILS', 'PRODUCT_PRICE', 'MIME', 'PRODUCT_REFERENCE'])

/** Elements with several values. Of any other element, one is used: the first in the wanted language, or else the first in the catalogue's language. */
const REPEATED = new Set(['KEYWORD', 'FVALUE'])

/** Elements of a product that, in another language, do not count as its translation. */
const TEXTS = new Set(['DESCRIPTION_SHORT', 'DESCRIPTION_LONG'])

/** Elements that are read as one text. In some, programs write tags of HTML that are not escaped. */
// prettier-ignore
const MARKED_UP = new Set([
  ...TEXTS, 'KEYWORD', 'FNAME', 'FVALUE', 'GROUP_NAME', 'valid_start_date', 'valid_end_date',
])

/** Returns the name of an element in BMEcat 2005, which is another one in 1.2. Dates have types as names. */
function readName({ local, attributes }: XmlElement): string {
  if (local === 'DATETIME') return attributes['type'] ?? ''
  const name = local.replace(/^ARTICLE(?=_|$)/, 'PRODUCT').replace(/_AID$/, '_PID')
  return name === 'EAN' ? 'INTERNATIONAL_PID' : name === 'ART_ID' ? 'PROD_ID' : name
}

/** Lists the records and texts in an element, without those in its records. */
function listParts(element: XmlElement): readonly { readonly name: string; readonly part: XmlElement }[] {
  return listElements(element).flatMap((part) => {
    const name = readName(part)
    const isWhole = RECORDS.has(name) || MARKED_UP.has(name) || listElements(part).length === 0
    return isWhole ? [{ name, part }] : listParts(part)
  })
}

function listRecords(element: XmlElement, record: string): readonly XmlElement[] {
  return listParts(element).flatMap(({ name, part }) => (name === record ? [part] : []))
}

/** Matches the ends of the paths of elements that the import reads. */
const WANTED =
  /(?:^|\/)(?:PRODUCT|ARTICLE|CATALOG_STRUCTURE|(?:PRODUCT|ARTICLE)_TO_CATALOGGROUP_MAP|CATALOG\/(?:CURRENCY|LANGUAGE))$/

/** The products of a catalogue as a table. */
class BmecatTable extends XmlTable {
  readonly header = FIELDS
  /** Key of the language of texts that name none. */
  language = ''
  /** Keys of the languages that the file names. */
  readonly languages = new Set<string>()
  readonly #wanted: TextLanguages
  readonly #groups = new Map<string, { readonly name: string; readonly parent: string }>()
  readonly #groupsOfProduct = new Map<string, string[]>()
  #currency = ''
  /** Whether the product that is read has a text in the wanted language. */
  #isTranslated = false

  constructor(file: XmlFile, wanted: TextLanguages) {
    super(file, { kind: 'product', isWanted: (path) => WANTED.test(path.slice(-2).join('/')) })
    this.#wanted = wanted
  }

  get basics(): SiteBasics {
    return { locale: readBasic('locale', this.language) }
  }

  /** Elements other than products are remembered for all products. */
  protected readCells(element: XmlElement): readonly string[] | undefined {
    const [{ attributes }, name, text] = [element, readName(element), readElementText(element).trim()]
    if (name === 'PRODUCT') return attributes['mode'] === 'delete' ? undefined : this.#readProduct(element)
    if (name === 'CURRENCY') this.#currency ||= text
    else if (name === 'LANGUAGE') {
      const key = this.#readLanguage(text)
      if (attributes['default'] === 'true' || this.language === '') this.language = key || this.language
    } else if (attributes['type'] !== 'root') this.#addToGroups(this.#readTexts(element))
    return undefined
  }

  #addToGroups({ GROUP_ID, GROUP_NAME = '', PARENT_ID = '', PROD_ID = '', CATALOG_GROUP_ID = '' }: Texts): void {
    if (GROUP_ID === undefined)
      this.#groupsOfProduct.set(PROD_ID, [...(this.#groupsOfProduct.get(PROD_ID) ?? []), CATALOG_GROUP_ID])
    else this.#groups.set(GROUP_ID, { name: GROUP_NAME.replaceAll('>', '›'), parent: PARENT_ID })
  }

  /** Lists the categories of a product, once the whole file was read, because they may come after all products. */
  listPaths(product: string): readonly (readonly string[])[] {
    return (this.#groupsOfProduct.get(product) ?? []).map((id) => {
      const path = new Set<{ readonly name: string }>()
      for (let group = this.#groups.get(id); group && !path.has(group); group = this.#groups.get(group.parent))
        path.add(group)
      return [...path].flatMap(({ name }) => name || []).toReversed()
    })
  }

  #readProduct(element: XmlElement): readonly string[] | undefined {
    this.#isTranslated = false
    const cells = { ...this.#readTexts(element), ...this.#readRecords(element) }
    if (this.#wanted.language !== null) {
      if (!this.#isTranslated) return undefined
      cells['DESCRIPTION_SHORT'] ??= NO_NAME
    }
    return FIELDS.map((field) => cells[field] ?? '')
  }

  #readRecords(product: XmlElement): Texts {
    const list = (record: string) => listRecords(product, record).map((part) => this.#readTexts(part))
    const [pictures, others] = [list('MIME').filter(isPicture), list('MIME').filter((mime) => !isPicture(mime))]
    const prices = [product, ...listRecords(product, 'PRODUCT_PRICE_DETAILS')].flatMap((details) =>
      listRecords(details, 'PRODUCT_PRICE').map((price) => ({
        ...this.#readTexts(details),
        ...this.#readTexts(price),
        type: price.attributes['price_type'] ?? '',
      })),
    )
    return {
      FEATURE: writeAttributes(list('FEATURE').map(readFeature)),
      PRICE_AMOUNT: choosePrice(prices, this.#currency),
      MIME_SOURCE: writeImages(
        pictures.map(({ MIME_SOURCE = '' }) => MIME_SOURCE),
        pictures.map(({ MIME_ALT = '' }) => MIME_ALT),
      ),
      MIME_INFO: others
        .filter(({ MIME_SOURCE = '' }) => isHttpsAddress(MIME_SOURCE) || isDocumentFile(MIME_SOURCE))
        .map(({ MIME_DESCR, MIME_TYPE = '', MIME_SOURCE }) => `${MIME_DESCR ?? MIME_TYPE} | ${MIME_SOURCE}`)
        .join('\n'),
    }
  }

  /** Reads each element in the wanted language, otherwise in that of the file, otherwise in any. */
  #readTexts(element: XmlElement): Texts {
    const { languages, language } = this.#wanted
    const best = new Map<string, { readonly text: string; readonly rank: number }>()
    for (const { name, part } of listParts(element)) {
      const text = (name === 'DESCRIPTION_LONG' ? writeHtml(part) : readElementText(part)).trim()
      const wanted = language ?? languages[0] ?? this.language
      const own = this.#readLanguage(part.attributes['lang'] ?? '') || this.language || wanted
      if (RECORDS.has(name) || text === '' || (language !== null && TEXTS.has(name) && own !== wanted)) continue
      if (own === wanted) this.#isTranslated = true
      const rank = own === wanted ? 2 : own === this.language ? 1 : 0
      const known = best.get(name)
      if (!known || rank > known.rank) best.set(name, { text, rank })
      else if (rank === known.rank && rank > 0 && REPEATED.has(name))
        best.set(name, { text: `${known.text}\n${text}`, rank })
    }
    return Object.fromEntries([...best].map(([name, { text }]) => [name, text]))
  }

  /** Reads a code of ISO 639 such as `deu`, `ger` or `de-DE`. @returns the key of the site's language that it means */
  #readLanguage(code: string): string {
    if (code === '') return ''
    const tag = readBasic('locale', code.replaceAll('_', '-')) ?? code
    const key = matchLanguage(tag, this.#wanted.languages) ?? languageKey(tag)
    this.languages.add(key)
    return key
  }
}

/** Writes the tags within a description, which some programs do not escape. */
function writeHtml({ content }: XmlElement): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      return `<${part.local}>${writeHtml(part)}${/^br$/i.test(part.local) ? '' : `</${part.local}>`}`
    })
    .join('')
}

/** Frequent codes of UN/ECE recommendation 20; pieces have no unit. */
const UNITS: ReadonlyMap<string, string> = new Map(
  `C62= PCE= H87= EA= MMT=mm CMT=cm DMT=dm MTR=m KMT=km INH=in MMK=mm² CMK=cm² MTK=m² MTQ=m³ MLT=ml LTR=l GRM=g
    KGM=kg TNE=t VLT=V KVT=kV AMP=A 4K=mA WTT=W KWT=kW KWH=kWh OHM=Ω HTZ=Hz KHZ=kHz LUM=lm CEL=°C KEL=K NEW=N NU=Nm
    BAR=bar PAL=Pa SEC=s MIN=min HUR=h DAY=d P1=% DD=°`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [code: string, unit: string]),
)

function readFeature({ FNAME = '', FVALUE = '', FUNIT = '' }: Texts): readonly [name: string, value: string] {
  const values = FVALUE.split('\n').map((value) => `${value} ${UNITS.get(FUNIT) ?? FUNIT}`.trim())
  // Codes of ETIM are not meant for visitors.
  return [/^EF\d{6}$/.test(FNAME) ? '' : FNAME, values.join(', ')]
}

function isPicture({ MIME_TYPE = '', MIME_SOURCE = '' }: Texts): boolean {
  return MIME_TYPE === '' ? !/\.(?:pdf|docx?|zip|dwg|html?)$/i.test(MIME_SOURCE) : MIME_TYPE.startsWith('image/')
}

/** Types of public prices, the best first. `net_customer` is what one customer pays. */
const PUBLIC_TYPES = ['gros_list', 'nrp', 'net_list']

/** Writes the price of one piece that is valid today, or ''. @param currency of prices without one */
function choosePrice(prices: readonly Texts[], currency: string): string {
  const today = new Date().toISOString().slice(0, 10)
  const valid = prices.filter(
    ({ LOWER_BOUND = '', valid_start_date: from = '', valid_end_date: to = '' }) =>
      Number(LOWER_BOUND) <= 1 && from.slice(0, 10) <= today && (to || today).slice(0, 10) >= today,
  )
  const chosen = PUBLIC_TYPES.map((type) => valid.find((price) => price['type'] === type)).find(Boolean)
  return chosen ? `${chosen['PRICE_AMOUNT'] ?? ''} ${chosen['PRICE_CURRENCY'] ?? currency}`.trim() : ''
}

/** @param table undefined if only the name of the system is needed */
const buildSystem = (table: BmecatTable | undefined): System<Field> => ({
  id: 'bmecat',
  name: 'BMEcat catalogue',
  expectedColumns: 'XML with the root BMECAT',
  recognises: () => false,
  columns: nameColumns(FIELDS),
  required: [],
  ignored: /^$/,
  identity: { row: 'SUPPLIER_PID', name: 'DESCRIPTION_SHORT', sku: 'SUPPLIER_PID' },
  place: (row) => ({ key: row.read('SUPPLIER_PID') }),
  cells: {
    sku: 'SUPPLIER_PID',
    description: 'DESCRIPTION_LONG',
    gtin: 'INTERNATIONAL_PID',
    mpn: 'MANUFACTURER_PID',
    brand: 'MANUFACTURER_NAME',
    tags: buildCell('KEYWORD', (text) => writeTags(splitList(text, '\n'))),
    minimumQuantity: buildCell('QUANTITY_MIN', writeMinimum),
    price: buildCell('PRICE_AMOUNT', (price, row) => {
      const pieces = row.read('PRICE_QUANTITY')
      if (price === '' || pieces === '' || Number(pieces) === 1) return price
      row.warn('PRICE_QUANTITY', 'the price is not that of one piece; it was left out')
      return ''
    }),
    images: 'MIME_SOURCE',
    documents: 'MIME_INFO',
    ...buildCategoryCells<Field>('SUPPLIER_PID', (row) => table?.listPaths(row.read('SUPPLIER_PID')) ?? []),
    attributes: 'FEATURE',
  },
})

export const BMECAT_FORMAT: ProductFormat = {
  ...buildSystemFormat((table) => buildSystem(table as BmecatTable | undefined)),
  // Texts are in the site's first language, or only in the further one that is wanted.
  xml: { roots: ['BMECAT'], isOnly: true, open: (file, _notes, wanted) => new BmecatTable(file, wanted) },
}
