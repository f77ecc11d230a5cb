import type { ProductDocument, SiteLink, Visibility } from '../../../../shared/catalog.ts'
import {
  cutText,
  isHttpsAddress,
  limitTags,
  readBoolean,
  readDecimal,
  readHtmlText,
  readPlainText,
} from '../../cells.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  type DraftAttribute,
  LINK_NAME_MAX_LENGTH,
} from '../../draft-product.ts'
import type { WooCommerceField } from './woocommerce-columns.ts'
import { foldName, type WooCommerceSheet } from './woocommerce-sheet.ts'

/** The category of whatever has none, in the languages whose columns are known. */
const NO_CATEGORY = /^(?:uncategori[sz]ed|unkategorisiert|nicht kategorisiert|sin categorizar|sin categoría)$/i

const BRAND_ATTRIBUTE = /^(?:brand|manufacturer|marke|hersteller|marca|fabricante)$/i

const MEASURES: readonly WooCommerceField[] = ['length', 'width', 'height']

/** Lists and search are one here, so that what stands in either of the shop's stands in both. */
export function readVisibility(sheet: WooCommerceSheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('published') && !sheet.has('visibility')) return undefined
  const published = readPlainText(sheet.read(row, 'published') ?? '').toLowerCase()
  if (published === '-1' || published === '2' || readBoolean(published) === false) return 'hidden'
  if (published !== '' && readBoolean(published) === undefined) {
    sheet.warn(row, 'published', 'this is none of 1, 0, -1 and 2; the product stays hidden')
    return 'hidden'
  }
  const place = readPlainText(sheet.read(row, 'visibility') ?? '').toLowerCase()
  if (place === 'hidden') return 'unlisted'
  if (!/^(?:visible|catalog|search|)$/.test(place)) {
    sheet.warn(row, 'visibility', 'this is none of visible, catalog, search and hidden; the product stays hidden')
    return 'hidden'
  }
  return 'public'
}

/** A product stands in one category: the deepest of those that it has in the shop. The others become tags. */
export function readCategories(
  sheet: WooCommerceSheet,
  row: CsvRow,
): { path: readonly string[] | null; others: readonly string[] } | undefined {
  const paths = sheet
    .readList(row, 'categories')
    ?.map(parseCategoryPath)
    .filter((names) => names.length > 0 && !(names.length === 1 && NO_CATEGORY.test(names[0]!)))
  if (paths === undefined) return undefined
  const deepest = paths.reduce<readonly string[] | null>(
    (best, path) => (path.length > (best?.length ?? 0) ? path : best),
    null,
  )
  // The shop lists the categories above the deepest one as well.
  const others = paths.filter((path) => path.some((name, level) => name !== deepest?.[level]))
  if (others.length > 0) sheet.adapt(row, 'categories', 'category', others.map((path) => path.join(' > ')).join(', '))
  return { path: deepest, others: others.map((path) => path.at(-1)!).filter((name) => !deepest?.includes(name)) }
}

export function readTags(sheet: WooCommerceSheet, row: CsvRow, more: readonly string[]): readonly string[] | undefined {
  const given = sheet.readList(row, 'tags')
  if (given === undefined && more.length === 0) return undefined
  return limitTags([...(given ?? []), ...more])
}

/** The brand of newer shops' own column, or else the attribute that older ones keep it in. */
export function readBrand(sheet: WooCommerceSheet, row: CsvRow): string | null | undefined {
  const own = sheet.readList(row, 'brands')
  const attribute = sheet.readAttributes(row).find(({ name, isVisible }) => isVisible && BRAND_ATTRIBUTE.test(name))
  const brand = own?.[0] ?? attribute?.values[0]
  if (brand !== undefined) return cutText(brand, BRAND_MAX_LENGTH)
  return own === undefined && sheet.columns.attributes.length === 0 ? undefined : null
}

/** What the shop lists under "additional information", without what there is to choose from: attributes, then measures. */
export function readSpecification(
  sheet: WooCommerceSheet,
  row: CsvRow,
  optionNames: readonly string[],
): readonly DraftAttribute[] {
  const chosen = new Set(optionNames.map(foldName))
  const attributes = sheet
    .readAttributes(row)
    .filter(({ name, values, isVisible }) => isVisible && values.length > 0 && !chosen.has(foldName(name)))
    .map(({ name, values }) => ({
      name: cutText(name, ATTRIBUTE_NAME_MAX_LENGTH),
      value: cutText(values.join(', '), ATTRIBUTE_VALUE_MAX_LENGTH),
    }))
  return [...attributes, ...MEASURES.flatMap((field) => readMeasure(sheet, row, field))]
}

function readMeasure(sheet: WooCommerceSheet, row: CsvRow, field: WooCommerceField): readonly DraftAttribute[] {
  const text = readPlainText(sheet.read(row, field) ?? '')
  const number = readDecimal(text)
  if (text === '' || number === 0) return []
  if (number === undefined) {
    sheet.warn(row, field, 'this is no measure; it was left out')
    return []
  }
  const value = [text.replace(/^(?=[.,])/, '0'), sheet.columns.units.get(field)].filter(Boolean).join(' ')
  return [{ name: sheet.columnName(field).replace(/ \(\p{L}+\)$/u, ''), value }]
}

/** The shop where the product is sold; a blank button says where it leads. */
export function readExternalLink(sheet: WooCommerceSheet, row: CsvRow): SiteLink | null {
  const href = readPlainText(sheet.read(row, 'externalUrl') ?? '')
  if (href === '') return null
  if (!isHttpsAddress(href) || /\s/.test(href)) {
    sheet.warn(row, 'externalUrl', 'only an address of https can be linked; this one was left out')
    return null
  }
  const label = cutText(readHtmlText(sheet.read(row, 'buttonText') ?? ''), LINK_NAME_MAX_LENGTH)
  return { label: label || new URL(href).hostname.replace(/^www\./, ''), href: new URL(href).href }
}

/**
 * Downloads as documents, but only of what costs nothing: the address of what is sold must not stand on a public page.
 * @returns undefined where the file has no columns for them
 */
export function readDocuments(
  sheet: WooCommerceSheet,
  row: CsvRow,
  isSold: boolean,
): readonly ProductDocument[] | undefined {
  const { downloads } = sheet.columns
  if (downloads.length === 0) return undefined
  if (isSold) return []
  const documents: ProductDocument[] = []
  for (const { indexes } of downloads) {
    const url = readPlainText(row.cells[indexes.url ?? -1] ?? '')
    if (url === '') continue
    if (!isHttpsAddress(url)) {
      sheet.warnAt(row, indexes.url!, 'only an address of https can be linked; this download was left out')
      continue
    }
    const name = readHtmlText(row.cells[indexes.name ?? -1] ?? '') || new URL(url).pathname.split('/').at(-1)!
    documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url: new URL(url).href })
  }
  return documents
}

/** A text for search results; one with placeholders means nothing outside the shop. */
export function readMetaText(
  sheet: WooCommerceSheet,
  row: CsvRow,
  field: 'metaTitle' | 'metaDescription',
  maxLength: number,
): string | null | undefined {
  const cell = sheet.read(row, field)
  if (cell === undefined) return undefined
  return cell.includes('%%') ? null : cutText(readHtmlText(cell), maxLength) || null
}
