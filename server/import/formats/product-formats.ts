import { listMeanings } from '../mapping/heading-names.ts'
import type { TableMapping } from '../mapping/mapping-file.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import type { CsvFile, TableOptions } from '../files/csv-file.ts'
import { openTableFile } from '../files/table-file.ts'
import { TABLE_ADVICE } from '../files/text-file.ts'
import { ImportError } from '../import-error.ts'
import type { XmlFile } from '../files/xml-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import type { ProductFormat } from '../product-format.ts'
import { BMECAT_FORMAT } from './systems/bmecat.ts'
import { BIGCOMMERCE } from './systems/bigcommerce.ts'
import { ETSY } from './systems/etsy.ts'
import { GOOGLE_FORMAT } from './systems/google.ts'
import { MAGENTO } from './systems/magento.ts'
import { PRESTASHOP } from './systems/prestashop.ts'
import { buildShopify } from './systems/shopify.ts'
import { SHOPWARE } from './systems/shopware.ts'
import { SQUARESPACE } from './systems/squarespace.ts'
import { WIX } from './systems/wix.ts'
import { WOOCOMMERCE } from './systems/woocommerce.ts'
import { buildSystemFormat } from './systems/translated-rows.ts'
import { SHOPIFY_TRANSLATIONS } from './shopify-translations.ts'
import { VITRINE_FORMAT } from './vitrine/vitrine-format.ts'

/** All supported formats; the first one that recognises a header is used. */
export const PRODUCT_FORMATS: readonly ProductFormat[] = [
  VITRINE_FORMAT,
  buildSystemFormat(buildShopify),
  SHOPIFY_TRANSLATIONS,
  buildSystemFormat(WOOCOMMERCE),
  GOOGLE_FORMAT,
  buildSystemFormat(MAGENTO),
  buildSystemFormat(PRESTASHOP),
  buildSystemFormat(SQUARESPACE),
  buildSystemFormat(WIX),
  buildSystemFormat(SHOPWARE),
  buildSystemFormat(ETSY),
  buildSystemFormat(BIGCOMMERCE),
  BMECAT_FORMAT,
]

export const FORMAT_IDS = PRODUCT_FORMATS.map(({ id }) => id)

/** @param id of the only format that may be recognised */
export function findFormat(header: readonly string[], id?: string): ProductFormat | undefined {
  return PRODUCT_FORMATS.find((format) => (id === undefined || id === format.id) && format.recognises(header))
}

/** @throws ImportError if no format, or not the given one, reads XML with this root element */
export function findXmlFormat({ path, root = '' }: XmlFile, id: string | undefined) {
  const formats = PRODUCT_FORMATS.flatMap((format) => (format.xml ? [{ format, xml: format.xml }] : []))
  const found = formats.find(({ format, xml }) => (id ?? format.id) === format.id && xml.roots.includes(root))
  if (found) return found
  const known = formats.map(({ format, xml }) => `${format.name} (<${xml.roots.join('>, <')}>)`).join(' or ')
  const reason = `this XML, whose root is <${root}>, is no ${id ?? known}; ${TABLE_ADVICE}`
  throw new ImportError({ file: path, line: 1 }, reason)
}

export function describeUnknownFormat({ name, headerLine, header }: CsvFile, advice: string): ImportError {
  const known = PRODUCT_FORMATS.map((format) => `${format.name}: ${format.expectedColumns}`).join('; ')
  return new ImportError(
    { file: name, line: headerLine },
    `unrecognised format; the columns begin with: ${header.slice(0, 5).join(', ')}. ${advice}. Known formats: ${known}. "npm run catalog -- template" writes a sheet to start from`,
  )
}

const countKnown = (header: readonly string[]) => header.filter((name) => listMeanings(name).length > 0).length

export async function openTable(
  source: SourcePath,
  options: TableOptions & { readonly format?: string | undefined },
  mapping?: TableMapping,
): Promise<CsvFile> {
  const recognises = (header: readonly string[]) =>
    findFormat(header, options.format) !== undefined || (mapping !== undefined && hasColumnsOf(mapping, header))
  return openTableFile(source, { ...options, delimiter: mapping?.delimiter, recognises, countKnown })
}

/** Returns whether the table has at least half of a mapping's columns, which is enough to recognise it. */
function hasColumnsOf({ columns }: TableMapping, header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  const listed = Object.keys(columns)
  return listed.filter((name) => names.has(foldColumnName(name))).length * 2 >= listed.length
}
