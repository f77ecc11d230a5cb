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
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../staged-products.ts'
import { foldName, type WooCommerceSheet, type WooCommerceType } from './woocommerce-columns.ts'
import type { WooCommerceField } from './woocommerce-names.ts'
import { readVariant, readVariations } from './woocommerce-variants.ts'
import type { DraftContext } from '../../product-format.ts'
import type { ProductDocument, SiteLink, Visibility } from '../../../../shared/catalog.ts'

interface WooCommerceGroup extends ProductGroup {
  readonly type: WooCommerceType | undefined
  readonly includes: readonly string[]
}

/** Rejects invalid variations one by one; an invalid product row rejects the product. */
export function buildWooCommerceDraft(
  sheet: WooCommerceSheet,
  group: WooCommerceGroup,
  context: DraftContext,
): DraftProduct | null {
  const { slug, name, type, rows, includes } = group
  const [row] = rows
  if (name === '') {
    sheet.reject(row, 'name', 'the name is missing; the product was left out')
    return null
  }
  if (type === undefined) sheet.warn(row, 'type', 'unknown product type; the product was imported as a simple product')
  const set = readVariantSet(sheet, group, context)
  if (!set) return null
  // Without a price column (undefined) the product may be for sale, so its downloads stay private.
  const isSold = set.variants.some(({ priceMinor }) => priceMinor !== null)
  return {
    slug,
    line: row.line,
    name: cutText(name, NAME_MAX_LENGTH),
    brand: readBrand(sheet, row),
    shortDescription: sheet.readHtml(row, 'shortDescription', convertWordPressHtml),
    description: sheet.readHtml(row, 'description', convertWordPressHtml),
    metaTitle: readMetaText(sheet, row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: readMetaText(sheet, row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    ...readCategories(sheet, row),
    visibility: readVisibility(sheet, row),
    featured: sheet.has('featured') ? readBoolean(sheet.read(row, 'featured') ?? '') === true : undefined,
    tags: readTags(sheet, row),
    ...set,
    images: sheet.readImages(row),
    attributes: readSpecification(sheet, row, set.optionNames ?? []),
    hasAllAttributes:
      sheet.columns.attributes.length > 0 || sheet.has('length') || sheet.has('width') || sheet.has('height'),
    documents: readDocuments(sheet, row, isSold),
    externalLink: sheet.has('externalUrl') ? readExternalLink(sheet, row) : undefined,
    includes: sheet.has('groupedProducts') ? includes : undefined,
    sourceId: group.sourceId ?? undefined,
  }
}

function readVariantSet(
  sheet: WooCommerceSheet,
  { type, rows: [row, ...variations] }: WooCommerceGroup,
  context: DraftContext,
): Pick<DraftProduct, 'optionNames' | 'variants'> | undefined {
  const hasOptions = sheet.columns.attributes.length > 0
  const enabled = variations.filter((variation) => !isDisabled(sheet, variation))
  if (enabled.length > 0) {
    const { variants, optionNames } = readVariations(sheet, row, enabled, context)
    const [first, ...others] = variants
    return first && { optionNames: hasOptions ? optionNames : undefined, variants: [first, ...others] }
  }
  const variant = readVariant(sheet, row, context)
  return variant && { optionNames: hasOptions ? [] : undefined, variants: [applyType(variant, type)] }
}

/** WooCommerce writes 0 for a disabled variation; -1 only repeats that its parent is a draft. */
function isDisabled(sheet: WooCommerceSheet, row: CsvRow): boolean {
  return readBoolean(sheet.read(row, 'published') ?? '') === false
}

function applyType(variant: DraftVariant, type: WooCommerceType | undefined): DraftVariant {
  switch (type) {
    case 'variable':
      // WooCommerce cannot sell a variable product without variations.
      return { ...variant, priceMinor: null, compareAtMinor: null, availability: 'OutOfStock' }
    case 'grouped':
      return { ...variant, priceMinor: null, compareAtMinor: null }
    default:
      return variant
  }
}

const DEFAULT_CATEGORY = /^(?:uncategori[sz]ed|unkategorisiert|nicht kategorisiert|sin categorizar|sin categoría)$/i

const BRAND_ATTRIBUTE = /^(?:brand|manufacturer|marke|hersteller|marca|fabricante)$/i

const MEASURES: readonly WooCommerceField[] = ['length', 'width', 'height']

/** A product that the shop lists only in its catalogue or only in its search is imported as public. */
function readVisibility(sheet: WooCommerceSheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('published') && !sheet.has('visibility')) return undefined
  const published = sheet.readLower(row, 'published')
  if (published === '-1' || published === '2' || readBoolean(published) === false) return 'hidden'
  if (published !== '' && readBoolean(published) === undefined) {
    sheet.warn(
      row,
      'published',
      'expected 1 (published), 0 (private), -1 (draft) or 2 (pending); the product stays hidden',
    )
    return 'hidden'
  }
  const place = sheet.readLower(row, 'visibility')
  if (place === 'hidden') return 'unlisted'
  if (!/^(?:visible|catalog|search|)$/.test(place)) {
    sheet.warn(row, 'visibility', 'expected visible, catalog, search or hidden; the product stays hidden')
    return 'hidden'
  }
  return 'public'
}

/** The deepest category becomes the main one. The export also lists the ancestors of each category, which are left out. */
function readCategories(
  sheet: WooCommerceSheet,
  row: CsvRow,
): Pick<DraftProduct, 'categoryPath' | 'otherCategoryPaths'> {
  const paths = sheet
    .readList(row, 'categories')
    ?.map(parseCategoryPath)
    .filter(([name, ...below]) => name !== undefined && (below.length > 0 || !DEFAULT_CATEGORY.test(name)))
  if (paths === undefined) return { categoryPath: undefined }
  const deepest = Math.max(...paths.map(({ length }) => length))
  const main = paths.find(({ length }) => length === deepest) ?? null
  return {
    categoryPath: main,
    otherCategoryPaths: paths.filter((path) => path !== main && !paths.some((other) => isAbove(path, other))),
  }
}

function isAbove(path: readonly string[], other: readonly string[]): boolean {
  return path.length < other.length && path.every((name, level) => name === other[level])
}

function readTags(sheet: WooCommerceSheet, row: CsvRow): readonly string[] | undefined {
  const given = sheet.readList(row, 'tags')
  return given && limitTags(given)
}

/** Only newer shops have a column for brands. */
function readBrand(sheet: WooCommerceSheet, row: CsvRow): string | null | undefined {
  const own = sheet.readList(row, 'brands')
  const attribute = sheet.readAttributes(row).find(({ name, isVisible }) => isVisible && BRAND_ATTRIBUTE.test(name))
  const brand = own?.[0] ?? attribute?.values[0]
  if (brand !== undefined) return cutText(brand, BRAND_MAX_LENGTH)
  return own === undefined && sheet.columns.attributes.length === 0 ? undefined : null
}

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
  const text = sheet.readPlain(row, field)
  const number = readDecimal(text)
  if (text === '' || number === 0) return []
  if (number === undefined) {
    sheet.warn(row, field, 'this is not a number; the dimension was left out')
    return []
  }
  const value = [text.replace(/^(?=[.,])/, '0'), sheet.columns.units.get(field)].filter(Boolean).join(' ')
  const name = (sheet.positionOf(row, field).column ?? field).replace(/ \(\p{L}+\)$/u, '')
  return [{ name, value }]
}

function readExternalLink(sheet: WooCommerceSheet, row: CsvRow): SiteLink | null {
  const href = sheet.readPlain(row, 'externalUrl')
  if (href === '') return null
  if (!isHttpsAddress(href) || /\s/.test(href)) {
    sheet.warn(row, 'externalUrl', 'expected an address that begins with https://; the link was left out')
    return null
  }
  const label = cutText(readHtmlText(sheet.read(row, 'buttonText') ?? ''), LINK_NAME_MAX_LENGTH)
  return { label: label || new URL(href).hostname.replace(/^www\./, ''), href: new URL(href).href }
}

/** Downloads become documents unless the product is sold: a sold download must not be public. */
function readDocuments(sheet: WooCommerceSheet, row: CsvRow, isSold: boolean): readonly ProductDocument[] | undefined {
  const { downloads } = sheet.columns
  if (downloads.length === 0) return undefined
  if (isSold) return []
  const documents: ProductDocument[] = []
  for (const { indexes } of downloads) {
    const urlIndex = indexes.url ?? -1
    const url = readPlainText(row.cells[urlIndex] ?? '')
    if (url === '') continue
    if (!isHttpsAddress(url)) {
      sheet.warnAtIndex(row, urlIndex, 'expected an address that begins with https://; this download was left out')
      continue
    }
    const name = readHtmlText(row.cells[indexes.name ?? -1] ?? '') || (new URL(url).pathname.split('/').at(-1) ?? '')
    documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url: new URL(url).href })
  }
  return documents
}

/** Texts with placeholders of Yoast (`%%title%%`) count as blank. */
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
