import { languageKey } from '../../../../shared/languages.ts'
import { isDocumentFile } from '../../../catalog/rules/document-files.ts'
import { isHttpsAddress } from '../../cells.ts'
import { NO_NAME } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { listElements, readElementText, type XmlElement } from '../../files/xml-file.ts'
import type { TextLanguages } from '../../product-format.ts'
import { matchLanguage } from '../../site-languages.ts'
import { writeAttributes, writeImages } from './own-notation.ts'

/** Elements of a product in BMEcat 2005, which become the columns of a table. */
// prettier-ignore
export const BMECAT_COLUMNS = [
  'SUPPLIER_PID', 'DESCRIPTION_SHORT', 'DESCRIPTION_LONG', 'INTERNATIONAL_PID', 'MANUFACTURER_PID',
  'MANUFACTURER_NAME', 'KEYWORD', 'QUANTITY_MIN', 'PRICE_QUANTITY', 'FEATURE', 'PRICE_AMOUNT', 'MIME_SOURCE',
  'MIME_INFO',
] as const

/** Names of the elements in BMEcat 1.2. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['SUPPLIER_AID', 'SUPPLIER_PID'],
  ['EAN', 'INTERNATIONAL_PID'],
  ['MANUFACTURER_AID', 'MANUFACTURER_PID'],
  ['ARTICLE', 'PRODUCT'],
  ['ARTICLE_PRICE', 'PRODUCT_PRICE'],
  ['ARTICLE_PRICE_DETAILS', 'PRODUCT_PRICE_DETAILS'],
  ['ARTICLE_REFERENCE', 'PRODUCT_REFERENCE'],
  ['ART_ID', 'PROD_ID'],
  ['ARTICLE_TO_CATALOGGROUP_MAP', 'PRODUCT_TO_CATALOGGROUP_MAP'],
])

const NAME = 'DESCRIPTION_SHORT'

/** Elements of a product that consist of others and may be repeated. */
const RECORDS = new Set(['FEATURE', 'PRODUCT_PRICE', 'MIME', 'PRODUCT_REFERENCE'])

/** Elements with several values. Of any other element, one is used: the first in the wanted language, or else the first in the catalogue's language. */
const REPEATED = new Set(['KEYWORD', 'FVALUE'])

/** Elements of a product that, in another language, do not count as its translation. */
const TEXTS = new Set([NAME, 'DESCRIPTION_LONG'])

/** Elements in which some programs write tags of HTML that are not escaped. */
const MARKED_UP = new Set([...TEXTS, 'KEYWORD', 'FNAME', 'FVALUE', 'GROUP_NAME'])

interface Values {
  /** The best text of each element so far. */
  readonly texts: Map<string, { readonly text: string; readonly rank: number }>
  readonly records: [name: string, values: Values][]
}

const createValues = (): Values => ({ texts: new Map(), records: [] })

export function renameElement(name: string): string {
  return RENAMED.get(name) ?? name
}

/** Reads the elements of a catalogue one after the other. */
export class BmecatReader {
  currency = ''
  /** Key of the language of texts that name none. */
  language = ''
  /** Keys of the languages that the file names. */
  readonly languages = new Set<string>()
  readonly #wanted: TextLanguages
  readonly #groups = new Map<string, { readonly name: string; readonly parent: string; readonly isRoot: boolean }>()
  readonly #groupsOfProduct = new Map<string, string[]>()
  #count = 0
  /** Whether the product that is read has a text in the wanted language. */
  #isTranslated = false

  constructor(wanted: TextLanguages) {
    this.#wanted = wanted
  }

  /** Returns the row of a product. Other elements are remembered for all products. */
  read(element: XmlElement): CsvRow | undefined {
    const name = renameElement(element.local)
    const text = readElementText(element).trim()
    if (name === 'PRODUCT') return element.attributes['mode'] === 'delete' ? undefined : this.#readProduct(element)
    if (name === 'CURRENCY') this.currency ||= text
    else if (name === 'LANGUAGE' && text !== '') {
      const key = this.#readLanguage(text)
      if (element.attributes['default'] === 'true' || this.language === '') this.language = key
    } else this.#addToGroups(name, element)
    return undefined
  }

  /** Lists the categories of a product, once the whole file was read, because they may come after all products. */
  listPaths(product: string): readonly (readonly string[])[] {
    return (this.#groupsOfProduct.get(product) ?? []).map((id) => this.#listNames(id))
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

  #addToGroups(name: string, element: XmlElement): void {
    const values = createValues()
    this.#collect(element, values)
    const read = (field: string) => values.texts.get(field)?.text ?? ''
    if (name === 'CATALOG_STRUCTURE') {
      const isRoot = element.attributes['type'] === 'root'
      const group = { name: read('GROUP_NAME').replaceAll('>', '›'), parent: read('PARENT_ID'), isRoot }
      this.#groups.set(read('GROUP_ID'), group)
    } else
      this.#groupsOfProduct.set(read('PROD_ID'), [
        ...(this.#groupsOfProduct.get(read('PROD_ID')) ?? []),
        read('CATALOG_GROUP_ID'),
      ])
  }

  #readProduct(element: XmlElement): CsvRow | undefined {
    const values = createValues()
    this.#isTranslated = false
    this.#collect(element, values)
    const isFurther = this.#wanted.language !== null
    if (isFurther && !this.#isTranslated) return undefined
    if (isFurther && !values.texts.has(NAME)) values.texts.set(NAME, { text: NO_NAME, rank: 0 })
    this.#count += 1
    const cells = { ...readTexts(values), ...writeRecords(values, this.currency) }
    return { line: element.line, number: this.#count, cells: BMECAT_COLUMNS.map((column) => cells[column] ?? '') }
  }

  #collect(element: XmlElement, values: Values): void {
    const children = listElements(element)
    const validity = children.flatMap((child) => (child.local === 'DATETIME' ? [readDate(child)] : []))
    for (const child of children) {
      const name = renameElement(child.local)
      if (RECORDS.has(name)) {
        const record = createValues()
        const type = child.attributes['price_type'] ?? child.attributes['type'] ?? ''
        for (const [field, text] of [['type', type] as const, ...validity]) record.texts.set(field, { text, rank: 0 })
        this.#collect(child, record)
        values.records.push([name, record])
      } else if (MARKED_UP.has(name)) this.#addText(values, name, child)
      else if (listElements(child).length > 0) this.#collect(child, values)
      else this.#addText(values, name, child)
    }
  }

  #addText({ texts }: Values, name: string, element: XmlElement): void {
    const text = (name === 'DESCRIPTION_LONG' ? writeHtml(element) : readElementText(element)).trim()
    const lang = this.#readLanguage(element.attributes['lang'] ?? element.attributes['xml:lang'] ?? '')
    if (text === '') return
    const { languages, language } = this.#wanted
    const wanted = language ?? languages[0] ?? this.language
    const own = lang || this.language || wanted
    if (language !== null && TEXTS.has(name) && own !== wanted) return
    const rank = own === wanted ? 2 : own === this.language ? 1 : 0
    if (own === wanted) this.#isTranslated = true
    const best = texts.get(name)
    if (!best || rank > best.rank) texts.set(name, { text, rank })
    else if (rank === best.rank && rank > 0 && REPEATED.has(name))
      texts.set(name, { text: `${best.text}\n${text}`, rank })
  }

  #readLanguage(code: string): string {
    if (code === '') return ''
    const key = readLanguage(code, this.#wanted.languages)
    this.languages.add(key)
    return key
  }
}

/** Reads an end of the time in which the prices beside it are valid. */
function readDate(element: XmlElement): readonly [type: string, date: string] {
  const date = listElements(element).find(({ local }) => local === 'DATE')
  return [element.attributes['type'] ?? '', date ? readElementText(date).trim() : '']
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

function readTexts({ texts }: Values): Record<string, string> {
  return Object.fromEntries([...texts].map(([name, { text }]) => [name, text]))
}

function writeRecords({ records }: Values, currency: string): Record<string, string> {
  const list = (wanted: string) => records.flatMap(([name, values]) => (name === wanted ? [readTexts(values)] : []))
  // Codes of ETIM are not meant for visitors.
  const features = list('FEATURE').filter(({ FNAME = '' }) => !/^EF\d{6}$/.test(FNAME))
  const pictures = list('MIME').filter(isPicture)
  const documents = list('MIME').filter((mime) => {
    const source = mime['MIME_SOURCE'] ?? ''
    return !isPicture(mime) && (isHttpsAddress(source) || isDocumentFile(source))
  })
  return {
    FEATURE: writeAttributes(
      features.map(({ FNAME = '', FVALUE = '', FUNIT = '' }) => [
        FNAME,
        FVALUE.split('\n')
          .map((value) => `${value} ${writeUnit(FUNIT)}`.trim())
          .join(', '),
      ]),
    ),
    PRICE_AMOUNT: choosePrice(list('PRODUCT_PRICE'), currency, Date.now()),
    MIME_SOURCE: writeImages(
      pictures.map(({ MIME_SOURCE = '' }) => MIME_SOURCE),
      pictures.map(({ MIME_ALT = '' }) => MIME_ALT),
    ),
    MIME_INFO: documents
      .map(({ MIME_DESCR, MIME_TYPE = '', MIME_SOURCE }) => `${MIME_DESCR ?? MIME_TYPE} | ${MIME_SOURCE}`)
      .join('\n'),
  }
}

function isPicture({ MIME_TYPE = '', MIME_SOURCE = '' }: Record<string, string>): boolean {
  return MIME_TYPE === '' ? !/\.(?:pdf|docx?|zip|dwg|html?)$/i.test(MIME_SOURCE) : MIME_TYPE.startsWith('image/')
}

/** Types of public prices, the best first. `net_customer` is what one customer pays. */
const PUBLIC_TYPES = ['gros_list', 'nrp', 'net_list']

/** Writes the price of one piece that is valid today, or ''. @param currency of prices without one */
function choosePrice(prices: readonly Readonly<Record<string, string>>[], currency: string, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10)
  const valid = prices.filter(
    ({ LOWER_BOUND = '', valid_start_date: from = '', valid_end_date: to = '' }) =>
      (LOWER_BOUND === '' || Number(LOWER_BOUND) <= 1) &&
      (from === '' || from.slice(0, 10) <= today) &&
      (to === '' || to.slice(0, 10) >= today),
  )
  const chosen = PUBLIC_TYPES.map((type) => valid.find((price) => price['type'] === type)).find(Boolean)
  return chosen ? `${chosen['PRICE_AMOUNT'] ?? ''} ${chosen['PRICE_CURRENCY'] ?? currency}`.trim() : ''
}

/** Reads codes of ISO 639 such as `deu`, `ger` or `de-DE`. @returns the key of the site's language that it means */
function readLanguage(code: string, languages: readonly string[]): string {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'))
    return matchLanguage(languageKey(tag), languages) ?? languageKey(tag)
  } catch {
    return languageKey(code)
  }
}

/** Frequent codes of UN/ECE recommendation 20. */
const UNITS: ReadonlyMap<string, string> = new Map(
  `MMT=mm CMT=cm DMT=dm MTR=m KMT=km INH=in MMK=mm² CMK=cm² MTK=m² MTQ=m³ MLT=ml LTR=l GRM=g KGM=kg TNE=t VLT=V
    KVT=kV AMP=A 4K=mA WTT=W KWT=kW KWH=kWh OHM=Ω HTZ=Hz KHZ=kHz LUM=lm CEL=°C KEL=K NEW=N NU=Nm BAR=bar PAL=Pa
    SEC=s MIN=min HUR=h DAY=d P1=% DD=°`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [code: string, unit: string]),
)

/** Returns a unit as visitors know it, and '' for pieces. */
function writeUnit(unit: string): string {
  return /^(C62|PCE|H87|EA)$/.test(unit) ? '' : (UNITS.get(unit) ?? unit)
}
