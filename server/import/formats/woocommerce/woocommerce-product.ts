import { parseCategoryPath } from '../../category-tree-writer.ts'
import {
  cutText,
  isHttpsAddress,
  limitTags,
  readBoolean,
  readDecimal,
  readHtmlText,
  readPlainText,
} from '../../cells.ts'
import { convertWordPressHtml } from '../../wordpress-html.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  LINK_NAME_MAX_LENGTH,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type DraftAttribute,
  type DraftProduct,
  type DraftResult,
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { foldName, type WooCommerceField, type WooCommerceSheet, type WooCommerceType } from './woocommerce-columns.ts'
import { readVariant, readVariations } from './woocommerce-variants.ts'
import type { DraftContext } from '../../product-format.ts'
import type { ProductDocument, SiteLink, Visibility } from '../../../../shared/catalog.ts'

/** All rows of one product, with what other rows say about it. */
interface WooCommerceGroup {
  readonly slug: string
  readonly name: string
  readonly sourceId: string | null
  /** Undefined for product types of plugins. */
  readonly type: WooCommerceType | undefined
  /** The product's own row. */
  readonly row: CsvRow
  readonly variations: readonly CsvRow[]
  /** Slugs of the products that a grouped product consists of. */
  readonly includes: readonly string[]
}

type VariantSet = Pick<DraftProduct, 'optionNames' | 'variants'>

/** Builds one product from its rows. Invalid variations are rejected one by one; an invalid product row rejects the product. */
export function buildWooCommerceDraft(
  sheet: WooCommerceSheet,
  group: WooCommerceGroup,
  context: DraftContext,
): DraftResult {
  const { slug, name, type, row, includes } = group
  if (name === '') {
    sheet.reject(row, 'name', 'the name is missing; the product was left out')
    return { slug, draft: null, hasRejections: true }
  }
  if (type === undefined) sheet.warn(row, 'type', 'unknown product type; the product was imported as a simple product')
  const { set, hasRejections } = readVariantSet(sheet, group, context)
  if (set === null) return { slug, draft: null, hasRejections: true }
  const categories = readCategories(sheet, row)
  const { attributes: attributeColumns, downloads } = sheet.columns
  // An undefined price means that the file has no price column: the product may be for sale, so its downloads stay private.
  const isSold = set.variants.some(({ priceMinor }) => priceMinor !== null)
  const draft: DraftProduct = {
    slug,
    line: row.line,
    name: cutText(name, NAME_MAX_LENGTH),
    brand: readBrand(sheet, row),
    shortDescription: sheet.readHtml(row, 'shortDescription', convertWordPressHtml),
    description: sheet.readHtml(row, 'description', convertWordPressHtml),
    metaTitle: readMetaText(sheet, row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: readMetaText(sheet, row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: categories?.path,
    condition: undefined,
    visibility: readVisibility(sheet, row),
    featured: sheet.has('featured') ? readBoolean(sheet.read(row, 'featured')!) === true : undefined,
    tags: readTags(sheet, row, categories?.others ?? []),
    ...set,
    images: sheet.readImages(row),
    attributes: readSpecification(sheet, row, set.optionNames ?? []),
    hasAllAttributes: attributeColumns.length > 0 || sheet.has('length') || sheet.has('width') || sheet.has('height'),
    documents: downloads.length === 0 ? undefined : readDocuments(sheet, row, isSold),
    externalLink: sheet.has('externalUrl') ? readExternalLink(sheet, row) : undefined,
    includes: sheet.has('groupedProducts') ? includes : undefined,
    sourceId: group.sourceId ?? undefined,
  }
  return { slug, draft, hasRejections }
}

function readVariantSet(
  sheet: WooCommerceSheet,
  { type, row, variations }: WooCommerceGroup,
  context: DraftContext,
): { set: VariantSet | null; hasRejections: boolean } {
  const optionNames = sheet.columns.attributes.length > 0 ? [] : undefined
  if (type === 'variable' && variations.length > 0) {
    const { variants, hasRejections, optionNames: names } = readVariations(sheet, row, variations, context)
    const given = optionNames && names
    const [first, ...others] = variants
    if (first) return { set: { optionNames: given, variants: [first, ...others] }, hasRejections }
    if (hasRejections) return { set: null, hasRejections }
  }
  const variant = readVariant(sheet, row, context)
  if (variant === 'rejected') return { set: null, hasRejections: true }
  return { set: { optionNames, variants: [applyType(variant, type)] }, hasRejections: false }
}

/** Overrides price and availability that WooCommerce ignores for some product types. */
function applyType(variant: DraftVariant, type: WooCommerceType | undefined): DraftVariant {
  switch (type) {
    case 'variable':
      // WooCommerce cannot sell a variable product without variations.
      return { ...variant, priceMinor: null, compareAtMinor: null, availability: 'OutOfStock' }
    case 'grouped':
      // Each product of a group has its own price.
      return { ...variant, priceMinor: null, compareAtMinor: null }
    default:
      return variant
  }
}

/** Names of WooCommerce's default category in English, German and Spanish. */
const DEFAULT_CATEGORY = /^(?:uncategori[sz]ed|unkategorisiert|nicht kategorisiert|sin categorizar|sin categoría)$/i

const BRAND_ATTRIBUTE = /^(?:brand|manufacturer|marke|hersteller|marca|fabricante)$/i

const MEASURES: readonly WooCommerceField[] = ['length', 'width', 'height']

/** A product listed in only the catalogue or only the search of the shop is public here. */
function readVisibility(sheet: WooCommerceSheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('published') && !sheet.has('visibility')) return undefined
  const published = readPlainText(sheet.read(row, 'published') ?? '').toLowerCase()
  if (published === '-1' || published === '2' || readBoolean(published) === false) return 'hidden'
  if (published !== '' && readBoolean(published) === undefined) {
    sheet.warn(row, 'published', 'expected 1, 0, -1 or 2; the product stays hidden')
    return 'hidden'
  }
  const place = readPlainText(sheet.read(row, 'visibility') ?? '').toLowerCase()
  if (place === 'hidden') return 'unlisted'
  if (!/^(?:visible|catalog|search|)$/.test(place)) {
    sheet.warn(row, 'visibility', 'expected visible, catalog, search or hidden; the product stays hidden')
    return 'hidden'
  }
  return 'public'
}

/** Returns the product's deepest category as its only one; the names of its other categories become tags. */
function readCategories(
  sheet: WooCommerceSheet,
  row: CsvRow,
): { path: readonly string[] | null; others: readonly string[] } | undefined {
  const paths = sheet
    .readList(row, 'categories')
    ?.map(parseCategoryPath)
    .filter((names) => names.length > 0 && !(names.length === 1 && DEFAULT_CATEGORY.test(names[0]!)))
  if (paths === undefined) return undefined
  const deepest = paths.reduce<readonly string[] | null>(
    (best, path) => (path.length > (best?.length ?? 0) ? path : best),
    null,
  )
  // The export also lists the ancestors of the deepest category, which are not separate categories.
  const others = paths.filter((path) => path.some((name, level) => name !== deepest?.[level]))
  if (others.length > 0) sheet.adapt(row, 'categories', 'category', others.map((path) => path.join(' > ')).join(', '))
  return { path: deepest, others: others.map((path) => path.at(-1)!).filter((name) => !deepest?.includes(name)) }
}

function readTags(sheet: WooCommerceSheet, row: CsvRow, more: readonly string[]): readonly string[] | undefined {
  const given = sheet.readList(row, 'tags')
  if (given === undefined && more.length === 0) return undefined
  return limitTags([...(given ?? []), ...more])
}

/** Reads the brand from its own column, which newer shops have, or from an attribute. */
function readBrand(sheet: WooCommerceSheet, row: CsvRow): string | null | undefined {
  const own = sheet.readList(row, 'brands')
  const attribute = sheet.readAttributes(row).find(({ name, isVisible }) => isVisible && BRAND_ATTRIBUTE.test(name))
  const brand = own?.[0] ?? attribute?.values[0]
  if (brand !== undefined) return cutText(brand, BRAND_MAX_LENGTH)
  return own === undefined && sheet.columns.attributes.length === 0 ? undefined : null
}

/** Reads what the shop shows as "additional information": visible attributes that are not options, then measures. */
function readSpecification(
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
    sheet.warn(row, field, 'this is not a number; the measure was left out')
    return []
  }
  const value = [text.replace(/^(?=[.,])/, '0'), sheet.columns.units.get(field)].filter(Boolean).join(' ')
  return [{ name: sheet.columnName(field).replace(/ \(\p{L}+\)$/u, ''), value }]
}

/** Reads the link to the shop that sells the product; a blank button text becomes the host name. */
function readExternalLink(sheet: WooCommerceSheet, row: CsvRow): SiteLink | null {
  const href = readPlainText(sheet.read(row, 'externalUrl') ?? '')
  if (href === '') return null
  if (!isHttpsAddress(href) || /\s/.test(href)) {
    sheet.warn(row, 'externalUrl', 'expected an address that begins with https://; the link was left out')
    return null
  }
  const label = cutText(readHtmlText(sheet.read(row, 'buttonText') ?? ''), LINK_NAME_MAX_LENGTH)
  return { label: label || new URL(href).hostname.replace(/^www\./, ''), href: new URL(href).href }
}

/**
 * Reads downloads as documents of products that are not sold: the address of a sold download must not be public.
 * @returns undefined if the file has no download columns
 */
function readDocuments(sheet: WooCommerceSheet, row: CsvRow, isSold: boolean): readonly ProductDocument[] | undefined {
  const { downloads } = sheet.columns
  if (downloads.length === 0) return undefined
  if (isSold) return []
  const documents: ProductDocument[] = []
  for (const { indexes } of downloads) {
    const url = readPlainText(row.cells[indexes.url ?? -1] ?? '')
    if (url === '') continue
    if (!isHttpsAddress(url)) {
      sheet.warnAt(row, indexes.url!, 'expected an address that begins with https://; this download was left out')
      continue
    }
    const name = readHtmlText(row.cells[indexes.name ?? -1] ?? '') || new URL(url).pathname.split('/').at(-1)!
    documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url: new URL(url).href })
  }
  return documents
}

/** Reads a text for search results; one with Yoast placeholders (`%%title%%`) counts as blank. */
function readMetaText(
  sheet: WooCommerceSheet,
  row: CsvRow,
  field: 'metaTitle' | 'metaDescription',
  maxLength: number,
): string | null | undefined {
  const cell = sheet.read(row, field)
  if (cell === undefined) return undefined
  return cell.includes('%%') ? null : cutText(readHtmlText(cell), maxLength) || null
}
