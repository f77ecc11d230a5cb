import { extname } from 'node:path'
import type { CsvFile } from './files/csv-file.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes, ReportBuilder } from './import-report.ts'
import {
  describeUnknownFormat,
  findFormat,
  findXmlFormat,
  openTable,
  PRODUCT_FORMATS,
} from './formats/product-formats.ts'
import { VITRINE_FORMAT } from './formats/vitrine/vitrine-format.ts'
import type { ChosenTable } from './mapping/choose-mapping.ts'
import type { ProductFormat, ScannedProducts } from './product-format.ts'
import type { ImportOptions } from './run-import.ts'
import { readBasic } from './site-basics.ts'
import { matchLanguage } from './site-languages.ts'
import type { SourcePath } from './files/source-path.ts'
import { openXmlFile, type XmlFile } from './files/xml-file.ts'

export interface ProductsFile {
  readonly name: string
  readonly products: ScannedProducts
  /** The table for the file of rejected rows. */
  readonly table?: CsvFile | undefined
  /** The table's rows in further languages, by the key of the language. */
  readonly translated?: ReadonlyMap<string, ScannedProducts> | undefined
}

/**
 * Detects the format, and reads the file.
 * @param chosen the table, if it was opened before, and the mapping of columns in no known format
 * @throws ImportError if the file cannot be used
 */
export async function openProductsFile(
  source: SourcePath,
  options: ImportOptions,
  report: ReportBuilder,
  chosen?: ChosenTable,
): Promise<ProductsFile> {
  const notes = options.language ? noteOnlyTexts(report) : report
  const xml = await openXmlFile(source, options.encoding)
  const { format, products, table, translated, hasMain } = xml
    ? await scanXml(xml, options, notes)
    : await scanTable(source, options, { report, notes }, chosen)
  if (!translated && !hasMain) checkStatedLanguage(source, products.basics?.locale, options)
  report.format ??= format.name
  report.rows += products.rowCount
  return { name: source.path, products, table, translated }
}

/** Omits the notices that do not concern a file of which only the texts are imported, such as those of prices. */
function noteOnlyTexts(notes: ImportNotes): ImportNotes {
  return {
    onlyTexts: true,
    rejected: notes.rejected,
    warn: (notice, isOfText) => {
      if (isOfText) notes.warn(notice)
    },
    reject: (notice, rowNumber) => notes.reject(notice, rowNumber),
    recordRejectedProduct: (rowNumbers) => notes.recordRejectedProduct(rowNumbers),
    adapt: (adaptation, place) => {
      if (adaptation !== 'barcode' && adaptation !== 'reduction') notes.adapt(adaptation, place)
    },
  }
}

/**
 * Its texts would replace those of another language.
 * @param stated the language that the file names
 * @throws ImportError if this is not the first of the site's languages, and no option says what language the texts are in
 */
function checkStatedLanguage(
  { path, folder }: SourcePath,
  stated: string | undefined,
  { language, languages = [] }: ImportOptions,
): void {
  const [main] = languages
  if (stated === undefined || main === undefined || languages.length === 1 || language !== undefined) return
  const found = matchLanguage(stated, languages)
  if (found === main) return
  const own = folder === null ? `add --language ${found}` : `name the file products.${found}${extname(path)}`
  const advice = found ? `to import only its texts, ${own}` : `add it to "languages" in site.json first`
  const reason = `the file says that its texts are in "${stated}", but the first language of the site is "${main}"; ${advice}, or add --language ${main} if they are in "${main}" all the same`
  throw new ImportError({ file: path }, reason)
}

/** Rows in further languages are undefined if the rows do not name their languages. */
interface ScanResult extends Omit<ProductsFile, 'name'> {
  readonly format: ProductFormat
  /** Whether the file says that it has texts in the first language. */
  readonly hasMain?: boolean | undefined
}

async function scanXml(file: XmlFile, options: ImportOptions, notes: ImportNotes): Promise<ScanResult> {
  const { format: asked, languages = [], language = null } = options
  const { format, xml } = findXmlFormat(file, asked)
  const table = xml.open(file, notes, { languages, language })
  const scanned = await format.scan(table, notes)
  const translated = new Map<string, ScannedProducts>()
  const [first, ...others] = languages.filter((key) => table.languages?.has(key))
  const hasMain = first !== undefined && first === languages[0]
  // A file in one language alone is in that of the site, whatever it says.
  for (const key of language === null && hasMain ? others : []) {
    const own = xml.open(file, notes, { languages, language: key })
    translated.set(key, await format.scan(own, noteOnlyTexts(notes)))
  }
  const products = { ...scanned, basics: { ...scanned.basics, ...table.basics } }
  // The items of a BMEcat catalogue could not be imported as a table again.
  const rejectable = xml.isOnly ? undefined : table
  return { format, products, table: rejectable, hasMain, translated: translated.size > 0 ? translated : undefined }
}

async function scanTable(
  source: SourcePath,
  options: ImportOptions,
  { report, notes }: { readonly report: ReportBuilder; readonly notes: ImportNotes },
  chosen: ChosenTable | undefined,
): Promise<ScanResult> {
  const file = chosen?.file ?? (await openTable(source, { ...options, notes: report }))
  if (file.sheet !== undefined) report.sheet = { name: file.sheet, headerRow: file.headerLine }
  if (chosen?.mapped)
    return { format: VITRINE_FORMAT, products: await VITRINE_FORMAT.scan(chosen.mapped, notes), table: file }
  const format = PRODUCT_FORMATS.find(({ id }) => id === options.format) ?? findFormat(file.header)
  if (!format) throw describeUnknownFormat(file, 'A mapping says what becomes of them')
  if (format.xml?.isOnly)
    throw new ImportError(
      { file: file.name, line: 1 },
      `a ${format.name} is XML, but this file is a table; import it without --format`,
    )
  const { languages = [], language = null, prune = false } = options
  const tables = await format.splitByLanguage?.(file, { languages, language }, report)
  if (!tables) return { format, products: await format.scan(file, notes, languages), table: file }
  const { rowCount, locale, main } = tables
  if (prune && !main)
    throw new ImportError({ file: file.name }, '--prune does not work with a file that has only translations')
  const translated = new Map<string, ScannedProducts>()
  for (const [key, table] of tables.translated)
    translated.set(key, await format.scan(table, noteOnlyTexts(report), languages))
  const products = translated.get(language ?? '') ?? (main ? await format.scan(main, notes, languages) : NO_PRODUCTS)
  if (language !== null) translated.clear()
  const basics = { ...products.basics, locale: readBasic('locale', locale ?? '') ?? products.basics?.locale }
  return { format, products: { ...products, rowCount, basics }, table: file, translated }
}

const NO_PRODUCTS: ScannedProducts = { rowCount: 0, async *readDrafts() {} }
