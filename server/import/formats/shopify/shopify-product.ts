import { parseCategoryPath } from '../../category-tree-writer.ts'
import {
  cutText,
  isLinkTarget,
  limitTags,
  readBoolean,
  readConditionWord,
  readLongText,
  readPlainText,
} from '../../cells.ts'
import {
  ALT_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  LINK_NAME_MAX_LENGTH,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type DraftAttribute,
  type DraftImage,
  type DraftProduct,
  type DraftResult,
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ShopifySheet } from './shopify-columns.ts'
import { isDefaultOption, readOptionNames, VariantReader } from './shopify-variants.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import type { ItemCondition, ProductDocument, Visibility } from '../../../../shared/catalog.ts'

/**
 * Builds one product from all rows with its handle. Invalid rows are rejected one by one, but an invalid first row
 * rejects the whole product, because only the first row has the product's fields.
 * @param currency ISO 4217 code of prices that name no currency
 */
export function buildShopifyDraft(
  sheet: ShopifySheet,
  { slug, rows }: { readonly slug: string; readonly rows: readonly [CsvRow, ...CsvRow[]] },
  currency: string,
): DraftResult {
  const [first] = rows
  if (!sheet.checkCellCount(first)) return { slug, draft: null, hasRejections: true }
  const name = sheet.readText(first, 'title', NAME_MAX_LENGTH)
  if (!name) {
    sheet.reject(first, 'title', "the title is missing on the product's first row; the product was left out")
    return { slug, draft: null, hasRejections: true }
  }
  if (readBoolean(sheet.read(first, 'giftCard') ?? '') === true) {
    sheet.warn(first, 'giftCard', `"${slug}" is a gift card, which this site does not show; it was left out`)
    return { slug, draft: null, hasRejections: false }
  }

  const optionNames = readOptionNames(sheet, first)
  if (optionNames === 'rejected') return { slug, draft: null, hasRejections: true }
  const foreignRows = findForeignRows(sheet, rows)
  const variantReader = new VariantReader(sheet, optionNames, currency)
  const firstVariant = variantReader.read(first, true)
  if (firstVariant === undefined || firstVariant === 'rejected') return { slug, draft: null, hasRejections: true }
  const variants: [DraftVariant, ...DraftVariant[]] = [firstVariant]
  const usedRows = [first]
  for (const row of rows.slice(1)) {
    if (foreignRows.has(row) || !sheet.checkCellCount(row)) continue
    const variant = variantReader.read(row, false)
    if (variant === 'rejected') continue
    usedRows.push(row)
    if (variant) variants.push(variant)
  }
  const hasRejections = usedRows.length < rows.length
  const images = readGallery(sheet, usedRows)
  return {
    slug,
    draft: { slug, name, ...readProductFields(sheet, first), ...buildVariantSet(optionNames, variants), images },
    hasRejections,
  }
}

/** Shopify exports a product without options as one variant with the option "Title". */
function buildVariantSet(
  optionNames: readonly string[] | undefined,
  [first, ...others]: DraftProduct['variants'],
): Pick<DraftProduct, 'optionNames' | 'variants'> {
  const isWithoutOptions = others.length === 0 && optionNames !== undefined && isDefaultOption(optionNames)
  return isWithoutOptions
    ? { optionNames: [], variants: [{ ...first, optionValues: [] }] }
    : { optionNames, variants: [first, ...others] }
}

function readProductFields(
  sheet: ShopifySheet,
  row: CsvRow,
): Omit<DraftProduct, 'slug' | 'name' | 'optionNames' | 'variants' | 'images'> {
  const tags = readTags(sheet, row)
  return {
    line: row.line,
    brand: sheet.readText(row, 'vendor', BRAND_MAX_LENGTH),
    shortDescription: undefined,
    description: sheet.readHtml(row, 'description'),
    metaTitle: sheet.readText(row, 'seoTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'seoDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: readCategoryPath(sheet, row),
    condition: readCondition(sheet, row),
    visibility: readVisibility(sheet, row),
    featured: tags?.featured,
    tags: tags?.tags,
    attributes: readAttributes(sheet, row),
    documents: readDocuments(sheet, row),
    externalLink: undefined,
    includes: undefined,
    sourceId: undefined,
  }
}

/**
 * Finds and rejects rows of a second product that uses the same handle. That product begins at a row with a different
 * title and includes the rows without a title below it.
 */
function findForeignRows(sheet: ShopifySheet, rows: readonly [CsvRow, ...CsvRow[]]): ReadonlySet<CsvRow> {
  const [first, ...others] = rows
  const title = readTitle(sheet, first)
  const foreign = new Set<CsvRow>()
  let secondProduct: CsvRow | undefined
  for (const row of others) {
    const ownTitle = row.cells.length === sheet.file.header.length ? readTitle(sheet, row) : ''
    if (ownTitle === title) secondProduct = undefined
    else if (ownTitle !== '') secondProduct = row
    if (!secondProduct) continue
    foreign.add(row)
    const reason =
      row === secondProduct
        ? `line ${first.line} already uses this handle, with the title "${title}"`
        : `the row belongs to the second product with this handle, on line ${secondProduct.line}`
    sheet.reject(row, 'handle', reason)
  }
  return foreign
}

function readTitle(sheet: ShopifySheet, row: CsvRow): string {
  return readPlainText(sheet.read(row, 'title') ?? '')
}

/** Products with this tag appear on the home page; the tag itself is not shown. */
const FEATURED_TAG = 'featured'

/** Numbers and ids of Shopify's taxonomy (`gid://shopify/TaxonomyCategory/hg-3-1`, `hg-3-1`, `632`) instead of category names. */
const TAXONOMY_ID = /^(?:gid:\/\/.*|\d+|[a-z]{2}(?:-\d+)+)$/i

function readVisibility(sheet: ShopifySheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('status') && !sheet.has('published')) return undefined
  const status = readPlainText(sheet.read(row, 'status') ?? '').toLowerCase()
  if (status === 'draft' || status === 'archived') return 'hidden'
  if (status !== '' && status !== 'active' && status !== 'unlisted') {
    sheet.warn(row, 'status', 'unknown status; the product stays hidden')
    return 'hidden'
  }
  const published = readPlainText(sheet.read(row, 'published') ?? '')
  const isPublished = published === '' ? true : readBoolean(published)
  if (isPublished === undefined)
    sheet.warn(row, 'published', 'this is neither TRUE nor FALSE; the product stays hidden')
  if (isPublished !== true) return 'hidden'
  return status === 'unlisted' ? 'unlisted' : 'public'
}

/** The export has no collections, so the category is the taxonomy's path or, if that is missing, the product type. */
function readCategoryPath(sheet: ShopifySheet, row: CsvRow): readonly string[] | null | undefined {
  if (!sheet.has('productCategory') && !sheet.has('type')) return undefined
  const taxonomy = readPlainText(sheet.read(row, 'productCategory') ?? '')
  const path = parseCategoryPath(TAXONOMY_ID.test(taxonomy) ? '' : taxonomy)
  if (path.length > 0) return path
  const type = parseCategoryPath(readPlainText(sheet.read(row, 'type') ?? ''))
  return type.length > 0 ? type : null
}

function readTags(sheet: ShopifySheet, row: CsvRow): { tags: readonly string[]; featured: boolean } | undefined {
  const cell = sheet.read(row, 'tags')
  if (cell === undefined) return undefined
  const given = cell.split(',').map(readPlainText)
  const others = given.filter((tag) => tag.toLowerCase() !== FEATURED_TAG)
  return { tags: limitTags(others), featured: others.length < given.length }
}

function readCondition(sheet: ShopifySheet, row: CsvRow): ItemCondition | undefined {
  const text = sheet.read(row, 'condition')
  if (text === undefined) return undefined
  const condition = readConditionWord(readPlainText(text).toLowerCase())
  if (condition === undefined)
    sheet.warn(row, 'condition', 'expected new, refurbished or used; the condition was left unchanged')
  return condition
}

/**
 * Collects the gallery from all rows of a product: a picture on a variant's row belongs to the gallery as well.
 * @returns undefined if the file has no picture column
 */
function readGallery(sheet: ShopifySheet, rows: readonly CsvRow[]): readonly DraftImage[] | undefined {
  if (!sheet.has('imageUrl')) return undefined
  const images: { image: DraftImage; position: number }[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const image = sheet.readImage(row, 'imageUrl')
    if (!image || seen.has(pictureAddressKey(image.source))) continue
    seen.add(pictureAddressKey(image.source))
    images.push({ image: { ...image, alt: readAlt(sheet, row) }, position: readPosition(sheet, row) })
  }
  return images.sort((left, right) => left.position - right.position).map(({ image }) => image)
}

function readAlt(sheet: ShopifySheet, row: CsvRow): string | null | undefined {
  const cell = sheet.read(row, 'imageAlt')
  return cell === undefined ? undefined : cutText(readPlainText(cell), ALT_MAX_LENGTH) || null
}

/** Reads a picture's position; pictures without one come last, in the order of their rows. */
function readPosition(sheet: ShopifySheet, row: CsvRow): number {
  const text = (sheet.read(row, 'imagePosition') ?? '').trim()
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}

const DOCUMENTS_KEY = 'documents'

/** Reads the specification table: one attribute per metafield, in the order of the columns. */
function readAttributes(sheet: ShopifySheet, row: CsvRow): readonly DraftAttribute[] {
  return sheet.columns.metafields
    .filter(({ key }) => key !== DOCUMENTS_KEY)
    .map(({ name, index }) => ({ name, value: readAttributeValue(row.cells[index] ?? '') }))
}

/** Reads documents (`Name | URL; Name | URL`) from the metafield with the key `documents`. */
function readDocuments(sheet: ShopifySheet, row: CsvRow): readonly ProductDocument[] | undefined {
  const column = sheet.columns.metafields.find(({ key }) => key === DOCUMENTS_KEY)
  if (!column) return undefined
  const documents: ProductDocument[] = []
  for (const entry of readLongText(row.cells[column.index] ?? '').split(/;\s|;$|[\r\n]+/)) {
    if (entry.trim() === '') continue
    const separator = entry.lastIndexOf('|')
    const url = entry.slice(separator + 1).trim()
    const name = readPlainText(entry.slice(0, Math.max(separator, 0)))
    if (name !== '' && isLinkTarget(url) && !/\s/.test(url)) {
      documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url })
    } else {
      sheet.warnAt(row, column.index, 'expected "Name | https://..." or "Name | /path"; this document was left out')
    }
  }
  return documents
}

function readAttributeValue(cell: string): string | null {
  const text = readPlainText(cell)
  // References to other objects of the shop mean nothing outside the shop.
  if (text.startsWith('gid://') || text.startsWith('["gid://')) return null
  return cutText(readJsonList(text) ?? text, ATTRIBUTE_VALUE_MAX_LENGTH) || null
}

function readJsonList(text: string): string | undefined {
  if (!text.startsWith('["')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String).join('; ') : undefined
  } catch {
    return undefined
  }
}
